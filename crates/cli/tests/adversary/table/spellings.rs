//! Every tool that destroys a file, with every spelling of a path.

use crate::attempt::Attempt;

/// `{}` is a file.
const TOOLS: &[&str] = &[
    "rm -f {}",
    "unlink {}",
    "truncate -s 0 {}",
    ": > {}",
    "cp /dev/null {}",
    "dd if=/dev/null of={}",
    "mv {} gone",
    "ln -sf /dev/null {}",
    "sed -i 1,9d {}",
    "perl -pi -e '$_ = qq()' {}",
    "tee {} < /dev/null",
    "install -m 600 /dev/null {}",
    "shred -u {}",
    "sort -o {} /dev/null",
    "python3 -c 'import sys; open(sys.argv[1], \"w\")' {}",
    "find {} -delete",
    "echo {} | xargs rm -f",
    "openssl rand -out {} 3",
    "gzip -f {}",
    "git diff --no-index --output {} /etc/hostname /dev/null",
    "curl -s file:///etc/hostname -o {}",
    "uniq /dev/null {}",
    "awk 'BEGIN { printf \"\" > ARGV[1] }' {}",
    "rsync -a a {} || cp a {}",
    "printf '%%d\\nw\\nq\\n' | ed -s {}",
    "cat a > {}",
];

/// A path below the home, written as `{d}/{f}`, its folder and its file.
const SPELLINGS: &[&str] = &[
    "~/{d}/{f}",
    "\"$HOME/{d}/{f}\"",
    "../{d}/{f}",
    "~/project/.././{d}//{f}",
    "/proc/self/root$HOME/{d}/{f}",
    "$(echo ~/{d}/{f})",
    "$(printf '%s/%s' ~/{d} {f})",
    "$(find ~/{d} -name {f})",
    "\"$(dirname \"$PWD\")/{d}/{f}\"",
    "\"${PWD%/*}\"/{d}/\"{f}\"",
    "~/{d}/$(echo {f} | rev | rev)",
    "$(realpath --relative-to=. ~/{d})/{f}",
];

const TARGETS: &[(&str, &str)] = &[
    (".claude", "settings.json"),
    (".config/fusebox", "config.toml"),
    ("project", ".fusebox.toml"),
];

pub(crate) fn attempts() -> Vec<Attempt> {
    let mut all = Vec::new();
    for (n, tool) in TOOLS.iter().enumerate() {
        for (m, spelling) in SPELLINGS.iter().enumerate() {
            let (folder, file) = TARGETS[(n + m) % TARGETS.len()];
            let path = spelling.replace("{d}", folder).replace("{f}", file);
            all.push(Attempt::shell(tool.replace("{}", &path)));
        }
    }
    all
}

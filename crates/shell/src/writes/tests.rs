//! Tables of what changes which files.

use super::super::parse;
use super::*;

fn check(line: &str, expected: &WrittenPaths) {
    assert_eq!(written_paths(&parse(line)), *expected, "{line}");
}

#[test]
fn nothing_is_written() {
    for line in [
        "",
        "ls -la",
        "cat a b | head -5 | tail -n 2",
        "grep -rn x . 2>/dev/null",
        "cargo test 2>&1 | tail",
        "make >/dev/null 2>/dev/stderr",
        "cargo build && cargo clippy",
        "cargo fmt --check",
        "pytest -x",
        "npm test",
        "npm run build",
        "find . -name x",
        "git status && git diff | cat",
        "git log -p -- a",
        "git show HEAD:a",
        "git stash list",
        "git clean -nfd",
        "git apply --check x.patch",
        "git checkout -b new",
        "git restore --staged a",
        "sed -n 1,5p a",
        "sed 's/a/b/' a",
        "echo 'x > y'",
        "echo \"rm -rf /\"",
        "[[ a > b ]] && ls",
        "curl -s localhost",
        "curl -o /dev/null localhost",
        "wget -qO- localhost",
        "tar tf a.tar",
        "unzip -l a.zip",
        "black --check .",
        "prettier --check .",
        "gofmt -l .",
        "python -c 'print(open(\"x\").read())'",
        "tee",
        "rm --help",
        "ls # > x",
        "perl -ne 'print' a",
        "git commit --dry-run",
        "awk '{ print $1 }' a",
        "git branch && git fetch",
        "cat <<EOF\n> x\nEOF",
    ] {
        check(line, &WrittenPaths::default());
    }
}

#[test]
fn named_files_are_written() {
    for (line, targets) in [
        ("echo x > a", "a"),
        ("echo x >> 'a b'", "a b"),
        ("echo x >| a", "a"),
        ("make &> log", "log"),
        ("make >& log", "log"),
        ("make 2>err >out", "err out"),
        ("{ ls; pwd; } > a", "a"),
        ("(ls) > a", "a"),
        ("for i in 1; do ls; done > a", "a"),
        ("cat <<EOF > a\nx\nEOF", "a"),
        ("cat > a <<'EOF'\nrm b\nEOF\nrm c", "a c"),
        ("ls | tee -a a b", "a b"),
        ("sed -i 's/a/b/' a b", "a b"),
        ("sed -i.bak -e s/a/b/ a", "a"),
        ("sed -Ei '' s/a/b/ a", "a"),
        ("perl -pi -e 's/a/b/' a", "a"),
        ("mv a b", "a b"),
        ("cp -r a b c", "c"),
        ("cp -t d a b", "d"),
        ("rm -rf a ./b", "a ./b"),
        ("sudo rm -- -a", "-a"),
        ("mkdir -p a/b && touch a/b/c", "a/b a/b/c"),
        ("ln -s a b", "b"),
        ("install -m 755 a b", "b"),
        ("dd if=a of=b", "b"),
        ("truncate -s 0 a", "a"),
        ("chmod +x a", "a"),
        ("chown -R me:me a", "a"),
        ("git checkout -- a b", "a b"),
        ("git checkout HEAD~1 -- a", "a"),
        ("git restore --source=HEAD a", "a"),
        ("git rm a", "a"),
        ("git -C x mv a b", "x/a x/b"),
        ("rsync -a --exclude x a/ b/", "b/"),
        ("curl -sSLo a localhost", "a"),
        ("wget -O a localhost", "a"),
        ("cd x && rm a", "x/a"),
        ("cd x && cd y && echo > a", "x/y/a"),
        ("(cd x && rm a); rm b", "x/a b"),
        ("cd /x; rm a ~/b /c", "/x/a ~/b /c"),
        ("sh -c 'rm a'", "a"),
        ("echo $(rm a)", "a"),
        (
            "apply_patch <<'EOF'\n*** Begin Patch\n*** Update File: src/a.rs\nWrites\n*** End Patch\nEOF",
            "src/a.rs",
        ),
    ] {
        let words = match line {
            "echo x >> 'a b'" => vec![targets.to_owned()],
            _ => targets.split(' ').map(str::to_owned).collect(),
        };
        check(line, &WrittenPaths { targets: words, writes_unnamed: false });
    }
}

#[test]
fn unnamed_files_are_written() {
    for (line, known) in [
        ("rm *.txt", ""),
        ("echo x > $OUT", ""),
        ("rm a \"$B\"", "a"),
        ("cd $X && rm a", ""),
        ("cd - && rm a", ""),
        ("ls | xargs rm", ""),
        ("ls | xargs -I{} mv {} d", "d"),
        ("find . -name x -delete", ""),
        ("find . -exec rm {} +", ""),
        ("git checkout main", ""),
        ("git reset --hard", ""),
        ("git commit -am x", ""),
        ("git stash", ""),
        ("git -c a=b pull", ""),
        ("git clean -fd", ""),
        ("patch -p1 < x.patch", ""),
        ("npm install", ""),
        ("npm ci && npm run lint:fix", ""),
        ("yarn", ""),
        ("pip install x", ""),
        ("python -m pip install x", ""),
        ("cargo add serde", ""),
        ("cargo fmt", ""),
        ("cargo +nightly fmt --all", ""),
        ("cargo clippy --fix", ""),
        ("npx prettier --write .", ""),
        ("black .", ""),
        ("ruff check --fix", ""),
        ("ruff format", ""),
        ("gofmt -w .", ""),
        ("go mod tidy", ""),
        ("tar xzf a.tgz", ""),
        ("unzip a.zip", ""),
        ("curl -O localhost/a", ""),
        ("wget localhost/a", ""),
        ("python -c \"open('x','w').write('y')\"", ""),
        ("python3 - <<'EOF'\nfrom pathlib import Path\nPath('x').write_text('y')\nEOF", ""),
        ("node -e \"require('fs').writeFileSync('x','y')\"", ""),
        ("echo 'unclosed", ""),
    ] {
        let targets = known.split_whitespace().map(str::to_owned).collect();
        check(line, &WrittenPaths { targets, writes_unnamed: true });
    }
}

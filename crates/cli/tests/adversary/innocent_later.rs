//! Ordinary work with programs that are built, written first, run elsewhere or later, and with git that brings files: as
//! innocent as the rest of [`crate::harmless`].

use crate::harmless::Step::{self, Person, PersonMeanwhile, Sh, Write};

#[rustfmt::skip]
pub(crate) const STORIES: &[&[Step]] = &[
    &[Write("src/tidy.c", "#include <stdio.h>\nint main(void) { return remove(\"a.bak\") && 0; }\n"), Sh("mkdir -p ../out; cp a a.bak; cc src/tidy.c -o ../out/tidy && ../out/tidy; rm -r ../out")],
    &[Write("../tools/fix.sh", "for f in *.txt; do [ -e \"$f\" ] && echo done > \"$f\"; done; true"), Sh("echo x > n.txt; sh ../tools/fix.sh")],
    &[Write("w.py", "import mmap, time\nwith open('data.bin', 'r+b') as f: m = mmap.mmap(f.fileno(), 0)\nm[0] = m[0]\ntime.sleep(.2)\nm[0:3] = b'new'\n"), Sh("printf 'old data' > data.bin; python3 w.py & wait"), Sh("cat data.bin")],
    &[Sh("python3 -c 'import mmap; f = open(\"a\", \"rb\"); print(mmap.mmap(f.fileno(), 0, prot=mmap.PROT_READ).find(b\"b\"))'"), Sh("ls")],
    &[Sh("git config filter.trim.clean 'sed s/[[:space:]]*$//'; mkdir -p .git/info; echo '*.txt filter=trim' > .git/info/attributes; echo 'x  ' > x.txt; git add x.txt"), Sh("git cat-file -p :x.txt")],
    &[Sh("git worktree add -q ../w; mkdir -p ../w/.vscode; echo '{}' > ../w/.vscode/settings.json; git -C ../w add -f .vscode; git -C ../w commit -qm v; git merge -q w; git worktree remove -f ../w")],
    &[Sh("git stash list; echo u > untracked; git stash -qu; git stash pop -q"), Sh("git bisect start HEAD HEAD~1 > /dev/null; git bisect reset > /dev/null 2>&1")],
    &[Write("package.json", "{\"name\": \"x\", \"version\": \"1.0.0\", \"scripts\": {\"prepare\": \"node set.js\"}}"), Write("set.js", "require('fs').mkdirSync('.vscode', {recursive: true}); require('fs').writeFileSync('.vscode/settings.json', '{}')"), Sh("node set.js")],
    &[Sh("ls"), Person("touch ~/.claude/settings.json; cp -p ~/.cursor/hooks.json ~/k; mv ~/k ~/.cursor/hooks.json"), Sh("ls -l")],
    &[PersonMeanwhile("touch -d yesterday ~/.claude/settings.json .fusebox.toml"), Sh("ls"), Sh("ls -l")],
    &[Write("build.py", "import os\nos.makedirs('dist', exist_ok=True)\nopen('dist/settings.json', 'w').write('{\"disableAllHooks\": false}')\n"), Sh("python3 build.py; tar cf dist.tar dist; rm -r dist; tar xf dist.tar; rm dist.tar")],
];

//! Work on copies of a project in folders elsewhere, and tools that pass over the whole project: as
//! innocent as the rest of [`crate::harmless`].

use crate::harmless::Step::{self, Sh, Write};

#[rustfmt::skip]
pub(crate) const STORIES: &[&[Step]] = &[
    // Copies in temporary folders, edited there.
    &[Sh("T=$(mktemp -d); cp .fusebox.toml $T; sed -i 's/500/50/' $T/.fusebox.toml; rm -r $T")],
    &[Sh("T=\"$(mktemp -d)\" && cp .fusebox.toml \"$T/\" && echo 'mode = \"observe\"' > \"$T/.fusebox.toml\" && rm -rf \"$T\"")],
    &[Sh("tmp=`mktemp -d`; mkdir -p $tmp/.claude; echo '{}' > $tmp/.claude/settings.json; rm -rf ${tmp}")],
    &[Sh("export D=$(mktemp -d -t try-XXXX); mkdir -p \"$D/home/.claude\"; echo '{\"hooks\":{}}' > \"$D/home/.claude/settings.json\"; HOME=\"$D/home\" ls -a; rm -r \"$D\"")],
    &[Sh("cd $(mktemp -d) && printf '[limits]\\nturns = 3\\n' > .fusebox.toml && cat .fusebox.toml")],
    &[Sh("T=$(mktemp -d); cd $T; git init -q .; mkdir .claude; echo '{}' > .claude/settings.json; rm -rf .claude; cd -; rm -rf $T")],
    &[Sh("W=/tmp/try-$$; mkdir -p $W/.claude; cp .fusebox.toml $W/; sed -i 's/500/5/' $W/.fusebox.toml; echo '{}' > $W/.claude/settings.json; rm -rf $W")],
    &[Sh("OUT=$(mktemp -d)/copy; cp -r . $OUT; rm -f $OUT/.fusebox.toml; rm -rf $OUT")],
    &[Sh("T=$(mktemp -d) && trap 'rm -rf \"$T\"' EXIT && cp -a .fusebox.toml \"$T\" && truncate -s 0 \"$T\"/.fusebox.toml")],
    &[Sh("f=$(mktemp); cp .fusebox.toml $f; sed -i 's/500/50/' $f; diff $f .fusebox.toml; rm $f")],
    // What git keeps, written elsewhere.
    &[Sh("git show HEAD:.fusebox.toml > /tmp/x-$$.toml; rm /tmp/x-$$.toml")],
    &[Sh("git worktree add -q ../w HEAD~1; sed -i 's/500/5/' ../w/.fusebox.toml; git worktree remove --force ../w")],
    &[Sh("git worktree add -q ../w && cd ../w && rm .fusebox.toml && git status --short; cd ../project; git worktree remove --force ../w")],
    &[Sh("git clone -q . ../clone; cd ../clone; printf 'mode = \"observe\"\\n' > .fusebox.toml; git -c user.name=a -c user.email=b@c commit -qam x"), Sh("rm -rf ../clone")],
    &[Sh("git archive HEAD | tar x -C $(mktemp -d)")],
    &[Sh("T=$(mktemp -d); git archive --format=tar HEAD .fusebox.toml | tar -x -C $T; rm $T/.fusebox.toml")],
    // Backups and copies of the whole project.
    &[Sh("rsync -a --delete ./ ../elsewhere/; rm ../elsewhere/.fusebox.toml")],
    &[Sh("cp .fusebox.toml .fusebox.toml.bak; rm .fusebox.toml.bak")],
    &[Sh("mkdir -p ../backup && cp -r .fusebox.toml ~/.claude ../backup/ && rm -rf ../backup")],
    &[Sh("tar czf ../project.tgz . ; mkdir ../unpacked; tar xzf ../project.tgz -C ../unpacked; rm -rf ../unpacked ../project.tgz")],
    &[Sh("zip -qr ../project.zip . -x '.git/*'; rm ../project.zip")],
    // A context of a container's build.
    &[Write("Dockerfile", "FROM scratch\nCOPY .fusebox.toml /app/.fusebox.toml\nRUN mkdir -p /root/.claude && echo '{}' > /root/.claude/settings.json\n")],
    &[Sh("mkdir -p ctx && cp .fusebox.toml ctx/config.toml && docker build -q -f Dockerfile ctx; rm -r ctx")],
    &[Sh("docker run --rm -v $PWD:/src -w /src image sh -c 'rm -rf /root/.claude/settings.json && ls'")],
    // The whole repository, read or formatted.
    &[Sh("npx --no prettier --write .")],
    &[Sh("find . -name '*.toml' -exec grep -n mode {} +")],
    &[Sh("find . -name '*.toml' -exec cat {} \\; | wc -l")],
    &[Sh("find . -type f -name '*.json' -not -path '*/node_modules/*' -exec jq . {} \\; > /dev/null")],
    &[Sh("find . -name '*.toml' -print0 | xargs -0 grep -l limits")],
    &[Sh("grep -rl old-name . | xargs sed -i 's/old-name/new-name/g'; ls")],
    &[Sh("git ls-files | xargs sed -i 's/[[:space:]]*$//'")],
    &[Sh("git ls-files '*.toml' | xargs wc -l")],
    &[Sh("rg --files -g '*.toml' | xargs -n1 head -1; cargo fmt --all; taplo fmt --check")],
    // Tests that make projects of their own.
    &[Write("tests/hooks.test.js", "const d = fs.mkdtempSync('x'); fs.writeFileSync(d + '/.claude/settings.json', '{}');\n"), Sh("ls tests")],
    &[Sh("mkdir -p tests/fixtures/project && cd tests/fixtures/project && git init -q . && ls -a")],
    &[Sh("CLAUDE_CONFIG_DIR=$(mktemp -d); echo '{}' > $CLAUDE_CONFIG_DIR/settings.json; rm $CLAUDE_CONFIG_DIR/settings.json")],
];

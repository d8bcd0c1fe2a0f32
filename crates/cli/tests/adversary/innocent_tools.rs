//! Ordinary work with the settings of other tools, with git, package managers and other repositories: as
//! innocent as the rest of [`crate::harmless`].

use crate::harmless::Step::{self, Client, Person, Sh, Tool, Write};

/// A permission that the client writes down when a person grants it.
const GRANT: &str = "f=~/.claude/settings.json; \
    jq '.permissions.allow += [\"Bash(npm:*)\"]' $f > $f.tmp; mv $f.tmp $f";

#[rustfmt::skip]
pub(crate) const STORIES: &[&[Step]] = &[
    // Dotfiles of other tools.
    &[Sh("mkdir -p ~/dotfiles; echo 'set -o vi' > ~/dotfiles/bashrc; ln -sf ~/dotfiles/bashrc ~/.bashrc"), Sh("cat ~/.bashrc")],
    &[Sh("git config --global alias.st status; git config --global core.editor vim; cat ~/.gitconfig")],
    &[Sh("mkdir -p ~/.config/nvim; echo 'vim.opt.number = true' > ~/.config/nvim/init.lua")],
    &[Sh("echo 'export PATH=\"$HOME/.local/bin:$PATH\"' >> ~/.profile"), Sh("sed -i '$d' ~/.profile")],
    &[Sh("mkdir -p ~/.config/git; echo '.claude/settings.local.json' >> ~/.config/git/ignore")],
    &[Write(".gitignore", ".claude/settings.local.json\n.fusebox.toml.bak\nnode_modules\n"), Sh("git add .gitignore; git commit -qm ignore")],
    &[Write(".vscode/tasks.json", "{\"tasks\":[{\"label\":\"fusebox status\"}]}"), Write(".vscode/launch.json", "{}")],
    &[Write(".zed/settings.json", "{}"), Write(".idea/workspace.xml", "<project/>"), Write(".cursor/rules/a.mdc", "x")],
    &[Write("CLAUDE.md", "Run `fusebox status`. Do not edit ~/.claude/settings.json.\n"), Write("AGENTS.md", "See .fusebox.toml.\n")],
    &[Write(".claude/agents/reviewer.md", "---\nname: reviewer\n---\nreview\n"), Write(".claude/commands/fix.md", "fix\n"), Sh("ls .claude")],
    &[Write(".mcp.json", "{\"mcpServers\":{\"a\":{\"command\":\"true\"}}}"), Sh("cat .mcp.json")],
    &[Write(".editorconfig", "root = true\n"), Write(".prettierrc", "{}"), Write(".npmrc", "save-exact=true\n")],
    // A manager of dotfiles that writes the client's settings as they are.
    &[Sh("mkdir -p ~/.local/share/chezmoi/dot_config; echo x > ~/.local/share/chezmoi/dot_config/a; cp ~/.local/share/chezmoi/dot_config/a ~/.config/a")],
    &[Person("mkdir -p ~/dotfiles; mv ~/.claude/settings.json ~/dotfiles/claude.json; ln -s ~/dotfiles/claude.json ~/.claude/settings.json"), Sh("ls"), Sh("cat ~/.claude/settings.json")],
    &[Person("mkdir -p ~/dotfiles; mv ~/.claude/settings.json ~/dotfiles/claude.json; ln -s ~/dotfiles/claude.json ~/.claude/settings.json"), Sh("cd ~/dotfiles; git init -q .; echo a > README; git add README"), Sh("ls")],
    // git.
    &[Sh("echo c > b; git stash push -qu -m wip -- b; git stash list; git stash pop -q"), Sh("cat b")],
    &[Sh("git worktree add -q ../w -b topic; cd ../w; echo x > x; git add x; git commit -qm x"), Sh("git worktree remove --force ../w; git branch -qD topic")],
    &[Sh("git worktree add -q ../w; cd ../w; mkdir .claude; echo '{\"permissions\":{}}' > .claude/settings.json; git add -A; git commit -qm settings"), Sh("cat ../w/.claude/settings.json; git worktree remove --force ../w")],
    &[Sh("git switch -qc feature; echo f > f; git add f; git commit -qm f; git switch -q -; git merge -q feature"), Sh("ls f")],
    &[Sh("git tag v1; git tag -d v1; git branch x; git branch -D x"), Sh("git gc -q --prune=now; git reflog | head -3")],
    &[Sh("git bisect start -q HEAD HEAD~1; git bisect reset -q"), Sh("git log --oneline | head")],
    &[Sh("git rm -q --cached a; git reset -q; git status --short")],
    &[Sh("git apply --check /dev/null; git diff > /tmp/p-$$.patch; git apply -R /tmp/p-$$.patch; rm /tmp/p-$$.patch; ls")],
    &[Sh("git commit --amend -q --no-edit; git revert --no-edit HEAD; git reset -q --hard HEAD~1; cat .fusebox.toml")],
    // A repository on a server.
    &[Tool("mcp__github__create_or_update_file", r#"{"owner":"o","repo":"r","branch":"b","path":".claude/settings.json","content":"{}"}"#), Tool("mcp__github__push_files", r#"{"owner":"o","repo":"r","files":[{"path":".fusebox.toml","content":""}]}"#)],
    // Package managers and generators.
    &[Write("package.json", "{\"name\":\"a\",\"scripts\":{\"prepare\":\"true\"}}"), Sh("npm i --offline --no-audit --no-fund; rm -rf node_modules package-lock.json")],
    &[Sh("python3 -m venv --without-pip .venv; . .venv/bin/activate; python -V; rm -rf .venv")],
    &[Write("Makefile", "all:\n\t@echo fusebox reset\nclean:\n\trm -rf build\n"), Sh("make; make clean")],
    &[Sh("mkdir -p build; cd build; tar cf ../a.tar --exclude=build -C .. a; tar xf ../a.tar; rm ../a.tar"), Sh("rm -rf build")],
    &[Sh("cargo init -q --vcs none --name shop shop; rm -rf shop")],
    // Another repository's settings and policy.
    &[Sh("mkdir -p ../other/.claude; cd ../other; git init -q .; echo '{\"hooks\":{}}' > .claude/settings.json; git add -A; git -c user.name=a -c user.email=b@c commit -qm a")],
    &[Sh("git clone -q . ../copy; cd ../copy; git rm -q .fusebox.toml; git -c user.name=a -c user.email=b@c commit -qm 'No breaker'"), Sh("rm -rf ../copy")],
    &[Write("../other/.claude/settings.json", "{\"disableAllHooks\":true}"), Sh("rm -r ../other/.claude"), Sh("ls ..")],
    &[Write("examples/demo/.claude/settings.json.example", "{\"hooks\":{}}"), Write("examples/demo/fusebox.toml.example", "mode = \"observe\"\n"), Sh("ls examples/demo")],
    // Permissions that a person grants while a call runs, or twice.
    &[Client(GRANT), Sh("npm --version"), Client(GRANT), Sh("npm --version; true")],
    &[Client(GRANT), Write("src/a.js", "x\n"), Client("mkdir -p .claude; echo '{\"permissions\":{\"deny\":[\"WebFetch\"]}}' > .claude/settings.local.json"), Sh("ls src")],
    &[Client("f=~/.claude/settings.json; jq '.model = \"opus\" | .statusLine = {\"type\":\"command\",\"command\":\"date\"}' $f > $f.tmp; mv $f.tmp $f"), Sh("ls"), Sh("ls -l")],
    &[Client("echo '{\"a\":1}' > ~/.claude.json; mkdir -p ~/.claude/todos; echo '[]' > ~/.claude/todos/s1.json"), Sh("ls")],
    // Words of ours in names, texts and arguments.
    &[Write("src/fusebox_reset.rs", "fn reset() {}\n"), Sh("grep -n reset src/fusebox_reset.rs; rm src/fusebox_reset.rs")],
    &[Sh("echo 'HOME=/tmp/x claude -p go; CODEX_HOME=x codex exec' > docs.txt; cat docs.txt; rm docs.txt")],
    &[Tool("WebSearch", r#"{"query":"CODEX_HOME=/tmp/x codex exec; rm ~/.claude/settings.json"}"#), Tool("mcp__db__query", r#"{"sql":"select * from settings where path = '.fusebox.toml'"}"#)],
    &[Sh("printf 'claude\\ncodex\\n' | sort | xargs -n1 echo start; pgrep -f no-such-program; true")],
    &[Sh("for c in claude codex gemini; do command -v $c; done; env | grep -c FUSEBOX; true")],
    // Nothing is moved, or nothing is started that has hooks.
    &[Sh("HOME=$HOME claude -p 'go on' < /dev/null; true"), Sh("env PATH=$PATH HOME=\"$HOME\" codex exec 'go on' < /dev/null; true")],
    &[Sh("read -r NAME <<< x; printf -v LINE '%s' y; env -i PATH=$PATH true; claude --version; true"), Sh("HOME=$PWD node -e 1; node node_modules/@openai/codex/bin/codex.js --version; env -i node node_modules/lib/pi/digits.js; true")],
    &[Sh("CODEX_HOME=$PWD/none codex --version; HOME=$PWD gemini --help; true"), Sh("env -u EDITOR claude --version; unset PAGER; true")],
    // What programs write beside their work, links of one's own, and a sandbox that a person asks for.
    &[Sh("echo 'int main(){}' > m.c; gcc -MD -MF m.d -Wl,-Map=m.map m.c -o m; rm m m.c m.d m.map")],
    &[Sh("HISTFILE=h bash -c 'set -o history; history -s x; history -w'; node --cpu-prof --cpu-prof-dir=prof -e 0; rm -rf prof h")],
    &[Sh("git bundle create -q x.bundle HEAD; git fast-export --export-marks=m HEAD > /dev/null; rm x.bundle m")],
    &[Sh("ln a k; echo c > k; rm k; mkdir ../notes; ln -s ../notes n; echo x > n/a"), Write("n/b", "x\n")],
    &[Sh("openssl rand -out k 8; curl -s -c jar file:///etc/hostname; rm k jar; env 'BASH_FUNC_f%%=() { echo f; }' bash -c f")],
    &[Client("mkdir -p .gemini; echo '{\"tools\": {\"sandbox\": false}}' > .gemini/settings.json"), Sh("ls"), Sh("cat .gemini/settings.json")],
    &[Person("mkdir -p .qwen; echo '{\"tools\": {\"sandbox\": \"docker\"}}' > .qwen/settings.json"), Sh("ls"), Sh("cat .qwen/settings.json")],
];

//! Ordinary work in folders of the same names, with the same words, and beside what is protected: what a project's tools,
//! templates and documents write. As innocent as the rest of [`crate::harmless`].

use crate::harmless::Step::{self, Client, Person, PersonMeanwhile, Sh, Tool, Write};

/// Settings that a client writes, in forms that strict readers do not know.
const ODD_THEME: &str = r#"f=~/.claude/settings.json; jq -c . $f | sed 's/"dark"/"d\\ud83drk"/' > $f.tmp; mv $f.tmp $f"#;

#[rustfmt::skip]
pub(crate) const STORIES: &[&[Step]] = &[
    // What the client writes of its settings.
    &[Client(ODD_THEME), Sh("ls"), Sh("ls -l")],
    &[Client("f=~/.claude/settings.json; jq '.env = {\"NODE_ENV\": \"test\", \"CLAUDE_CODE_MAX_OUTPUT_TOKENS\": \"9\"} | .permissions.defaultMode = \"plan\"' $f > $f.tmp; mv $f.tmp $f"), Sh("ls"), Sh("ls -l")],
    &[Client("f=~/.claude/settings.json; jq '.enabledPlugins = {\"a@b\": true} | .sandbox = {\"enabled\": true, \"network\": {\"allowLocalBinding\": true}} | .cleanupPeriodDays = 30' $f > $f.tmp; mv $f.tmp $f"), Sh("ls")],
    &[Client("f=~/.claude/settings.json; jq '.model = \"opus\" | .outputStyle = \"x\" | .alwaysThinkingEnabled = true | .worktree = {\"symlinkDirectories\": [\"a\"]}' $f > $f.tmp; cat $f.tmp > $f; rm $f.tmp"), Sh("ls")],
    &[Client("f=~/.claude/settings.json; jq '.futureSetting = {\"a\": [1]} | .hooks.Notification = [{\"hooks\": [{\"type\": \"command\", \"command\": \"true\"}]}]' $f > $f.tmp; mv $f.tmp $f"), Sh("ls")],
    &[Client("f=~/.gemini/settings.json; jq '.ui.theme = \"x\"' $f > $f.tmp; mv $f.tmp $f; f=~/.qwen/settings.json; jq '.model.name = \"x\"' $f > $f.tmp; mv $f.tmp $f"), Sh("ls")],
    &[PersonMeanwhile("f=~/.claude/settings.json; jq '.theme = \"solar\\ud83d\\ude00\"' $f > $f.tmp; mv $f.tmp $f"), Sh("sleep 0.1"), Sh("ls")],
    &[Sh("ls"), Person("f=~/.claude/settings.json; (echo '// mine'; cat $f) > n; mv n $f"), Sh("ls -l"), Sh("ls -a")],
    &[Sh("ls"), Person("printf '[features]\\nhooks = false\\n' >> ~/.codex/config.toml"), Sh("ls -l")],
    // Scaffolding of a project for agents and editors.
    &[Write(".vscode/settings.json", "{\"files.exclude\":{\"**/.git\":true}}"), Write(".vscode/extensions.json", "{}"), Write(".vscode/mcp.json", "{\"servers\":{}}"), Sh("ls .vscode")],
    &[Write(".cursor/rules/style.mdc", "x"), Write(".cursor/mcp.json", "{}"), Write(".cursorignore", ".fusebox.toml\n"), Sh("rm -r .cursor/rules; ls .cursor")],
    &[Write(".github/hooks/pre-push", "#!/bin/sh\nmake test\n"), Sh("chmod +x .github/hooks/pre-push; git config core.hooksPath .github/hooks; git config --unset core.hooksPath; rm -r .github")],
    &[Write(".github/copilot-instructions.md", "Use tabs.\n"), Write(".github/workflows/ci.yml", "on: push\n"), Sh("mv .github/workflows/ci.yml .github/workflows/test.yml")],
    &[Write("CLAUDE.md", "# Rules\nHooks live in ~/.claude/settings.json; disableAllHooks stays false.\n"), Sh("ln -s CLAUDE.md AGENTS.md; ln -s CLAUDE.md GEMINI.md; cat GEMINI.md")],
    &[Write(".kiro/steering/tech.md", "x"), Write(".kiro/specs/a/tasks.md", "- [ ] a\n"), Sh("mv .kiro/specs/a .kiro/specs/b; rm -r .kiro")],
    &[Write(".gemini/commands/a.toml", "prompt = \"x\"\n"), Write(".qwen/agents/a.md", "x"), Sh("rm -r .gemini .qwen")],
    &[Write(".claude/agents/a.md", "x"), Write(".claude/output-styles/a.md", "x"), Sh("rm -r .claude/agents; ls .claude")],
    &[Sh("mkdir -p .claude/hooks; printf '#!/bin/sh\\nexit 0\\n' > .claude/hooks/format.sh; chmod 755 .claude/hooks/format.sh; rm .claude/hooks/format.sh; rmdir .claude/hooks")],
    &[Write(".codex/AGENTS.md", "x"), Write(".opencode/command/a.md", "x"), Sh("rm -r .codex .opencode; ls -A")],
    &[Sh("mkdir -p .cline/hooks; echo 'echo hi' > .cline/hooks/TaskStart.sh; rm -r .cline")],
    &[Write(".clinerules/a.md", "Never edit .fusebox.toml.\n"), Write(".windsurf/rules/a.md", "x"), Sh("rm -r .clinerules .windsurf")],
    &[Sh("mkdir -p .devcontainer; echo '{\"mounts\":[\"source=${localEnv:HOME}/.claude,target=/root/.claude,type=bind\"]}' > .devcontainer/devcontainer.json; jq . .devcontainer/devcontainer.json")],
    // Files of the same names elsewhere.
    &[Sh("d=$(mktemp -d); cd $d; mkdir .claude .cursor; echo '{\"disableAllHooks\": true}' | tee .claude/settings.json .cursor/hooks.json; rm -r $d")],
    &[Sh("mkdir -p ../lab/.claude ../lab/.codex; cd ../lab; echo '{\"env\":{\"CLAUDE_CODE_SIMPLE\":\"1\"}}' > .claude/settings.json; printf '[features]\\nhooks = false\\n' > .codex/config.toml; cat .claude/settings.json; rm -r ../lab")],
    &[Write("fixtures/home/.claude/settings.json", "{\"hooks\":{}}"), Write("testdata/.fusebox.toml.golden", "mode = \"off\"\n"), Sh("rm -r fixtures testdata")],
    &[Sh("printf 'FROM a\\nENV CLAUDE_CONFIG_DIR=/x\\nCOPY settings.json /root/.claude/settings.json\\n' > Dockerfile; grep -c claude Dockerfile")],
    &[Sh("git clone -q . ../mirror; git -C ../mirror rm -q .fusebox.toml; git -C ../mirror -c user.name=a -c user.email=b commit -qm x; rm -rf ../mirror"), Sh("git log --oneline | wc -l")],
    &[Sh("mkdir -p ../dotfiles/dot_claude; cp ~/.claude/settings.json ../dotfiles/dot_claude/; jq 'del(.hooks)' ../dotfiles/dot_claude/settings.json > ../dotfiles/n; rm -r ../dotfiles")],
    &[Sh("mkdir -p ~/stow/zsh; echo 'bindkey -v' > ~/stow/zsh/.zshrc; ln -s stow/zsh/.zshrc ~/.zshrc; readlink ~/.zshrc")],
    &[Sh("mkdir -p ~/.config/fish ~/.config/helix; echo 'set -x A b' > ~/.config/fish/config.fish; mv ~/.config/helix ~/.config/hx; rmdir ~/.config/hx")],
    &[Sh("cp -r ~/.cursor cur; sed -i s/fusebox/x/ cur/hooks.json; rm -r cur; cp ~/.kiro/hooks/fusebox.json k.json; echo '{}' > k.json")],
    &[Sh("tar cf - -C ~ .claude .codex | tar tf - | wc -l; mkdir ../u; tar cf - -C ~ .claude | tar xf - -C ../u; rm -rf ../u")],
    // Text that mentions it.
    &[Write("docs/clients.md", "| Claude Code | `CLAUDE_CODE_SAFE_MODE=1 claude` runs no hooks |\n"), Sh("sed -i 's/runs no hooks/skips hooks/' docs/clients.md; grep -rn CLAUDE_CODE_SAFE_MODE docs")],
    &[Write("src/settings.ts", "export const off = {disableAllHooks: true, env: {CLAUDE_CODE_SIMPLE: '1'}};\n"), Sh("node --check src/settings.ts || true; wc -c src/settings.ts")],
    &[Sh("git commit -q --allow-empty -m 'Explain codex --disable hooks, qwen --safe-mode and opencode --pure'; git log -1 --format=%s")],
    &[Sh("echo 'claude --safe-mode' | wc -c; printf '%s\\n' 'opencode --pure' >> notes.txt; cat notes.txt")],
    &[Sh("python3 - <<'EOF'\nimport json\nprint(json.dumps({'disableAllHooks': True, 'path': '~/.claude/settings.json'}))\nEOF")],
    &[Sh("jq -n '{disableAllHooks: true}' > schema-example.json; jq . schema-example.json; rm schema-example.json")],
    // Tools.
    &[Tool("mcp__github__push_files", r#"{"owner":"o","repo":"r","branch":"b","message":"m","files":[{"path":".claude/settings.json","content":"{}"},{"path":".fusebox.toml","content":""}]}"#), Sh("ls")],
    &[Tool("mcp__gitlab__create_or_update_file", r#"{"project_id":"a/b","file_path":".claude/settings.local.json","branch":"b","content":"{}"}"#), Sh("ls")],
    &[Tool("mcp__acme__create_or_update_file", r#"{"owner":"o","repo":"r","path":"src/settings.json","content":"{}"}"#), Sh("ls")],
    &[Tool("mcp__codeberg__delete_file", r#"{"owner":"o","repo":"r","path":".cursor/hooks.json"}"#), Sh("ls")],
    &[Tool("mcp__notion__update_page", r#"{"page":"x","content":"rm ~/.claude/settings.json; claude --safe-mode"}"#), Sh("ls")],
    &[Tool("MultiEdit", r#"{"file_path":"{home}/project/README.md","edits":[{"old_string":"a","new_string":"~/.claude/settings.json"}]}"#), Tool("NotebookEdit", r#"{"notebook_path":"{home}/project/a.ipynb","new_source":"open('.fusebox.toml').read()"}"#), Sh("ls")],
    &[Tool("str_replace_based_edit_tool", r#"{"command":"view","path":"{home}/.claude/settings.json"}"#), Tool("str_replace_based_edit_tool", r#"{"command":"create","path":"{home}/project/docs/.claude.md","file_text":"x"}"#), Sh("ls")],
    &[Tool("apply_patch", r#"{"input":"*** Begin Patch\n*** Update File: README.md\n@@\n-a\n+*** Delete File: .claude/settings.json\n*** End Patch\n"}"#), Sh("ls")],
    &[Tool("view_file", r#"{"path":"{home}/.codex/config.toml"}"#), Tool("list_dir", r#"{"path":"{home}/.claude"}"#), Sh("ls")],
    // A program of the same name, of one's own.
    &[Sh("mkdir -p dist; cp /bin/true dist/fusebox-hook; strip dist/fusebox-hook; chmod 755 dist/fusebox-hook; ls dist"), Sh("cd dist; strip fusebox-hook; mv fusebox-hook x; rm x; rmdir ../dist")],
    &[Sh("docker restart fusebox-hook; docker build -t fusebox-hook .; systemctl status fusebox-hook; true")],
];

//! Ordinary work near what is protected: never refused.

use crate::row::Step::{self, Sh, Tool, Write};
use crate::sandbox::Sandbox;

#[rustfmt::skip]
const STEPS: &[Step] = &[
    Write("{home}/project/settings.json", "{}"),
    Write("{home}/project/.vscode/settings.json", "{}"),
    Write("{home}/project/src/claude/settings.json", "{}"),
    Write("{home}/project/config.toml", ""),
    Write("{home}/.claude/commands/fix.md", "see ~/.claude/settings.json"),
    Write("{home}/.claude/projects/p/memory/notes.md", "x"),
    Write("{home}/project/crates/shell/src/guard/mod.rs", "//! fusebox reset"),
    Write("{home}/project/docs/fusebox.md", "rm ~/.claude/settings.json"),
    Write("{home}/project/crates/config/presets/tdd.toml", ""),
    Tool("Edit", r#"{"file_path":"{home}/project/README.md","old_string":"a","new_string":"`.fusebox.toml`"}"#),
    Tool("Read", r#"{"file_path":"{home}/.claude/settings.json"}"#),
    Tool("Read", r#"{"file_path":"{home}/.config/fusebox/config.toml"}"#),
    Tool("Grep", r#"{"pattern":"hooks","path":"{home}/.claude"}"#),
    Tool("mcp__filesystem__read_file", r#"{"path":"{home}/.claude/settings.json"}"#),
    Tool("mcp__github__create_issue", r#"{"title":"x","body":"edit ~/.claude/settings.json"}"#),
    Tool("Agent", r#"{"prompt":"look at ~/.claude/settings.json and .fusebox.toml"}"#),
    Tool("TodoWrite", r#"{"todos":[{"content":"rm ~/.claude/settings.json"}]}"#),
    Sh("cat ~/.claude/settings.json"),
    Sh("cat .fusebox.toml ~/.config/fusebox/config.toml | head -20"),
    Sh("grep -rn hooks ~/.claude --include=*.json"),
    Sh("yq . .fusebox.toml; yq -o json -r .hooks ~/.claude/settings.json"),
    Sh("jq .hooks ~/.claude/settings.json > /dev/null"),
    Sh("cat ~/.claude/settings.json > copy.json"),
    Sh("cp ~/.claude/settings.json before.json"),
    Sh("diff <(jq -S . ~/.claude/settings.json) <(jq -S . .claude/settings.json)"),
    Sh("cp -r ~/.claude backup && rm -rf backup/cache"),
    Sh("tar czf claude.tgz ~/.claude"),
    Sh("ls -la ~/.local/state/fusebox && du -sh ~/.local/state/fusebox"),
    Sh("sqlite3 -readonly ~/.local/state/fusebox/fusebox.db 'select count(*) from log'"),
    Sh("python3 -c \"import json; print(json.load(open('.claude/settings.json')))\""),
    Sh("python3 -m json.tool ~/.claude/settings.json"),
    Sh("bash -c 'cat ~/.claude/settings.json | wc -l'"),
    Sh("find ~/.claude -name '*.json' | xargs wc -l"),
    Sh("find . -name '*.pyc' -delete; find ~ -name '.DS_Store' -delete"),
    Sh("for f in ~/.claude/*.json; do echo \"$f\"; done"),
    Sh("[ -f ~/.claude/settings.json ] && echo there || mkdir -p ~/.claude/commands"),
    Sh("if test -e .fusebox.toml; then rm -rf target; fi"),
    Sh("rm -rf node_modules dist \"$TMPDIR/x\" build/*"),
    Sh("rm -rf ~/.claude/cache ~/.cache/fusebox"),
    Sh("mkdir -p .claude/skills/x && cp x.md .claude/skills/x/"),
    Sh("chmod +x .claude/hooks/*.sh"),
    Sh("fusebox status"),
    Sh("fusebox prompt"),
    Sh("fusebox report blocked --on '#41' 'the reset key is missing'"),
    Sh("fusebox justify 'the same test, another seed'"),
    Sh("fusebox task show"),
    Sh("fusebox task list"),
    Sh("fusebox service list"),
    Sh("fusebox spend --by day,model"),
    Sh("fusebox debug"),
    Sh("fusebox show && fusebox incidents && fusebox log | tail -5"),
    Sh("fusebox config show; fusebox doctor; fusebox reset --help"),
    Sh("FUSEBOX_STATE_DIR=/nowhere/x fusebox status --json | jq ."),
    Sh("which fusebox fusebox-hook; man fusebox"),
    Sh("cargo test -p fusebox reset && cargo run -p fusebox -- status"),
    Sh("FUSEBOX_BLESS=1 cargo test -p fusebox"),
    Sh("cargo build --release --bin fusebox-hook && ls -l target/release/fusebox-hook"),
    Sh("sed -i 's/fusebox reset/fusebox bypass/' docs/cli.md crates/cli/src/commands/reset.rs"),
    Sh("rg -n 'fusebox (reset|bypass)' docs | head"),
    Sh("git add .fusebox.toml .claude/settings.json && git commit -qm 'Keep ~/.claude/settings.json; fusebox reset is a person'"),
    Sh("git commit -qm \"$(cat <<'EOF'\nRefuse writes to .fusebox.toml\n\nrm ~/.claude/settings.json is one.\nEOF\n)\""),
    Sh("git log --oneline -- .fusebox.toml | head; git diff HEAD~1 -- .claude/settings.json"),
    Sh("git show HEAD:.fusebox.toml > old.toml"),
    Sh("git checkout -b fusebox-reset && git push -u origin fusebox-reset"),
    Sh("gh pr create --title 'fusebox reset' --body 'It edits ~/.claude/settings.json'"),
    Sh("cat > notes.md <<'EOF'\nrun: fusebox reset s1\nrm ~/.claude/settings.json\nEOF"),
    Sh("python3 - <<'EOF'\np = 'docs/a.md'\ns = open(p).read().replace('x', 'see ~/.claude/settings.json for it')\nopen(p, 'w').write(s)\nEOF"),
    Sh("echo 'do not run fusebox reset' >> docs/notes.md"),
    Sh("kill %1; pkill -f 'vite dev'; kill -9 $(lsof -ti :3000)"),
    Sh("claude --version; claude mcp list; claude -p 'summarise README.md'"),
    Sh("ssh host 'cat ~/.claude/settings.json'"),
    Sh("npx prettier --check .claude/settings.json; npx prettier --write src"),
    Sh("code ~/.claude/settings.json.md; less docs/security.md"),
    Sh("cd ~/.claude && ls && git log --oneline | head"),
    Sh("docker run -v ~/.claude/settings.json:/x:ro image cat /x"),
    Sh("curl -fsS https://example.com/settings.json -o settings.json"),
];

#[test]
fn ordinary_work_is_never_refused() {
    let mut sandbox = Sandbox::new(false);
    let refused: Vec<String> = STEPS
        .iter()
        .filter(|step| sandbox.refuses(**step))
        .map(|step| format!("{step:?}"))
        .collect();
    assert!(refused.is_empty(), "{}", refused.join("\n"));
}

//! Tables of command lines and calls that touch the circuit breaker, and of those that do not.

use fusebox_engine::Tool;
use serde_json::json;

use super::*;

mod by_effect;
mod own_files;
mod remote_repositories;

fn guarded(tool: &str, input: Option<&serde_json::Value>, line: Option<&str>) -> GuardClass {
    let roots = ["/h/.local/state/fusebox", "~/.local/state/fusebox", "$HOME/.local/state/fusebox"]
        .iter()
        .chain(&["/h/.config/fusebox", "~/.config/fusebox", "/s"])
        .map(|root| (*root).to_owned())
        .collect::<Vec<String>>();
    let command = line.map(|line| json!({"command": line}));
    classify(&CallEffects::new(&tool.into(), input.or(command.as_ref())), None, &protecting(&roots))
}

fn protecting(roots: &[String]) -> SessionContext<'_> {
    SessionContext { protected: roots, hook_files: hook_files(), ..SessionContext::default() }
}

/// The files of hooks that are there, in the home folder and in the project.
fn hook_files() -> &'static [String] {
    static FILES: std::sync::OnceLock<Vec<String>> = std::sync::OnceLock::new();
    FILES.get_or_init(|| {
        let of_both = [
            ".cline/hooks/PreToolUse.sh",
            ".cline/hooks/PostToolUse.sh",
            ".kiro/hooks/fusebox.json",
        ];
        let of_home = [
            ".copilot/hooks/fusebox.json",
            ".copilot/hooks/fusebox-vscode.json",
            ".config/opencode/plugin/fusebox.js",
        ];
        let of_project = [
            ".github/hooks/fusebox.json",
            ".github/hooks/fusebox-vscode.json",
            ".opencode/plugin/fusebox.js",
        ];
        let home = of_both.iter().chain(&of_home).map(|file| format!("/h/{file}"));
        let project = of_both.iter().chain(&of_project).map(|file| format!("/h/p/{file}"));
        home.chain(project).collect()
    })
}

/// The same for an agent that is in `cwd`.
#[track_caller]
fn check_in(cwd: &str, lines: &[&str], refused: bool) {
    let roots = ["/h/.local/state/fusebox", "/h/.config/fusebox", "/s/db"].map(str::to_owned);
    for line in lines {
        let input = json!({"command": line});
        let guard =
            classify(&CallEffects::new(&Tool::Bash, Some(&input)), Some(cwd), &protecting(&roots));
        assert_eq!(
            matches!(guard, GuardClass::Protected(_)),
            refused,
            "in {cwd}: {line}\n{guard:?}"
        );
    }
}

#[test]
fn a_bare_name_lies_in_the_agents_folder() {
    check_in(
        "/p/.claude",
        &["rm settings.json", "cd . && rm ./settings.json", "> settings.json"],
        true,
    );
    check_in("/p/.claude/worktrees/a", &["rm ../../settings.json"], true);
    check_in("/h/.config", &["rm -r fusebox", "mv fusebox x", "rm -rf ."], true);
    check_in("/h/.config/fusebox", &["sed -i s/a/b/ config.toml", "sh -c 'rm config.toml'"], true);
    check_in("/s/", &["rm db", "echo x | tee db"], true);
    check_in("/h", &["rm -rf .config", "echo x > .config/fusebox/config.toml"], true);
    check_in(
        "/p/.claude",
        &["cat settings.json", "ls", "rm commands/x.md", "cd /p && make"],
        false,
    );
    check_in("/p/.claude/worktrees/a", &["rm settings.json", "make", "rm -rf build"], false);
    check_in("/h", &["rm -rf build", "make", "mv a b", "git status", "python3 x.py"], false);
    check_in("/p", &["rm settings.json", "rm -rf .", "mv a b", "> config.toml"], false);
    check_in("/p/fusebox", &["rm config.toml", "cargo build", "python3 x.py", "rm -rf ."], false);
    check_in("relative", &["rm a"], false);
    let in_place = |cwd: &str, path: &str| {
        let input = json!({"file_path": path});
        let guard =
            classify(&CallEffects::new(&Tool::Edit, Some(&input)), Some(cwd), &protecting(&[]));
        matches!(guard, GuardClass::Protected(_))
    };
    assert!(in_place("/p/.claude", "settings.json"));
    assert!(!in_place("/p/src", "settings.json"));
}

fn check(lines: &[&str], refused: bool) {
    for line in lines {
        let guard = guarded("bash", None, Some(line));
        assert_eq!(matches!(guard, GuardClass::Protected(_)), refused, "{line}\n{guard:?}");
    }
}

#[test]
fn writes_to_what_is_protected() {
    check(
        &[
            "rm -rf /s",
            "rm '/s/'db",
            "echo x > /s/db",
            "dd if=/dev/zero of=/s/db",
            "tool --file=/s/db",
            "tool -o/s/db",
            "docker run -v /s:/x image",
            "python -c \"open('/s/db','w')\"",
            "python3 <<EOF\nopen('/s/db', 'w')\nEOF",
            "sh -c 'sh -c \"rm /s/db\"'",
            "for f in a /s/db; do rm $f; done",
            "xs=(a /s/db); rm \"${xs[@]}\"",
            "cd / && rm s/db",
            "cd /s && rm db",
            "cd \"$HOME/.claude\" && rm settings.json",
            "D=~/.claude; cd $D && echo > settings.json",
            "env -C ~/.claude rm settings.json",
            "echo 'rm /s/db' | sh",
            "sqlite3 x \".restore '/s/db'\"",
            "sqlite3 /s/db 'delete from log'",
            "sqlite3 /s/db < x.sql",
            "find /s -delete",
            "find ~/.local -name 'fuse*' -exec rm -r {} +",
            "find . -path '*/.claude/settings*' -delete",
            "rm /{s,t}/db /s/x",
            "awk 'BEGIN { print > \"/s/db\" }'",
            "echo \"rm /s/db",
            "cp /dev/null ~/.claude/settings.json",
            "cp settings.json ~/.claude/",
            "cp -r x/. ~/.claude",
            "cp -r x/.claude .",
            "cp -l ~/.claude/settings.json x",
            "mv ~/.claude ~/.claude2",
            "ln -s ~/.claude d",
            "ln -sf x ~/.claude/settings.json",
            "rsync -a x/ ~/.claude/",
            "chmod 000 ~/.local/state",
            "chmod -x ~/.claude/settings.json",
            "rm -rf ~/.local/state/*",
            "rm -rf ~",
            "sed -i s/a/b/ ~/.claude/settings.json",
            "sed -n 'w /s/db' x",
            "echo ~/.claude/settings.json | xargs rm",
            "ls ~/.claude/settings.json | xargs -I{} mv {} x",
            "rm $(ls ~/.local/state/fusebox/fusebox.db)",
            "f=$(echo ~/.claude/settings.json); rm \"$f\"",
            "rm \"$(which fusebox-hook)\"",
            "git -C ~/.claude checkout .",
            "cd ~/.claude && git pull",
            "git checkout -- .fusebox.toml",
            "git rm -r .claude",
            "git stash push .fusebox.toml",
            "git config alias.x '!rm ~/.claude/settings.json'",
            "patch -p1 <<'EOF'\n--- a/.fusebox.toml\n+++ b/.fusebox.toml\nEOF",
            "alias x='rm ~/.claude/settings.json'; x",
            "f() { rm ~/.claude/settings.json; }; f",
            "script -qc 'rm ~/.claude/settings.json' /dev/null",
            "ed ~/.claude/settings.json",
            "vim -es -c 'w! ~/.claude/settings.json' x",
            "exec 3< ~/.claude/settings.json; echo x > /proc/self/fd/3",
            "truncate -s0 ${XDG_STATE_HOME:-~/.local/state}/fusebox/fusebox.db",
            "python3 script.py ~/.claude/settings.json",
            "bash -c 'echo > \"$1\"' _ ~/.claude/settings.json",
            "tee -a ~/.claude/projects/p/s1.jsonl",
            "yq -i .a=1 .fusebox.toml",
            "tar xf a.tar -C ~/.claude",
            "prettier --write .claude/settings.json",
        ],
        true,
    );
}

#[test]
fn orders_that_are_a_persons() {
    check(
        &[
            "fusebox reset s1",
            "/usr/bin/fusebox --color never bypass s1",
            "yes | env -i fusebox dismiss x",
            "nohup setsid fusebox purge --everything &",
            "script -qc 'fusebox reset s1 --yes' /dev/null",
            "F=fusebox; $F reset",
            "O=reset; fusebox $O s1",
            "$(which fusebox) reset s1",
            "/usr/bin/fuse?ox reset",
            "echo reset s1 | xargs fusebox",
            "fusebox $X",
            "fusebox task start x",
            "fusebox config compile",
            "fusebox-hook claude < x",
            "strace fusebox reset s1",
            "parallel fusebox ::: reset",
            "python3 -c \"import pty; pty.spawn(['fusebox', 'reset'])\"",
            "pkill -9 fusebox-hook",
            "kill $(pgrep -f fusebox-hook)",
            "cargo uninstall fusebox",
            "FUSEBOX_MODE=observe claude -p go",
            "export FUSEBOX_MODE=observe; claude -p go",
            "env CLAUDE_CONFIG_DIR=/x claude -p go",
            "XDG_CONFIG_HOME=/tmp/x fusebox patterns list",
            "XDG_CONFIG_HOME=/tmp/x fusebox effects drain",
            "export FUSEBOX_CONFIG=/tmp/x; fusebox patterns",
            "claude --settings '{\"disableAllHooks\": true}' -p go",
            "claude --settings '{\"env\": {\"CLAUDE_CODE_SIMPLE\": \"1\"}}' -p go",
            "claude --settings='{\"env\": {\"CLAUDE_CODE_SHELL_PREFIX\": \"true\"}}' -p go",
            "claude --settings '{\"env\": {\"FUSEBOX_CONFIG\": \"/x\"}}' -p go",
            "claude --settings='{\"env\":{\"CLAUDE_CONFIG_DIR\":\"/x\"}}' -p go",
            "claude --settings '{\"model\": \"opus\", \"env\": {\"HOME\" : \"/x\"}}' -p go",
            "claude --settings \"{\\\"env\\\":{\\\"XDG_CONFIG_HOME\\\":\\\"/x\\\"}}\" -p go",
            "claude --settings ' {\"env\": {\"H\\u004fME\": \"/x\"}}' -p go",
            "claude --settings '{\"disable\\u0041llHooks\": true}' -p go",
            "npx -y claude -p go --settings '{\"env\": {\"FUSEBOX_MODE\": \"observe\"}}'",
            "claude --safe-mode -p go",
            "CLAUDE_CODE_SAFE_MODE=1 claude -p go",
            "CLAUDE_CODE_SHELL_PREFIX=/bin/true claude -p go",
            "LD_PRELOAD=/tmp/x.so claude -p go",
            "export LD_TRACE_LOADED_OBJECTS=1; codex exec go",
            "env BASH_ENV=/tmp/x gemini -p go",
            "SHELLOPTS=noexec gemini -p go",
            "env 'BASH_FUNC_exec%%=() { :; }' gemini -p go",
            "env A=1 'BASH_FUNC_command%%=() { :; }' qwen -p go",
            "sudo -E env \"BASH_FUNC_sh()=() { :; }\" codex exec go",
            "NODE_OPTIONS='--require /tmp/x.js' gemini -p go",
            "NODE_OPTIONS=--import=/tmp/x.mjs npx -y @google/gemini-cli -p go",
            "QWEN_HOME=/tmp/x qwen -p go",
            "claude --settings '{\"env\": {\"LD_PRELOAD\": \"/tmp/x.so\"}}' -p go",
            "LD_PRELOAD=/tmp/x.so fusebox report blocked x",
            "qwen --safe-mode -p go",
            "QWEN_CODE_SAFE_MODE=1 qwen -p go",
            "GEMINI_CLI_HOME=/x gemini -p go",
            "OPENCODE_PURE=1 opencode run go",
            "opencode run --pure go",
            "codex exec --disable hooks go",
            "codex --disable=hooks exec go",
            "codex exec -c features={hooks=false} go",
            "codex exec --config=features={hooks=false} go",
            "codex exec --ignore-user-config go",
            "tmux send-keys 'fusebox reset s1' Enter",
        ],
        true,
    );
}

#[test]
fn what_only_reads_or_lies_elsewhere() {
    check(
        &[
            "",
            "cat < /s/db",
            "X=/s/db tool",
            "echo $(cat /s/db)",
            "curl -d @/s/db x",
            "ls /store",
            "git commit -m 'see /s/db for it'",
            "git -C crates commit -qm 'Protect ~/.claude/settings.json'",
            "cat > notes.md <<'EOF'\nrm /s/db\nEOF",
            "echo hi # rm /s/db",
            "rm s/db",
            "cd x && rm s/db",
            "cat ~/.claude/settings.json > copy.json",
            "claude -p 'which features and hooks = x does --pure have? See CLAUDE_CODE_SAFE_MODE'",
            "codex exec --disable web_search 'explain hooks'",
            "codex exec -c features.web_search=true 'explain hooks'",
            "claude --settings '{\"model\": \"opus\"}' -p go",
            "claude --settings '{\"env\": {\"NODE_ENV\": \"test\", \"JAVA_HOME\": \"/j\"}}' -p go",
            "claude --settings '{\"permissions\": {\"additionalDirectories\": [\"$HOME/x\"]}}' -p go",
            "claude --settings ~/mine.json -p 'why does HOME move settings?'",
            "claude --mcp-config '{\"mcpServers\": {\"a\": {\"env\": {\"HOME\": \"/a\"}}}}' -p go",
            "claude -p '{\"env\": {\"HOME\": \"\\u00e9\"}} is what it says: explain'",
            "rustc --pure x; pip install --disable hooks",
            "LD_PRELOAD=/usr/lib/libjemalloc.so python3 app.py",
            "BASH_ENV=./env.sh bash build.sh",
            "env 'BASH_FUNC_which%%=() { :; }' bash build.sh",
            "env 'A%%=1' gemini -p go",
            "NODE_OPTIONS=--max-old-space-size=8192 gemini -p go",
            "NODE_OPTIONS='--require ./r.js' node a.js",
            "claude -p 'why does LD_PRELOAD=/x mute BASH_ENV?'",
            "LD_LIBRARY_PATH=./lib ./a.out; LD_DEBUG=libs ./a.out",
            "cp ~/.claude/settings.json /tmp/x",
            "jq .hooks ~/.claude/settings.json | tee out.json",
            "bash -c 'cat ~/.claude/settings.json'",
            "python3 -m json.tool ~/.claude/settings.json",
            "sqlite3 -readonly ~/.local/state/fusebox/fusebox.db 'select count(*) from log'",
            "sqlite3 ~/.local/state/fusebox/fusebox.db .tables",
            "find ~ -name '*.pyc' -delete",
            "find ~/.claude -name 'settings*'",
            "git add .fusebox.toml && git commit -m x",
            "git diff .claude/settings.json",
            "tar czf backup.tgz ~/.claude",
            "rsync -a ~/.claude/ backup/",
            "cp -r ~/.claude /tmp/backup",
            "mkdir -p ~/.claude/commands && cp x.md ~/.claude/commands/",
            "cp skill.md ~/.claude/",
            "rm -rf ~/.claude/cache",
            "rm -rf node_modules/* dist/*",
            "rm -rf \"$TMP/x\"",
            "rm -f $(ls *.log)",
            "cargo test -p fusebox reset",
            "grep -rn 'fusebox reset' docs",
            "echo 'fusebox reset'",
            "fusebox task show",
            "fusebox --color never task list",
            "fusebox patterns list",
            "fusebox reset --help",
            "fusebox status | grep open",
            "which fusebox-hook",
            "[System.IO.File]::WriteAllText('a', 'in a line of another shell, which is so long that \
             it is no name of a program, whatever the brackets stand for in the shells we know: \
             class, list or type; it goes on and on and on and on and on and on and on and on')",
            "FUSEBOX_BLESS=1 cargo test -p fusebox",
            "FUSEBOX_STATE_DIR=/tmp/x fusebox status",
            "claude -p 'go on'",
            "sed -n 1,5p .fusebox.toml",
            "sed -i s/a/b/ settings.json .vscode/settings.json",
            "prettier --check .claude/settings.json",
            "cargo run -- config check --project .fusebox.toml",
        ],
        false,
    );
}

#[test]
fn g05_a_file_or_a_container_called_as_the_hook_is_free_where_nothing_can_run_it() {
    for (lines, refused) in [
        (
            &[
                "strace -f /b/fusebox-hook claude",
                "echo claude | parallel /b/fusebox-hook",
                "echo claude | rush /b/fusebox-hook",
                "rush ./fusebox-hook <<< claude",
                "valgrind -q bin/fusebox-hook --observe $CLIENT",
                "strip ~/.local/state/fusebox/bin/fusebox-hook",
                "cd ~/.local/state/fusebox/bin && upx fusebox-hook",
                "skill fusebox-hook",
            ],
            true,
        ),
        (
            &[
                "strip fusebox-hook",
                "strip target/release/fusebox-hook && ls -l target/release/fusebox-hook",
                "objcopy --strip-debug target/release/fusebox-hook dist/hook.bin",
                "mkdir -p pkg/bin && cp target/release/fusebox-hook pkg/bin && upx pkg/bin/fusebox-hook; rm -r pkg/bin",
                "docker restart fusebox-hook",
                "docker build -t fusebox-hook .",
                "kubectl logs fusebox-hook --tail=9",
                "cross build --release --bin fusebox-hook",
            ],
            false,
        ),
    ] {
        for line in lines {
            let guard = guarded("bash", None, Some(line));
            assert_eq!(matches!(guard, GuardClass::Protected(_)), refused, "{line}");
        }
    }
}

#[test]
fn calls_that_are_no_command_lines() {
    for (tool, input, refused) in [
        ("edit", json!({"file_path": "/h/.config/fusebox/config.toml"}), true),
        ("write", json!({"file_path": "/p/x/../.claude/settings.local.json"}), true),
        ("edit", json!({"path": ".fusebox.toml"}), true),
        ("apply_patch", json!({"input": "*** Update File: .fusebox.toml\n"}), true),
        ("apply_patch", json!({"input": "*** Update File: a\n+see .fusebox.toml\n"}), false),
        ("mcp:fs/write_file", json!({"path": "/p/.claude/settings.json"}), true),
        ("mcp:fs/move_file", json!({"source": "a", "destination": "~/.fusebox.toml"}), true),
        ("mcp:fs/read_file", json!({"path": "/p/.claude/settings.json"}), false),
        ("mcp:sh/run", json!({"command": "rm ~/.claude/settings.json"}), true),
        ("mcp:sh/run", json!({"command": "fusebox reset s1"}), true),
        ("mcp:fusebox/run", json!({"command": "fusebox reset s1"}), true),
        ("read", json!({"file_path": "/h/.config/fusebox/config.toml"}), false),
        ("edit", json!({"file_path": "/p/.vscode/settings.json"}), false),
        ("edit", json!({"file_path": "/p/crates/fusebox/settings.json"}), false),
        ("write", json!({"file_path": "/h/.claude/projects/p/memory/a.md"}), false),
        ("write", json!({}), false),
        ("write", json!([]), false),
    ] {
        let guard = guarded(tool, Some(&input), None);
        assert_eq!(matches!(guard, GuardClass::Protected(_)), refused, "{tool} {input}\n{guard:?}");
    }
    assert_eq!(guarded("mcp:fusebox/run", Some(&json!({})), None), GuardClass::None);
    assert_eq!(guarded("mcp:fusebox/status", Some(&json!({})), None), GuardClass::Listed);
}

#[test]
fn g01_the_files_of_a_patch_are_written_whichever_key_holds_it() {
    let ours = [
        ".cline/hooks/PreToolUse.sh",
        "~/.cline/hooks/PostToolUse.sh",
        ".github/hooks/fusebox.json",
        "/p/.claude/settings.json",
        "/h/.config/fusebox/config.toml",
    ];
    let theirs =
        ["src/a.rs", ".cline/hooks/TaskStart.sh", ".github/hooks/lint.json", "hooks/PreToolUse.sh"];
    let forms = [
        "*** Begin Patch\n*** Update File: {}\n@@\n-a\n+b\n*** End Patch",
        "*** Begin Patch\n*** Delete File: {}\n*** End Patch",
        "*** Begin Patch\n*** Add File: {}\n+#!/bin/sh\n*** End Patch",
        "*** Begin Patch\n*** Update File: a\n*** Move to: {}\n@@\n-a\n+b\n*** End Patch",
        "  *** Begin Patch\r\n  *** Update File:{}\r\n@@\r\n-a\r\n+b\r\n  *** End Patch",
        "--- a/x\n+++ {}\n@@ -1 +1 @@\n-a\n+b\n",
        "--- {}\n+++ /dev/null\n@@ -1 +0,0 @@\n-a\n",
    ];
    let keys = |patch: &str| {
        vec![
            ("apply_patch", json!({"input": patch})),
            ("apply_patch", json!({"patch": patch})),
            ("apply_patch", json!({"command": patch})),
            ("apply_patch", json!({"command": ["apply_patch", patch]})),
            ("apply_patch", json!({"other": {"deep": [patch]}})),
            ("apply_patch", json!(patch)),
            ("edit", json!({"input": patch})),
            ("edit", json!({"file_path": "a", "patch": patch})),
            ("patch_files", json!({"text": patch})),
            ("mcp:fs/apply_patch", json!({"body": patch})),
        ]
    };
    let check = |path: &str, refused: bool| {
        for form in forms {
            for (tool, input) in keys(&form.replace("{}", path)) {
                let guard = guarded(tool, Some(&input), None);
                let is_refused = matches!(guard, GuardClass::Protected(_));
                assert_eq!(is_refused, refused, "{tool} {input}: {guard:?}");
            }
        }
    };
    ours.iter().for_each(|path| check(path, true));
    theirs.iter().for_each(|path| check(path, false));
    let git = "diff --git a/.claude/settings.json b/.claude/settings.json\n--- a/.claude/settings.json\n\
        +++ b/.claude/settings.json\n@@ -1 +1 @@\n-a\n+b\n";
    for (tool, input) in keys(git) {
        assert!(
            matches!(guarded(tool, Some(&input), None), GuardClass::Protected(_)),
            "{tool} {input}"
        );
    }
    let written = json!({"file_path": "docs/patch.md", "content": forms[0].replace("{}", ours[0])});
    assert_eq!(guarded("write", Some(&written), None), GuardClass::None);
    let line = "apply_patch <<'EOF'\n*** Begin Patch\n*** Delete File: .cline/hooks/PreToolUse.sh\n*** End Patch\nEOF";
    assert!(matches!(guarded("bash", None, Some(line)), GuardClass::Protected(_)));
}

/// Lines of an agent of a session in `/h/p`.
#[track_caller]
fn check_in_project(lines: &[&str], refused: bool) {
    let roots = ["/h/.local/state/fusebox", "~/.local/state/fusebox"].map(str::to_owned);
    let context = SessionContext { folder: Some("/h/p"), ..SessionContext::default() };
    let context = SessionContext { protected: &roots, hook_files: hook_files(), ..context };
    let is_refused = |line: &&str| {
        let input = json!({"command": line});
        let effects = CallEffects::new(&Tool::Bash, Some(&input));
        matches!(classify(&effects, Some("/h/p"), &context), GuardClass::Protected(_))
    };
    let wrong: Vec<_> = lines.iter().filter(|line| is_refused(line) != refused).collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn g01_a_folder_of_hooks_is_not_moved_or_removed() {
    check_in_project(
        &[
            "rm -rf ~/.cline/hooks",
            "rm -rf /h/.cline/hooks/",
            "rm ~/.cline/hooks/*",
            "rm -f ~/.cline/hooks/*.sh",
            "rm $HOME/.cline/hooks/P*",
            "mv ~/.cline/hooks x",
            "mv ~/.cline /tmp/c",
            "mv -t /tmp ~/.cline/hooks",
            "cd ~/.cline && rm -r hooks",
            "cd ~/.cline/hooks && rm -f *",
            "cd ~ && mv .cline/hooks .cline/off",
            "rm -rf .cline/hooks",
            "rm -r ./.cline/{hooks,rules}",
            "git rm -r .cline/hooks",
            "rsync -a --delete empty/ ~/.cline/hooks/",
            "find ~/.cline/hooks -type f -delete",
            "find ~/.cline/hooks -name '*.sh' -exec rm {} +",
            "find ~/.cline -name '*ToolUse*' -delete",
            "chmod -R a-x ~/.cline/hooks",
            "chmod a-x ~/.cline/hooks/*",
            "chmod 644 ~/.cline/hooks/PreToolUse.sh",
            "chmod 000 ~/.cline/hooks",
            "chown -R nobody ~/.cline/hooks",
            "ls -d ~/.cline/hooks | xargs rm -rf",
            "ls ~/.cline/hooks/* | xargs rm -f",
            "find ~/.cline/hooks -type f | xargs rm -f",
            "find /h/../h/.cline/hooks -type f ! -name '*.md' | xargs rm -f",
            "fd . ~/.cline/hooks | xargs rm",
            "echo ~/.copilot/hooks | xargs rm -r",
            "sudo rm -rf ~/.cline/hooks",
            "sh -c 'rm -rf ~/.cline/hooks'",
            "truncate -s 0 ~/.cline/hooks/*",
            "sed -i d ~/.cline/hooks/*.sh",
            "rm -rf ~/.copilot/hooks",
            "rm -rf ~/.copilot",
            "mv ~/.copilot/hooks ~/.copilot/h",
            "rm ~/.copilot/hooks/*.json",
            "rm -r .github/hooks",
            "mv .github/hooks /tmp",
            "rm -rf ~/.kiro/hooks",
            "cd && rm -rf .kiro",
            "mv ~/.config/opencode/plugin /tmp/p",
            "rm -rf .opencode/plugin",
            "rm -rf $CLINE_DIR/hooks",
            "rm -rf \"$COPILOT_HOME/hooks\"",
            "trash ~/.cline/hooks",
            "trash-put ~/.cline/hooks/*.sh",
            "rimraf .github/hooks",
            "chmod a-x,+x ~/.cline/hooks/*.sh",
            "chmod +x ~/.cline/hooks ~/.local/state/fusebox/fusebox.db",
            "chmod -R 755 ~/.local/state/fusebox",
            "chmod 755 ~/.cline/hooks/../../.local/state/fusebox/fusebox.db",
        ],
        true,
    );
    check_in_project(
        &[
            "ls ~/.cline/hooks",
            "cat ~/.cline/hooks/*",
            "grep -rn fusebox ~/.cline/hooks",
            "cp -r ~/.cline/hooks /tmp/backup",
            "tar cf h.tar .cline/hooks",
            "find ~/.cline/hooks -name '*.sh'",
            "echo '#!/bin/sh' > ~/.cline/hooks/TaskStart.sh",
            "chmod +x ~/.cline/hooks/TaskStart.sh",
            "chmod +x ~/.cline/hooks/*.sh",
            "chmod 755 ~/.cline/hooks/PreToolUse.sh ~/.cline/hooks/PostToolUse.sh",
            "chmod a+x /h/.cline/hooks/PreToolUse.sh",
            "cd ~/.cline/hooks && chmod +x *.sh",
            "chmod u+x .cline/hooks/PreToolUse.sh",
            "chmod +x-w ~/.cline/hooks/PreToolUse.sh",
            "trash ~/.cline/hooks/TaskStart.sh",
            "trash dist .github/workflows",
            "rimraf node_modules dist",
            "cp mine.sh ~/.cline/hooks/TaskResume.sh",
            "rm ~/.cline/hooks/TaskStart.sh",
            "cp lint.json .github/hooks/",
            "mkdir -p .github/hooks",
            "rm .github/hooks/lint.json",
            "git add .cline/hooks .github/hooks/*",
            "rm -rf .github/workflows",
            "mv .github/ISSUE_TEMPLATE.md docs/",
            "rm -f .opencode/plugin/mine.js",
            "mkdir -p tests/fixtures/.cline/hooks",
            "echo '{}' > tests/fixtures/.github/hooks/fusebox.json",
            "rm -rf tests/fixtures/.cline/hooks",
            "rm -rf /h/p/tests/fixtures/.copilot/hooks",
            "cd tests/fixtures && rm .cline/hooks/PreToolUse.sh",
            "cd tests/fixtures && echo '{}' > .claude/settings.json",
            "sed -i s/a/b/ crates/x/tests/data/.cline/hooks/PostToolUse.sh",
            "cp new.json tests/data/.claude/settings.json",
            "rm -rf .git/hooks",
            "cp pre-commit .git/hooks/pre-commit",
            "rm -rf .husky hooks",
        ],
        false,
    );
}

#[test]
fn g01_a_client_is_not_started_with_its_settings_elsewhere() {
    check_in_project(
        &[
            "CLINE_DIR=/tmp/x cline",
            "CLINE_DIR=/tmp/x cline 'go on'",
            "env CLINE_DIR=/tmp/x cline task",
            "export CLINE_DIR=/tmp/x; cline task",
            "env -u CLINE_DIR cline -z go",
            "HOME=/tmp/x kiro-cli chat",
            "env -i cline x",
            "CLINE_DIR=$(mktemp -d) npx -y cline go",
            "COPILOT_HOME=/tmp/x copilot -p go",
            "HOME=/tmp agy -p go",
        ],
        true,
    );
    check_in_project(
        &["cline --version", "CLINE_DIR=/tmp/x ls", "cline history", "echo $CLINE_DIR", "ls cline"],
        false,
    );
}

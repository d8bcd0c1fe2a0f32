//! Clients whose output is understood and whose sessions can be gone on with.

use std::fs;
use std::os::unix::fs::PermissionsExt;

use serde_json::{Value, json};

use crate::machine::{Machine, output_of};
use crate::transcript::{CommandOutput, has};

const TIME_IS_UP: &str = "TIME LIMIT REACHED. You must stop working now. Please summarize what you \
    accomplished and what remains, then call report_complete or report_blocked.";

/// Plays Claude Code with the lines that it writes: `call N` makes a call that gives the same each
/// time. What it does stands in `plan`; a session that is gone on with leaves its words in `resumed`.
const CLAUDE: &str = r#"#!/bin/sh
case "$*" in *--resume*) printf '%s\n' "$@" > resumed; exit 0 ;; esac
printf '%s\n' "$@" > words
echo '{"type":"system","subtype":"init","cwd":"/w","session_id":"c1","tools":["Bash"],"model":"m"}'
call() {
  echo '{"type":"assistant","message":{"id":"m'$1'","type":"message","role":"assistant","model":"m","content":[{"type":"tool_use","id":"t'$1'","name":"Bash","input":{"command":"ls"}}],"usage":{"input_tokens":1,"output_tokens":1}},"session_id":"c1"}'
  echo '{"type":"user","message":{"role":"user","content":[{"tool_use_id":"t'$1'","type":"tool_result","content":"same"}]},"session_id":"c1"}'
}
. ./plan
"#;

fn claude(
    variables: &[(&'static str, &str)],
    options: &[&str],
    plan: &str,
) -> (Machine, CommandOutput) {
    claude_of(CLAUDE, variables, options, plan)
}

fn claude_of(
    client: &str,
    variables: &[(&'static str, &str)],
    options: &[&str],
    plan: &str,
) -> (Machine, CommandOutput) {
    let machine = Machine::with(variables);
    machine.world.write("claude", client);
    machine.world.write("project/plan", plan);
    let program = machine.world.path("claude");
    fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).unwrap();
    let mut command = machine.fusebox();
    command.arg("run").args(options).arg("--").arg(program).arg("-p");
    let ran = output_of(command.spawn().unwrap());
    (machine, ran)
}

#[test]
fn b11_a_client_is_told_in_its_own_session() {
    let limits = [("FUSEBOX_LIMITS_ACTIVE_TIME", "2s"), ("FUSEBOX_LIMITS_WRAP_UP", "20s")];
    let options = ["--agent", "claude", "--grace", "1s"];
    let (machine, ran) = claude(&limits, &options, "call 1; sleep 60");
    assert_eq!(ran.code, 4, "{}", ran.err);
    let resumed = machine.wait_for("resumed");
    let words: Vec<&str> = resumed.lines().collect();
    assert!(words.windows(2).any(|two| two == ["--resume", "c1"]), "{resumed}");
    assert!(words.contains(&TIME_IS_UP), "{resumed}");
    // The words went to the agent, not to whoever reads standard error.
    assert!(!ran.err.contains("TIME LIMIT"), "{}", ran.err);
    let record = machine.record();
    has(&record, json!({"agent": "claude", "session": "c1"}));
    has(&record, json!({"tool_calls": 1, "escalated": true}));
}

#[test]
fn a_loop_without_hooks_is_seen_in_the_output() {
    let limits = [("FUSEBOX_LIMITS_WRAP_UP", "20s")];
    let plan = "for n in 1 2 3 4 5 6 7 8 9; do call $n; done; sleep 60";
    let (machine, ran) = claude(&limits, &["--agent", "claude", "--grace", "1s"], plan);
    assert_eq!(ran.code, 3, "{}", ran.err);
    assert!(machine.wait_for("resumed").contains("CIRCUIT BREAKER TRIPPED."));
    // One step earlier it goes on.
    let plan = "for n in 1 2 3 4; do call $n; done; sleep 1.5";
    let (machine, ran) = claude(&limits, &["--agent", "claude"], plan);
    assert_eq!((ran.code, &machine.record()["tool_calls"]), (0, &4.into()), "{}", ran.err);
}

#[test]
fn output_that_nobody_asked_to_read_is_passed_on() {
    let plan = "for n in 1 2 3 4 5 6 7 8 9; do call $n; done";
    let (machine, ran) = claude(&[], &[], plan);
    assert_eq!((ran.code, &machine.record()["tool_calls"]), (0, &0.into()), "{}", ran.err);
    assert_eq!(ran.out.lines().count(), 19);
    assert_eq!(machine.wait_for("words"), "-p\n");
}

#[test]
fn calls_that_hooks_tell_are_not_counted_twice() {
    let hooks = r#"
say() { printf '{"session_id":"c1","transcript_path":"none","cwd":"%s","hook_event_name":"%s"%s}' \
  "$PWD" "$1" "$2" | $HOOK claude; }
hooked() { f=',"tool_name":"Bash","tool_input":{"command":"ls"},"tool_use_id":"t'$1'"'
  say PreToolUse "$f"; say PostToolUse "$f"',"tool_response":{"stdout":"same","stderr":""}'; }
"#;
    // The hook is called before the first line of output.
    let begins = "echo '{\"type\":\"system\"";
    let hook = "say SessionStart ',\"source\":\"startup\"'";
    let client = CLAUDE.replace(begins, &format!("{hooks}\n{hook}\n{begins}"));
    let plan = "for n in 1 2 3; do call $n; hooked $n > /dev/null; done; sleep 1.5";
    let variables = [("CLAUDE_CODE_ENTRYPOINT", "sdk-cli")];
    let (machine, ran) = claude_of(&client, &variables, &["--agent", "claude"], plan);
    assert_eq!(ran.code, 0, "{}", ran.err);
    let record = machine.record();
    has(&record, json!({"tool_calls": 3, "session": "c1"}));
}

#[test]
fn a_prompt_goes_where_the_client_takes_it() {
    let (machine, ran) = claude(&[], &["--prompt", "add it up"], "");
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert!(machine.wait_for("words").lines().any(|word| word == "add it up"));
}

/// The caps of its own that the agent finds in its environment under these settings.
#[track_caller]
fn own_caps(variables: &[(&'static str, &str)], expected: &[&str]) {
    const CLIENT: &str = "#!/bin/sh\n{ env | grep '^CLAUDE_CODE_MAX_' | sort; echo end; } > caps\n";
    let (machine, ran) = claude_of(CLIENT, variables, &[], "");
    assert_eq!(ran.code, 0, "{}", ran.err);
    let caps = machine.wait_for("caps");
    let caps: Vec<&str> =
        caps.lines().filter_map(|line| line.strip_prefix("CLAUDE_CODE_MAX_")).collect();
    assert_eq!(caps, expected, "{variables:?}");
}

#[test]
fn a_run_lowers_the_caps_that_the_client_puts_on_itself_and_never_raises_one() {
    let (depth, calls) = ("FUSEBOX_REPETITION_SUBAGENT_DEPTH", "FUSEBOX_LIMITS_TOOL_CALLS");
    let set = "CLAUDE_CODE_MAX_CONCURRENT_SUBAGENTS";
    own_caps(&[(depth, "5"), (calls, "1000")], &[]);
    own_caps(
        &[(depth, "2"), (calls, "12")],
        &[
            "CONCURRENT_SUBAGENTS=12",
            "SUBAGENTS_PER_SESSION=12",
            "SUBAGENT_SPAWN_DEPTH=2",
            "WEB_SEARCHES_PER_SESSION=12",
        ],
    );
    own_caps(
        &[(calls, "150"), (set, "400")],
        &["CONCURRENT_SUBAGENTS=150", "SUBAGENTS_PER_SESSION=150", "WEB_SEARCHES_PER_SESSION=150"],
    );
    own_caps(&[(calls, "1000"), (set, "4")], &["CONCURRENT_SUBAGENTS=4"]);
}

#[test]
fn g03_a_run_refuses_calls_while_the_program_of_the_hooks_is_gone() {
    const CLIENT: &str = "#!/bin/sh\nprintf '%s\\n' \"$@\" > words\n. ./plan\n";
    let settings = |install: &str, options: &[&str], plan: &str| {
        let machine = Machine::with(&[]);
        if !install.is_empty() {
            assert_eq!(machine.world.run(install).code, 0);
        }
        machine.world.write("claude", CLIENT);
        machine.world.write("project/plan", plan);
        let program = machine.world.path("claude");
        fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).unwrap();
        let mut command = machine.fusebox();
        command.args(["run", "--"]).arg(program).args(options).arg("-p");
        let ran = output_of(command.spawn().unwrap());
        let words = machine.world.read("project/words");
        let words: Vec<&str> = words.lines().collect();
        let settings =
            words.windows(2).find(|two| two[0] == "--settings").map(|two| two[1].to_owned());
        (machine, settings, ran)
    };
    let (machine, added, ran) = settings("install claude", &[], "");
    assert!(!ran.err.contains("NOT guarded"), "{}", ran.err);
    let added: Value = serde_json::from_str(&added.unwrap()).unwrap();
    let hook = &added["hooks"]["PreToolUse"][0]["hooks"][0];
    assert_eq!((&hook["type"], &hook["onFailure"]), (&json!("command"), &json!("block")));
    let ask = || {
        let mut shell = machine.world.command("/bin/sh");
        machine.world.finish(shell.args(["-c", hook["command"].as_str().unwrap()]), b"")
    };
    let there = ask();
    assert_eq!((there.code, there.out.as_str(), there.err.as_str()), (0, "", ""));
    fs::remove_file(machine.world.state_dir().join("bin/fusebox-hook")).unwrap();
    let gone = ask();
    assert!(gone.code == 2 && gone.err.contains("fusebox install claude --scope user"), "{gone:?}");

    // What the agent takes away is said at the end.
    let (_, _, ran) =
        settings("install claude", &[], "rm -f ../.local/state/fusebox/bin/fusebox-hook");
    assert!(
        ran.err.contains("fusebox-hook is gone or cannot be run, so Claude Code is NOT"),
        "{}",
        ran.err
    );
    let replacing = "cd ../.local/state/fusebox/bin; rm -f fusebox-hook; cp /bin/true fusebox-hook";
    let (_, _, ran) = settings("install claude", &[], replacing);
    assert!(ran.err.contains("is not the program that was installed"), "{}", ran.err);

    let (_, added, _) = settings("install claude", &["--settings", "mine.json"], "");
    assert_eq!(added.as_deref(), Some("mine.json"));
    for install in ["", "install claude --strict", "install claude --observe", "install codex"] {
        assert_eq!(settings(install, &[], "").1, None, "{install}");
    }
}

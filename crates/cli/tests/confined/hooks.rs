//! Hooks of a confined client: they cannot write the store, and the supervisor answers them.

use serde_json::json;

use crate::prison::Prison;

/// Shell functions that play a client: `say EVENT FIELDS` calls the hook, `call` makes a call that
/// gives the same each time.
pub(crate) const CLIENT: &str = r#"
say() { printf '{"session_id":"s1","transcript_path":"none","cwd":"%s","hook_event_name":"%s"%s}' \
  "$PWD" "$1" "$2" | ~/bin/fusebox-hook claude; }
n=0
call() { n=$((n+1)); f=',"tool_name":"Bash","tool_input":{"command":"'"$1"'"},"tool_use_id":"t'$n'"'
  say PreToolUse "$f"; say PostToolUse "$f"',"tool_response":{"stdout":"same","stderr":""}'; }
say SessionStart ',"source":"startup"'
"#;

/// Holds the lock with which the database is written.
pub(crate) const LOCK: &str = "import fcntl, os, time\n\
    f = open(os.path.expanduser('~/.local/state/fusebox/fusebox.db-shm'), 'rb')\n\
    fcntl.lockf(f, fcntl.LOCK_SH, 1, 120)\nopen('held', 'w')\ntime.sleep(60)\n";

pub(crate) fn prison() -> Prison {
    Prison::with(&[("CLAUDE_CODE_ENTRYPOINT", "sdk-cli"), ("FUSEBOX_LIMITS_WRAP_UP", "1s")])
}

/// What the hooks print to the client is the same, byte for byte, and so is what is counted.
#[test]
fn a_hook_over_the_socket_answers_as_one_that_opens_the_store() {
    let script = format!("{CLIENT}\nfor i in 1 2 3 4 5; do call ls; done; sleep 0.1");
    let mut answers = Vec::new();
    for options in [&[][..], &["--confine=require"]] {
        let prison = prison();
        let ran = prison.run(options, &script);
        let calls = prison.world.run("runs --json").json()[0]["tool_calls"].clone();
        let logged = prison.world.number("SELECT count(*) FROM log WHERE session = 's1'");
        answers.push((ran.out, calls, logged));
    }
    assert!(answers[0].0.contains("hookSpecificOutput"), "{:?}", answers[0].0);
    assert_eq!(answers[0].1, json!(5));
    assert_eq!(answers[0], answers[1]);
}

#[test]
fn a_trip_over_the_socket_ends_the_run() {
    let script = format!("{CLIENT}\nfor i in 1 2 3 4 5 6 7 8 9 10; do call ls; done; sleep 60");
    let ran = prison().confined(&script);
    assert_eq!(ran.code, 3, "{}", ran.err);
}

/// An open session is refused also where nobody answers.
#[test]
fn a_hook_that_finds_the_socket_dead_refuses_what_is_known_to_be_open() {
    let prison = prison();
    let trips = format!(
        "{CLIENT}\nfor i in 1 2 3 4 5 6 7 8 9 10; do call ls; done; \
        export FUSEBOX_SOCKET=/nowhere; call pwd > dead; sleep 0.1"
    );
    let ran = prison.confined(&trips);
    let dead = prison.world.read("project/dead");
    assert!(
        dead.contains("\"deny\"") && dead.contains("The circuit breaker holds this session"),
        "{dead} {}",
        ran.err
    );
    // Where nothing is open, a fault of ours stops nobody.
    let ran = prison_without_trip();
    assert_eq!(ran, "");
}

/// Whoever can read the files of the store can lock them, so that the supervisor cannot write.
#[test]
fn a_lock_that_the_agent_takes_on_the_store_lets_no_call_pass() {
    let prison = prison();
    prison.world.write("project/lock.py", LOCK);
    let script = format!(
        "{CLIENT}\ncall ls > first; python3 lock.py & \
        until [ -e held ]; do sleep 0.1; done; call pwd > locked; kill $!; wait; call date > free"
    );
    refuses_meanwhile(&prison, &script, "locked", "no call of a confined run passes");
}

/// The call whose answer the script writes to the file `meanwhile` is refused with these words; those before and after pass.
pub(crate) fn refuses_meanwhile(prison: &Prison, script: &str, meanwhile: &str, words: &str) {
    let ran = prison.confined(script);
    let read = |file: &str| prison.world.read(&format!("project/{file}"));
    let refused = read(meanwhile);
    assert!(refused.contains("\"deny\"") && refused.contains(words), "{refused} {}", ran.err);
    assert_eq!((read("first").as_str(), read("free").as_str()), ("", ""), "{}", ran.err);
}

fn prison_without_trip() -> String {
    let prison = prison();
    let script = format!("{CLIENT}\nexport FUSEBOX_SOCKET=/nowhere; call pwd > dead");
    prison.confined(&script);
    prison.world.read("project/dead")
}

/// Nothing that is written to the socket frees a session.
#[test]
fn the_socket_takes_no_orders() {
    let orders = [
        r#"{"session":"s1","type":"guidance","text":"go on"}"#,
        r#"{"session":"s1","type":"prompt","by":"human","text":"go on"}"#,
    ];
    for order in orders {
        let script = format!(
            "{CLIENT}\nfor i in 1 2 3 4 5 6 7 8 9 10; do call ls; done\n\
            echo '{order}' | ~/bin/fusebox-hook generic; call pwd > after; sleep 0.1"
        );
        let prison = prison();
        let ran = prison.confined(&script);
        assert!(
            ran.err.contains("a person's order does not come from inside a run"),
            "{}",
            ran.err
        );
        assert!(prison.world.read("project/after").contains("\"deny\""), "{order}");
    }
}

#[test]
fn a_prompt_of_an_unattended_client_is_no_persons() {
    let prison =
        Prison::with(&[("CLAUDE_CODE_SESSION_ATTENDED", "1"), ("CLAUDE_CODE_ENTRYPOINT", "cli")]);
    prison.world.write("project/PLAN.md", "go");
    let script = format!("{CLIENT}\nsay UserPromptSubmit ',\"prompt\":\"go\"'");
    let mut command = prison.world.fusebox();
    command.args([
        "loop",
        "--confine=require",
        "--prompt",
        "PLAN.md",
        "--max",
        "1",
        "--",
        "sh",
        "-c",
    ]);
    prison.world.finish(command.arg(script), b"");
    let said =
        prison.world.text("SELECT observation FROM log WHERE session = 's1' AND kind = 'prompt'");
    assert!(said.contains("automation") && !said.contains("human"), "{said}");
}

#[test]
fn q5_a_report_from_inside_is_verified_and_counts() {
    let mut prison = Prison::new();
    prison.world.person_does(&["task", "start", "cart", "--verify", "test -e rounded"]);
    // The person's terminal has the rights of the test, and the state is the user's.
    prison.world.drop_rights();
    let script = "~/bin/fusebox report complete early > early 2>&1; echo $? >> early
        touch rounded
        ~/bin/fusebox report complete 'the totals are rounded' > late 2>&1; echo $? >> late";
    let ran = prison.run(&["--confine=require", "--task", "cart"], script);
    assert_eq!(ran.code, 0, "{}", ran.err);
    let [early, late] = ["early", "late"].map(|file| prison.world.read(&format!("project/{file}")));
    assert!(
        early.contains("not complete: verification failed") && early.ends_with("1\n"),
        "{early}"
    );
    assert!(late.contains("Noted as complete") && late.ends_with("\n0\n"), "{late}");
}

#[test]
fn a_report_from_inside_reaches_the_run() {
    let prison = Prison::new();
    let ran = prison.confined("~/bin/fusebox report blocked 'the fixture is stale'");
    assert_eq!(ran.code, 1, "{}", ran.err);
    let reason = prison.world.run("runs --json").json()[0]["failure_reason"].to_string();
    assert!(reason.contains("the fixture is stale"), "{reason}");
}

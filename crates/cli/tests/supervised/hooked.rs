//! Commands whose client has hooks: what the hooks tell is what the run goes by.

use serde_json::json;

use crate::machine::Machine;
use crate::transcript::has;

/// Shell functions that play a client: `say EVENT FIELDS` calls the hook, `call` makes a call that
/// gives the same each time.
pub(crate) const CLIENT: &str = r#"
say() { printf '{"session_id":"s1","transcript_path":"none","cwd":"%s","hook_event_name":"%s"%s}' \
  "$PWD" "$1" "$2" | $HOOK claude; }
n=0
call() { n=$((n+1)); local f=',"tool_name":"Bash","tool_input":{"command":"'"$1"'"},"tool_use_id":"t'$n'"'
  say PreToolUse "$f"; say PostToolUse "$f"',"tool_response":{"stdout":"same","stderr":""}'; }
say SessionStart ',"source":"startup"'
say UserPromptSubmit ',"prompt":"go"'
"#;

pub(crate) fn machine(variables: &[(&'static str, &str)]) -> Machine {
    let mut all = vec![("CLAUDE_CODE_ENTRYPOINT", "sdk-cli"), ("FUSEBOX_LIMITS_WRAP_UP", "1s")];
    all.extend(variables);
    Machine::with(&all)
}

#[test]
fn a_trip_of_the_hooks_ends_the_run() {
    let machine = machine(&[]);
    let script = format!("{CLIENT}\nfor i in 1 2 3 4 5 6 7 8 9 10; do call ls; done; sleep 60");
    let ran = machine.run_expecting(3, &[], &script);
    assert!(ran.err.contains("circuit_open: "), "{}", ran.err);
    let record = machine.record();
    has(&record, json!({"session": "s1", "circuit_breaker_triggered": true}));
    assert_eq!(machine.queued("escalate"), 1);
}

#[test]
fn one_step_earlier_the_hooks_let_it_go_on() {
    let machine = machine(&[]);
    let script = format!("{CLIENT}\nfor i in 1 2 3 4 5 6; do call ls; done; sleep 1.5");
    machine.run_expecting(0, &[], &script);
    assert_eq!(machine.record()["tool_calls"], 6);
}

#[test]
fn time_is_counted_once_where_the_hooks_tell_of_it() {
    let machine = machine(&[("FUSEBOX_LIMITS_ACTIVE_TIME", "1h")]);
    machine.run_expecting(0, &["--task", "42"], &format!("{CLIENT}\nsleep 4; call ls"));
    let body = machine.world.text("SELECT durable FROM scope WHERE kind = 3 AND key = '42'");
    let task: serde_json::Value = serde_json::from_str(&body).unwrap();
    let active = task["used"]["active_ms"].as_u64().unwrap();
    let record = machine.record();
    let took = record["ended_at"].as_u64().unwrap() - record["started_at"].as_u64().unwrap();
    assert!(active >= 4_000 && active <= took, "{active} of {took} ms");
}

#[test]
fn b11_a_hooked_agent_that_thinks_is_stopped_by_time() {
    let machine = machine(&[("FUSEBOX_LIMITS_ACTIVE_TIME", "2s")]);
    let ran = machine.run_expecting(4, &[], &format!("{CLIENT}\nsleep 60"));
    assert!(ran.err.contains("TIME LIMIT REACHED. You must stop working now."), "{}", ran.err);
    assert_eq!(machine.record()["session"], "s1");
}

#[test]
fn b06_an_idle_client_under_a_run_sleeps() {
    let machine = machine(&[("FUSEBOX_LIMITS_SLEEP_TIME", "2s")]);
    let script = format!("{CLIENT}\nsay Stop ',\"stop_hook_active\":false'; sleep 60");
    let ran = machine.run_expecting(4, &[], &script);
    assert!(ran.err.contains("circuit_open: sleep time ("), "{}", ran.err);
}

#[test]
fn q1_a_critical_number_stops_the_run_there() {
    let machine =
        machine(&[("FUSEBOX_GUIDED_TOOL_CALLS_CRITICAL", "2"), ("FUSEBOX_LIMITS_WRAP_UP", "1h")]);
    let script = format!("{CLIENT}\nfor i in 1 2 3; do call \"ls $i\"; done; sleep 60");
    machine.run_expecting(4, &[], &script);
    let record = machine.record();
    has(&record, json!({"tool_calls": 2, "final_status": "failure"}));
    assert!(record["failure_reason"].as_str().unwrap().starts_with("tool calls (2/2)"));
}

#[test]
fn q1_a_crash_carries_a_verdict() {
    let machine = machine(&[]);
    machine.run_expecting(1, &[], &format!("{CLIENT}\ncall ls; kill -SEGV $$"));
    let record = machine.record();
    assert_eq!(record["failure_reason"], "signal 11 ended the command");
    has(&record, json!({"final_status": "failure", "tool_calls": 1}));
}

#[test]
fn b09_a_trip_while_the_run_is_ended_escalates_once() {
    let machine = machine(&[("FUSEBOX_LIMITS_ACTIVE_TIME", "2s")]);
    // Asked to end, it runs into a second limit, in a session of its own.
    let script = format!(
        "{CLIENT}\nlate() {{ for i in 1 2 3 4 5 6 7 8 9; do call ls; done; echo late > late; }}
        trap 'late; exit 0' TERM\nwhile :; do sleep 0.1; done"
    );
    machine.run_expecting(4, &["--grace", "5s"], &script);
    assert_eq!(machine.wait_for("late"), "late\n");
    assert_eq!(machine.queued("escalate"), 1);
    let open =
        machine.world.number("SELECT count(*) FROM document WHERE kind = 'agent_run' AND rank = 1");
    assert_eq!((open, machine.records().len()), (0, 1));
}

#[test]
fn a_call_refused_after_the_trip_is_not_counted() {
    let machine = machine(&[("FUSEBOX_LIMITS_TOOL_CALLS", "3")]);
    let script = format!("{CLIENT}\nfor i in 1 2 3 4 5; do call \"ls $i\"; done; exit 0");
    machine.run_expecting(4, &[], &script);
    let record = machine.record();
    has(&record, json!({"tool_calls": 3, "qc_recommended": true}));
    assert_eq!(record["exit_code"], 0);
}

#[test]
fn a_persons_answer_is_said_once_in_the_prompt_or_at_the_start_of_the_session() {
    let machine = machine(&[]);
    let loops = format!("{CLIENT}\nfor i in 1 2 3 4 5 6 7 8 9 10; do call ls; done; sleep 60");
    machine.run_expecting(3, &["--task", "42"], &loops);
    machine.person(&["reset", "42", "--guidance", "round half to even"]);
    let next = CLIENT.replace("\"s1\"", "\"s2\"");
    let answer = "round half to even";
    let script = format!("cat; {next}");
    let with_prompt = machine.run_expecting(0, &["--task", "42", "--prompt", "add it up"], &script);
    assert_eq!(with_prompt.out.matches(answer).count(), 1, "{}", with_prompt.out);
    assert!(with_prompt.out.starts_with("A person answers"), "{}", with_prompt.out);
    // Without a prompt, and in a session of a later run, the start of the session says it.
    let third = CLIENT.replace("\"s1\"", "\"s3\"");
    let without = machine.run_expecting(0, &["--task", "42"], &third);
    assert_eq!(without.out.matches(answer).count(), 1, "{}", without.out);
}

#[test]
fn s6_a_session_that_only_hooks_report_leaves_a_record_where_it_ends() {
    let machine = machine(&[]);
    let (mut shell, hook) = (machine.world.command("bash"), crate::world::HOOK);
    let end = "say SessionEnd ',\"reason\":\"other\"'";
    let play = |work: &str| format!("{CLIENT}\n{work}\n{end}");
    shell
        .env("HOOK", hook)
        .env("PATH", crate::machine::PATH)
        .args(["-c", &play("call ls; call pwd")]);
    assert!(shell.spawn().unwrap().wait().unwrap().success());
    assert_eq!(machine.run_fusebox(&["runs", "--json"]).json(), json!([]), "it is no run");
    let listed = machine.run_fusebox(&["runs", "--sessions", "--json"]).json();
    has(
        &listed[0],
        json!({
            "kind": "session", "session": "s1", "program": "claude", "tool_calls": 2,
            "final_status": "success", "circuit_breaker_triggered": false, "failure_reason": null,
        }),
    );
    // The session goes on in circles, and its record is written anew at its end.
    let mut shell = machine.world.command("bash");
    let loops = play("n=9; for i in 1 2 3 4 5 6 7 8; do call ls; done");
    shell.env("HOOK", hook).env("PATH", crate::machine::PATH).args(["-c", &loops]);
    assert!(shell.spawn().unwrap().wait().unwrap().success());
    let listed = machine.run_fusebox(&["runs", "--sessions", "--json"]).json();
    assert_eq!(listed.as_array().unwrap().len(), 1);
    has(&listed[0], json!({"final_status": "failure", "circuit_breaker_triggered": true}));
    let of = listed[0]["incident"].as_str().unwrap();
    assert_eq!(machine.run_fusebox(&["show", of, "--json"]).code, 0);
}

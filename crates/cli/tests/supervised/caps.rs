//! Caps on what a supervised run spends.

use std::fs;

use serde_json::{Value, json};

use crate::hooked::CLIENT;
use crate::loops::with_git;
use crate::machine::Machine;

/// A response of claude-sonnet-4-5 that cost so many cents, by its output alone.
fn response(cents: u64) -> String {
    let usage = json!({"input_tokens": 0, "output_tokens": (cents * 2_000).div_ceil(3)});
    let message = json!({"id": "m1", "model": "claude-sonnet-4-5", "usage": usage, "content": []});
    let record = json!({"type": "assistant", "sessionId": "s1", "uuid": "u1", "requestId": "r1",
        "timestamp": "2026-11-21T10:00:00Z", "message": message});
    format!("{record}\n")
}

/// A client that works, spends so much, and goes on.
fn spender(machine: &Machine, cents: u64) -> String {
    machine.world.write("response", response(cents));
    let transcript = machine.world.path(".claude/projects/p/s1.jsonl");
    fs::create_dir_all(transcript.parent().unwrap()).unwrap();
    let (record, response) = (transcript.display(), machine.world.path("response"));
    let client = CLIENT.replace("\"none\"", &format!("\"{record}\""));
    let response = response.display();
    format!(
        "{client}\ncall 'ls 1'; echo spoilt > code; cat {response} >> {record}
        call 'ls 2'; call 'ls 3'; sleep 2"
    )
}

fn machine() -> Machine {
    with_cap("FUSEBOX_SPEND_TASK_LIFETIME")
}

/// A machine with a cap of half a dollar; `name` is the variable of its setting.
fn with_cap(name: &'static str) -> Machine {
    with_git(&[
        ("CLAUDE_CODE_ENTRYPOINT", "sdk-cli"),
        ("FUSEBOX_LIMITS_WRAP_UP", "1s"),
        (name, "0.50 USD"),
    ])
}

#[test]
fn m03_a_run_ends_with_code_4_at_a_cap_and_keeps_its_work() {
    let machine = machine();
    let script = spender(&machine, 51);
    let ran = machine.run_expecting(4, &["--task", "42"], &script);
    assert!(ran.err.contains("$0.51 of $0.50 spent on task 42"), "{}", ran.err);
    assert!(
        ran.err.ends_with("next: fusebox spend allow 5 --cap task, then run it again\n"),
        "{}",
        ran.err
    );
    let mut git = machine.world.command("git");
    let kept = git.args(["show", "refs/fusebox/attempts/42/1:code"]).output().unwrap();
    assert_eq!(String::from_utf8(kept.stdout).unwrap(), "spoilt\n");
    let stats = machine.run_fusebox(&["runs", "--stats", "--json"]).json();
    // 34,000 tokens at 15 US dollars for a million.
    assert_eq!(
        (&stats["cost_usd"], &stats["cost_of_failures_usd"]),
        (&json!("0.51"), &json!("0.51"))
    );
}

#[test]
fn m03_one_step_earlier_a_run_goes_on() {
    let machine = machine();
    let script = spender(&machine, 48);
    machine.run_expecting(0, &["--task", "42"], &script);
    let stats = machine.run_fusebox(&["runs", "--stats", "--json"]).json();
    assert_eq!(
        (&stats["cost_usd"], &stats["cost_of_failures_usd"]),
        (&json!("0.48"), &json!(null))
    );
}

/// Runs the task once more after a cap ended its run. Returns the exit code and what it printed.
fn starts_again(machine: &Machine, task: &str) -> (i32, String) {
    let ran = machine.run(&["--task", task], "echo started");
    (ran.code, ran.out)
}

fn lifecycle(machine: &Machine) -> Value {
    machine.run_fusebox(&["task", "show", "42", "--json"]).json()["lifecycle"].clone()
}

#[test]
fn m03_two_runs_at_one_cap_both_go_on_when_a_person_allows_more() {
    let machine = with_cap("FUSEBOX_SPEND_PROJECT_LIFETIME");
    let script = spender(&machine, 51);
    machine.run_expecting(4, &["--task", "42"], &script);
    machine.run_expecting(4, &["--task", "43"], &script.replace("s1", "s2").replace("'t", "'u"));
    for task in ["42", "43"] {
        assert_eq!(starts_again(&machine, task).0, 4, "{task}");
    }
    machine.person(&["spend", "allow", "5"]);
    for task in ["42", "43"] {
        assert_eq!(starts_again(&machine, task), (0, "started\n".to_owned()), "{task}");
    }
}

#[test]
fn m03_a_run_starts_again_when_the_window_of_its_cap_has_ended() {
    let machine = with_cap("FUSEBOX_SPEND_ALL_DAY");
    let script = spender(&machine, 51);
    machine.run_expecting(4, &["--task", "42", "--issue", "acme/shop#42"], &script);
    // The end of the window gives room: nobody holds the task.
    assert_eq!(lifecycle(&machine), "active");
    assert_eq!(starts_again(&machine, "42").0, 4);
    let ends = "UPDATE scope SET durable = json_set(durable, '$.window[1]', 1)
        WHERE key LIKE 'spend/all%'";
    assert_eq!(machine.world.sql().execute(ends, []).unwrap(), 1);
    assert_eq!(starts_again(&machine, "42"), (0, "started\n".to_owned()));
}

#[test]
fn esc1_a_cap_of_a_task_with_an_issue_is_escalated_as_a_limit_is() {
    let machine = machine();
    let config = "notify = []\n[escalate]\ntrip = [\"command\"]\ncap_reached = [\"command\"]\n\
        needs_person = [\"command\"]\ncommand = [\"sh\", \"-c\", \"cat >> $HOME/told\"]\n";
    machine.world.write(".config/fusebox/config.toml", config);
    let script = spender(&machine, 51);
    machine.run_expecting(4, &["--task", "42", "--issue", "acme/shop#42"], &script);
    assert_eq!(lifecycle(&machine), "escalated");
    machine.until("the messages", || {
        machine.run_fusebox(&["effects", "drain"]);
        let told = machine.world.read("told");
        let levels = ["\"cap_reached\"", "\"needs_person\""];
        levels.iter().all(|level| told.contains(level)).then_some(())
    });
    // A prompt does not lift the cap, and a fresh session does not go on.
    let mut hook = machine.world.hook();
    let fields = json!({"session_id": "s1", "prompt": "go on", "source": "user"});
    let event = machine.world.event("UserPromptSubmit", fields);
    machine.world.finish(hook.env("CLAUDE_CODE_ENTRYPOINT", "cli"), &event);
    assert_eq!((starts_again(&machine, "42").0, lifecycle(&machine)), (4, json!("escalated")));
    machine.person(&["spend", "allow", "5"]);
    assert_eq!(lifecycle(&machine), "active");
    let ran = machine.run(&["--task", "42"], &script.replace("s1", "s2").replace("r1", "r2"));
    assert_eq!(ran.code, 0, "{}", ran.err);
}

#[test]
fn m05_a_cap_has_more_room_only_where_the_task_that_it_holds_goes_on() {
    let machine = machine();
    let script = spender(&machine, 51);
    machine.run_expecting(4, &["--task", "42", "--issue", "acme/shop#42"], &script);
    assert_eq!(lifecycle(&machine), "escalated");
    let fails = "CREATE TRIGGER fails BEFORE UPDATE ON scope WHEN NEW.key = '42'
        BEGIN SELECT RAISE(ABORT, 'a fault'); END";
    machine.world.sql().execute(fails, []).unwrap();
    let ran = machine.world.person(&["spend", "allow", "5", "--yes"], "");
    assert_ne!(ran.code, 0, "{ran:?}");
    let status = machine.world.run("status").out;
    assert!(status.contains("cap task reached: $0.51 of $0.50 spent on task 42"), "{status}");
    assert_eq!(machine.world.run("incidents --json").json()[0]["status"], "open");
    assert_eq!(lifecycle(&machine), "escalated");
    machine.world.sql().execute("DROP TRIGGER fails", []).unwrap();
    machine.person(&["spend", "allow", "5"]);
    assert_eq!(lifecycle(&machine), "active");
}

#[test]
fn esc1_one_step_earlier_a_cap_without_an_issue_waits_for_anybodys_word() {
    let machine = machine();
    let script = spender(&machine, 51);
    machine.run_expecting(4, &["--task", "42"], &script);
    assert_eq!(lifecycle(&machine), "active");
}

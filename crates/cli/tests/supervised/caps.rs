//! Caps on what a supervised run spends.

use std::fs;

use serde_json::json;

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
    with_git(&[
        ("CLAUDE_CODE_ENTRYPOINT", "sdk-cli"),
        ("FUSEBOX_LIMITS_WRAP_UP", "1s"),
        ("FUSEBOX_SPEND_TASK_LIFETIME", "0.50 USD"),
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

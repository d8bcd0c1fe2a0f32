//! A clock that jumps: nothing is counted twice, freed or forgotten for it.

use std::fmt::Write as _;

use serde_json::{Value, json};

use crate::machine::{Answer, FUSEBOX, Machine, Ran, finish};

const HOUR: u64 = 3_600_000;
const YEAR: u64 = 365 * 24 * HOUR;
/// 2026-11-22 01:06:48 UTC.
const AT: u64 = 1_795_309_608_000;

/// Calls at these times, answered one after the other.
fn decide(machine: &Machine, config: &str, times: &[u64]) -> Vec<Value> {
    machine.write(".config/fusebox/config.toml", config);
    let mut lines = String::new();
    for (n, at) in times.iter().enumerate() {
        let event = json!({"session": "s2", "id": format!("e{n}"), "at_ms": at,
            "type": "tool_request", "tool": "bash", "input": {"command": format!("echo {n}")}});
        writeln!(lines, "{event}").unwrap();
    }
    let mut command = machine.command(FUSEBOX);
    let ran: Ran =
        finish(command.args(["decide", "--store"]).arg(machine.state()), lines.as_bytes());
    assert_eq!((ran.code, ran.stderr.as_str()), (Some(0), ""), "{ran:?}");
    ran.stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn verdicts(answers: &[Value]) -> Vec<&str> {
    answers.iter().map(|answer| answer["verdict"].as_str().unwrap()).collect()
}

#[test]
fn a_budget_of_calls_does_not_look_at_the_clock() {
    let times = [
        AT,
        AT - HOUR,
        AT + 1_000,
        AT + YEAR,
        AT + 2_000,
        AT - YEAR,
        0,
        AT + 3_000,
        i64::MAX as u64,
        AT,
    ];
    let answers = decide(&Machine::new(), "[limits]\ntool_calls = 8\nwarn_at = 1.0\n", &times);
    let found = verdicts(&answers);
    assert_eq!(found[..7], ["allow"; 7], "{answers:#?}");
    assert_eq!(found[7..], ["warn", "deny", "deny"], "{answers:#?}");
}

#[test]
fn time_that_went_back_is_not_counted_again() {
    let machine = Machine::new();
    // Half an hour of work, told three times: 10 minutes forward, an hour back, and so on.
    let times: Vec<u64> = (0..3).flat_map(|_| (0..=3).map(|n| AT + n * 600_000)).collect();
    let config = "[limits]\nactive_time = \"31m\"\nquiet_after = \"unlimited\"\n";
    let answers = decide(&machine, config, &times);
    assert!(!verdicts(&answers).contains(&"stop"), "{answers:#?}");
    let status = machine.run("status s2 --json").json();
    assert_eq!(status["tool_calls"], times.len());
}

/// Everything in the store a year ahead, as after a clock that was wrong.
const AHEAD: &str = "
    UPDATE log SET at_ms = at_ms + 31536000000;
    UPDATE scope SET at_ms = at_ms + 31536000000,
      durable = json_set(durable, '$.last', json_extract(durable, '$.last') + 31536000000);
    UPDATE incident SET at_ms = at_ms + 31536000000;
    UPDATE outbox SET queued_ms = queued_ms + 31536000000, state = 0, attempts = 1,
      not_before_ms = queued_ms + 31536060000;";

#[test]
fn a_store_from_the_future_goes_on() {
    let machine = Machine::new();
    machine.tripped();
    machine.ask("s2", "first");
    machine.sql().execute_batch(AHEAD).unwrap();
    for n in 0..3 {
        let ran = machine.ask("s2", &format!("call-{n}"));
        assert_eq!((ran.answer(), ran.stderr.as_str()), (Answer::Passes, ""));
    }
    assert_eq!(machine.run("status s2 --json").json()["tool_calls"], 4);
    assert_eq!(machine.ask("s1", "open").answer(), Answer::Denied);
    for words in ["status", "incidents", "log s2", "log s1", "doctor", "purge --dry-run"] {
        let ran = machine.run(words);
        assert_eq!((ran.code, ran.stderr.as_str()), (Some(0), ""), "{words}: {ran:?}");
    }
    // A delivery that a wrong clock put off does not wait until then.
    assert_eq!(machine.run("effects drain").code, Some(0));
    let waiting: i64 = machine
        .sql()
        .query_row("SELECT count(*) FROM outbox WHERE state = 0", [], |row| row.get(0))
        .unwrap();
    assert_eq!(waiting, 0);
}

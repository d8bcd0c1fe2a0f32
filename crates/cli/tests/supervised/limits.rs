//! Limits of time and silence, and what an agent hears of them.

use serde_json::json;

use crate::machine::Machine;
use crate::transcript::{CommandOutput, has};

const TIME_IS_UP: &str = "TIME LIMIT REACHED. You must stop working now. Please summarize what you \
    accomplished and what remains, then call report_complete or report_blocked.";

fn seconds(active: &str, wrap_up: &str) -> Machine {
    Machine::with(&[("FUSEBOX_LIMITS_ACTIVE_TIME", active), ("FUSEBOX_LIMITS_WRAP_UP", wrap_up)])
}

/// A trip's lines for scripts, and the file they name.
fn check_trip(ran: &CommandOutput, code: i32, reason: &str) {
    assert_eq!(ran.code, code, "{}", ran.err);
    let line = |start: &str| {
        let found = ran.err.lines().find_map(|line| line.strip_prefix(start));
        found.unwrap_or_else(|| panic!("no `{start}` in {}", ran.err)).to_owned()
    };
    assert!(line("circuit_open: ").starts_with(reason), "{}", ran.err);
    let report = std::fs::read_to_string(line("report: ")).unwrap();
    assert!(report.starts_with("## Circuit Breaker Tripped"), "{report}");
}

#[test]
fn b11_an_agent_that_thinks_without_calling_tools_is_stopped_by_time() {
    let machine = seconds("1s", "1s");
    let ran = machine.run(&["--grace", "1s"], "while :; do echo thinking; sleep 0.2; done");
    assert!(ran.err.lines().any(|line| line == TIME_IS_UP), "{}", ran.err);
    assert!(ran.err.contains("the command is ended in 1s"), "{}", ran.err);
    check_trip(&ran, 4, "active time (");
    let record = machine.record();
    assert_eq!(record["circuit_breaker_triggered"], true);
    has(&record, json!({"escalated": true, "final_status": "failure"}));
    assert_eq!(machine.queued("escalate"), 1);
}

#[test]
fn b11_one_step_earlier_it_goes_on() {
    let machine = seconds("1h", "1s");
    let ran = machine.run(&[], "sleep 2.5");
    assert_eq!((ran.code, ran.err.as_str()), (0, ""));
}

#[test]
fn b11_who_ends_within_the_wrap_up_is_still_stopped() {
    let machine = seconds("1s", "1h");
    let ran = machine.run(&[], "sleep 4; exit 0");
    check_trip(&ran, 4, "active time (");
    assert_eq!(machine.record()["exit_code"], 0);
}

#[test]
fn b11_who_hears_no_request_is_ended_by_force() {
    let machine = seconds("1s", "1s");
    let script = "trap '' TERM INT HUP; (setsid sh -c 'trap \"\" TERM; sleep 7101; sleep 7101' &)
        while :; do sleep 0.1; done";
    let ran = machine.run(&["--grace", "500ms"], script);
    check_trip(&ran, 4, "active time (");
    assert_eq!(machine.record()["signal"], 9);
    assert!(!machine.has_process("sleep 7101"));
}

#[test]
fn b06_who_reports_that_it_waits_sleeps_and_sleep_has_its_own_limit() {
    let machine = Machine::with(&[
        ("FUSEBOX_LIMITS_SLEEP_TIME", "2s"),
        ("FUSEBOX_LIMITS_ACTIVE_TIME", "1h"),
        ("FUSEBOX_LIMITS_WRAP_UP", "1s"),
    ]);
    let ran = machine.run(&[], "$FUSEBOX report blocked --on '#41' 'no key'; sleep 60");
    check_trip(&ran, 4, "sleep time (");
}

#[test]
fn who_ends_blocked_has_not_done_its_work() {
    let machine = Machine::new();
    machine.run_expecting(1, &[], "$FUSEBOX report blocked --on '#41' 'no key'");
    assert_eq!(machine.record()["failure_reason"], "blocked on #41: no key");
    machine.run_expecting(
        0,
        &[],
        "$FUSEBOX report blocked 'no key'; $FUSEBOX report complete 'done'",
    );
}

#[test]
fn b08_silence_is_a_notice_and_not_a_trip() {
    let machine = Machine::with(&[("FUSEBOX_LIMITS_QUIET_AFTER", "2s")]);
    let ran = machine.run(&[], "sleep 4.5");
    assert_eq!((ran.code, ran.err.as_str()), (0, "fusebox: No activity for 2 s.\n"));
    let ran = machine.run(&[], "for i in 1 2 3 4 5 6 7 8 9; do echo $i; sleep 0.5; done");
    assert_eq!((ran.code, ran.err.as_str()), (0, ""), "what is written is activity");
}

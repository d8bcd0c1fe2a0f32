//! Whoever watches can be killed: nothing of the run goes on without a watch.

use std::time::Duration;

use serde_json::json;

use crate::loops::{run_loop, start, status, with_git};
use crate::machine::{Machine, kill, output_of};
use crate::transcript::has;

/// Starts a command, kills those of its watchers that are named, and waits until it is gone.
fn killed(watchers: &[&str], mark: &str) -> (Machine, i32) {
    let machine = Machine::new();
    let script =
        format!("echo $$ > pid; (setsid {mark} &); trap '' HUP; while :; do sleep 0.1; done");
    let mut child = machine.start(&["--grace", "1s"], &script);
    machine.wait_for("pid");
    let record = machine.record();
    assert!(record["final_status"].is_null());
    for watcher in watchers {
        kill("KILL", record["watch"][*watcher][0].as_u64().unwrap());
    }
    // What is left may hold its pipes until it is ended.
    if watchers.len() == 2 {
        child.wait().unwrap();
        return (machine, 0);
    }
    let code = output_of(child).code;
    machine.until("the end of the rest", || (!machine.has_process(mark)).then_some(()));
    (machine, code)
}

#[test]
fn a_killed_supervisor_leaves_nothing() {
    let (machine, code) = killed(&["supervisor"], "sleep 7201");
    assert_eq!(code, 1);
    let record = machine.record();
    has(
        &record,
        json!({"final_status": "failure",
        "failure_reason": "the supervisor was killed"}),
    );
}

#[test]
fn a_killed_watchdog_ends_the_run() {
    let (machine, _) = killed(&["guard"], "sleep 7202");
    let record = machine.until("the end of the record", || {
        Some(machine.record()).filter(|record| !record["final_status"].is_null())
    });
    assert_eq!(record["failure_reason"], "the watchdog was killed");
}

#[test]
fn what_lost_both_is_ended_by_the_next_run() {
    let (machine, _) = killed(&["guard", "supervisor"], "sleep 7203");
    // A process that was killed is there until somebody has heard of its end.
    let is_lost =
        || machine.run_fusebox(&["runs"]).out.lines().any(|line| line.starts_with("lost "));
    machine.until("the loss", || is_lost().then_some(()));
    assert!(machine.has_process("sleep 7203"));
    let ran = machine.run(&[], "true");
    assert_eq!(ran.code, 0);
    assert!(ran.err.contains("1 lost run"), "{}", ran.err);
    assert!(!machine.has_process("sleep 7203"));
    let lost = &machine.records()[1];
    assert_eq!(lost["failure_reason"], "the supervisor and its watchdog were killed");
}

#[test]
fn l14_a_loop_that_is_killed_at_any_moment_escapes_no_limit() {
    let machine = with_git(&[]);
    let script = "echo begun >> ../begun; echo more >> code; sleep 7204 & sleep 0.2";
    let begun = || std::fs::read_to_string(machine.world.path("begun")).unwrap_or_default();
    let (mut told, mut kills) = (0, 0);
    for moment in 0..14 {
        let child = start(&machine, &["--max", "12", "--grace", "200ms"], script);
        std::thread::sleep(Duration::from_millis(60 * moment));
        let watch =
            machine.records().first().map_or(serde_json::Value::Null, |it| it["watch"].clone());
        // Before its first iteration there is nothing to kill but the first process.
        let pid = watch["supervisor"][0].as_u64().unwrap_or_else(|| u64::from(child.id()));
        kills += u32::from(crate::machine::try_kill("KILL", pid));
        output_of(child);
        machine.until("the end of the rest", || (!machine.has_process("sleep 7204")).then_some(()));
        // A loop that was killed before it began has no status.
        let shown = machine.run_fusebox(&["loop", "status", "--json"]);
        let now = if shown.code == 0 { shown.json()["iterations"].as_u64().unwrap() } else { 0 };
        assert!(now >= told, "{now} iterations after {told}, killed at {moment}");
        told = now;
    }
    assert!(kills > 0);
    let (ran, _) = run_loop(&machine, &["--max", "12"], script);
    assert_eq!(ran.code, 4, "{}", ran.err);
    assert_eq!(status(&machine)["iterations"], 12);
    let begun = begun().lines().count();
    assert!(begun <= 12, "{begun} iterations took place");
}

#[cfg(feature = "failpoints")]
#[test]
fn l14_a_loop_that_is_killed_before_its_session_begins_is_counted() {
    let machine = with_git(&[]);
    std::fs::write(machine.path("../prompt"), "do the work").unwrap();
    let loop_until_2 = || {
        let mut command = machine.fusebox();
        command.args(["loop", "--prompt", "../prompt", "--max", "2", "--", "sh", "-c", "exit 0"]);
        command
    };
    for killed in 0..2 {
        let ended = output_of(loop_until_2().env("FAILPOINT", "after-launch").spawn().unwrap());
        assert_eq!(ended.code, 1, "kill {killed}: {}", ended.err);
    }
    // Each start counts what the one before it left.
    let ended = output_of(loop_until_2().spawn().unwrap());
    assert_eq!(ended.code, 4, "{}", ended.err);
    assert_eq!(status(&machine)["iterations"], 2);
}

//! A run that is killed while it hands its trip over: its supervisor ends itself at a failpoint.

use std::fs;
use std::process::Child;

use crate::escalated::{OF_ISSUE, comments, lifecycle, with_forge};
use crate::fake_server::FakeServer;
use crate::machine::{Machine, kill, output_of};
use crate::retries::LOOPS;
use serde_json::json;

const WAITS: &str = "echo $$ > started; until [ -e go ]; do sleep 0.05; done";

fn start(machine: &Machine, point: &str) -> Child {
    let mut command = machine.fusebox();
    let client = ["--", "./claude", "-p", "work"];
    command.env("FAILPOINT", point).arg("run").args(OF_ISSUE).args(client).spawn().unwrap()
}

/// A run whose watchdog is killed too, after its supervisor.
fn killed(machine: &Machine, point: &str) {
    let mut child = start(machine, point);
    machine.wait_for("started");
    let watch = machine.record()["watch"].clone();
    let of = |who: &str| watch[who][0].as_u64().unwrap();
    // It would close the record.
    kill("STOP", of("guard"));
    fs::write(machine.path("go"), "").unwrap();
    let stat = format!("/proc/{}/stat", of("supervisor"));
    machine.until("the end of the supervisor", || {
        let state = fs::read_to_string(&stat).unwrap_or_default();
        state.contains(") Z ").then_some(())
    });
    kill("KILL", of("guard"));
    child.wait().unwrap();
}

/// A person was told of the trip once, whatever is run now.
fn check_told_once(machine: &Machine, server: &FakeServer, when: &str) {
    for _ in 0..2 {
        assert_eq!(comments(machine, server), 1, "{when}");
        // Without a repository there is no commit for a status.
        assert_eq!(server.counts(), [1, 0, 1], "{when}");
        assert_eq!(lifecycle(machine), "escalated", "{when}");
        assert_eq!(machine.queued("escalate"), 1, "{when}");
        let records = machine.records();
        let open: Vec<_> = records.iter().filter(|it| it["final_status"].is_null()).collect();
        assert!(open.is_empty(), "{when}: {open:?}");
        let told = records.iter().filter(|it| it["escalated"] == true).count();
        assert_eq!(told, 1, "{when}: {records:?}");
        let again = machine.run_fusebox(&["reconcile"]);
        assert_eq!((again.code, again.out.contains("run")), (0, false), "{when}: {}", again.out);
    }
    assert_eq!(machine.run(&["--task", "42"], "echo started").code, 3, "{when}");
}

const POINTS: [&str; 3] = ["after-command", "before-hand-over", "after-hand-over"];

#[test]
fn esc1_a_run_that_is_killed_as_it_hands_a_trip_over_is_ended_by_its_watchdog() {
    for point in POINTS {
        let server = FakeServer::start();
        let machine = with_forge(&server, ("FUSEBOX_GUIDED_ENABLED", "false"), LOOPS);
        let ran = output_of(start(&machine, point));
        assert_eq!(ran.code, 1, "{point}: {}", ran.err);
        check_told_once(&machine, &server, point);
    }
}

#[test]
fn esc1_a_run_that_is_killed_with_its_watchdog_is_ended_by_whoever_comes_next() {
    // A run of the task itself is refused; the one that was lost is ended nevertheless.
    for (point, next, code) in [
        (POINTS[0], "reconcile", 0),
        (POINTS[1], "reconcile", 0),
        (POINTS[1], "run --task 42 -- true", 3),
        (POINTS[2], "reconcile", 0),
        (POINTS[2], "run --task other -- true", 0),
    ] {
        let server = FakeServer::start();
        let work = format!("{WAITS}; {LOOPS}");
        let machine = with_forge(&server, ("FUSEBOX_GUIDED_ENABLED", "false"), &work);
        killed(&machine, point);
        let words: Vec<&str> = next.split(' ').collect();
        let ran = machine.run_fusebox(&words);
        assert_eq!(ran.code, code, "{point} {next}: {}", ran.err);
        check_told_once(&machine, &server, &format!("{point} {next}"));
    }
}

#[test]
fn esc1_a_run_that_is_killed_before_its_retry_begins_asks_a_person() {
    // With the retry's record stored, and without.
    for (point, records) in [("after-hand-over", 1), ("before-retry", 2)] {
        let server = FakeServer::start();
        let work = format!("{WAITS}; {LOOPS}");
        let machine = with_forge(&server, ("FUSEBOX_GUIDED_MAX_RETRIES", "1"), &work);
        killed(&machine, point);
        let ran = machine.run_fusebox(&["reconcile"]);
        assert_eq!((ran.code, machine.records().len()), (0, records), "{point}: {}", ran.err);
        assert!(machine.record()["failure_reason"].is_string(), "{point}");
        check_told_once(&machine, &server, point);
    }
}

#[test]
fn esc1_one_step_earlier_a_killed_run_without_a_trip_asks_nobody() {
    let server = FakeServer::start();
    let work = "call ls; exit 0";
    let machine = with_forge(&server, ("FUSEBOX_GUIDED_ENABLED", "false"), work);
    let ran = output_of(start(&machine, "after-command"));
    assert_eq!(ran.code, 1, "{}", ran.err);
    assert_eq!((machine.queued("escalate"), lifecycle(&machine)), (0, json!("active")));
    assert_eq!(comments(&machine, &server), 0);
}

/// A loop whose fourth iteration without progress opens it, killed at this point of that iteration.
fn loop_killed(machine: &Machine, point: &str) {
    fs::write(machine.path("../prompt"), "do the work").unwrap();
    let iterations = |most: &str| {
        let mut command = machine.fusebox();
        command.arg("loop").args(&OF_ISSUE[2..]).args(["--prompt", "../prompt", "--max", most]);
        command.args(["--", "echo", "thinking"]);
        command
    };
    let ran = output_of(iterations("3").spawn().unwrap());
    assert_eq!((ran.code, machine.queued("escalate")), (4, 0), "{}", ran.err);
    let ran = output_of(iterations("9").env("FAILPOINT", point).spawn().unwrap());
    assert_eq!(ran.code, 1, "{}", ran.err);
}

#[test]
fn esc1_a_loop_that_is_killed_after_an_iteration_opened_it_asks_a_person() {
    let server = FakeServer::start();
    let machine = with_forge(&server, ("FUSEBOX_GUIDED_ENABLED", "false"), "");
    loop_killed(&machine, "after-judging");
    check_told_once(&machine, &server, "after-judging");
}

#[test]
fn esc1_one_step_earlier_a_killed_iteration_asks_nobody_before_it_is_judged() {
    let server = FakeServer::start();
    let machine = with_forge(&server, ("FUSEBOX_GUIDED_ENABLED", "false"), "");
    loop_killed(&machine, "before-judging");
    assert_eq!((machine.queued("escalate"), lifecycle(&machine)), (0, json!("active")));
    let record = machine.record();
    assert_eq!(record["final_status"], "failure", "{record}");
    assert_eq!(record["failure_reason"], "the supervisor was killed", "{record}");
}

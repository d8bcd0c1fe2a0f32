//! What people say to a run, and what its agent must not say.

use serde_json::json;

use crate::machine::Machine;
use crate::transcript::has;

#[test]
fn an_agent_cannot_free_itself_or_begin_a_run_of_its_own_choice() {
    let machine = Machine::new();
    let script = "setsid -c true; $FUSEBOX reset $FUSEBOX_TASK --yes; echo $?";
    let ran = machine.run(&[], script);
    assert_eq!(ran.out, "1\n");
    assert!(ran.err.contains("inside a supervised run"), "{}", ran.err);
}

#[test]
fn q4_a_run_that_passes_after_a_trip_says_so_and_has_the_guidance_in_front() {
    let machine =
        Machine::with(&[("FUSEBOX_LIMITS_ACTIVE_TIME", "1s"), ("FUSEBOX_LIMITS_WRAP_UP", "1s")]);
    let first = machine.run(&["--task", "42", "--prompt", "add it up"], "sleep 60");
    assert_eq!(first.code, 4, "{}", first.err);
    // It waits for a person and is not begun again.
    let again = machine.run(&["--task", "42"], "touch begun");
    assert_eq!(again.code, 4);
    assert!(again.err.contains("circuit_open: active time"), "{}", again.err);
    assert!(!machine.path("begun").exists());
    machine.person(&["reset", "42", "--guidance", "round half to even"]);
    let next = machine.run(&["--task", "42", "--prompt", "add it up"], "cat");
    assert_eq!(next.code, 0, "{}", next.err);
    let start = "A person answers the circuit breaker: round half to even\n\nThe attempt before \
        this one was stopped: active time (";
    assert!(next.out.starts_with(start), "{}", next.out);
    assert!(next.out.ends_with("\n\n---\n\nadd it up"), "{}", next.out);
    let record = machine.record();
    has(&record, json!({"final_status": "passed_after_trip", "retry_count": 1}));
    // What was said once is not said again, and what passed is over.
    let last = machine.run(&["--task", "42", "--prompt", "add it up"], "cat");
    assert_eq!(last.out, "add it up");
    let record = machine.record();
    has(&record, json!({"final_status": "success", "retry_count": 0}));
}

#[test]
fn a_person_who_answers_within_the_wrap_up_lets_the_run_go_on() {
    let machine =
        Machine::with(&[("FUSEBOX_LIMITS_ACTIVE_TIME", "2s"), ("FUSEBOX_LIMITS_WRAP_UP", "1h")]);
    let child = machine.start(&["--task", "42"], "while [ ! -e go ]; do sleep 0.1; done");
    machine.until("the trip", || {
        let open = "SELECT count(*) FROM incident WHERE open = 1";
        machine.world.path(".local/state/fusebox/fusebox.db").exists().then_some(())?;
        let count: i64 = machine.world.sql().query_row(open, [], |row| row.get(0)).ok()?;
        (count == 1).then_some(())
    });
    machine.person(&["reset", "42", "--guidance", "go on"]);
    std::thread::sleep(std::time::Duration::from_millis(1_500));
    std::fs::write(machine.path("go"), "").unwrap();
    let ran = crate::machine::output_of(child);
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert!(ran.err.contains("the run goes on"), "{}", ran.err);
    assert_eq!(machine.record()["final_status"], "passed_after_trip");
}

/// Counts every tenth of a second, until the file `go` is there.
const COUNTER: &str =
    "n=0; while [ ! -e go ]; do n=$((n+1)); echo $n > n; sleep 0.1; done; echo $n";

/// What a counter has come to.
fn count(machine: &Machine) -> u64 {
    machine.wait_for("n").trim().parse().unwrap_or_default()
}

/// Whether the counter of a command under the supervisor stands still for half a second.
fn stands_still(machine: &Machine) -> bool {
    let before = count(machine);
    std::thread::sleep(std::time::Duration::from_millis(500));
    before == count(machine)
}

#[test]
fn b06_a_paused_run_is_held_where_it_is_and_its_time_does_not_count() {
    let machine = Machine::with(&[("FUSEBOX_LIMITS_ACTIVE_TIME", "6s")]);
    let child = machine.start(&["--task", "42"], COUNTER);
    count(&machine);
    machine.person(&["pause", "--all", "lunch"]);
    machine.until("the hold", || stands_still(&machine).then_some(()));
    // Longer than its time.
    std::thread::sleep(std::time::Duration::from_secs(6));
    let held = count(&machine);
    machine.person(&["resume"]);
    machine.until("the release", || (count(&machine) > held).then_some(()));
    std::fs::write(machine.path("go"), "").unwrap();
    let ran = crate::machine::output_of(child);
    assert_eq!(ran.code, 0, "{}", ran.err);
    let told = "fusebox: a person has paused this run; `fusebox resume` lets it go on\n\
        fusebox: the pause is over; the run goes on\n";
    assert!(ran.err.contains(told), "{}", ran.err);
    has(&machine.record(), json!({"final_status": "success", "circuit_breaker_triggered": false}));
}

#[test]
fn a_paused_run_can_be_interrupted() {
    let machine = Machine::new();
    let mut child = machine.start(&["--task", "42"], COUNTER);
    count(&machine);
    machine.person(&["pause"]);
    machine.until("the hold", || stands_still(&machine).then_some(()));
    let pid = rustix::process::Pid::from_child(&child);
    rustix::process::kill_process(pid, rustix::process::Signal::INT).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(130));
}

#[test]
fn a_paused_loop_begins_no_iteration() {
    let machine = crate::loops::with_git(&[]);
    machine.person(&["pause"]);
    let child = crate::loops::start(&machine, &["--max", "1"], "echo begun > begun");
    std::thread::sleep(std::time::Duration::from_millis(1_500));
    assert!(!machine.path("begun").exists());
    machine.person(&["resume"]);
    let ran = crate::machine::output_of(child);
    assert!(machine.path("begun").exists(), "{}", ran.err);
    assert!(ran.err.contains("a person has paused this loop"), "{}", ran.err);
}

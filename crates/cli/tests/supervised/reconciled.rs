//! A run reconciles while it lasts, and not where that is turned off.

use std::time::{SystemTime, UNIX_EPOCH};

use serde_json::json;

use crate::machine::{Machine, output_of};

/// A machine on which a session went to sleep 25 hours ago.
fn with_sleeper(every: &str) -> Machine {
    let machine = Machine::with(&[("FUSEBOX_RUN_RECONCILE_EVERY", every)]);
    machine.world.write(".config/fusebox/config.toml", "notify = []\n");
    #[expect(clippy::disallowed_methods, reason = "the session is older than this test")]
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_millis() as u64;
    let ago = now - 25 * 3_600_000;
    let lines = [
        json!({"session": "sleeper", "at_ms": ago, "type": "prompt", "by": "human", "text": "go"}),
        json!({"session": "sleeper", "at_ms": ago, "type": "blocked", "on": "#41"}),
    ];
    let lines: String = lines.iter().map(|line| format!("{line}\n")).collect();
    let mut command = machine.world.fusebox();
    command.args(["decide", "--preset", "budget", "--store"]).arg(machine.world.state_dir());
    let told = machine.world.finish(&mut command, lines.as_bytes());
    assert_eq!(told.code, 0, "{}", told.err);
    machine
}

fn is_open(machine: &Machine) -> bool {
    machine.run_fusebox(&["status", "sleeper", "--json"]).json()["state"] == "open"
}

#[test]
fn b06_a_run_trips_a_session_that_sleeps_beyond_its_limit() {
    let machine = with_sleeper("1s");
    let child = machine.start(&[], "while [ ! -e ../found ]; do sleep 0.1; done");
    machine.until("the trip", || is_open(&machine).then_some(()));
    machine.world.write("found", "");
    let ran = output_of(child);
    assert_eq!((ran.code, ran.err.as_str()), (0, ""));
}

#[test]
fn b06_a_run_that_does_not_reconcile_leaves_the_session_asleep() {
    let machine = with_sleeper("unlimited");
    // Two looks of the watchdog's timer.
    assert_eq!(machine.run(&[], "sleep 1.2").code, 0);
    assert!(!is_open(&machine));
}

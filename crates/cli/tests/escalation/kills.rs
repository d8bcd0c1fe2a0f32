//! Whoever delivers is killed at any moment: what was written stands once, and what was not is written later.

use std::process::Stdio;
use std::thread::sleep;
use std::time::Duration;

use crate::dice::Dice;
use crate::fake_server::Fault;
use crate::tripped::{ENDING_SIGNALS, TrippedHome, end, with_issue};

const EVERYBODY: &str = "[escalate]\nneeds_person = [\"github\", \"webhook\"]\ngithub_api = \"SERVER\"\n\
    github_token = \"env:TOKEN\"\nwebhook = \"SERVER/in\"";

/// Deliveries that are killed at some moment, against a server that fails in its own way; then one that is not.
fn check(seed: u64) {
    let it = with_issue(EVERYBODY);
    let mut dice = Dice::of(seed);
    for _ in 0..10 {
        let faults = [
            Fault::None,
            Fault::None,
            Fault::DropAfter,
            Fault::DropBefore,
            Fault::Answer(503, "retry-after: 1\r\n", "down"),
        ];
        let next: Vec<Fault> = (0..3).map(|_| faults[dice.below(faults.len())].clone()).collect();
        it.server.fail(&next);
        let mut drain = it.world.fusebox();
        let mut drain = drain.args(["effects", "drain"]).stdout(Stdio::null()).spawn().unwrap();
        sleep(Duration::from_micros(dice.below(120_000) as u64));
        end(&mut drain, ENDING_SIGNALS[dice.below(ENDING_SIGNALS.len())]);
        it.server.settle();
        it.time_passes();
    }
    it.server.fail(&[]);
    finish(&it);
    check_once(&it, &format!("seed {seed}"));
}

/// Delivers what is left.
fn finish(it: &TrippedHome) {
    for _ in 0..3 {
        it.time_passes();
        it.drain();
    }
}

fn check_once(it: &TrippedHome, when: &str) {
    assert_eq!(it.server.counts(), [1, 1, 1], "{when}: {:?}", it.messages());
    assert!(it.messages().iter().all(|(_, state, _)| *state == 1), "{when}: {:?}", it.messages());
    let hooks = it.server.written_to("/in");
    let mut ids: Vec<&str> = hooks.iter().map(|one| one.header("x-fusebox-id").unwrap()).collect();
    ids.dedup();
    assert_eq!(ids.len(), 1, "{when}: a webhook comes once or more, with one id");
}

#[test]
fn esc3_deliveries_that_are_killed_write_once() {
    (0..4).for_each(check);
}

#[test]
fn esc3_a_signal_while_the_server_works_writes_once() {
    for words in ["effects drain", "reconcile", "inbox"] {
        for signal in ENDING_SIGNALS {
            let it = with_issue(&format!("{EVERYBODY}\n[inbox]\nallow = [\"alice\"]"));
            it.server.fail(&[Fault::Hold]);
            let mut deliver = it.operator_command(words);
            let mut deliver = deliver.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
            it.server.wait_for_held();
            end(&mut deliver, signal);
            it.server.settle();
            finish(&it);
            check_once(&it, &format!("{words} {signal}"));
        }
    }
}

#[test]
#[ignore = "takes minutes; .ci/run runs it"]
fn esc3_deliveries_that_are_killed_fifty_times_write_once() {
    (100..150).for_each(check);
}

#[cfg(feature = "failpoints")]
#[test]
fn esc3_a_delivery_that_ends_at_any_step_writes_once() {
    use std::os::unix::process::ExitStatusExt;

    for point in [
        "after-begin",
        "before-commit",
        "after-commit",
        "before-request",
        "after-reply",
        "before-mark",
        "after-mark",
    ] {
        let it = with_issue(EVERYBODY);
        // Each of the deliveries, the report and the planning among them, ends there once.
        for _ in 0..8 {
            let mut drain = it.world.fusebox();
            let drain =
                drain.env("FAILPOINT", point).args(["effects", "drain"]).stderr(Stdio::null());
            let status = drain.stdout(Stdio::null()).status().unwrap();
            let is_over =
                it.messages().len() == 4 && it.messages().iter().all(|(_, state, _)| *state == 1);
            assert!(status.signal() == Some(6) || is_over, "{point}: {status}");
            it.server.settle();
            it.time_passes();
        }
        finish(&it);
        check_once(&it, point);
    }
}

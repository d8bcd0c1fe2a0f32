//! Whoever carries an answer out is killed at any moment: the order is carried out once, and nothing is lost.

use std::process::Stdio;
use std::thread::sleep;
use std::time::Duration;

use serde_json::json;

use crate::check_seeds;
use crate::codes::code_in;
use crate::dice::Dice;
use crate::fake_server::Fault;
use crate::tripped::{ENDING_SIGNALS, TrippedHome, end, with_issue};

const GITHUB_AND_NTFY: &str = "[escalate]\nneeds_person = [\"github\", \"ntfy\"]\ngithub_api = \"SERVER\"\n\
    github_token = \"env:TOKEN\"\nntfy = \"env:SECRET_URL\"\n\
    [inbox]\nallow = [\"alice\"]\ncodes = [\"ntfy\"]";

/// A trip of a task with a checkpoint, whose person answered twice: at GitHub, and with the code of the topic.
fn answered(order: &str) -> TrippedHome {
    let it = with_issue(GITHUB_AND_NTFY);
    it.world.write("project/before", "kept");
    it.world.person_does(&["checkpoint", "--task", "42"]);
    it.world.write("project/after", "undone by a rollback");
    it.drain();
    it.time_passes();
    it.operator("reconcile", "");
    let sent = it.server.record().topic.last().unwrap()["message"].clone();
    let code = code_in(sent.as_str().unwrap());
    it.server.record().publish(&format!("fusebox {code} {order}"));
    it.server.comment(42, "alice", &format!("fusebox {order}"));
    it
}

/// One look into the inbox by an operator's timer.
fn look(it: &TrippedHome) -> std::process::Command {
    let mut command = it.operator_command("inbox");
    command.stdout(Stdio::null()).stderr(Stdio::null());
    command
}

/// Ends the lease of an answer that a dead process had claimed, so that any process can claim it.
fn lease_ends(it: &TrippedHome) {
    let change = "UPDATE scope SET durable = json_set(durable, '$.answer.at', 1795309608000) \
        WHERE key LIKE 'inbox:%' AND json_extract(durable, '$.answer.is_applied') = 0";
    it.world.sql().execute(change, []).unwrap();
}

/// Looks into the inbox twice, unkilled, and checks that the order was carried out once.
fn check_once(it: &TrippedHome, order: &str, when: &str) {
    for _ in 0..2 {
        lease_ends(it);
        it.operator("inbox", "");
    }
    let expected = if order == "rollback" { "reset" } else { "guided" };
    assert_eq!(it.status(), expected, "{when}");
    assert_eq!(it.inbox("", ""), [], "{when}");
    let orders = "SELECT count(*) FROM log WHERE session = 's1' AND kind IN ('reset', 'guidance')";
    assert_eq!(it.world.number(orders), 1, "{when}: the agent is told once");
    assert!(it.world.path("project/before").exists(), "{when}");
    assert_eq!(it.world.path("project/after").exists(), order != "rollback", "{when}");
    let incident = it.world.run("incidents --json").json()[0].clone();
    let guidance = if order == "rollback" { json!(null) } else { json!("use make") };
    assert_eq!(incident["guidance"], guidance, "{when}");
}

/// Looks that are killed at some moment, against a server that is late or fails.
fn check_killed(seed: u64) {
    let mut dice = Dice::of(seed);
    let order = ["guidance use make", "rollback"][dice.below(2)];
    let it = answered(order);
    for _ in 0..6 {
        let faults = [
            Fault::None,
            Fault::None,
            Fault::Late,
            Fault::DropAfter,
            Fault::DropBefore,
            Fault::Answer(503, "", "down"),
        ];
        let next: Vec<Fault> = (0..4).map(|_| faults[dice.below(faults.len())].clone()).collect();
        it.server.fail(&next);
        let mut running = look(&it).spawn().unwrap();
        sleep(Duration::from_micros(dice.below(300_000) as u64));
        end(&mut running, ENDING_SIGNALS[dice.below(ENDING_SIGNALS.len())]);
        it.server.settle();
        lease_ends(&it);
    }
    it.server.fail(&[]);
    check_once(&it, order, &format!("seed {seed}"));
}

#[test]
fn esc5_looks_that_are_killed_carry_an_answer_out_once() {
    check_seeds(0..3, check_killed);
}

#[test]
#[ignore = "takes minutes; .ci/run runs it"]
fn esc5_looks_that_are_killed_fifty_times_carry_an_answer_out_once() {
    check_seeds(100..150, check_killed);
}

#[cfg(feature = "failpoints")]
#[test]
fn esc5_a_look_that_ends_at_any_step_carries_an_answer_out_once() {
    use std::os::unix::process::ExitStatusExt;

    let points = [
        "after-claim",
        "after-rollback",
        "after-answer",
        "after-finish",
        "after-commit",
        "before-commit",
    ];
    for order in ["guidance use make", "rollback"] {
        for point in points {
            let it = answered(order);
            let mut ends = 0;
            for _ in 0..4 {
                let status = look(&it).env("FAILPOINT", point).status().unwrap();
                ends += u32::from(status.signal() == Some(6));
                lease_ends(&it);
            }
            let is_reached = point != "after-rollback" || order == "rollback";
            assert_eq!(ends > 0, is_reached, "{order} {point}");
            check_once(&it, order, &format!("{order} {point}"));
        }
    }
}

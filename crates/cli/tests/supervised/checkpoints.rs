//! The state before the work and the state at a trip, for commands that report nothing themselves.

use std::fs;

use serde_json::{Value, json};

use crate::loops::{loop_ends, with_git};
use crate::machine::Machine;
use crate::transcript::has;

/// An agent without hooks that spoils a file with its first act and never ends.
pub(crate) const SPOILER: &str = "echo spoilt > code; echo debris > junk; sleep 60";

/// A repository in which a run is stopped after a second.
fn short_lived(config: &str) -> Machine {
    let machine =
        with_git(&[("FUSEBOX_LIMITS_ACTIVE_TIME", "1s"), ("FUSEBOX_LIMITS_WRAP_UP", "1s")]);
    machine.world.write(".config/fusebox/config.toml", config);
    machine
}

fn git(machine: &Machine, words: &[&str]) -> String {
    let output = machine.world.command("git").args(words).output().unwrap();
    String::from_utf8(output.stdout).unwrap()
}

fn refs(machine: &Machine) -> String {
    git(machine, &["for-each-ref", "--format=%(refname)", "refs/fusebox"])
}

/// The report of the latest incident.
fn report(machine: &Machine) -> Value {
    machine.run_fusebox(&["show", "--json"]).json()
}

/// Checks that the report names the state before the work, and that going back there works.
#[track_caller]
fn check_way_back(machine: &Machine, task: &str) {
    let report = report(machine);
    let tag = format!("refs/fusebox/checkpoint/{task}");
    let changed = json!({"files": 2, "lines_added": 2, "lines_removed": 1});
    has(&report, json!({"checkpoint": {"ref": tag, "partial": null, "changed": changed}}));
    let options = report["recovery_options"].as_array().unwrap();
    let offers = |word: &str| options.iter().any(|it| it["command"].to_string().contains(word));
    assert!(offers("fusebox rollback"), "{report}");
    let kept = format!("refs/fusebox/attempts/{task}/1");
    assert_eq!(refs(machine), format!("{kept}\n{tag}\n"));
    assert_eq!(git(machine, &["show", &format!("{kept}:code")]), "spoilt\n");
    assert_eq!(git(machine, &["show", &format!("{tag}:code")]), "one\n");
    machine.person(&["rollback", "--task", task]);
    assert_eq!(fs::read_to_string(machine.path("code")).unwrap(), "one\n");
    assert!(!machine.path("junk").exists());
}

#[test]
fn a07_a_task_that_a_person_started_is_taken_back_after_a_run_without_hooks() {
    let machine = short_lived("");
    machine.person(&["task", "start", "42"]);
    machine.run_expecting(4, &[], SPOILER);
    check_way_back(&machine, "42");
}

#[test]
fn a07_a_run_without_hooks_keeps_the_state_before_its_first_act() {
    let machine = short_lived("");
    machine.run_expecting(4, &[], SPOILER);
    let task = machine.record()["task"].as_str().unwrap().to_owned();
    check_way_back(&machine, &task);
}

#[test]
fn a08_a_second_run_of_a_task_keeps_its_checkpoint() {
    let machine = with_git(&[]);
    machine.run_expecting(0, &["--task", "42"], "echo two > code");
    let tag = "refs/fusebox/checkpoint/42";
    let first = git(&machine, &["rev-parse", tag]);
    machine.run_expecting(0, &["--task", "42"], "echo three > code");
    assert_eq!(git(&machine, &["rev-parse", tag]), first);
    assert_eq!(refs(&machine), format!("{tag}\n"), "no trip, no attempt");
    assert_eq!(git(&machine, &["show", &format!("{tag}:code")]), "one\n");
}

#[test]
fn a07_a_loop_without_hooks_keeps_the_state_before_it_and_at_its_trip() {
    let machine = with_git(&[]);
    let script = "echo spoilt > code; echo debris > junk; echo 'error: no rule' >&2; exit 1";
    loop_ends(&machine, (3, 5), &["--task", "42"], script);
    check_way_back(&machine, "42");
}

#[test]
fn a07_no_checkpoint_is_kept_where_the_policy_wants_none() {
    for config in ["checkpoints = \"never\"", "mode = \"observe\""] {
        let machine = short_lived(config);
        machine.run(&[], "echo spoilt > code");
        assert_eq!(refs(&machine), "", "{config}");
    }
}

#[test]
fn a07_outside_a_repository_the_report_says_why_there_is_no_way_back() {
    let machine =
        Machine::with(&[("FUSEBOX_LIMITS_ACTIVE_TIME", "1s"), ("FUSEBOX_LIMITS_WRAP_UP", "1s")]);
    let ran = machine.run_expecting(4, &["--task", "42"], "sleep 60");
    assert!(!ran.err.contains("no checkpoint"), "{}", ran.err);
    assert_eq!(report(&machine)["checkpoint"], Value::Null);
    let task = machine.run_fusebox(&["task", "show", "42"]).out;
    assert!(task.contains("is in no git repository"), "{task}");
}

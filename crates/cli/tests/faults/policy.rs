//! Policies that are wrong, edited in the middle, or loosened by a project.

use std::fs;
use std::path::Path;

use crate::machine::{Answer, Machine};

const USER: &str = ".config/fusebox/config.toml";
const PROJECT: &str = "project/.fusebox.toml";
const MISTAKE: &str = "the policy has a mistake, the last good one holds: error: ";

#[test]
fn a_broken_edit_leaves_the_last_good_policy() {
    let machine = Machine::new();
    machine.write(USER, "[limits]\ntool_calls = 2\n");
    assert_eq!(machine.ask("s2", "a").answer(), Answer::Passes);
    assert_eq!(machine.ask("s2", "b").answer(), Answer::Passes);
    for broken in ["[limits\ntool_calls = 200\n", "[limits]\ntool_cals = 200\n", "\u{0}\u{1}"] {
        machine.write(USER, broken);
        let ran = machine.ask("s2", "c");
        assert_eq!(ran.answer(), Answer::Denied, "{broken}: {ran:?}");
        assert_eq!(ran.stderr.lines().count(), 1, "{ran:?}");
        assert!(ran.stderr.contains(MISTAKE) && ran.stderr.contains("config.toml:"), "{ran:?}");
    }
    assert_eq!(machine.errors().len(), 3);
    let doctor = machine.run("doctor");
    assert_eq!(doctor.code, Some(1));
    assert!(doctor.stdout.contains("until this is corrected, the last good policy is used"));
    machine.write(USER, "[limits]\ntool_calls = 200\n");
    let ran = machine.ask("s4", "d");
    assert_eq!((ran.answer(), ran.stderr.as_str()), (Answer::Passes, ""));
}

#[test]
fn a_policy_that_was_never_good_is_the_default_one() {
    let machine = Machine::new();
    machine.write(USER, "on_error = \"maybe\"\n");
    let ran = machine.ask("s2", "a");
    assert_eq!(ran.answer(), Answer::Passes);
    assert!(ran.stderr.contains(MISTAKE), "{ran:?}");
    machine.tripped();
}

#[test]
fn a_policy_that_cannot_be_read_is_a_mistake_too() {
    let machine = Machine::new();
    fs::create_dir_all(machine.path(USER)).unwrap();
    let ran = machine.ask("s2", "a");
    assert_eq!(ran.answer(), Answer::Passes);
    assert_eq!(ran.stderr.lines().count(), 1, "{ran:?}");
    assert!(ran.stderr.contains("config.toml: Is a directory"), "{ran:?}");
}

/// Asks three times in a folder of a project.
fn ask_in_project(machine: &Machine, session: &str) -> Vec<Answer> {
    let ask = |n: usize| {
        let mut hook = machine.hook();
        hook.env("CLAUDE_PROJECT_DIR", machine.path("project"));
        let ran = crate::machine::finish(&mut hook, &machine.call(session, &format!("{n}")));
        ran.answer()
    };
    (0..3).map(ask).collect()
}

#[test]
fn a_project_tightens_and_does_not_loosen_what_a_person_wrote() {
    use Answer::{Denied, Passes};
    let machine = Machine::new();
    machine.write(PROJECT, "[limits]\ntool_calls = 2\n");
    assert_eq!(ask_in_project(&machine, "p1"), [Passes, Passes, Denied]);
    machine.write(USER, "[limits]\ntool_calls = 1\n");
    assert_eq!(ask_in_project(&machine, "p2"), [Passes, Denied, Denied]);
    machine.write(PROJECT, "mode = \"observe\"\n");
    assert_eq!(ask_in_project(&machine, "p3"), [Passes, Passes, Passes]);
    machine.write(USER, "mode = \"enforce\"\n[limits]\ntool_calls = 1\n");
    assert_eq!(ask_in_project(&machine, "p4"), [Passes, Denied, Denied]);
    machine.write(USER, "project_may_loosen = [\"limits.tool_calls\"]\n[limits]\ntool_calls = 1\n");
    machine.write(PROJECT, "[limits]\ntool_calls = 2\n");
    assert_eq!(ask_in_project(&machine, "p5"), [Passes, Passes, Denied]);
}

/// Every file of the folder: a valid one is in order, and an invalid one says its last line.
#[test]
fn every_sample_is_in_order_or_says_why_not() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/faults/policies");
    let mut counted = (0, 0);
    for entry in fs::read_dir(&folder).unwrap() {
        let file = entry.unwrap().path();
        let ran = crate::machine::finish(
            Machine::new().command(crate::machine::FUSEBOX).args(["config", "check"]).arg(&file),
            b"",
        );
        let text = fs::read_to_string(&file).unwrap();
        if file.file_name().unwrap().to_str().unwrap().starts_with("invalid-") {
            counted.1 += 1;
            let told = text.lines().last().unwrap().trim_start_matches("# ");
            assert_eq!(ran.stdout, format!("{}:{told}\n1 problem\n", file.display()));
            assert_eq!(ran.code, Some(2));
        } else {
            counted.0 += 1;
            assert_eq!(ran.code, Some(0), "{ran:?}");
        }
    }
    assert_eq!(counted, (5, 14));
}

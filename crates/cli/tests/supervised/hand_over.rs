//! The page in the project that says where the work stands: at a trip, and at the end of a run.

use std::fs;
use std::os::unix::fs::symlink;

use crate::hooked::{CLIENT, machine};
use crate::loops::{loop_ends, with_git};
use crate::machine::Machine;

const FILE: &str = ".continue-here.md";
const ON: &str = "[report]\nhand_over = \".continue-here.md\"\n";

/// A repository whose runs are handed over.
fn handing_over(variables: &[(&'static str, &str)]) -> Machine {
    let machine = with_git(variables);
    machine.world.write(".config/fusebox/config.toml", ON);
    machine
}

fn page(machine: &Machine) -> String {
    fs::read_to_string(machine.path(FILE)).unwrap()
}

#[track_caller]
fn check_parts(page: &str, parts: &[&str]) {
    let mut rest = page;
    for part in parts {
        let Some(at) = rest.find(part) else {
            panic!("no `{part}` after what came before in {page}")
        };
        rest = &rest[at + part.len()..];
    }
}

#[test]
fn a_run_that_completes_says_what_was_done_and_in_which_state_the_slice_is() {
    let machine = handing_over(&[]);
    fs::create_dir(machine.path(".greenlight")).unwrap();
    fs::write(machine.path(".greenlight/STATE.md"), "slice: cart-totals\nstep: 3\n").unwrap();
    let script = "echo two > code; $FUSEBOX report complete 'Totals are rounded half to even.'";
    machine.run_expecting(0, &["--task", "42"], script);
    let parts = [
        "<!-- Written by Fusebox",
        "# Continue here",
        "**Slice:** 42",
        "**Ended:** completed",
        "## Done",
        "Totals are rounded half to even.",
        "| code | modified |",
        "## Failed\n\nNone",
        "## Open",
        "slice: cart-totals\nstep: 3",
        "## Next step",
    ];
    check_parts(&page(&machine), &parts);
}

#[test]
fn q5_a_run_whose_verifier_refuses_hands_over_no_report_of_completion() {
    let machine = handing_over(&[]);
    let script = "$FUSEBOX report complete 'HalfToEven'";
    machine.run_expecting(0, &["--verify", "true"], script);
    check_parts(&page(&machine), &["HalfToEven"]);
    machine.run_expecting(1, &["--verify", "false"], script);
    let page = page(&machine);
    check_parts(&page, &["**Ended:** failed: verification failed"]);
    assert!(!page.contains("HalfToEven"), "{page}");
}

#[test]
fn a_run_that_fails_or_trips_says_why_and_what_comes_next() {
    let machine =
        handing_over(&[("FUSEBOX_LIMITS_ACTIVE_TIME", "1s"), ("FUSEBOX_LIMITS_WRAP_UP", "1s")]);
    machine.run_expecting(1, &["--task", "41"], "exit 9");
    let failed = ["**Ended:** failed: the command ended with code 9", "## Failed", "## Next step"];
    check_parts(&page(&machine), &failed);
    machine.run_expecting(4, &["--task", "42"], "echo two > code; sleep 60");
    let tripped = [
        "**Slice:** 42",
        "**Ended:** circuit breaker: active time (1s/1s)",
        "## Done",
        "| code | modified |",
        "## Open",
        "?",
        "## Next step",
        "fusebox reset 42 --guidance",
    ];
    check_parts(&page(&machine), &tripped);
    assert!(!page(&machine).contains(FILE), "the page is no part of the work");
    let report = machine.run_fusebox(&["show", "--json"]).json();
    assert!(!report["cumulative_files_modified"].to_string().contains(FILE), "{report}");
}

#[test]
fn a_trip_of_a_client_is_handed_over_without_a_run_and_the_guard_is_silent() {
    let machine = machine(&[]);
    machine.world.write(".config/fusebox/config.toml", ON);
    let calls = "for i in 1 2 3 4 5 6 7 8 9 10; do call ls; done";
    let more = "say UserPromptSubmit ',\"prompt\":\"look elsewhere\"'; call pwd; call date";
    let script = format!(
        "{CLIENT}\n{calls}\n$FUSEBOX effects drain\nuntil [ -e {FILE} ]; do sleep 0.1; done\ncat {FILE}\n{more}"
    );
    let mut client = machine.world.command("bash");
    client.args(["-c", &script]).env("CLAUDE_CODE_ENTRYPOINT", "cli");
    let output = client.output().unwrap();
    let told = String::from_utf8_lossy(&output.stdout);
    check_parts(
        &told,
        &[
            "# Continue here",
            "**Ended:** circuit breaker: the same call with the same result in a row (6/4)",
            "## Next step",
        ],
    );
    let incidents = machine.run_fusebox(&["incidents", "--all", "--json"]).out;
    assert!(!incidents.contains("guard.tampered"), "{incidents}");
}

#[test]
fn l01_the_page_is_no_progress_of_a_loop() {
    let machine = handing_over(&[]);
    let (_, turns) = loop_ends(&machine, (3, 4), &[], "echo thinking");
    let states: Vec<&str> = turns.iter().filter_map(|turn| turn["state"].as_str()).collect();
    assert_eq!(states, ["closed", "closed", "half_open", "open"]);
    check_parts(
        &page(&machine),
        &["**Ended:** circuit breaker: iterations without progress (4/4)", "## Next step"],
    );
}

#[test]
fn nothing_is_written_unless_a_person_asks_for_it() {
    let machine = with_git(&[]);
    machine.run_expecting(0, &[], "true");
    assert!(!machine.path(FILE).exists());
    assert_eq!(machine.queued("hand_over"), 0);
}

#[test]
fn a_link_and_a_file_of_somebody_else_stay_as_they_are() {
    let machine = handing_over(&[]);
    let outside = machine.world.path("outside.md");
    fs::write(&outside, "theirs").unwrap();
    symlink(&outside, machine.path(FILE)).unwrap();
    machine.run_expecting(0, &[], "true");
    assert_eq!(fs::read_to_string(&outside).unwrap(), "theirs");
    fs::remove_file(machine.path(FILE)).unwrap();
    fs::write(machine.path(FILE), "# Mine").unwrap();
    machine.run_expecting(0, &[], "true");
    assert_eq!(page(&machine), "# Mine");
    let doctor = machine.run_fusebox(&["doctor"]).out;
    assert!(doctor.contains("the hand-over was not made"), "{doctor}");
}

#[test]
fn no_secret_of_the_work_is_handed_over() {
    let machine = handing_over(&[]);
    fs::write(machine.path("STATE.md"), "token = ghp_0123456789abcdefghijABCDEFGHIJ012345\n")
        .unwrap();
    machine.run_expecting(0, &[], "$FUSEBOX report complete 'password: hunter2hunter2'");
    let page = page(&machine);
    assert!(!page.contains("ghp_0123") && !page.contains("hunter2"), "{page}");
}

//! A debugger: it sees the files of the checkpoint, and what it finds stands in the report of the trip.

use std::fs;

use crate::checkpoints::SPOILER;
use crate::loops::with_git;
use crate::machine::Machine;

/// A repository in which a run is stopped after a second, and then this command looks for the cause.
fn with_debugger(debugger: &str) -> Machine {
    with_git(&[
        ("FUSEBOX_LIMITS_ACTIVE_TIME", "1s"),
        ("FUSEBOX_LIMITS_WRAP_UP", "1s"),
        ("FUSEBOX_ON_TRIP_DEBUGGER", debugger),
    ])
}

fn finding(machine: &Machine) -> serde_json::Value {
    machine.run_fusebox(&["show", "--json"]).json()["debugger_finding"].clone()
}

fn git(machine: &Machine, words: &[&str]) -> String {
    let output = machine.world.command("git").args(words).output().unwrap();
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn q7_a_debugger_reads_the_checkpoint_and_its_finding_is_attached() {
    let machine = with_debugger(
        "cat > \"$HOME/request\"; pwd > \"$HOME/where\"; echo noise >&2; \
         echo \"code says $(cat code), junk: $(ls junk 2>/dev/null)\"; git log -1 --format=%D",
    );
    let ran = machine.run_expecting(4, &[], SPOILER);
    assert!(ran.err.contains("looks for the cause of the trip, for at most 600 s"), "{}", ran.err);
    let found = finding(&machine);
    assert!(found.as_str().unwrap().starts_with("code says one, junk: \n"), "{found}");
    let request = fs::read_to_string(machine.world.home.join("request")).unwrap();
    for part in
        ["# FIND THE CAUSE", "## Report of the trip", "## Circuit Breaker Tripped", "Only read"]
    {
        assert!(request.contains(part), "no `{part}` in {request}");
    }
    // Nothing of it is left, and the work is as the agent left it.
    let place = fs::read_to_string(machine.world.home.join("where")).unwrap();
    assert!(!fs::exists(place.trim()).unwrap(), "{place}");
    assert_eq!(git(&machine, &["worktree", "list"]).lines().count(), 1);
    assert_eq!(fs::read_to_string(machine.path("code")).unwrap(), "spoilt\n");
    let shown = machine.run_fusebox(&["show"]).out;
    assert!(shown.contains("What the debugger found"), "{shown}");
}

#[test]
fn q7_a_debugger_that_fails_or_says_nothing_attaches_nothing() {
    for (debugger, why) in [
        ("exit 3", "ended with code 3"),
        ("cat > /dev/null", "said nothing"),
        ("kill -SEGV $$", "was ended by a signal"),
    ] {
        let machine = with_debugger(debugger);
        let ran = machine.run_expecting(4, &[], SPOILER);
        assert!(ran.err.contains(why), "{debugger}: {}", ran.err);
        assert!(finding(&machine).is_null(), "{debugger}");
    }
}

#[test]
fn q7_a_project_cannot_start_a_debugger_and_without_a_trip_none_is_started() {
    let machine =
        with_git(&[("FUSEBOX_LIMITS_ACTIVE_TIME", "1s"), ("FUSEBOX_LIMITS_WRAP_UP", "1s")]);
    let own = "[on_trip]\ndebugger = \"touch $HOME/started\"\n";
    fs::write(machine.path(".fusebox.toml"), own).unwrap();
    machine.run(&[], SPOILER);
    assert!(!machine.world.home.join("started").exists());
    let calm = with_debugger("touch \"$HOME/started\"");
    calm.run_expecting(0, &[], "true");
    assert!(!calm.world.home.join("started").exists());
}

#[cfg(target_os = "linux")]
#[test]
fn q7_a_debugger_of_a_confined_run_can_write_neither_its_tree_nor_the_repository() {
    let machine = with_debugger(
        "for file in code made \"$HOME/project/code\" \"$HOME/project/.git/made\"; do \
         (echo x > \"$file\") 2>/dev/null && echo \"wrote $file\"; done; echo done",
    );
    machine.run_expecting(4, &["--confine=require"], SPOILER);
    let found = finding(&machine);
    assert!(!found.as_str().unwrap().contains("wrote code"), "{found}");
    assert!(!found.as_str().unwrap().contains("wrote made"), "{found}");
    assert!(!found.as_str().unwrap().contains("project"), "{found}");
}

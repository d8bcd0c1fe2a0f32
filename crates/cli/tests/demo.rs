//! The demo as a person and as a program run it: what it shows really happened.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::process::{Command, Output};

use serde_json::Value;
use tempfile::TempDir;

/// Runs the demo with a temporary folder of its own, which must be empty afterwards.
fn demo(words: &[&str], variables: &[(&str, &str)]) -> Output {
    let folder = TempDir::new().unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_fusebox"));
    command.arg("demo").args(words).env("TMPDIR", folder.path());
    let output = command.envs(variables.iter().copied()).output().unwrap();
    let left: Vec<_> = std::fs::read_dir(folder.path()).unwrap().collect();
    assert!(left.is_empty(), "left behind: {left:?}");
    output
}

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).unwrap()
}

fn steps(output: &Output) -> Vec<Value> {
    assert!(output.status.success(), "{}", text(&output.stderr));
    text(&output.stdout).lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn r12_a_repeated_test_run_is_nudged_then_denied_then_the_breaker_opens_until_guidance() {
    let steps = steps(&demo(&["--fast", "--json"], &[]));
    let runs = steps.iter().filter(|step| step["subject"] == "cargo test");
    let runs: Vec<(&str, bool)> =
        runs.map(|run| (run["verdict"].as_str().unwrap(), run["exit_code"].is_number())).collect();
    assert_eq!(
        runs,
        [
            ("allow", true), // before the edit
            ("allow", true),
            ("allow", true),
            ("allow", true),
            ("warn", true), // the fourth result that is the same
            ("allow", true),
            ("allow", true),
            ("deny", false),
            ("deny", false),
            ("allow", true), // after guidance
        ]
    );
    let states = steps.iter().filter(|step| step["type"] == "breaker");
    let states: Vec<&str> = states.map(|step| step["to"].as_str().unwrap()).collect();
    assert_eq!(states, ["half_open", "open", "half_open", "closed"]);
    let incidents: Vec<_> = steps.iter().filter(|step| step["type"] == "incident").collect();
    assert_eq!(incidents.len(), 1);
    assert_eq!(incidents[0]["rule"], "repetition.same_call");
    assert!(incidents[0]["summary"].as_str().unwrap().starts_with("I round half a cent up."));
    let summary = steps.last().unwrap();
    assert_eq!((&summary["type"], &summary["ok"]), (&"summary".into(), &true.into()));
    assert_eq!(
        summary["reached"],
        serde_json::json!([
            "nudged", "denied", "tripped", "refused", "reported", "guided", "closed", "passed"
        ])
    );
    assert_eq!(summary["incidents"], 1);
    assert!(summary["hook_calls"].as_u64().unwrap() > 10);
}

#[test]
fn the_screen_fits_a_terminal_and_a_pipe_has_no_escape_codes() {
    let output = demo(&[], &[]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    let shown = text(&output.stdout);
    assert!(!shown.contains('\u{1b}'));
    for part in ["  nudge ┃ ", " denied ┃ ", "   trip ┃ ", " report ┃ ", "breaker ● closed"]
    {
        assert!(shown.contains(part), "{part:?} is not in\n{shown}");
    }
    // A path is as long as it is.
    let long = shown.lines().find(|line| line.chars().count() > 80 && !line.contains('/'));
    assert_eq!(long, None);
}

#[test]
fn the_persons_own_settings_do_not_reach_the_demo() {
    let folder = TempDir::new().unwrap();
    let own = folder.path().to_str().unwrap();
    let variables = [
        ("FUSEBOX_MODE", "observe"),
        ("FUSEBOX_STATE_DIR", own),
        ("GIT_DIR", "/nowhere"),
        ("RUSTFLAGS", "--broken"),
        ("RUST_BACKTRACE", "full"),
        ("CARGO_TARGET_DIR", own),
    ];
    let steps = steps(&demo(&["--json"], &variables));
    assert_eq!(steps.last().unwrap()["ok"], true);
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
}

#[test]
fn what_is_missing_is_named() {
    let folder = TempDir::new().unwrap();
    let output = demo(&["--fast"], &[("PATH", folder.path().to_str().unwrap())]);
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(
        text(&output.stderr),
        "error: the demo needs Rust, and `rustc` is not on this machine's PATH\n\
         hint: install Rust from https://rustup.rs\n"
    );
}

//! The demo as a person and as a program run it: what it shows really happened.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::process::{Command, Output};

use serde_json::{Value, json};
use tempfile::TempDir;
use textwrap::core::display_width;

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

/// The steps of one of the stories; the second begins with an `act`.
fn story(steps: &[Value], second: bool) -> &[Value] {
    let at = steps.iter().position(|step| step["type"] == "act").unwrap();
    if second { &steps[at..] } else { &steps[..at] }
}

fn runs(steps: &[Value]) -> Vec<(&str, bool)> {
    let runs = steps.iter().filter(|step| step["subject"] == "cargo test");
    runs.map(|run| (run["verdict"].as_str().unwrap(), run["exit_code"].is_number())).collect()
}

fn states(steps: &[Value]) -> Vec<&str> {
    let states = steps.iter().filter(|step| step["type"] == "breaker");
    states.map(|step| step["to"].as_str().unwrap()).collect()
}

fn incident(steps: &[Value]) -> &Value {
    let mut incidents = steps.iter().filter(|step| step["type"] == "incident");
    let first = incidents.next().unwrap();
    assert!(incidents.next().is_none());
    first
}

#[test]
fn r12_a_repeated_test_run_is_nudged_then_denied_then_the_breaker_opens_until_guidance() {
    let steps = steps(&demo(&["--fast", "--json"], &[]));
    let first = story(&steps, false);
    assert_eq!(
        runs(first),
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
    assert_eq!(states(first), ["half_open", "open", "half_open", "closed"]);
    let incident = incident(first);
    assert_eq!(incident["rule"], "repetition.same_call");
    assert!(incident["summary"].as_str().unwrap().starts_with("I round half a cent up."));
    let summary = steps.last().unwrap();
    assert_eq!((&summary["type"], &summary["ok"]), (&"summary".into(), &true.into()));
    let reached = "nudged denied tripped refused reported guided closed passed protected third_attempt \
        asked fixed";
    assert_eq!(summary["reached"], json!(reached.split(' ').collect::<Vec<_>>()));
    assert_eq!(summary["incidents"], 2);
    assert!(summary["hook_calls"].as_u64().unwrap() > 20);
}

#[test]
fn a01_a11_three_honest_tries_at_a_test_open_the_breaker_and_the_test_stays_as_it_is() {
    let steps = steps(&demo(&["--fast", "--json"], &[]));
    let second = story(&steps, true);
    assert_eq!(
        runs(second),
        [
            ("allow", true), // before the first edit
            ("allow", true),
            ("allow", true),
            ("warn", true),  // the third attempt opens the breaker
            ("allow", true), // after guidance
        ]
    );
    assert_eq!(states(second), ["open", "half_open", "closed"]);
    let edits = second.iter().filter(|step| step["tool"] == "Edit");
    let edits: Vec<&str> = edits.map(|edit| edit["verdict"].as_str().unwrap()).collect();
    assert_eq!(edits, ["allow", "allow", "deny", "allow", "allow"]);
    let incident = incident(second);
    assert_eq!(incident["rule"], "attempts.per_test");
    let report = &incident["report"];
    assert_eq!(report["test"], "tests::half_a_cent_is_rounded");
    assert_eq!(report["trip_reason"], "per-test limit (3/3)");
    assert_eq!(report["test_expectation"], "assert_eq!(discounted(27, 50), 14);");
    let log = report["attempt_log"].as_array().unwrap();
    let tried: Vec<&str> = log.iter().map(|one| one["description"].as_str().unwrap()).collect();
    assert_eq!(
        tried,
        [
            "Half a cent is cut off, so it has to be rounded up.",
            "Floating point rounds as one expects.",
            "Then 49 instead of 50, so that 12.5 goes down.",
        ]
    );
    assert!(log.iter().all(|one| one["files_touched"] == json!(["src/lib.rs"])));
    assert_eq!(report["tests_modified"][0]["how"], "weakened (refused)");
    assert_eq!(
        report["specific_question"],
        "Which is right for `assert_eq!(discounted(27, 50), 14);` (`src/lib.rs:19`): `14`, as the \
         test says, or `13`, as the code gives now?"
    );
}

#[test]
fn the_demo_is_one_screen_of_at_most_60_lines() {
    let output = demo(&[], &[]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    let shown = text(&output.stdout);
    assert!(shown.lines().count() <= 60, "{}\n{shown}", shown.lines().count());
    for part in [
        "  nudge ┃ ",
        "refused ┃ ",
        "   trip ┃ ",
        " report ┃ ○ OPEN",
        "fusebox reset ",
        "breaker ● closed",
        "demo --long",
    ] {
        assert!(shown.contains(part), "{part:?} is not in\n{shown}");
    }
    let wide = shown.lines().find(|line| display_width(line) > 80);
    assert_eq!(wide, None);
}

#[test]
fn the_demo_fits_a_phone_and_a_desk() {
    let [narrow, wide] = ["60", "160"].map(|columns| demo(&["--fast"], &[("COLUMNS", columns)]));
    // A command to type is never cut.
    let is_wide = |line: &&str| {
        display_width(line) > 60 && (!line.contains("fusebox ") || line.contains("Bash"))
    };
    assert_eq!(text(&narrow.stdout).lines().find(is_wide), None);
    let lines = |output: &Output| text(&output.stdout).lines().count();
    assert!(lines(&wide) <= lines(&narrow), "{}", text(&wide.stdout));
    assert!(text(&wide.stdout).lines().all(|line| display_width(line) <= 80));
}

#[test]
fn the_screen_fits_a_terminal_and_a_pipe_has_no_escape_codes() {
    let output = demo(&["--long"], &[]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    let shown = text(&output.stdout);
    assert!(!shown.contains('\u{1b}'));
    for part in [
        "  nudge ┃ ",
        "refused ┃ ",
        "   trip ┃ ",
        " report ┃ ",
        "breaker ● closed",
        "What I need from you",
    ] {
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

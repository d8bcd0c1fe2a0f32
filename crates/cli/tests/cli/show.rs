//! `fusebox show`: the report of an incident.

use std::io::Read;

use pty_process::Size;
use pty_process::blocking::{self, open};

use serde_json::json;

use crate::agent::{Agent, started, undated};
use crate::transcript::{check, has};
use crate::world::World;

const LOOP: &str = r#"
○ OPEN   DATE  incident INCIDENT

`make test` has given the same result 6 times in a row, and nothing was changed in between.

What it needs from you
  What should the agent do next instead of `make test`? The answer is always `orders.c: error: no
  such field`.

Answer it   fusebox reset SHORT --guidance "…"  or type to the agent
As analysed fusebox reset SHORT --guidance-from-analysis  tells the agent the analysis
Wrong trip  fusebox dismiss SHORT --wrong

6 calls · 8 s · since it went round in circles: 6 calls, 7 s
session s1 · repetition.same_call

What actually happens
    orders.c: error: no such field

The last calls
  ! make test ×6
      orders.c: error: no such field
  ✗ make test ×2  refused

Best hypothesis
  `make test` was done 6 times with the same answer: `orders.c: error: no such field`. 2 more were
  refused. The agent did nothing in between that could change the answer.

Analysis
  Loop: `make test` or its like was done 6 times (calls 1 to 6), and the answer was the same each
  time: `orders.c: error: no such field`.
  Mistakes to avoid:
  - Did again what call 1 had answered. (calls 2, 3, 4, 5, 6)
  - Made the call `make test` 6 times with the same answer. (calls 1, 2, 3, 4, 5, 6)
  - Made calls that were refused, in place of another way. (calls 7, 8)
  - Never reported that it got no further, up to the last call. (call 8)
  - Made 8 calls (from 1 to 8) without an accepted edit or a green run. (calls 1, 8)
  The plan:
  1. Take the answer of call 1 as final: `orders.c: error: no such field`.
  2. Write down what it says, and which question is open now.
  3. Take a step that has not been taken: another file, another place, or the next part of the task.
  4. If the next two calls bring nothing new, report what blocks you and end.

  `fusebox bypass SHORT --for 30m` lets everything pass for a while.
"#;

const TRIED: &str = r#"
○ OPEN   claude · ~/project · DATE  incident INCIDENT

`cart::adds` failed again after 3 attempts at it: per-test limit (3/3).

What it needs from you
  Which value is right for `cart::adds` (`tests/cart.rs:14`): `3` (left) or `4` (right)? They are
  compared and differ.

Answer it   fusebox reset SHORT --guidance "…" --test cart::adds  or type to the agent
Wrong trip  fusebox dismiss SHORT --wrong

7 calls · TIME
task 42 · test cart::adds · session s1 · attempts.per_test 3/3

What the test expects
  At `tests/cart.rs:14`:
    assertion `left == right` failed (left: 3, right: 4)

What actually happens
    running 1 tests
    test cart::adds ... FAILED

    failures:

    ---- cart::adds stdout ----

    thread 'cart::adds' panicked at tests/cart.rs:14:5:
    assertion `left == right` failed
      left: 3
     right: 4


    failures:
        cart::adds

    test result: FAILED. 0 passed; 1 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.00s

    error: test failed, to rerun pass `--test cart`

Attempts log
  1. changed src/cart.rs
     files  src/cart.rs
     result left: 3, right: 4
  2. changed src/cart.rs
     files  src/cart.rs
     result left: 3, right: 4
  3. changed src/cart.rs
     files  src/cart.rs
     result left: 3, right: 4

Files modified (cumulative)
  File         Change Type  Attempts
  src/cart.rs  modified     1, 2, 3
"#;

/// A task in which one test failed three attempts.
fn stopped() -> World {
    let world = started("42");
    let agent = Agent::new(&world, "s1");
    agent.attempts(3);
    world
}

fn of_incident(text: &str, incident: &str) -> String {
    text.replace("INCIDENT", incident).replace("SHORT", &incident[..4])
}

#[test]
fn a_loop_is_shown_with_its_calls() {
    let world = World::new();
    world.tripped("s1");
    let incident = world.incident();
    check(&undated(world.run("show")), &of_incident(LOOP, &incident));
}

#[test]
fn a01_a_test_that_was_tried_three_times() {
    let world = stopped();
    let incident = world.incident();
    let text = undated(world.run("show")).out;
    let took = text.split("7 calls · ").nth(1).unwrap().lines().next().unwrap().to_owned();
    let text = text.replace(&format!("7 calls · {took}"), "7 calls · TIME");
    let (facts, advice) = text.split_at(text.find("Best hypothesis").unwrap());
    assert_eq!(facts.trim_end(), of_incident(TRIED, &incident).trim());
    // The words of the advice are the report's own.
    for part in [
        "\n\nRecovery options\n  ",
        "\n    fusebox reset 42 --guidance \"…\" --test cart::adds\n",
        "\n    fusebox skip cart::adds --task 42\n",
    ] {
        assert!(advice.contains(part), "{part:?} in\n{text}");
    }
}

#[test]
fn a_run_without_a_change_is_no_attempt_of_the_report() {
    let world = started("42");
    let agent = Agent::new(&world, "s1");
    agent.attempts(1);
    // Nothing was changed since the attempt before.
    agent.run("cargo test", &["cart::adds"]);
    agent.attempt(&["cart::adds"]);
    agent.attempt(&["cart::adds"]);
    let report = world.run("show --json").json();
    assert_eq!(report["rule"], "attempts.per_test", "{report}");
    let attempts: Vec<_> = report["attempt_log"].as_array().unwrap().iter().collect();
    assert_eq!(attempts.len(), 3, "{attempts:?}");
    for attempt in attempts {
        assert_eq!(attempt["files_touched"], json!(["src/cart.rs"]), "{attempt}");
    }
}

#[test]
fn what_a_person_said_stays_with_it() {
    let world = stopped();
    let words = ["reset", "s1", "--yes", "--guidance", "the fixture is stale"];
    world.person_does(&words);
    let text = world.run("show").out;
    assert!(text.starts_with("◐ GUIDED   claude · ~/project · "), "{text}");
    assert!(text.contains("\nWhat a person said\n  the fixture is stale\n"), "{text}");
    assert!(!text.contains("Recovery options"), "it was answered: {text}");
}

#[test]
fn for_programs_and_for_issues() {
    let world = stopped();
    let incident = world.incident();
    let told = world.run(&format!("show {} --json", &incident[..8])).json();
    has(
        &told,
        json!({"incident": incident.as_str(), "rule": "attempts.per_test",
        "trip_reason": "per-test limit (3/3)", "test": "cart::adds"}),
    );
    assert_eq!(told["attempt_log"].as_array().unwrap().len(), 3);
    has(&told["record"], json!({"id": incident.as_str(), "status": "open"}));
    assert!(told["record"]["calls"].as_array().unwrap().len() >= 7, "{told}");
    let markdown = world.run("show --markdown").out;
    assert!(markdown.starts_with("## Circuit Breaker Tripped\n\n**Slice:** 42"), "{markdown}");
    assert!(markdown.contains("**Trip reason:** per-test limit (3/3)"), "{markdown}");
    assert!(markdown.contains("### Recovery options\n"), "{markdown}");
    assert_eq!(world.run("show --json --markdown").code, 2);
}

#[test]
fn the_trip_reason_is_a_label_and_the_sentence_stands_in_the_record() {
    let world = World::new();
    world.tripped("s1");
    let told = world.run("show --json").json();
    has(&told, json!({"trip_reason": "the same call with the same result in a row (6/4)"}));
    let sentence = "`make test` has given the same result 6 times in a row, and nothing was changed in between.";
    has(&told["record"], json!({"reason": sentence}));
}

/// What appears on a terminal of so many rows.
fn on_terminal(world: &World, (rows, columns): (u16, u16), words: &[&str]) -> String {
    let (mut terminal, child_side) = open().unwrap();
    terminal.resize(Size::new(rows, columns)).unwrap();
    let mut child = blocking::Command::new(env!("CARGO_BIN_EXE_fusebox"))
        .args(words)
        .env_clear()
        .env("HOME", &world.home)
        .env("PAGER", "/usr/bin/tr a-z A-Z")
        .env("NO_COLOR", "1")
        .current_dir(world.path("project"))
        .spawn(child_side)
        .unwrap();
    let mut out = Vec::new();
    // Linux ends a terminal that nobody holds with an error.
    let _ = terminal.read_to_end(&mut out);
    assert!(child.wait().unwrap().success());
    String::from_utf8(out).unwrap()
}

#[test]
fn a_pager_is_for_a_terminal_that_is_too_small() {
    let world = stopped();
    let small = on_terminal(&world, (10, 100), &["show"]);
    assert!(small.starts_with("○ OPEN   CLAUDE · "), "{small}");
    let large = on_terminal(&world, (200, 100), &["show"]);
    assert!(large.starts_with("○ OPEN   claude · "), "{large}");
    let plain = on_terminal(&world, (10, 100), &["show", "--no-pager"]);
    assert!(plain.starts_with("○ OPEN   claude · "), "{plain}");
    assert!(world.run("show").out.starts_with("○ OPEN   claude · "));
}

#[test]
fn the_first_screen_fits_a_small_terminal() {
    let world = stopped();
    let long = "I changed the rounding four times. ".repeat(40) + "Which halves go down?";
    world.claude("Stop", json!({"session_id": "s1", "last_assistant_message": long}));
    for columns in [60, 80, 160] {
        let shown = on_terminal(&world, (30, columns), &["show", "--brief"]);
        let lines: Vec<&str> = shown.trim_end().lines().collect();
        assert!(lines.len() <= 24, "{columns}: {} lines of {shown}", lines.len());
        // A command is never cut: it can be copied.
        let texts = lines.iter().filter(|line| !line.contains("fusebox "));
        let widest = texts.map(|line| line.trim_end().chars().count()).max().unwrap();
        assert!(widest <= usize::from(columns), "{columns}: {shown}");
        for part in [
            "The agent asks",
            "Answer it   fusebox reset ",
            "--test cart::adds",
            "3/3",
            "halves go down?",
        ] {
            assert!(shown.contains(part), "{columns}: {part} in {shown}");
        }
    }
}

#[test]
fn times_are_of_this_machine_or_of_utc() {
    let world = World::new();
    world.tripped("s1");
    let berlin = world.with("TZ", "Europe/Berlin", "show").out;
    assert!(berlin.contains("2026-11-22 02:06 CET"), "{berlin}");
    let utc = world.with("TZ", "Europe/Berlin", "show --utc").out;
    assert!(utc.contains("2026-11-22 01:06 UTC"), "{utc}");
}

/// A session that ran `command` eight times, which failed six times with `output`.
fn failed_alike(world: &World, command: &str, output: &str) {
    world.claude("UserPromptSubmit", json!({"prompt": "make it pass"}));
    for n in 0..8 {
        let fields = crate::world::bash(&format!("c{n}"), command);
        world.claude("PreToolUse", fields.clone());
        if n < 6 {
            let mut failed = fields;
            failed["error"] = json!(output);
            world.claude("PostToolUseFailure", failed);
        }
    }
}

#[test]
fn what_actually_happens_is_the_output_itself_and_never_its_masks() {
    const SECRET: &str = "ghp_aB3dE6gH9jK2mN5pQ8sT1vW4xY7zA0cD3fG6";
    let said = format!("orders.c:14:3: error: no field 'total' of {SECRET}, pid 4711");
    for (command, exit) in [("make test", "Exit code 2"), ("make orders.o", "Exit code 2")] {
        let world = World::new();
        failed_alike(&world, command, &format!("{exit}\ncc -c orders.c\n{said}"));
        let told = world.run("show --json").json();
        let error = told["actual_error"].as_str().unwrap();
        let expected = "orders.c:14:3: error: no field 'total' of";
        assert!(error.contains(expected) && error.contains("pid 4711"), "{command}: {error:?}");
        // Neither the report nor its analysis has what is only for comparing, or the secret.
        for format in ["show", "show --markdown", "show --json", "debug s1"] {
            let shown = world.run(format).out;
            assert!(shown.contains("pid 4711"), "{command}, {format}: {shown}");
            for hidden in ["<n>", "<pid>", SECRET, "No output is known"] {
                assert!(!shown.contains(hidden), "{command}, {format}: {hidden} in {shown}");
            }
        }
    }
}

#[test]
fn that_the_answer_could_not_change_is_said_only_where_it_is_true() {
    const NOTHING_DONE: &str = "The agent did nothing in between that could change the answer.";
    let world = World::new();
    world.tripped("s1");
    assert!(world.run("show").out.contains(NOTHING_DONE));
    // Edits in between could have brought the program, and did not.
    let world = World::new();
    world.claude("UserPromptSubmit", json!({"prompt": "make it pass"}));
    for n in 0..9 {
        let mut call = crate::world::bash(&format!("c{n}"), &format!("protoc orders{n}.proto"));
        world.claude("PreToolUse", call.clone());
        call["error"] = json!("Exit code 127\n/bin/bash: line 1: protoc: command not found");
        world.claude("PostToolUseFailure", call);
        let path = world.path("project/orders.proto");
        let edit = json!({"tool_name": "Write", "tool_use_id": format!("w{n}"),
            "tool_input": {"file_path": path, "content": format!("// {n}")}});
        world.claude("PreToolUse", edit.clone());
        let mut written = edit;
        written["tool_response"] = json!({"type": "update"});
        world.claude("PostToolUse", written);
    }
    let told = world.run("show --json").json();
    assert_eq!(told["rule"], "repetition.missing_program", "{told}");
    let shown = world.run("show").out.replace("\n  ", " ");
    assert!(!shown.contains(NOTHING_DONE) && !shown.contains("could not change"), "{shown}");
    assert!(shown.contains("nothing that was done in between has brought it"), "{shown}");
}

#[test]
fn a_fact_stands_once_and_the_first_screen_names_role_issue_branch_and_limit() {
    let world = started("42");
    let words = ["task", "start", "42", "--role", "feat-dev", "--issue", "acme/shop#7"];
    world.person_does(&words);
    let agent = Agent::new(&world, "s1");
    agent.attempts(3);
    let asked = "I changed the sum three times. Is 3 or 4 right?";
    world.claude("Stop", json!({"session_id": "s1", "last_assistant_message": asked}));
    let shown = world.run("show").out;
    let facts = "task 42 · test cart::adds · issue acme/shop#7 · role feat-dev · session s1 · attempts.per_test 3/3";
    assert!(shown.replace('\n', " ").contains(facts), "{shown}");
    assert_eq!(shown.matches(asked).count(), 1, "{shown}");
    assert!(!shown.contains("What the agent says"), "{shown}");
    // Words that the first screen has no room for stand in full below it.
    let long = "I changed the rounding again. ".repeat(40) + asked;
    world.claude("Stop", json!({"session_id": "s1", "last_assistant_message": long}));
    let markdown = world.run("show --markdown").out;
    assert!(markdown.contains("What the agent says"), "{markdown}");
}

#[test]
fn the_latest_is_meant_where_no_id_is_given() {
    let world = World::new();
    let escalate = "[escalate]\ntrip = [\"desktop\"]\nneeds_person = [\"desktop\"]\n";
    world.write(".config/fusebox/config.toml", escalate);
    for (words, said) in [
        ("log", "no session has been watched yet"),
        ("escalate --dry-run", "there is no incident yet"),
        ("show", "there is no incident yet"),
    ] {
        let ran = world.run(words);
        assert_eq!((ran.code, ran.out.as_str()), (1, ""), "{words}");
        assert!(ran.err.contains(said), "{words}: {}", ran.err);
    }
    world.tripped("s1");
    world.tripped("s2");
    world.claude("Stop", json!({"session_id": "s2"}));
    for (words, named) in [("log --json", "s2"), ("escalate --dry-run", &world.incident())] {
        let latest = world.run(words);
        assert_eq!((latest.code, latest.err.as_str()), (0, ""), "{words}");
        assert!(latest.out == world.run(&format!("{words} {named}")).out, "{words}");
    }
}

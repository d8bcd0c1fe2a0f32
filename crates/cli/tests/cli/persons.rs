//! Orders that are a person's: they work at a terminal, and nowhere else.

use std::os::unix::fs::PermissionsExt;

use serde_json::json;

use crate::transcript::{NO_TERMINAL, check};
use crate::world::World;

fn state(world: &World) -> String {
    world.run("status --json").json()[0]["state"].as_str().unwrap().to_owned()
}

#[test]
fn a_person_closes_the_breaker() {
    let world = World::new();
    world.tripped("s1");
    check(&world.person(&["reset", "s1"], "y\n"), "s1: closed.");
    assert_eq!(state(&world), "closed");
    let show = world.run("show").out;
    assert!(show.starts_with("● RESET   2026-11-22 01:06 UTC, "), "{show}");
}

#[test]
fn with_guidance_the_agent_goes_on_under_watch() {
    let world = World::new();
    world.tripped("s1");
    check(
        &world.person(&["reset", "s1", "--yes", "--guidance", "read the header first"], ""),
        "s1: the agent is told at its next step; its breaker is half-open.",
    );
    assert_eq!(state(&world), "half_open");
    let fields =
        json!({"tool_name": "Read", "tool_input": {"file_path": "a.h"}, "tool_use_id": "x"});
    let told = world.claude("PreToolUse", fields).out;
    assert!(told.contains("read the header first"), "{told}");
    let long = "x".repeat(5_000);
    let ran = world.person(&["reset", "s1", "--guidance", &long], "");
    assert_eq!(ran.code, 2, "{}", ran.err);
}

#[test]
fn everything_passes_for_a_while() {
    let world = World::new();
    world.tripped("s1");
    let ran = world.person(&["bypass", "s1", "--for", "1h", "--yes"], "");
    assert!(ran.out.starts_with("s1: every call passes until "), "{}", ran.transcript());
    assert_eq!(world.bash("x", "make test").out, "");
    check(
        &world.person(&["bypass", "s1", "--for", "2d"], "y\n"),
        "
2> error: --for: at most 24 hours
2> hint: `mode = \"observe\"` in the configuration refuses nothing for good
exit 2
",
    );
}

#[test]
fn a_wrong_incident_keeps_the_case_and_tells_the_setting() {
    let world = World::new();
    world.tripped("s1");
    let incident = world.incident();
    check(
        &world.person(&["dismiss", &incident, "--wrong"], "yes\n"),
        &format!(
            "
Incident {incident} is dismissed; its breaker is closed, and the agent may go on.
The redacted case is kept for a report: ~/.local/state/fusebox/cases/{incident}.jsonl
A setting that would have avoided it, in .fusebox.toml or your own configuration:

[repetition]
same_call = 12
"
        ),
    );
    assert_eq!(state(&world), "closed");
    let case = world.state_dir().join(format!("cases/{incident}.jsonl"));
    let mode = std::fs::metadata(&case).unwrap().permissions().mode() & 0o777;
    assert_eq!(mode, 0o600);
    let lines = std::fs::read_to_string(&case).unwrap();
    assert!(lines.lines().count() >= 14, "{lines}");
    assert!(lines.lines().last().unwrap().contains("\"deny\""), "it ends with the trip: {lines}");
}

#[test]
fn a05_a_typed_prompt_closes_the_incident_of_a_subagent_at_once() {
    let world = World::new();
    world.tripped_agent("s1", "a2");
    let status = || {
        let incident = world.run("incidents --json").json()[0].clone();
        (incident["status"].clone(), incident["guidance"].clone())
    };
    let prompt = |by: &str, at: u64, text: &str| {
        world.decide(&[json!({"session": "s1", "at_ms": crate::world::AT + at, "type": "prompt",
            "by": by, "text": text})]);
    };
    prompt("automation", 20_000, "go on");
    assert_eq!(status(), (json!("open"), json!(null)));
    prompt("human", 30_000, "the field is called `total`");
    assert_eq!(status(), (json!("guided"), json!("the field is called `total`")));
    assert_eq!(world.run("incidents --open --json").json(), json!([]));
    // It is said once: later words are about something else.
    prompt("human", 40_000, "now the next file");
    assert_eq!(status(), (json!("guided"), json!("the field is called `total`")));
}

#[test]
fn a_subagents_incident_is_dismissed_where_it_is() {
    let world = World::new();
    world.tripped_agent("s1", "a2");
    let subagents = || world.run("status s1 --json").json()["subagents"].clone();
    assert_eq!(
        (&subagents()[0]["agent"], &subagents()[0]["state"]),
        (&"a2".into(), &"open".into())
    );
    assert_eq!(state(&world), "closed", "its session goes on");
    world.person_does(&["dismiss", &world.incident(), "--yes"]);
    assert_eq!(subagents(), json!([]));
}

#[test]
fn without_a_terminal_every_order_is_refused() {
    let world = World::new();
    world.tripped("s1");
    let dismiss = format!("dismiss {} --yes", world.incident());
    for words in ["reset s1 --yes", "bypass s1 --yes", &dismiss] {
        check(&world.run(words), NO_TERMINAL);
    }
    assert_eq!(state(&world), "open");
}

#[test]
fn inside_the_guarded_agent_a_terminal_does_not_help() {
    let world = World::new();
    world.tripped("s1");
    // The hook takes the process that started it for the client: here, this test.
    world.claude("SessionStart", json!({"session_id": "s2", "source": "startup"}));
    let ran = world.person(&["reset", "s1", "--yes"], "");
    assert_eq!(ran.code, 1);
    assert!(ran.err.starts_with("error: this runs inside the guarded agent"), "{}", ran.err);
    let ran = world.person(&["uninstall", "claude", "--yes"], "");
    assert_eq!(ran.code, 0, "nothing is installed: {}", ran.err);
    assert_eq!(world.run("status s1 --json").json()["state"], "open");
}

#[test]
fn an_agents_report_is_acknowledged() {
    let world = World::new();
    let report = |words: &[&str]| world.finish(world.fusebox().arg("report").args(words), b"");
    check(&report(&["complete", "all green"]), "Noted as complete (9 characters).");
    check(
        &report(&["blocked", "--on", "#41", "no key"]),
        "Noted as blocked on #41 (6 characters). Stop here.",
    );
}

//! `fusebox purge`: what is old goes, what is open stays, and only a person asks for it.

use serde_json::json;

use crate::caps::CAPS_BESIDE;
use crate::transcript::{NO_TERMINAL, check};
use crate::world::World;

/// A session long ago that ended well.
fn old(world: &World) {
    world.decide(&[json!({"session": "old", "at_ms": 1000, "type": "session_start"})]);
}

/// Older than the session of 1970 and younger than those of the other tests, for a while to come.
const OLD: &str = "20000d";

#[test]
fn what_is_old_goes_and_what_is_open_stays() {
    let world = World::new();
    old(&world);
    world.tripped("s1");
    world.write(".config/fusebox/config.toml", format!("retention = \"{OLD}\"\n"));
    check(
        &world.run("purge --dry-run"),
        "Would remove 1 event, 3 states, 0 incidents, 0 test runs and 0 reports.",
    );
    check(
        &world.person(&["purge"], "y\n"),
        "Removed 1 event, 3 states, 0 incidents, 0 test runs and 0 reports.",
    );
    check(&world.run("purge"), NO_TERMINAL);
    check(
        &world.person(&["purge"], ""),
        "Removed 0 events, 0 states, 0 incidents, 0 test runs and 0 reports.",
    );
    let left = world.run("status --json").json();
    assert_eq!(left.as_array().unwrap().len(), 1);
    assert_eq!((&left[0]["session"], &left[0]["state"]), (&json!("s1"), &json!("open")));
}

#[test]
fn an_open_session_that_is_old_stays_whole() {
    let world = World::new();
    world.tripped("s1");
    check(
        &world.person(&["purge", "--older-than", "1ms", "--yes"], ""),
        "Removed 0 events, 0 states, 0 incidents, 0 test runs and 0 reports.",
    );
    let ran = world.bash("x", "ls");
    assert!(ran.out.contains("CIRCUIT BREAKER TRIPPED"), "{}", ran.transcript());
    assert_eq!(ran.err, "");
}

#[test]
fn m03_a_cap_that_is_spent_stays_so_and_one_that_has_room_goes_with_its_record() {
    let world = World::new();
    let config = format!("retention = \"{OLD}\"\n[spend]\nsession = \"0.50 USD\"\n");
    world.write(".config/fusebox/config.toml", config);
    let usage = |session: &str, usd: f64| json!({"session": session, "at_ms": 1000, "type": "usage", "cost_usd": usd});
    world.decide(&[usage("spent", 0.51), usage("has room", 0.49)]);
    let capped = format!("SELECT count(*) FROM scope WHERE {CAPS_BESIDE} LIKE '%\"session\"%'");
    assert_eq!(world.number(&capped), 2);
    world.person_does(&["purge", "--yes"]);
    assert_eq!(world.number(&capped), 1);
    let call = json!({"session": "spent", "at_ms": 3000, "type": "tool_request", "tool": "read",
        "call": "a", "input": {"file_path": "src/a.rs"}});
    assert_eq!(world.decide(&[call])[0]["verdict"], "deny");
}

#[test]
fn the_age_can_be_told() {
    let world = World::new();
    old(&world);
    world.write(".config/fusebox/config.toml", "retention = \"90000d\"\n");
    let events = |words: &str| world.run(words).json()["events"].clone();
    assert_eq!(events("purge --dry-run --json"), 0);
    assert_eq!(events("purge --dry-run --json --older-than 1d"), 1);
    check(
        &world.run("purge --older-than soon"),
        "
2> error: --older-than: `soon` is not a positive length of time like \"90s\", \"30m\" or \"2h\"
exit 2
",
    );
}

#[test]
fn everything_is_the_files_beside_it_too() {
    let world = World::new();
    world.tripped("s1");
    let mut hook = world.hook();
    world.finish(&mut hook, b"nonsense");
    world.write(".local/state/fusebox/fusebox.db.corrupt-1", "");
    let ran = world.person(&["purge", "--everything", "--yes"], "");
    assert!(ran.out.starts_with("Removed 15 events, "), "{}", ran.transcript());
    let left = world.names(".local/state/fusebox");
    assert!(!left.iter().any(|name| name.contains("corrupt") || name == "errors.log"), "{left:?}");
    check(
        &world.run("status s1"),
        "
2> error: no session or incident begins with `s1`
2> hint: `fusebox status` lists them
exit 1
",
    );
    // Nothing remembers that it was open.
    let ran = world.claude("UserPromptSubmit", json!({"prompt": "hello"}));
    assert_eq!(ran.out, "");
    assert_eq!(world.run("status --json").json()[0]["state"], "closed");
}

#[test]
fn without_a_terminal_it_is_refused() {
    let world = World::new();
    world.tripped("s1");
    check(&world.run("purge --everything --yes"), NO_TERMINAL);
    assert_eq!(world.run("status --json").json()[0]["events"], 15);
}

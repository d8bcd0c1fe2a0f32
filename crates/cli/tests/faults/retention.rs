//! What is older than `retention` is forgotten by itself, once a day; what is open stays.

use serde_json::json;

use crate::session::{Answer, until};
use crate::world::World;

const DAY: &str = "86400000";

/// A session long ago, one that is open, and one of yesterday.
fn play_session(world: &World) {
    world.trip_by_looping();
    for session in ["old", "young"] {
        world.ask(session, "call");
    }
    let aged = |session: &str, days: u32| {
        let back = format!("{DAY} * {days}");
        world
            .sql()
            .execute_batch(&format!(
                "UPDATE log SET at_ms = at_ms - {back} WHERE session = '{session}';
                 UPDATE scope SET at_ms = at_ms - {back} WHERE key LIKE '{session}%'"
            ))
            .unwrap();
    };
    aged("old", 40);
    aged("s1", 40);
    aged("young", 1);
}

fn begin(world: &World, session: &str) {
    let mut hook = world.hook();
    hook.env("CLAUDE_PID", "999999999");
    let ran = world
        .finish(&mut hook, &world.event_of(session, "SessionStart", json!({"source": "startup"})));
    ran.passes_quietly();
}

/// Waits for the drain that the hook has started, at most 5 s.
fn settled(world: &World, effects: i64) {
    let done = "SELECT count(*) FROM outbox WHERE kind = 'purge' AND state = 1";
    until("the purge", || world.number(done) == effects);
}

#[test]
fn what_is_old_is_forgotten_at_the_start_of_a_session() {
    let world = World::with_programs();
    play_session(&world);
    begin(&world, "new");
    settled(&world, 1);
    assert_eq!(world.logged("old"), Vec::<String>::new());
    assert_eq!(world.logged("young").len(), 1);
    assert!(world.logged("s1").len() > 10);
    assert_eq!(world.ask("s1", "open").answer(), Answer::Denied);
    // Once a day.
    world.ask("old", "call");
    world.sql().execute_batch("UPDATE log SET at_ms = 1 WHERE session = 'old'").unwrap();
    begin(&world, "newer");
    assert_eq!(world.number("SELECT count(*) FROM outbox WHERE kind = 'purge'"), 1);
}

#[test]
fn the_policy_says_what_is_old() {
    let world = World::with_programs();
    play_session(&world);
    world.write(".config/fusebox/config.toml", "retention = \"90d\"\n");
    begin(&world, "new");
    assert_eq!(world.number("SELECT count(*) FROM outbox WHERE kind = 'purge'"), 0);
    assert_eq!(world.logged("old").len(), 1);
}

#[test]
fn a_clock_that_jumped_ahead_forgets_nothing() {
    let world = World::with_programs();
    play_session(&world);
    // The clock of this session is right, and everything else lies 60 days back.
    world.sql().execute_batch(&format!("UPDATE log SET at_ms = at_ms - {DAY} * 60")).unwrap();
    world.sql().execute_batch("DELETE FROM log WHERE session IN ('old', 's1')").unwrap();
    begin(&world, "new");
    assert_eq!(world.number("SELECT count(*) FROM outbox WHERE kind = 'purge'"), 0);
    assert_eq!(world.logged("young").len(), 1);
}

#[test]
fn a_delivery_that_ends_in_the_middle_is_taken_up_again() {
    let world = World::with_programs();
    play_session(&world);
    let day = world.number("SELECT unixepoch() / 86400");
    let before = world.number("SELECT (unixepoch() - 30 * 86400) * 1000");
    let body = format!(r#"{{"before":{before},"keep_attempts":"30d"}}"#);
    world
        .sql()
        .execute(
            "INSERT INTO outbox (kind, key, body, queued_ms, attempts, not_before_ms)
             VALUES ('purge', ?1, ?2, 1, 1, 1)",
            [day.to_string(), body],
        )
        .unwrap();
    let ran = world.run("effects drain");
    assert_eq!(ran.code, 0, "{ran:?}");
    settled(&world, 1);
    assert_eq!(world.logged("old"), Vec::<String>::new());
}

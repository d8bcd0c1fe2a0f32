//! What is older than `retention` is forgotten by itself, once a day; what is open stays.

use serde_json::json;

use crate::machine::{Answer, FUSEBOX, Machine, finish, until};

const DAY: &str = "86400000";

/// A session long ago, one that is open, and one of yesterday.
fn lived(machine: &Machine) {
    machine.tripped();
    for session in ["old", "young"] {
        finish(&mut machine.hook(), &machine.call(session, "call"));
    }
    let aged = |session: &str, days: u32| {
        let back = format!("{DAY} * {days}");
        machine
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

fn begin(machine: &Machine, session: &str) {
    let mut hook = machine.hook();
    hook.env("CLAUDE_PID", "999999999");
    let ran =
        finish(&mut hook, &machine.event(session, "SessionStart", json!({"source": "startup"})));
    assert_eq!((ran.answer(), ran.stderr.as_str()), (Answer::Passes, ""));
}

fn count(machine: &Machine, query: &str) -> i64 {
    machine.sql().query_row(query, [], |row| row.get(0)).unwrap()
}

/// Waits for the drain that the hook has started, at most 5 s.
fn settled(machine: &Machine, effects: i64) {
    let done = "SELECT count(*) FROM outbox WHERE kind = 'purge' AND state = 1";
    until("the purge", || count(machine, done) == effects);
}

#[test]
fn what_is_old_is_forgotten_at_the_start_of_a_session() {
    let machine = Machine::new();
    lived(&machine);
    begin(&machine, "new");
    settled(&machine, 1);
    assert_eq!(machine.logged("old"), Vec::<String>::new());
    assert_eq!(machine.logged("young").len(), 1);
    assert!(machine.logged("s1").len() > 10);
    assert_eq!(machine.ask("s1", "open").answer(), Answer::Denied);
    // Once a day.
    finish(&mut machine.hook(), &machine.call("old", "call"));
    machine.sql().execute_batch("UPDATE log SET at_ms = 1 WHERE session = 'old'").unwrap();
    begin(&machine, "newer");
    assert_eq!(count(&machine, "SELECT count(*) FROM outbox WHERE kind = 'purge'"), 1);
}

#[test]
fn the_policy_says_what_is_old() {
    let machine = Machine::new();
    lived(&machine);
    machine.write(".config/fusebox/config.toml", "retention = \"90d\"\n");
    begin(&machine, "new");
    assert_eq!(count(&machine, "SELECT count(*) FROM outbox WHERE kind = 'purge'"), 0);
    assert_eq!(machine.logged("old").len(), 1);
}

#[test]
fn a_clock_that_jumped_ahead_forgets_nothing() {
    let machine = Machine::new();
    lived(&machine);
    // The clock of this session is right, and everything else lies 60 days back.
    machine.sql().execute_batch(&format!("UPDATE log SET at_ms = at_ms - {DAY} * 60")).unwrap();
    machine.sql().execute_batch("DELETE FROM log WHERE session IN ('old', 's1')").unwrap();
    begin(&machine, "new");
    assert_eq!(count(&machine, "SELECT count(*) FROM outbox WHERE kind = 'purge'"), 0);
    assert_eq!(machine.logged("young").len(), 1);
}

#[test]
fn a_delivery_that_ends_in_the_middle_is_taken_up_again() {
    let machine = Machine::new();
    lived(&machine);
    let day = count(&machine, "SELECT unixepoch() / 86400");
    let before = count(&machine, "SELECT (unixepoch() - 30 * 86400) * 1000");
    let body = format!(r#"{{"before":{before},"keep_attempts":"30d"}}"#);
    machine
        .sql()
        .execute(
            "INSERT INTO outbox (kind, key, body, queued_ms, attempts, not_before_ms)
             VALUES ('purge', ?1, ?2, 1, 1, 1)",
            [day.to_string(), body],
        )
        .unwrap();
    let ran = finish(machine.command(FUSEBOX).args(["effects", "drain"]), b"");
    assert_eq!(ran.code, Some(0), "{ran:?}");
    settled(&machine, 1);
    assert_eq!(machine.logged("old"), Vec::<String>::new());
}

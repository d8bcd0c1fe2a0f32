//! Models that give several calls one id: each call is judged as itself, and one that is reported twice counts once.

use serde_json::{Value, json};

use crate::world::{AT, World, bash};

/// A call of Bash that fails, reported so many times by each of its hooks; the answers to the requests.
fn fails(world: &World, id: &str, command: &str, times: usize) -> Vec<String> {
    reported(world, bash(id, command), "Exit code 2\norders.c:3: error: no such field", times)
}

fn reported(world: &World, mut fields: Value, error: &str, times: usize) -> Vec<String> {
    let asked = (0..times).map(|_| world.claude("PreToolUse", fields.clone()).out).collect();
    fields["error"] = json!(error);
    for _ in 0..times {
        world.claude("PostToolUseFailure", fields.clone());
    }
    asked
}

fn is_refused(answer: &str) -> bool {
    answer.contains("\"deny\"")
}

/// The first request of the same call that is refused, of nine.
fn refused_at(world: &World, times: usize) -> Option<usize> {
    (1..10).find(|_| fails(world, "call_0", "make test", times).iter().any(|it| is_refused(it)))
}

#[test]
fn r01_the_same_call_is_counted_whatever_its_id() {
    assert_eq!(refused_at(&World::new(), 1), Some(7));
    // Two hooks report every call.
    assert_eq!(refused_at(&World::new(), 2), Some(7));
}

#[test]
fn r01_other_calls_with_one_id_are_other_calls() {
    let world = World::new();
    for (target, error) in [
        ("cart", "a comma is missing"),
        ("bill", "no such column"),
        ("tax", "connection refused"),
        ("stock", "the clock runs backwards"),
        ("mail", "certificate has expired"),
        ("login", "unknown user"),
        ("search", "out of memory"),
        ("export", "permission denied"),
        ("seed", "division by zero"),
    ] {
        let error = format!("Exit code 1\n{error}");
        let asked = reported(&world, bash("call_0", &format!("make {target}")), &error, 2);
        assert!(asked.iter().all(String::is_empty), "{asked:?}");
    }
}

#[test]
fn r01_a_refused_call_that_a_second_hook_reports_is_refused_once() {
    let world = World::new();
    assert_eq!(refused_at(&world, 2), Some(7));
    for _ in 0..3 {
        assert!(is_refused(&world.bash("call_0", "make test").out));
    }
    assert_eq!(world.run("incidents --json").json(), json!([]));
}

#[test]
fn r11_a_canonical_call_with_a_known_id_is_another_where_it_asks_for_something_else() {
    let world = World::new();
    let sent = |n: u64, command: &str| {
        let at = AT + 10_000 * n;
        world.decide(&[
            json!({"session": "s1", "at_ms": at, "type": "tool_request", "call": "call_0",
                "tool": "bash", "input": {"command": command}}),
            json!({"session": "s1", "at_ms": at + 100, "type": "tool_result", "call": "call_0",
                "ok": false, "exit_code": 2, "output": "orders.c:3: error: no such field"}),
        ])
    };
    for n in 0..9 {
        assert_eq!(sent(n, "make test")[0]["verdict"], "allow", "history is often sent again");
    }
    let commands = ["make", "make all", "make check", "make lint", "make docs", "make bench"];
    let answers: Vec<Value> =
        commands.iter().zip(9..).map(|(command, n)| sent(n, command)[0].clone()).collect();
    let refused = answers.last().unwrap();
    assert_eq!(refused["verdict"], "deny", "the same error whatever is made: {answers:?}");
    assert_ne!(sent(16, "make bench")[0]["verdict"], "allow", "it was refused, not answered");
}

#[test]
fn g06_the_id_of_an_earlier_call_opens_nothing() {
    let world = World::new();
    let database = world.state_dir().join("fusebox.db").display().to_string();
    let harms = format!("rm {database}");
    assert!(!is_refused(&fails(&world, "call_0", "ls", 1)[0]));
    assert!(is_refused(&world.bash("call_0", &harms).out));
    // Also while the earlier call is still in flight.
    assert!(!is_refused(&world.bash("call_1", "ls src").out));
    assert!(is_refused(&world.bash("call_1", &harms).out));
    assert!(!is_refused(&world.bash("call_2", "ls docs").out));
    world.tripped("s1");
    for (id, command) in [("call_0", "ls"), ("call_1", "ls src"), ("call_2", "ls docs")] {
        assert!(is_refused(&world.bash(id, command).out), "{id}");
    }
}

#[test]
fn s6_other_calls_under_the_id_of_one_in_flight_are_counted() {
    let world = World::new();
    world.write(".config/fusebox/config.toml", "[limits]\ntool_calls = 3\n");
    let asked: Vec<String> =
        (0..6).map(|n| world.bash("call_0", &format!("ls part{n}")).out).collect();
    assert_eq!(asked.iter().position(|answer| is_refused(answer)), Some(3), "{asked:?}");
}

#[test]
fn r01_agents_of_a_session_may_have_the_same_ids() {
    let world = World::new();
    assert_eq!(refused_at(&world, 1), Some(7));
    let mut fields = bash("call_0", "make test");
    fields["agent_id"] = json!("a2");
    assert!(!is_refused(&world.claude("PreToolUse", fields).out));
}

#[test]
fn b01_an_event_with_an_id_of_its_own_is_harmless_when_it_is_sent_again() {
    let world = World::new();
    let events = [
        json!({"session": "s1", "id": "q0", "type": "tool_request", "call": "c0", "tool": "bash",
            "input": {"command": "make test"}}),
        json!({"session": "s1", "id": "r0", "type": "tool_result", "call": "c0", "ok": false,
            "exit_code": 2, "output": "orders.c:3: error: no such field"}),
    ];
    let first = world.decide(&events);
    for _ in 0..8 {
        assert_eq!(world.decide(&events), first);
    }
}

#[test]
fn a_refused_call_passes_at_once_when_a_person_has_reset_the_breaker() {
    let world = World::new();
    assert_eq!(refused_at(&world, 1), Some(7));
    world.person_does(&["reset", "s1"]);
    assert!(!is_refused(&world.bash("call_0", "make test").out));
}

//! `fusebox skip`.

use serde_json::json;

use crate::agent::{Agent, started};
use crate::transcript::{check, has};

#[test]
fn a_test_is_no_longer_counted() {
    let world = started("42");
    let agent = Agent::new(&world, "s1");
    agent.run("cargo test", &["cart::adds", "cart::subtracts"]);
    agent.attempt(&["cart::adds", "cart::subtracts"]);
    check(
        &world.person(&["skip", "adds"], "y\n"),
        "
42: attempts at `adds` no longer count. The test itself is not changed.
  these are: cart::adds
",
    );
    for _ in 0..3 {
        agent.attempt(&["cart::adds"]);
    }
    let view = world.run("task show 42 --json").json();
    has(&view, json!({"state": "closed", "skipped": ["adds"]}));
    assert_eq!(view["per_test_attempts"].get("cart::adds"), None);
    let shown = world.run("task show").out;
    assert!(shown.ends_with("  no longer counted: adds\n"), "{shown}");
}

#[test]
fn an_unknown_test_is_taken_and_what_fails_is_named() {
    let world = started("42");
    let agent = Agent::new(&world, "s1");
    agent.run("cargo test", &["cart::adds"]);
    check(
        &world.person(&["skip", "divides", "--task", "42", "--yes"], ""),
        "
42: attempts at `divides` no longer count. The test itself is not changed.
2> note: no counted test has that name yet; failing now: cart::adds
",
    );
    assert_eq!(world.person(&["skip", " ", "--yes"], "").code, 2);
    check(
        &world.person(&["skip", "adds", "--task", "nobody", "--yes"], ""),
        "
2> error: no task, session or incident is called `nobody`
2> hint: `fusebox task list` and `fusebox status` list them
exit 1
",
    );
}

#[test]
fn an_open_breaker_is_told_with_what_closes_it() {
    let world = started("42");
    check(
        &world.person(&["skip", "adds", "--yes"], ""),
        "
2> error: no session has worked on task 42 yet
2> hint: a test can be left out once it was run
exit 1
",
    );
    let agent = Agent::new(&world, "s1");
    agent.attempts(3);
    let incident = world.incident();
    check(
        &world.person(&["skip", "cart::adds", "--yes"], ""),
        &format!(
            "
42: attempts at `cart::adds` no longer count. The test itself is not changed.
  these are: cart::adds
2> The breaker is still open (fusebox show {incident}). To let the agent continue: fusebox reset 42
"
        ),
    );
}

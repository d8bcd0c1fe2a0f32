//! `fusebox prompt`: the limits of the role, and the protocol.

use crate::world::World;

#[test]
fn it_is_short_and_holds_the_limits_in_force() {
    let world = World::new();
    world.write("project/.fusebox.toml", "preset = \"budget\"\n");
    let ran = world.run("prompt --role pm");
    assert_eq!((ran.code, ran.err.as_str()), (0, ""));
    assert!(ran.out.lines().count() < 200);
    for part in [
        "## Your budget (role pm)",
        "| tool calls | 50 | 40 |",
        "| active time | 10m | 8m |",
        "Count every attempt",
        "Do not retry the same action",
        "Wait, or switch",
        "Is the service down?",
        "Ask the human",
        "fusebox report blocked",
        "fusebox report complete",
        "No agent may override the breaker",
    ] {
        assert!(ran.out.contains(part), "{part}\n{}", ran.out);
    }
    let plain = world.run("prompt");
    assert!(plain.out.contains("| tool calls | 200 | 160 |"), "{}", plain.out);
}

#[test]
fn without_budgets_it_says_so() {
    let ran = World::new().run("prompt");
    assert!(ran.out.contains("There is no budget."), "{}", ran.out);
    assert!(ran.out.contains("- 4 × the same call with the same result in a row"));
}

#[test]
fn a06_it_states_the_scope_the_tests_and_the_way_back_where_they_hold() {
    let (scope, tests, kept) = ("## The files of your task", "## The tests", "## What is kept");
    let world = World::new();
    let plain = world.run("prompt").out;
    assert!(!plain.contains(scope) && !plain.contains(tests), "{plain}");
    assert!(plain.contains(kept) && plain.contains("`fusebox rollback`; you cannot"), "{plain}");
    world.write("project/.fusebox.toml", "preset = \"tdd\"\ncheckpoints = \"never\"\n");
    let without_files = world.run("prompt").out;
    assert!(!without_files.contains(scope), "{without_files}");
    world.person_does(&["task", "start", "42", "--files", "src/cart/**", "tests/cart.rs"]);
    let told = world.run("prompt").out;
    for part in [
        scope,
        "- Yours: `src/cart/**`, `tests/cart.rs`.\n",
        "- Forbidden: `**/migrations/**`, ",
        "`fusebox justify FILE --test TEST --because \"one sentence\"`",
        tests,
        "Editing, skipping, weakening or deleting a test that fails is refused",
    ] {
        assert!(told.contains(part), "{part}\n{told}");
    }
    assert!(!told.contains(kept), "{told}");
    assert!(told.lines().count() < 200);
}

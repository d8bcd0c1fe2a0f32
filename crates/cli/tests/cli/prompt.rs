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

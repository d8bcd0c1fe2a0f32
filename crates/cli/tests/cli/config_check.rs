//! `fusebox config check`: every problem with its place, and limits that nobody feeds.

use serde_json::json;

use crate::transcript::check;
use crate::world::World;

const USER: &str = ".config/fusebox/config.toml";

#[test]
fn without_a_file_the_defaults_are_in_order() {
    check(&World::new().run("config check"), "The policy is in order (no file, the defaults hold)");
}

#[test]
fn every_problem_of_every_layer_is_told_at_once() {
    let world = World::new();
    world.write(USER, "[limits]\ntool_cals = 50\nturns = 0\nwarn_at = 1.5\n");
    world.write("project/.fusebox.toml", "preset = \"giuded\"\n");
    check(
        &world.run("config check"),
        r#"
~/.config/fusebox/config.toml:2:1: limits.tool_cals is not a setting; did you mean limits.tool_calls?
~/.config/fusebox/config.toml:3:9: limits.turns must be a positive whole number or "unlimited", not 0
~/.config/fusebox/config.toml:4:11: limits.warn_at must be a share above 0 and up to 1, like 0.8, not 1.5
~/project/.fusebox.toml:1:10: "giuded" is not a preset; did you mean "guided"?
4 problems
exit 2
"#,
    );
}

#[test]
fn a_limit_that_no_client_feeds_is_named() {
    let world = World::new();
    world.write(USER, "[limits]\ncost_usd = 5\n[roles.pm.limits]\nmessages = 100\n");
    check(
        &world.run("config check"),
        "
notice: limits.cost_usd = 5 can never trip: no client is installed
notice: limits.messages = 100 can never trip: no client is installed
The policy is in order (~/.config/fusebox/config.toml)
",
    );
    let ran = world.run("config check --json");
    let told = ran.json();
    assert_eq!((&told["ok"], ran.code), (&json!(true), 0));
    assert_eq!(told["notices"][0]["kind"], "unfed");
    assert_eq!(told["notices"][0]["key"], "limits.cost_usd");
    // Claude Code's transcript names the model and the tokens of each response.
    world.run("install claude");
    check(&world.run("config check"), "The policy is in order (~/.config/fusebox/config.toml)");
}

#[test]
fn files_and_folders_can_be_named() {
    let world = World::new();
    world.write("other/.fusebox.toml", "mode = \"obsreve\"\n");
    world.write("some.toml", "[limits\n");
    check(
        &world.run("config check ../other ../some.toml"),
        "
~/other/.fusebox.toml:1:8: mode must be \"enforce\" or \"observe\", not \"obsreve\"; did you mean \"observe\"?
../some.toml:1:8: this is not valid TOML: unclosed table, expected `]`
2 problems
exit 2
",
    );
    let told = world.run("config check --json ../some.toml").json();
    assert_eq!(told["ok"], false);
    assert_eq!(told["problems"][0]["at"]["line"], 1);
    check(
        &world.run("config check ../nothing.toml"),
        "2> error: ../nothing.toml: No such file or directory (os error 2)\nexit 2",
    );
}

//! `fusebox config import`.

use crate::transcript::check;
use crate::world::World;

const SQUADRON: &str = "project: {name: shop, token: hunter2}
circuit_breakers:
  defaults:
    max_tool_calls: 150
    max_active_duration: 7200 # two hours
    max_coffees: 3
  roles:
    pm:
      max_turns: 10
    feat-dev:
      # uses defaults
";

#[test]
fn b07_the_configuration_of_another_design_is_translated_and_what_is_left_is_named() {
    let world = World::new();
    world.write("project/.squadron/config.yaml", SQUADRON);
    check(
        &world.run("config import .squadron/config.yaml"),
        "
[limits]
tool_calls = 150
active_time = \"2h\"

[roles.pm.limits]
turns = 10
2> understood
2>   circuit_breakers.defaults.max_tool_calls = 150 is limits.tool_calls = 150
2>   circuit_breakers.roles.pm.max_turns = 10 is roles.pm.limits.turns = 10
2> translated
2>   circuit_breakers.defaults.max_active_duration = 7200 is limits.active_time = \"2h\"
2> left
2>   circuit_breakers.defaults.max_coffees: is no setting; the nearest is limits.context_tokens
2>   project: is no setting of a circuit breaker
",
    );
}

#[test]
fn b07_what_is_imported_is_a_configuration_file() {
    let world = World::new();
    world.write("project/.squadron/config.yaml", SQUADRON);
    let imported = world.run("config import .squadron/config.yaml").out;
    world.write("project/.fusebox.toml", &imported);
    let shown = world.run("config show --role pm").out;
    for line in ["tool_calls = 150", "active_time = \"2h\"", "turns = 10"] {
        assert!(shown.contains(line), "{line}: {shown}");
    }
    let told = world.run("config import .squadron/config.yaml --json").json();
    assert_eq!(told["toml"], imported);
    assert_eq!(told["understood"][0]["key"], "limits.tool_calls");
    assert!(!told.to_string().contains("hunter2"), "{told}");
}

#[test]
fn b07_a_file_without_a_breaker_is_an_error() {
    let world = World::new();
    world.write("project/package.json", "{\"name\": \"shop\"}");
    let ran = world.run("config import package.json");
    assert_eq!((ran.code, ran.out.as_str()), (2, ""));
    assert!(ran.err.contains("has no setting of a circuit breaker"), "{}", ran.err);
    world.write("project/broken.yaml", "a: [1");
    let ran = world.run("config import broken.yaml");
    assert!(ran.code == 2 && ran.err.contains("it is not valid YAML"), "{}", ran.err);
    assert_eq!(world.run("config import missing.yaml").code, 2);
}

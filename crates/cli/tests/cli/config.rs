//! `fusebox config show|presets|schema|compile`.

use serde_json::json;

use crate::transcript::check;
use crate::world::World;

const USER: &str = ".config/fusebox/config.toml";
const PROJECT: &str = "project/.fusebox.toml";

#[test]
fn show_is_a_file_that_says_where_each_value_comes_from() {
    let world = World::new();
    world.write(USER, "preset = \"budget\"\n\n[limits]\ntool_calls = 150\n");
    world.write(PROJECT, "[roles.pm.limits]\nturns = 3\n");
    let ran = world.with("FUSEBOX_MODE", "observe", "config show --role pm");
    let lines: Vec<&str> = ran.out.lines().collect();
    for expected in [
        "# for role pm",
        "preset = \"budget\"               # ~/.config/fusebox/config.toml:1",
        "mode = \"observe\"                # FUSEBOX_MODE",
        "[limits]",
        "tool_calls = 50                 # preset budget (role pm)",
        "turns = 3                       # ~/project/.fusebox.toml:2 (role pm)",
        "same_call = 4                   # preset default",
    ] {
        assert!(lines.contains(&expected), "{expected}\n{}", ran.out);
    }
    assert_eq!((ran.err.as_str(), ran.code), ("", 0));
    assert!(!ran.out.contains("messages"), "{}", ran.out);
    assert!(world.run("config show --all").out.contains("\nmessages = \"unlimited\" "));
}

#[test]
fn what_show_prints_can_be_read_again() {
    let world = World::new();
    let shown = world.run("config show --preset budget").out;
    let written: String =
        shown.lines().filter(|line| !line.starts_with("preset")).collect::<Vec<_>>().join("\n");
    world.write("copy.toml", &written);
    check(&world.run("config check ../copy.toml"), "The policy is in order (../copy.toml)");
}

#[test]
fn show_for_programs_has_values_and_sources() {
    let world = World::new();
    world.write(PROJECT, "[limits]\nwarn_at = 0.5\n");
    let told = world.run("config show --json").json();
    let of = |key: &str| {
        let rows = told["settings"].as_array().unwrap();
        rows.iter().find(|row| row["key"] == key).unwrap().clone()
    };
    assert_eq!(
        of("limits.warn_at"),
        json!({"key": "limits.warn_at", "value": 0.5, "source": {"origin":
            {"kind": "project", "name": "~/project/.fusebox.toml"}, "line": 2, "column": 1}})
    );
    assert_eq!(of("notify")["value"], json!(["bell", "desktop"]));
    assert_eq!(of("limits.quiet_after")["value"], "2m");
    assert_eq!(told["role"], json!(null));
}

#[test]
fn show_tells_what_a_person_should_know() {
    let world = World::new();
    assert_eq!(
        world.run("config show --role nobody").err,
        "notice: role nobody is in no preset and no file: it has the defaults\n"
    );
    check(
        &world.run("config show --preset giuded"),
        "
2> error: --preset: \"giuded\" is not a preset; did you mean \"guided\"?
exit 2
",
    );
    check(
        &world.run("config show --config nowhere.toml"),
        "2> error: nowhere.toml: No such file or directory (os error 2)\nexit 2",
    );
}

#[test]
fn presets_are_listed_and_printed() {
    let world = World::new();
    let ran = world.run("config presets");
    assert_eq!(ran.out.lines().count(), 6);
    assert_eq!(ran.out.lines().next(), Some("default  Repetition is stopped; no budgets."));
    let told = world.run("config presets --json").json();
    assert_eq!(told[1]["name"], "budget");
    assert_eq!(told[1]["missing"], json!(null));
    let budget = world.run("config presets budget").out;
    assert!(budget.starts_with("# Budgets of a task since"), "{budget}");
    assert!(budget.contains("\n[roles.pm.limits]"), "{budget}");
    check(
        &world.run("config presets bugdet"),
        "
2> error: there is no preset `bugdet`
2> hint: presets: default, budget, tdd, loop, service, guided
exit 2
",
    );
}

#[test]
fn the_schema_is_json() {
    let schema = World::new().run("config schema").json();
    assert_eq!(schema["title"], "Fusebox configuration");
}

#[test]
fn the_hook_finds_what_compile_made() {
    let world = World::new();
    world.write(PROJECT, "preset = \"budget\"\n[limits]\ntool_calls = 1\n");
    let call = |id: &str| {
        let mut command = world.hook();
        command.env("CLAUDE_PROJECT_DIR", world.path("project"));
        let fields = json!({"tool_name": "Bash", "tool_input": {"command": format!("ls {id}")},
            "tool_use_id": id});
        world.finish(&mut command, &world.event("PreToolUse", fields))
    };
    let project = world.path("project").display().to_string();
    let mut compile = world.fusebox();
    check(&world.finish(compile.args(["config", "compile", "--project", &project]), b""), "");
    assert!(!call("a").out.contains("deny"));
    assert!(call("b").out.contains("tool calls (1/1)"));
    // What has a mistake is told, and the last good one holds.
    world.write(PROJECT, "[limits]\ntool_calls = 0\n");
    let refused = call("c");
    assert!(refused.out.contains("deny"), "{}", refused.out);
    assert_eq!(
        refused.err,
        "fusebox-hook: the policy has a mistake, the last good one holds: error: \
         ~/project/.fusebox.toml:2:14: limits.tool_calls must be a positive whole number or \
         \"unlimited\", not 0\n"
    );
    check(
        &world.run("config compile --project ."),
        "
2> error: ./.fusebox.toml:2:14: limits.tool_calls must be a positive whole number or \"unlimited\", not 0
exit 2
",
    );
}

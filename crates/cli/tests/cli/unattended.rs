//! `[unattended]`: the net under hook sessions that no person attends, through the real hook.

use std::fs::OpenOptions;
use std::io::Write;

use serde_json::{Value, json};

use crate::world::World;

fn world(config: &str) -> World {
    let world = World::new();
    world.write(".config/fusebox/config.toml", format!("notify = []\n\n{config}\n"));
    world
}

/// Who gives the prompts of a session.
#[derive(Clone, Copy)]
enum Driver {
    /// Someone at the client's terminal.
    Person,
    /// A program, or a headless start.
    Machine,
}

fn tell(world: &World, driver: Driver, event: &str, mut fields: Value) -> String {
    let entrypoint = match driver {
        Driver::Person => "cli",
        Driver::Machine => "sdk-cli",
    };
    fields["session_id"] = json!("s1");
    fields["transcript_path"] = json!(world.path("s1.jsonl"));
    let input = world.event(event, fields);
    world.finish(world.hook().env("CLAUDE_CODE_ENTRYPOINT", entrypoint), &input).out
}

fn begin(world: &World, driver: Driver) {
    world.write("s1.jsonl", "{\"type\":\"user\",\"message\":{\"content\":\"x\"}}\n");
    tell(world, driver, "SessionStart", json!({"source": "startup"}));
    tell(world, driver, "UserPromptSubmit", json!({"prompt": "make it pass"}));
}

fn call(world: &World, driver: Driver, n: u64) -> String {
    let fields = json!({"tool_name": "Read", "tool_use_id": format!("c{n}"),
        "tool_input": {"file_path": format!("src/{n}.rs")}});
    tell(world, driver, "PreToolUse", fields)
}

/// A response of claude-sonnet-4-5, of which a million tokens cost 15 US dollars.
fn respond(world: &World, id: &str, tokens: u64) {
    let mut file = OpenOptions::new().append(true).open(world.path("s1.jsonl")).unwrap();
    let message = json!({"id": id, "model": "claude-sonnet-4-5", "content": [],
        "usage": {"input_tokens": 0, "output_tokens": tokens}});
    writeln!(file, "{}", json!({"type": "assistant", "message": message})).unwrap();
}

fn is_refused(answer: &str) -> bool {
    answer.contains("\"deny\"")
}

/// The levels at which a rule was found, in order.
fn levels(world: &World, rule: &str) -> Vec<String> {
    let lines = world.run("log s1 --json").out;
    let rows = lines.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    let found =
        rows.flat_map(|row| row["verdict"]["findings"].as_array().cloned().unwrap_or_default());
    let of_rule = found.filter(|finding| finding["rule"] == rule);
    of_rule.map(|finding| finding["level"].as_str().unwrap().to_owned()).collect()
}

#[test]
fn m08_calls_without_a_person_are_noticed_at_half_and_end_at_the_limit() {
    let world = world("[unattended]\ntool_calls = 6");
    begin(&world, Driver::Machine);
    for n in 1..=2 {
        assert_eq!(call(&world, Driver::Machine, n), "");
    }
    assert_eq!(levels(&world, "unattended.tool_calls"), [""; 0]);
    assert_eq!(call(&world, Driver::Machine, 3), "", "a notice is for people");
    assert_eq!(levels(&world, "unattended.tool_calls"), ["notice"]);
    for n in 4..=6 {
        assert_eq!(call(&world, Driver::Machine, n), "");
    }
    assert_eq!(levels(&world, "unattended.tool_calls"), ["notice"]);
    let refused = call(&world, Driver::Machine, 7);
    assert!(is_refused(&refused) && refused.contains("tool calls without a person"), "{refused}");
    assert_eq!(levels(&world, "unattended.tool_calls"), ["notice", "trip"]);
    // A person who speaks attends the session from then on.
    tell(&world, Driver::Person, "UserPromptSubmit", json!({"prompt": "go on"}));
    for n in 10..=20 {
        let answer = call(&world, Driver::Person, n);
        assert!(!is_refused(&answer), "{answer}");
    }
}

#[test]
fn m08_cost_without_a_person_ends_at_25_dollars_by_default() {
    let world = world("");
    begin(&world, Driver::Machine);
    assert_eq!(call(&world, Driver::Machine, 1), "");
    respond(&world, "m1", 1_660_000);
    assert_eq!(call(&world, Driver::Machine, 2), "", "24.90 USD");
    assert_eq!(levels(&world, "unattended.cost_usd"), ["notice"]);
    respond(&world, "m2", 7_000);
    let refused = call(&world, Driver::Machine, 3);
    assert!(is_refused(&refused), "25.005 USD: {refused}");
    assert!(refused.contains("cost without a person"), "{refused}");
}

#[test]
fn m08_what_a_person_attends_has_no_net() {
    let world = world("[unattended]\ntool_calls = 2\nactive_time = \"1s\"");
    begin(&world, Driver::Person);
    // Machines write to such a session as well: a hook, a loop of the client.
    tell(&world, Driver::Machine, "UserPromptSubmit", json!({"prompt": "a task has ended"}));
    for n in 1..=6 {
        respond(&world, &format!("m{n}"), 1_000_000);
        assert_eq!(call(&world, Driver::Person, n), "");
    }
}

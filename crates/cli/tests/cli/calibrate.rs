//! `fusebox calibrate`: limits that fit, from one's own finished work.

use serde_json::{Value, json};

use crate::world::{AT, World};

/// The events of a session that no person attends: so many calls of a reader, and a commit at the end.
fn session(name: &str, calls: u64, commits: bool) -> Vec<Value> {
    let mut events = vec![
        json!({"id": "start", "at_ms": AT, "type": "session_start", "client": "claude"}),
        json!({"id": "p", "at_ms": AT, "type": "prompt", "by": "automation", "text": "do it"}),
    ];
    for n in 1..=calls {
        let at = AT + 1_000 * n;
        let command = if commits && n == calls { "git commit -qm done" } else { "true" };
        let input = match command {
            "true" => json!({"file_path": format!("src/{n}.rs")}),
            command => json!({"command": command}),
        };
        let tool = if command == "true" { "read" } else { "bash" };
        events.push(json!({"id": format!("q{n}"), "at_ms": at, "type": "tool_request",
            "call": format!("c{n}"), "tool": tool, "input": input}));
        events.push(json!({"id": format!("r{n}"), "at_ms": at + 100, "type": "tool_result",
            "call": format!("c{n}"), "ok": true, "output": format!("text {n}")}));
    }
    events.push(json!({"id": "end", "at_ms": AT + 1_000 * (calls + 1), "type": "session_end"}));
    for event in &mut events {
        event["session"] = json!(name);
    }
    events
}

fn world_with(good: impl Iterator<Item = u64>, others: &[u64]) -> World {
    let world = World::new();
    let good = good.enumerate().map(|(n, calls)| session(&format!("good-{n}"), calls, true));
    let others = others.iter().map(|calls| session(&format!("other-{calls}"), *calls, false));
    world.decide(&good.chain(others).flatten().collect::<Vec<_>>());
    world
}

fn calls_of(value: &Value, group: usize) -> Value {
    let limits = value["groups"][group]["limits"].as_array().unwrap();
    limits.iter().find(|limit| limit["measure"] == "tool_calls").unwrap().clone()
}

#[test]
fn m08_a_limit_is_the_rank_of_good_runs_and_says_what_it_would_have_stopped() {
    let world = world_with(1..=19, &[10, 25]);
    let value = world.run("calibrate --stop-good 10% --json").json();
    assert_eq!(value["watched"], 21);
    assert_eq!(value["outcomes"], json!({"committed": 19, "unknown": 2}));
    let limit = calls_of(&value, 0);
    // ⌈20 · 0.9⌉ = 18: the 18th smallest of 1, 2, …, 19.
    assert_eq!((&limit["limit"], &limit["within"]), (&json!(18), &json!(18)));
    assert_eq!(limit["others_stopped"], 1);
    assert_eq!(limit["saved"]["tool_calls"], 7);
    let toml = value["configuration"].as_str().unwrap();
    assert_eq!(
        toml,
        "[unattended]\n# 18 of 19 good runs needed at most 18 calls.\ntool_calls = 18\n"
    );
    let ran = world.run("calibrate --stop-good 10%");
    let said = ran.out.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(
        said.contains("stopped 1 of them and 1 of 2 other runs, which went on for 7 calls"),
        "{said}"
    );
    assert!(!world.path(".config/fusebox/config.toml").exists(), "nothing is written");
    // Two limits share the bound: 5 % takes 19 runs, and the number is the largest.
    let shared = world.run("calibrate --stop-good 10% --json --limits calls,time").json();
    assert_eq!(calls_of(&shared, 0)["limit"], 19);
}

#[test]
fn m08_with_18_good_runs_there_is_no_number_and_19_give_one() {
    let world = world_with(std::iter::repeat_n(1, 18), &[]);
    let ran = world.run("calibrate");
    assert!(
        ran.out.contains(
            "18 good runs is too few to propose a number of calls: a bound of 5 % needs 19."
        ),
        "{}",
        ran.out
    );
    assert_eq!(world.run("calibrate --json").json()["configuration"], "");
    world.decide(&session("longest", 4, true));
    assert_eq!(calls_of(&world.run("calibrate --json").json(), 0)["limit"], 4);
    assert_eq!(world.run("calibrate --stop-good 80%").code, 2);
}

#[test]
fn m08_what_was_stopped_is_not_good_and_a_wrong_trip_only_raises() {
    let world = world_with(1..=9, &[]);
    world.tripped("stuck");
    let read = || world.run("calibrate --stop-good 10% --json").json();
    let value = read();
    assert_eq!(value["outcomes"], json!({"committed": 9, "tripped": 1}));
    // ⌈10 · 0.9⌉ = 9.
    assert_eq!(calls_of(&value, 0)["limit"], 9);
    world.person_does(&["dismiss", &world.incident(), "--yes"]);
    let value = read();
    assert_eq!((&value["dismissed"], &value["groups"][0]["good"]), (&json!(1), &json!(10)));
    // The dismissed run took six calls: as a good run among ten it lowers nothing.
    assert_eq!(calls_of(&value, 0)["limit"], 9);
}

#[test]
fn m08_only_a_person_writes_it_and_the_rest_of_the_file_stays() {
    let world = world_with(std::iter::repeat_n(2, 19), &[]);
    let file = ".config/fusebox/config.toml";
    world.write(file, "# mine\nnotify = []\n\n[unattended]\nactive_time = \"2h\" # enough\n");
    let refused = world.run("calibrate --write");
    assert_ne!(refused.code, 0);
    assert!(!world.read(file).contains("tool_calls"), "{}", refused.err);
    world.person_does(&["calibrate", "--write"]);
    assert_eq!(
        world.read(file),
        "# mine\nnotify = []\n\n[unattended]\nactive_time = \"2h\" # enough\ntool_calls = 2\n"
    );
    assert_eq!(world.run("config check").code, 0);
    let refusal = world.bash("w", "fusebox calibrate --write --yes").out;
    assert!(refusal.contains("\"deny\""), "{refusal}");
    assert_eq!(world.bash("r", "fusebox calibrate --json").out, "");
}

#[test]
fn m08_recorded_sessions_of_clients_are_read_without_a_store() {
    let world = World::new();
    let empty = world.run("calibrate");
    assert_eq!(empty.code, 2, "{}", empty.err);
    for n in 1..=19 {
        let lines: String =
            session(&format!("s{n}"), n, true).iter().map(|event| format!("{event}\n")).collect();
        world.write(&format!("project/recorded/{n}.jsonl"), lines);
    }
    let value = world.run("calibrate recorded --json").json();
    assert_eq!((&value["watched"], &value["recorded"]), (&json!(0), &json!(19)));
    assert_eq!(calls_of(&value, 0)["limit"], 19);
}

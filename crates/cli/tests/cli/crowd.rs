//! Sixty-four hooks at once on one session: none fails, none is lost, none counts twice.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use crate::world::World;

const HOOKS: usize = 64;

#[test]
fn sixty_four_hooks_at_once_all_count_once() {
    let world = World::new();
    std::thread::scope(|scope| {
        let world = &world;
        let hooks: Vec<_> = (0..HOOKS)
            .map(|n| {
                scope.spawn(move || {
                    let fields = json!({"tool_name": "Bash", "tool_use_id": format!("call-{n}"),
                        "tool_input": {"command": format!("echo {n}")}});
                    world.claude("PreToolUse", fields)
                })
            })
            .collect();
        for hook in hooks {
            let ran = hook.join().unwrap();
            assert_eq!((ran.code, ran.stdout.as_str(), ran.stderr.as_str()), (0, "", ""));
        }
    });
    let status = world.run("status s1 --json").json();
    assert_eq!((&status["tool_calls"], &status["events"]), (&json!(HOOKS), &json!(HOOKS)));
    let log = world.run("log s1 --json").stdout;
    let ids: BTreeSet<String> = log
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).unwrap()["id"].to_string())
        .collect();
    assert_eq!((ids.len(), log.lines().count()), (HOOKS, HOOKS));
}

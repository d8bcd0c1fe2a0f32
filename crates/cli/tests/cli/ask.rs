//! `repetition.ask`: the first refusal of a loop is a question to the person at the client.

use serde_json::{Value, json};

use crate::world::{World, bash};

const ASKED: &str = "Fusebox: `make test` has given the same result 6 times in a row, and nothing was \
    changed in between. Let it run once more?";

const FAILURE: &str = "orders.c: error: no such field";
/// What the client writes in place of a result where the person says no.
const REJECTION: &str = "The user doesn't want to proceed with this tool use. The tool use was rejected (eg. \
    if it was a file edit, the new_string was NOT written to the file).";

/// What the client is told of each of `calls` calls of the same failing command: `.` nothing, `?` it is to
/// ask, `d` it is denied. The client runs a call about which it asks where the person says yes.
fn answers(world: &World, mode: &str, calls: usize, says_yes: bool) -> String {
    let heard = |n: usize| {
        let mut fields = bash(&format!("c{n}"), "make test");
        fields["permission_mode"] = json!(mode);
        let ran = world.claude("PreToolUse", fields.clone());
        let reply = if ran.out.is_empty() { Value::Null } else { ran.json() };
        let specific = &reply["hookSpecificOutput"];
        let heard = match specific["permissionDecision"].as_str() {
            Some("ask") => {
                assert_eq!(specific["permissionDecisionReason"], ASKED);
                '?'
            }
            Some("deny") => 'd',
            _ => '.',
        };
        let runs = heard == '.' || heard == '?' && says_yes;
        if runs {
            fields["error"] = json!(FAILURE);
            world.claude("PostToolUseFailure", fields.clone());
        }
        fields["tool_response"] = json!(if runs { FAILURE } else { REJECTION });
        world.claude("PostToolBatch", json!({"tool_calls": [fields]}));
        heard
    };
    (0..calls).map(heard).collect()
}

fn world(ask: bool, prompt: bool) -> World {
    let world = World::with_variables(&[(
        "CLAUDE_CODE_ENTRYPOINT",
        if prompt { "cli" } else { "sdk-cli" },
    )]);
    world.write(".config/fusebox/config.toml", format!("[repetition]\nask = {ask}\n"));
    world.claude("UserPromptSubmit", json!({"prompt": "make it pass"}));
    world
}

#[test]
fn r12_where_a_person_sits_the_first_refusal_asks_once_and_yes_counts_for_that_call_alone() {
    for (ask, attended, mode, says_yes, expected) in [
        (true, true, "default", true, "......?dd"),
        (true, true, "acceptEdits", false, "......?dd"),
        (false, true, "default", true, "......ddd"),
        (true, false, "default", true, "......ddd"),
        (true, true, "bypassPermissions", true, "......ddd"),
        (true, true, "dontAsk", true, "......ddd"),
    ] {
        let world = world(ask, attended);
        let found = answers(&world, mode, 9, says_yes);
        assert_eq!(found, expected, "ask {ask}, attended {attended}, {mode}, yes {says_yes}");
        let state = world.run("status s1 --json").json()["state"].clone();
        assert_eq!(state, "open", "the loop trips in the end");
    }
}

#[test]
fn r12_a_driver_of_decide_is_asked_only_where_it_says_that_it_can() {
    for (can_ask, expected) in [(true, "ask"), (false, "deny")] {
        let world = world(true, true);
        let mut events =
            vec![json!({"session": "d", "type": "prompt", "by": "human", "text": "go"})];
        for n in 0..7 {
            events.push(json!({"session": "d", "type": "tool_request", "call": format!("c{n}"),
                "tool": "bash", "input": {"command": "make test"}, "can_ask": can_ask}));
            events.push(json!({"session": "d", "type": "tool_result", "call": format!("c{n}"),
                "ok": false, "output": "orders.c: error: no such field"}));
        }
        let verdicts = world.decide(&events);
        assert_eq!(verdicts[13]["verdict"], expected, "{}", verdicts[13]);
    }
}

#[test]
fn r12_one_process_decides_all_that_follows_a_question() {
    let world = world(true, false);
    let prompt = json!({"session": "d1", "type": "prompt", "by": "human", "text": "make it pass"});
    let calls = (0..8).flat_map(|n| {
        let call = format!("c{n}");
        [
            json!({"session": "d1", "type": "tool_request", "call": call, "tool": "bash",
                "input": {"command": "make test"}, "can_ask": true}),
            json!({"session": "d1", "type": "tool_result", "call": call, "ok": false,
                "exit_code": 2, "output": FAILURE}),
        ]
    });
    let lines: String = [prompt].into_iter().chain(calls).map(|line| format!("{line}\n")).collect();
    let decided = world.pipe("decide", &lines).lines();
    let verdicts: Vec<&str> = decided.iter().filter_map(|line| line["verdict"].as_str()).collect();
    assert_eq!(verdicts.len(), 17);
    assert_eq!((verdicts[13], verdicts[15]), ("ask", "deny"), "{verdicts:?}");
}

//! Agents that hand work on, begin others, and ask a queue for more.

use serde_json::json;

use super::super::call::{edit, every, laps, mcp, shell, tool};
use super::super::case::{Case, healthy, stuck};
use super::{count, each, joined};

pub(super) fn cases() -> Vec<Case> {
    let task = |kind: &str, prompt: &str, output: &str, ok: bool| {
        tool(
            "task",
            json!({"description": kind, "subagent_type": kind, "prompt": prompt}),
            output,
            ok,
        )
    };
    let send = |to: &str, text: String, output: &str| {
        mcp("team/send_message", json!({"to": to, "text": text}), output, true)
    };
    let empty = || mcp("queue/claim_task", json!({"worker": "w1"}), "No tasks available", true);
    let status = |text: &str| mcp("team/agent_status", json!({"agent": "a7"}), text, true);
    vec![
        healthy("an explorer for each part, that finds nothing", each(|name| task("explorer", &format!("Look for races in src/{name}."), "No issues found.", true))),
        healthy("tasks that are claimed and completed", (1..=12).flat_map(|n| [
            mcp("queue/claim_task", json!({"worker": "w1"}), format!("{{\"id\":\"t{n}\",\"file\":\"src/part{n}.rs\"}}"), true),
            edit(format!("src/part{n}.rs"), "unwrap()", "?"),
            mcp("queue/complete_task", json!({"id": format!("t{n}")}), "ok", true),
        ]).collect()),
        healthy("a queue that is empty for a while, asked each minute", joined(&[every(60, 16, empty()), vec![mcp("queue/claim_task", json!({"worker": "w1"}), "{\"id\":\"t1\"}", true)]])),
        healthy("an agent that works, asked each minute", joined(&[every(60, 12, status("running")), vec![status("finished: 4 files changed")]])),
        healthy("drafts that change from round to round", laps(6, |n| [
            task("writer", &format!("Write the text, round {n}, with the remark {}.", 3 * n), &format!("The text has {} words and names {} cases.", 120 + 31 * n, n + 2), true),
            task("critic", &format!("Judge the text, round {n}."), &format!("Case {} is missing; shorten part {}.", n + 3, n + 1), true),
        ])),
        healthy("a worker for each folder, that says that it is done", each(|name| task("worker", &format!("Convert src/{name} to the new interface and run its tests."), "Done. All tests pass.", true))),
        healthy("messages that tell each one of a change", each(|name| send(name, "The interface of the cart has changed: see docs/cart.md.".to_owned(), "delivered"))),
        healthy("notes for who comes next, written after each part", (1..=10).flat_map(|n| [
            shell(format!("cargo test -q -p part{n}"), "test result: ok. 3 passed; 0 failed", 0),
            edit("HANDOVER.md", format!("<!-- {n} -->"), format!("Part {n} is moved and green.\n<!-- {} -->", n + 1)),
        ]).collect()),
        stuck("a planner, a builder and a judge that hand the same on", laps(6, |n| [
            task("planner", &format!("Round {n}: plan the change of the cart."), "Plan: change total() in src/cart.rs.", true),
            task("builder", &format!("Round {n}: carry out the plan."), "I cannot change src/cart.rs: the plan does not say how.", true),
            task("judge", &format!("Round {n}: judge the result."), "Nothing has changed. Plan again.", true),
        ])),
        stuck("two agents that ask each other to begin", laps(8, |n| [
            send("alice", format!("Please begin with part 1 (message {n})."), "alice: I wait for you to begin."),
            send("bob", format!("Please begin with part 1 (message {n})."), "bob: I wait for you to begin."),
        ])),
        stuck("an agent that is begun anew and ends alike", count(10, |n| task("worker", &format!("Convert the whole repository, attempt {n}. Be brief."), "Agent terminated early: prompt is too long", false))).refused(),
        stuck("one order for one agent, of other models", ["sonnet", "opus", "haiku", "gpt-5", "gemini", "qwen", "o3", "grok", "llama", "kimi", "glm", "nova"].map(|model| tool("task", json!({"description": "find the race", "subagent_type": "explorer", "model": model, "prompt": "Find the race in src/cart.rs."}), "I found no race in src/cart.rs.", true)).to_vec()),
        stuck("an empty queue, asked at once without end", every(2, 60, empty())),
        stuck("an agent that is gone, asked what it does", count(14, |_| mcp("team-b/agent_status", json!({"agent": "a7"}), "Error: no agent with id a7", false))),
        stuck("words of thanks between two agents", laps(8, |n| [
            send("alice", format!("Thank you! Ready when you are ({n})."), "alice: Thank you! Ready when you are."),
            mcp("team/read_inbox", json!({}), "alice: Thank you! Ready when you are.", true),
        ])),
    ]
}

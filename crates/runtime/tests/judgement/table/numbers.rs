//! Numbers that are names, and numbers that only count.

use serde_json::json;

use super::call::{Call, edit, laps, mcp, shell, tool};
use super::case::{Case, healthy, stuck};

fn each(calls: impl Fn(usize) -> Vec<Call>) -> Vec<Call> {
    (1..13).flat_map(calls).collect()
}

fn task(kind: &str, prompt: String, answer: String) -> Call {
    tool("task", json!({"subagent_type": kind, "prompt": prompt}), answer, true)
}

pub(crate) fn cases() -> Vec<Case> {
    vec![
        stuck(
            "plan and review, with a round",
            each(|n| {
                vec![
                    task(
                        "planner",
                        format!("Make the plan, round {n}."),
                        "The plan: the store first.".into(),
                    ),
                    task(
                        "reviewer",
                        format!("Review the plan (round {n} of 20)."),
                        "It lacks detail.".into(),
                    ),
                ]
            }),
        ),
        stuck(
            "writer and editor, with an iteration",
            each(|n| {
                vec![
                    mcp(
                        "crew/ask_writer",
                        json!({"message": format!("Iteration #{n}: write it")}),
                        "Draft: the quarter went well.",
                        true,
                    ),
                    mcp(
                        "crew/ask_editor",
                        json!({"message": format!("Iteration #{n}: edit it")}),
                        "Needs another pass.",
                        true,
                    ),
                ]
            }),
        ),
        stuck(
            "coder and reviewer, with a field",
            each(|n| {
                vec![
                    mcp(
                        "a2a/send",
                        json!({"agent": "coder", "attempt": n, "text": "Implement it"}),
                        "Cannot go on without a review.",
                        true,
                    ),
                    mcp(
                        "a2a/send",
                        json!({"agent": "reviewer", "attempt": n, "text": "Review it"}),
                        "Nothing to review yet.",
                        true,
                    ),
                ]
            }),
        ),
        stuck(
            "a retry that only counts",
            each(|n| {
                vec![shell(
                    format!("./deploy --attempt {n}"),
                    "deploy: quota exceeded in region eu-north-1",
                    1,
                )]
            }),
        ),
        healthy(
            "cases by number",
            each(|n| {
                vec![shell(format!("./run_case test_case_{n}"), "case ok, no differences", 0)]
            }),
        ),
        healthy(
            "seeds",
            each(|n| {
                vec![shell(
                    format!("./fuzz --corpus c --seed {n}"),
                    "Done 10000 runs, no crash found",
                    0,
                )]
            }),
        ),
        healthy(
            "shards",
            each(|n| {
                vec![shell(
                    format!("./verify.bin --shard={n} --of=12"),
                    "shard is consistent with its index",
                    0,
                )]
            }),
        ),
        healthy(
            "chapters by number",
            each(|n| {
                vec![shell(
                    format!("pandoc ch{n:02}.md -o ch{n:02}.html"),
                    "[WARNING] This document format requires a nonempty <title> element.",
                    0,
                )]
            }),
        ),
        healthy(
            "issues by number",
            each(|n| {
                vec![mcp(
                    "tracker/close_issue",
                    json!({"issue": 300 + n, "comment": "Stale."}),
                    "{\"ok\": true}",
                    true,
                )]
            }),
        ),
        healthy(
            "chapters handed to a writer and a reader",
            each(|n| {
                vec![
                    task("writer", format!("Write chapter {n}."), format!("It is in ch{n}.md")),
                    task("reader", format!("Read chapter {n}."), "No errors.".into()),
                ]
            }),
        ),
        healthy(
            "the error moves to the next item",
            each(|n| {
                vec![
                    edit("items.csv", format!("row {n},"), format!("row {n},9")),
                    shell(
                        "./import items.csv",
                        format!("import: item {}: missing price", n + 1),
                        1,
                    ),
                ]
            }),
        ),
        healthy(
            "a plan and a review that get on",
            laps(7, |n| {
                let word = ["store", "cache", "index", "query", "shell", "views", "tests"][n];
                [
                    task(
                        "planner",
                        format!("Make the plan, round {n}."),
                        format!("Next is the {word}."),
                    ),
                    task(
                        "reviewer",
                        format!("Review the plan, round {n}."),
                        format!("Better, but the {word} is unclear."),
                    ),
                ]
            }),
        ),
    ]
}

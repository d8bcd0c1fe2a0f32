//! Agents and calls that hand one thing to each other: numbers that only count do not make it new.

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
    let clusters = ["eu1", "eu2", "us1", "us2", "ap1", "ap2", "sa1", "af1", "me1", "in1"];
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
            "one question to ten helpers who cannot tell",
            each(|n| {
                let kind = ["explorer", "debugger", "general-purpose"][n % 3];
                let words = ["why", "when", "since when", "where", "for whom"][n % 5];
                vec![task(
                    kind,
                    format!("Find out {words} the import is slow ({kind} {n})."),
                    "I could not determine it: there is no log of the import and I have no access to its host.".into(),
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
        healthy(
            "a helper for every cluster",
            clusters
                .iter()
                .map(|c| {
                    task(
                        "operator",
                        format!("Upgrade the ingress controller of {c} to 1.11.2 and wait for it."),
                        "Upgraded; all pods are ready.".into(),
                    )
                })
                .collect(),
        ),
        healthy(
            "a reviewer for each round of changes",
            laps(8, |n| {
                [
                    edit(format!("src/{}.rs", clusters[n]), "todo!()", format!("part{n}()")),
                    task(
                        "reviewer",
                        format!("Review the change, round {n}."),
                        "Looks good.".into(),
                    ),
                ]
            }),
        ),
        healthy(
            "helpers of which some cannot tell",
            each(|n| {
                let answer = match n % 3 {
                    0 => "I could not determine it: the file has no history.".to_owned(),
                    _ => format!("It was added in commit {n}a{n}f."),
                };
                vec![task("historian", format!("Which commit added module m{n}?"), answer)]
            }),
        ),
        healthy(
            "work handed on and its result built",
            laps(7, |n| {
                [
                    mcp(
                        "crew/ask_coder",
                        json!({"message": format!("Write module {n}")}),
                        "Written.",
                        true,
                    ),
                    shell(
                        format!("cargo build -p module{n}"),
                        format!("   Compiling module{n} v0.1.0"),
                        0,
                    ),
                ]
            }),
        ),
        stuck(
            "messages with a counter in front",
            each(|n| {
                vec![
                    tool(
                        "SendMessage",
                        json!({"recipient": "qa", "content": format!("[{n}] Please check the build.")}),
                        "Message sent to qa's inbox",
                        true,
                    ),
                    tool(
                        "SendMessage",
                        json!({"recipient": "dev", "content": format!("[{n}] The build needs another check.")}),
                        "Message sent to dev's inbox",
                        true,
                    ),
                ]
            }),
        ),
        stuck(
            "two agents on the command line",
            each(|n| {
                vec![
                    shell(
                        format!("codex exec 'attempt #{n}: propose a schema'"),
                        "Proposed: one wide table.",
                        0,
                    ),
                    shell(
                        format!("claude -p 'attempt #{n}: critique the schema'"),
                        "One wide table will not scale; propose again.",
                        0,
                    ),
                ]
            }),
        ),
        healthy(
            "bugs mended, tested and verified",
            (101..110)
                .flat_map(|bug| {
                    [
                        task(
                            "dev",
                            format!("Fix bug {bug}"),
                            format!("Fixed bug {bug} in a{bug}.py"),
                        ),
                        shell("pytest -q", format!("{bug} passed in 3.1s"), 0),
                        task("qa", format!("Verify bug {bug}"), format!("Bug {bug} verified.")),
                    ]
                })
                .collect(),
        ),
    ]
}

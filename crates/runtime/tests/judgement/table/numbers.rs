//! Numbers that are names, and numbers that only count.

use serde_json::json;

use super::call::{Call, edit, mcp, shell};
use super::case::{Case, healthy, stuck};

fn each(calls: impl Fn(usize) -> Vec<Call>) -> Vec<Call> {
    (1..13).flat_map(calls).collect()
}

pub(crate) fn cases() -> Vec<Case> {
    vec![
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
        stuck(
            "a job sent again with its number of tries",
            each(|n| {
                vec![mcp(
                    "jobs-n/submit",
                    json!({"job": "nightly", "retry": n}),
                    "{\"ok\": false, \"error\": \"no runner with the label gpu\"}",
                    true,
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
        stuck(
            "a run whose output goes to another file each time",
            each(|n| {
                vec![shell(
                    format!("./render.sh > /tmp/out{n}.log 2>&1; tail -2 /tmp/out{n}.log"),
                    "GLSL link failed: uniform block 'Lights' exceeds max size",
                    1,
                )]
            }),
        ),
        stuck(
            "a log elsewhere with another number for each run",
            each(|n| {
                vec![shell(
                    format!(
                        "make flash > /tmp/flash{n}.log 2>&1 || (tail -2 /tmp/flash{n}.log; exit 1)"
                    ),
                    "error: no device on /dev/ttyUSB0",
                    1,
                )]
            }),
        )
        .at(4, 7),
        healthy(
            "a dump of every base, kept elsewhere",
            each(|n| vec![shell(format!("pg_dump tenant{n} > /tmp/dumps/tenant{n}.sql"), "", 0)]),
        ),
        healthy(
            "a script elsewhere that is written anew",
            each(|n| {
                vec![shell(
                    format!(
                        "cat > /tmp/probe.py <<'E'\nprint(len(open('part{n}.bin').read()))\nE\npython3 /tmp/probe.py"
                    ),
                    format!("{}", 1_000 + 37 * n),
                    0,
                )]
            }),
        ),
        healthy(
            "an edit before each run into a log elsewhere",
            each(|n| {
                vec![
                    edit(format!("src/part{n}.rs"), "a", format!("b{n}")),
                    shell(
                        "cargo build > /tmp/build.log 2>&1; tail -1 /tmp/build.log",
                        format!("error: could not compile `app` due to {} errors", 40 - n),
                        0,
                    ),
                ]
            }),
        ),
        healthy(
            "reports of every site into files elsewhere",
            each(|n| vec![shell(format!("./report --site {n} > /tmp/site{n}.html"), "", 0)]),
        ),
    ]
}

//! A result that the client cleared or evicted is unknown, and equal to nothing.

use super::call::{edit, laps, look, mcp, search, shell};
use super::case::{Case, healthy, stuck};
use serde_json::json;

pub(crate) fn cases() -> Vec<Case> {
    let same = |output: &'static str| {
        (0..12).map(move |_| shell("cat build/report.txt", output, 0)).collect::<Vec<_>>()
    };
    vec![
        healthy("a report cleared from the context", same("[Old tool result content cleared]")),
        healthy("a report evicted", same("[… content evicted to save context …]")),
        healthy(
            "a report kept in a file",
            same(
                "<persisted-output>\nOutput too large (88.1KB). Full output saved to: /home/dev/.claude/tool-results/b1.txt\n</persisted-output>",
            ),
        ),
        healthy("a report trimmed away", same("[Tool result cleared to save context]")),
        healthy("a report omitted", same("[tool output omitted: exceeded context budget]")),
        healthy("a report compacted", same("<tool_result_cleared/>")),
        healthy(
            "files read again, their text cleared",
            (0..14)
                .map(|n| {
                    mcp(
                        "docs-c/get_page",
                        json!({"id": n % 4}),
                        "[Old tool result content cleared]",
                        true,
                    )
                })
                .collect(),
        ),
        healthy(
            "files edited whose text was cleared",
            laps(6, |n| {
                [
                    shell(format!("cat src/m{n}.rs"), "[Old tool result content cleared]", 0),
                    edit(format!("src/m{n}.rs"), "todo!()", format!("part_{n}()")),
                ]
            }),
        ),
        stuck(
            "a report whose text speaks of cleared things",
            (0..9)
                .map(|_| {
                    shell(
                        "cat build/report.txt",
                        "The old tool result content cleared at 12 sites; 4 are left.",
                        0,
                    )
                })
                .collect(),
        )
        .at(4, 7),
        stuck(
            "a list in brackets",
            (0..9)
                .map(|_| shell("cat conf/list.json", "[\"content\", \"cleared\", \"evicted\"]", 0))
                .collect(),
        )
        .at(4, 7),
        stuck(
            "a file read again before anything is cleared",
            (0..9).map(|_| look("notes/plan.md", "# Plan\n1. clear the old results")).collect(),
        )
        .at(4, 7),

        healthy("one search, its hits cleared", vec![search("TODO", "src", "[Old tool result content cleared]"); 9]),
        stuck(
            "a failure, now and then kept in a file",
            (1..17)
                .map(|n| match n % 4 {
                    0 => shell("vivado -mode batch -source syn.tcl", format!("<persisted-output>\nOutput too large (6{n}KB). Full output saved to: /home/dev/out/b{n}.txt\n</persisted-output>"), 0),
                    _ => shell("vivado -mode batch -source syn.tcl", "ERROR: [Common 17-345] A valid license was not found for feature 'Synthesis'", 1),
                })
                .collect(),
        ),
    ]
}

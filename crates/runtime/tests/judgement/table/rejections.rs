//! Calls that the client rejects by itself: no request of them comes that could be refused.

use serde_json::json;

use super::call::{Call, edit, laps, look, rejected_edit, shell, tool, unannounced};
use super::case::{Case, healthy, nudged_at_most, stuck};

const WORDS: [&str; 10] =
    ["open", "close", "read", "write", "seek", "flush", "lock", "sync", "trim", "stat"];
const MISSING: &str = "String to replace not found in file.";
const UNREAD: &str = "File has not been read yet. Read it first before writing to it.";

fn rejected(path: &str, word: &str, why: &str) -> Call {
    unannounced(rejected_edit(path, format!("fn {word}()"), why))
}

fn unknown(name: &str) -> Call {
    let why = format!("<tool_use_error>Error: No such tool available: {name}</tool_use_error>");
    unannounced(tool(name, json!({"path": "src/a.zig"}), why, false))
}

pub(crate) fn cases() -> Vec<Case> {
    let source = || look("src/a.zig", "fn open() void {}\nfn close() void {}");
    let incomplete = |_| {
        unannounced(tool(
            "write",
            json!({"file_path": "/home/dev/project/notes.md"}),
            "<tool_use_error>InputValidationError: Write failed: The required parameter `content` is missing</tool_use_error>",
            false,
        ))
    };
    vec![
        stuck(
            "a text that is never found",
            WORDS.iter().map(|word| rejected("src/a.zig", word, MISSING)).collect(),
        ),
        stuck("a tool that does not exist", (0..10).map(|_| unknown("ReadFile")).collect()),
        // It trips at the tenth; the turn is ended after five refused ones.
        stuck(
            "a tool that does not exist, after the trip",
            (0..17).map(|_| unknown("ReadFile")).collect(),
        )
        .stopped_at(15),
        stuck("four calls after the trip", (0..14).map(|_| unknown("ReadFile")).collect())
            .stopped_at(0),
        stuck("a parameter that is missing, after the trip", (0..17).map(incomplete).collect())
            .stopped_at(15),
        stuck("a parameter that is always missing", (0..10).map(incomplete).collect()),
        stuck(
            "a text that is never found, with looks in between",
            WORDS
                .iter()
                .flat_map(|word| [source(), rejected("src/a.zig", word, MISSING)])
                .collect(),
        ),
        healthy(
            "three that are not found, a look, and one that is",
            [
                WORDS[..3].iter().map(|word| rejected("src/a.zig", word, MISSING)).collect(),
                vec![
                    source(),
                    edit("src/a.zig", "fn open() void {}", "fn open() !void {}"),
                    shell("zig build", "built", 0),
                ],
            ]
            .concat(),
        ),
        healthy(
            "files that were not read before they are edited",
            WORDS
                .iter()
                .flat_map(|word| {
                    let path = format!("src/{word}.zig");
                    [
                        rejected(&path, word, UNREAD),
                        look(&path, format!("fn {word}() void {{}}")),
                        edit(&path, format!("fn {word}()"), format!("fn {word}All()")),
                    ]
                })
                .collect(),
        ),
        healthy(
            "one rejected here, one accepted there",
            laps(9, |n| {
                [
                    rejected("src/a.zig", WORDS[n], MISSING),
                    edit(format!("src/{}.zig", WORDS[n]), "const a", "const b"),
                ]
            }),
        ),
        healthy(
            "one unknown tool, then the right one",
            vec![
                unknown("ReadFile"),
                unknown("OpenFile"),
                source(),
                shell("zig build", "built", 0),
            ],
        ),
        nudged_at_most(
            "a parameter that is missing three times, then another way",
            vec![
                incomplete(0),
                incomplete(1),
                incomplete(2),
                shell("touch notes.md", "", 0),
                shell("zig build", "built", 0),
            ],
        ),
        healthy(
            "a filter that the server rejects, four times",
            (0..4)
                .map(|n| {
                    tool(
                        "mcp:notion-r/query",
                        json!({"filter": format!("f{n}")}),
                        format!("validation_error: property f{n} does not exist"),
                        false,
                    )
                })
                .chain([tool(
                    "mcp:notion-r/query",
                    json!({"filter": "Status"}),
                    "{\"results\":[1]}",
                    true,
                )])
                .collect(),
        ),
    ]
}

//! The same edit again and again, accepted or not.

use super::call::{edit, laps, rejected_edit, shell};
use super::case::{Case, healthy, stuck};

const WORDS: [&str; 9] =
    ["open", "close", "read", "write", "seek", "flush", "lock", "sync", "trim"];

pub(crate) fn cases() -> Vec<Case> {
    vec![
        stuck(
            "a file that grows by the same lines",
            (0..7).map(|_| edit("CHANGES.md", "# New\n", "# New\n- a parser\n")).collect(),
        )
        .at(4, 7),
        stuck(
            "one edit and one failing check in turn",
            (0..14)
                .map(|n| match n % 2 {
                    0 => edit("src/a.zig", "const n = 1;", "const n = 1;\nconst n = 1;"),
                    _ => shell(
                        "zig build-exe src/a.zig",
                        "src/a.zig:9:7: error: redeclaration of 'n'",
                        1,
                    ),
                })
                .collect(),
        ),
        stuck(
            "a switch on and off, without end",
            laps(8, |_| {
                [
                    edit("a.cfg", "debug = false", "debug = true"),
                    edit("a.cfg", "debug = true", "debug = false"),
                ]
            }),
        )
        .at(7, 12),
        stuck(
            "one rejected edit with a build in between",
            laps(8, |_| {
                [
                    rejected_edit("src/a.zig", "fn open()", "String to replace not found in file."),
                    shell("zig build", "built", 0),
                ]
            }),
        ),
        healthy(
            "one edit after each of three checkouts",
            laps(3, |n| {
                [
                    shell(format!("git checkout -q v0.{n}"), "", 0),
                    edit("build.zig", ".optimize = .Debug", ".optimize = .ReleaseFast"),
                    shell("zig build bench", format!("parse: {} MB/s", 410 + 9 * n), 0),
                ]
            }),
        ),
        healthy(
            "one edit in every file",
            WORDS
                .iter()
                .map(|word| edit(format!("pkg/{word}/go.mod"), "go 1.21", "go 1.22"))
                .collect(),
        ),
        healthy(
            "other edits of one file",
            WORDS
                .iter()
                .map(|word| edit("src/a.zig", format!("fn {word}()"), format!("fn {word}All()")))
                .collect(),
        ),
        healthy(
            "a switch on and off, three times",
            WORDS[..3]
                .iter()
                .flat_map(|word| {
                    [
                        edit("a.cfg", "debug = false", "debug = true"),
                        shell("./run", format!("trace of {word}"), 0),
                        edit("a.cfg", "debug = true", "debug = false"),
                    ]
                })
                .collect(),
        ),
        healthy(
            "lines appended to a log",
            WORDS
                .iter()
                .map(|word| shell(format!("echo 'rotated {word}' >> rotation.log"), "", 0))
                .collect(),
        ),
    ]
}

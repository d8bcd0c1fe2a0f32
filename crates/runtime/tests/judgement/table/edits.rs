//! Edits that are rejected, and the same edit again and again.

use super::call::{Call, edit, look, rejected_edit, shell};
use super::case::{Case, healthy, nudged_at_most, stuck};

const WORDS: [&str; 9] =
    ["open", "close", "read", "write", "seek", "flush", "lock", "sync", "trim"];
const MISSING: &str = "String to replace not found in file.";

fn rejections(count: usize) -> Vec<Call> {
    WORDS[..count]
        .iter()
        .map(|word| rejected_edit("src/a.zig", format!("fn {word}()"), MISSING))
        .collect()
}

fn joined(parts: &[Vec<Call>]) -> Vec<Call> {
    parts.concat()
}

pub(crate) fn cases() -> Vec<Case> {
    let source = || look("src/a.zig", "fn open() void {}\nfn close() void {}");
    let accepted = || edit("src/a.zig", "fn open() void {}", "fn open() !void {}");
    let reasons =
        [MISSING, "Found 2 matches of the string to replace.", "File has not been read yet."];
    vec![
        stuck("seven rejected edits", rejections(7)).at(4, 6),
        stuck(
            "rejected for many reasons",
            WORDS[..7]
                .iter()
                .zip(reasons.iter().cycle())
                .map(|(word, why)| rejected_edit("src/a.zig", format!("fn {word}()"), *why))
                .collect(),
        )
        .at(4, 6),
        stuck(
            "rejected with a look before each",
            rejections(7).into_iter().flat_map(|call| [source(), call]).collect(),
        ),
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
        nudged_at_most(
            "five rejected, a look, and accepted",
            joined(&[rejections(5), vec![source(), accepted(), shell("zig build", "built", 0)]]),
        ),
        nudged_at_most(
            "four rejected, then another way",
            joined(&[rejections(4), vec![accepted(), shell("zig build", "built", 0)]]),
        ),
        healthy(
            "three rejected, a look, and accepted, twice",
            joined(&[
                rejections(3),
                vec![source(), accepted()],
                rejections(3),
                vec![edit("src/a.zig", "fn close() void {}", "fn close() !void {}")],
            ]),
        ),
        healthy(
            "rejected here, accepted there",
            WORDS
                .iter()
                .flat_map(|word| {
                    [
                        rejected_edit("src/a.zig", format!("fn {word}()"), MISSING),
                        edit(format!("src/{word}.zig"), "a", "b"),
                    ]
                })
                .collect(),
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

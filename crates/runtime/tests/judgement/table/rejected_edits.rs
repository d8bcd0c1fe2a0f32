//! Edits that are rejected, whatever the reasons.

use super::call::{Call, edit, look, rejected_edit, search, shell};
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
            "each file is read after its first edit is rejected",
            WORDS
                .iter()
                .flat_map(|word| {
                    let path = format!("src/{word}.zig");
                    [
                        rejected_edit(&path, format!("fn {word}()"), "File has not been read yet."),
                        look(&path, format!("fn {word}() void {{}}")),
                        edit(&path, format!("fn {word}() void"), format!("fn {word}() !void")),
                    ]
                })
                .collect(),
        ),
        stuck(
            "rejected with a look at another file before each",
            rejections(8)
                .into_iter()
                .enumerate()
                .flat_map(|(n, call)| {
                    [call, look(format!("src/{}.zig", WORDS[n]), format!("// {n}"))]
                })
                .collect(),
        )
        .at(7, 11),
        stuck(
            "rejected with a command before each",
            rejections(8)
                .into_iter()
                .enumerate()
                .flat_map(|(n, call)| {
                    [
                        call,
                        shell(
                            format!("git log -{n} --oneline"),
                            format!("{n}f0a parse {}", WORDS[n]),
                            0,
                        ),
                    ]
                })
                .collect(),
        )
        .at(7, 11),
        nudged_at_most(
            "five rejected, its lines shown by the shell, and accepted",
            joined(&[
                rejections(5),
                vec![shell("cd src && sed -n '1,9p' a.zig", "fn open() void {}", 0), accepted()],
            ]),
        ),
        nudged_at_most(
            "five rejected, a search in it, and accepted",
            joined(&[
                rejections(5),
                vec![search("open", "src/a.zig", "3: fn open() void {}"), accepted()],
            ]),
        ),
        nudged_at_most(
            "five rejected, then another file is read and edited",
            joined(&[
                rejections(5),
                vec![
                    look("src/b.zig", "fn open() void {}"),
                    edit("src/b.zig", "fn open()", "fn open2()"),
                ],
            ]),
        ),
        nudged_at_most(
            "five rejected, the file shown with its changes, and accepted",
            joined(&[
                rejections(5),
                vec![shell("git diff HEAD -- src/a.zig", "+fn open() void {}", 0), accepted()],
            ]),
        ),
    ]
}

//! Edits of many files, edits back and forth, and files that are read without end.

use super::super::call::{Call, edit, look, look_from, rejected_edit, search, shell};
use super::super::case::{Case, healthy, nudged_at_most, stuck};
use super::{NAMES, count, each, in_turn};

/// Lines of a file from one number to another.
fn lines(first: usize, last: usize) -> String {
    (first..=last).map(|n| format!("let value_{n} = read(source, {});\n", n * 31 % 97)).collect()
}

pub(super) fn cases() -> Vec<Case> {
    let mut cases = many_files();
    cases.extend(one_file());
    cases.extend(reading());
    cases
}

fn many_files() -> Vec<Case> {
    vec![
        healthy(
            "a licence in front of twenty-five files",
            count(25, |n| {
                edit(
                    format!("src/part_{n}.rs"),
                    "//! Part",
                    "// SPDX-License-Identifier: MIT\n//! Part",
                )
            }),
        ),
        healthy(
            "a name that is changed file by file, without a word",
            each(|name| shell(format!("sed -i 's/CartId/BasketId/g' src/{name}.ts"), "", 0)),
        ),
        healthy(
            "thirty translations",
            count(30, |n| {
                edit(
                    format!("locales/l{n}.json"),
                    "\"title\": \"Cart\"",
                    format!("\"title\": \"Cart {n}\""),
                )
            }),
        ),
        healthy(
            "a codemod of each folder",
            each(|name| {
                shell(
                    format!("npx jscodeshift -t rename.js src/{name}"),
                    "Processing 3 files...\nAll done.\nResults:\n0 errors\n0 unmodified\n3 ok",
                    0,
                )
            }),
        ),
        healthy(
            "files that are removed one by one",
            each(|name| shell(format!("git rm -q src/old/{name}.js"), "", 0)),
        ),
        healthy(
            "files that are moved one by one",
            each(|name| shell(format!("git mv lib/{name}.js src/{name}.js"), "", 0)),
        ),
        healthy(
            "a symbol that is looked for and changed, file by file",
            NAMES
                .iter()
                .flat_map(|name| {
                    [
                        search(
                            format!("{name}Total"),
                            "src",
                            format!("src/{name}.ts:12:export const {name}Total = 0"),
                        ),
                        edit(
                            format!("src/{name}.ts"),
                            format!("{name}Total"),
                            format!("{name}Sum"),
                        ),
                    ]
                })
                .collect(),
        ),
        healthy(
            "folders that are formatted already",
            each(|name| {
                shell(format!("npx prettier --write src/{name}"), "index.ts 24ms (unchanged)", 0)
            }),
        ),
        healthy(
            "a large change, read file by file",
            count(14, |n| {
                shell(
                    format!("git show HEAD -- src/part_{n}.rs"),
                    format!("@@ -1 +1 @@\n-a{n}\n+b{n}"),
                    0,
                )
            }),
        ),
        healthy(
            "entries of a list of changes",
            count(12, |n| {
                edit("CHANGELOG.md", "## Next\n", format!("## Next\n\n- Mend fault {n}.\n"))
            }),
        ),
        healthy(
            "imports that are sorted in twelve packages",
            each(|name| shell(format!("isort packages/{name}"), "Fixing __init__.py", 0)),
        ),
        healthy(
            "the same two lines in twelve Dockerfiles",
            each(|name| {
                edit(format!("docker/{name}/Dockerfile"), "FROM node:18", "FROM node:20\nUSER node")
            }),
        ),
    ]
}

fn one_file() -> Vec<Case> {
    vec![
        stuck("a line that goes back and forth", count(20, |n| match n % 2 {
            0 => edit("src/cart.rs", "round_up(total)", "round_down(total)"),
            _ => edit("src/cart.rs", "round_down(total)", "round_up(total)"),
        })).refused(),
        stuck("a line that goes back and forth, with the test between", (1..=10).flat_map(|n| [
            match n % 2 {
                0 => edit("src/cart.rs", "round_up(total)", "round_down(total)"),
                _ => edit("src/cart.rs", "round_down(total)", "round_up(total)"),
            },
            shell("cargo test totals", "running 1 test\ntest cart::totals ... FAILED\n\nfailures:\n    cart::totals\n\ntest result: FAILED. 0 passed; 1 failed; 0 ignored", 101),
        ]).collect()).refused(),
        stuck("a name that sed does not change", (0..9).flat_map(|_| -> [Call; 2] { [
            shell("sed -i 's/CartId/BasketId/' src/cart.ts", "", 0),
            shell("grep -n CartId src/cart.ts", "4:import { CartId as Id } from './ids'", 0),
        ] }).collect()).refused(),
        stuck("two formatters that undo each other", (0..9).flat_map(|_| -> [Call; 2] { [
            shell("npx prettier --write src/cart.ts", "src/cart.ts 31ms", 0),
            shell("npx eslint --fix src/cart.ts", "src/cart.ts\n  4:1  error  Expected indentation of 4 spaces but found 2  indent\n\n✖ 1 problem (1 error, 0 warnings)", 1),
        ] }).collect()).refused(),
        stuck("a file that grows by the same import", count(9, |_| edit("app.py", "import os\n", "import os\nimport os\n"))).refused(),
        stuck("edits whose text is not there", count(8, |n| rejected_edit("src/cart.rs", format!("fn total_{n}() {{"), "String to replace not found in file."))).refused(),
        stuck("edits that would change nothing", count(8, |n| rejected_edit("src/cart.rs", format!("let t{n} = 0;"), "No changes to make: old_string and new_string are exactly the same."))).refused(),
        healthy("edits that are rejected, read anew, and accepted", (1..=4).flat_map(|n| [
            rejected_edit("src/cart.rs", format!("fn a{n}()"), "String to replace not found in file."),
            look_from("src/cart.rs", n * 20, lines(n * 20, n * 20 + 10)),
            edit("src/cart.rs", format!("let value_{} = read", n * 20), format!("let value_{} = load", n * 20)),
        ]).collect()),
        stuck("a file that nobody may remove", in_turn(10, &[
            "rm cache.lock", "rm -f cache.lock", "sudo rm cache.lock", "chattr -i cache.lock", "unlink cache.lock", "chmod 777 cache.lock",
        ], "cache.lock: Operation not permitted", 1)).refused(),
        healthy("a difference after each edit", (1..=10).flat_map(|n| [
            edit("src/cart.rs", format!("v{}", n - 1), format!("v{n}")),
            shell("git diff --stat", format!(" src/cart.rs | {} +-\n 1 file changed, {n} insertions(+), {n} deletions(-)", n * 2), 0),
        ]).collect()),
        stuck("a patch that does not apply", in_turn(12, &[
            "git apply fix.patch", "git apply -v fix.patch", "git apply --check fix.patch", "git apply -p0 fix.patch", "git apply --ignore-whitespace fix.patch", "git apply --recount fix.patch",
        ], "error: patch failed: src/cart.rs:12\nerror: src/cart.rs: patch does not apply", 1)).refused(),
    ]
}

fn reading() -> Vec<Case> {
    vec![
        healthy(
            "a long file, read a hundred lines at a time",
            count(18, |n| look_from("src/parser.rs", n * 100 - 99, lines(n * 100 - 99, n * 100))),
        ),
        healthy(
            "a log of equal lines, read on and on",
            count(16, |n| {
                shell(
                    format!("sed -n '{},{}p' app.log", n * 200 - 199, n * 200),
                    "INFO tick\nINFO tick\nINFO tick",
                    0,
                )
            }),
        ),
        stuck(
            "parts of one file that overlap for ever",
            count(30, |n| {
                let first = 1 + n * 37 % 90;
                look_from("src/parser.rs", first, lines(first, first + 60))
            }),
        ),
        stuck(
            "the end of a log that stands still, ever longer",
            count(14, |n| {
                shell(
                    format!("tail -n {} old/app.log", 40 + n * 10),
                    "ERROR cart 7: no price\nERROR cart 9: no price",
                    0,
                )
            }),
        ),
        stuck(
            "three looks at the state of a folder, round and round",
            (0..9)
                .flat_map(|_| -> [Call; 3] {
                    [
                        shell("git status --short", " M src/cart.rs", 0),
                        shell("git diff", "@@ -1 +1 @@\n-a\n+b", 0),
                        shell("git log -1 --oneline", "4f2c9d1 Add carts", 0),
                    ]
                })
                .collect(),
        )
        .refused(),
        stuck(
            "two files that are read in turn",
            (0..8)
                .flat_map(|_| {
                    [look("src/cart.rs", lines(1, 20)), look("src/total.rs", lines(30, 50))]
                })
                .collect(),
        )
        .refused(),
        healthy(
            "files that are read once each",
            each(|name| look(format!("src/{name}.rs"), lines(1, 20))),
        ),
        healthy(
            "files that are all empty",
            each(|name| look(format!("src/{name}/__init__.py"), "")),
        ),
        nudged_at_most(
            "lines of a log, found by twelve patterns",
            each(|name| search(name.to_uppercase(), "app.log", "")),
        ),
        stuck(
            "a folder that is listed in every way",
            in_turn(
                14,
                &[
                    "ls src",
                    "ls -la src",
                    "ls -l src",
                    "find src -maxdepth 1",
                    "ls -1 src",
                    "tree -L 1 src",
                ],
                "src/cart.rs",
                0,
            ),
        ),
        healthy(
            "the history of each file",
            each(|name| {
                shell(format!("git log --oneline -1 -- src/{name}.rs"), "4f2c9d1 Add the shop", 0)
            }),
        ),
        healthy(
            "windows of a log by time",
            count(14, |n| {
                shell(
                    format!("journalctl -u shop --since '10:{n:02}' --until '10:{:02}'", n + 1),
                    "-- No entries --",
                    0,
                )
            }),
        ),
    ]
}

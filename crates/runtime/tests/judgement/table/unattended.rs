//! A check that fails alike after one change after the other, in a session that nobody attends: the
//! fifteenth time trips.

use super::attempts::{WORDS, attempts};
use super::call::{Call, edit, shell};
use super::case::{Case, nudged_at_most, stuck};

const RED: &str =
    "--- FAIL: TestReplay (0.01s)\n    wal_test.go:41: got 3, want 4\nFAIL\nFAIL\tx/wal\t0.02s";
const RAISES: &str = "Traceback (most recent call last):\n  File \"/home/dev/project/fit.py\", line 20, in batch\n    y = row[name]\nKeyError: 'logits'";

pub(crate) fn cases() -> Vec<Case> {
    let test = |_| ("go test ./wal".to_owned(), RED.to_owned());
    let script = |_| ("python fit.py".to_owned(), RAISES.to_owned());
    let passes = || shell("go test ./wal", "ok  \tx/wal\t0.02s", 0);
    // Each adds a method of its own.
    let family = |n: usize| {
        [
            edit(format!("solution_v{n}.py"), "", format!("solve = {}", WORDS[n % WORDS.len()])),
            shell(
                format!("python solution_v{n}.py"),
                "Traceback (most recent call last):\nRecursionError: maximum recursion depth exceeded",
                1,
            ),
        ]
    };
    let files = |count: usize| (1..=count).flat_map(family).collect::<Vec<Call>>();
    let cases = vec![
        // The first run is none after a change, so the sixteenth is the fifteenth time.
        stuck("sixteen runs of one test", attempts(17, test)).at(12, 33),
        stuck("sixteen runs of one script", attempts(17, script)).at(12, 33),
        stuck("a family of sixteen files", files(17)).at(12, 33),
        nudged_at_most("fifteen runs of one test", attempts(15, test)),
        nudged_at_most("fifteen runs of one script", attempts(15, script)),
        nudged_at_most("a pass in between", {
            let mut calls = attempts(24, test);
            calls.insert(24, passes());
            calls
        }),
        nudged_at_most(
            "fewer tests fail after each change",
            attempts(17, |n| {
                (
                    "npx jest 2>&1 | tail -4".to_owned(),
                    format!(
                        "Tests:       {} failed, 40 passed, 60 total\nTime:        2.1 s",
                        20 - n
                    ),
                )
            }),
        ),
        nudged_at_most(
            "the key that is missing moves on",
            attempts(17, |n| {
                (
                    "python fit.py".to_owned(),
                    RAISES.replace("logits", &format!("{}_{}", WORDS[n % 14], WORDS[(n + 5) % 14])),
                )
            }),
        ),
    ];
    cases.into_iter().map(Case::unattended).collect()
}

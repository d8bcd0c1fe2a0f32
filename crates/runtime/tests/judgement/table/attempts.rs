//! A check that fails alike after one change after the other.

use super::call::{Call, edit, laps, shell};
use super::case::{Case, healthy, nudged_at_most, stuck};

pub(super) const WORDS: [&str; 14] = [
    "alpha", "bravo", "carol", "delta", "ember", "fjord", "gamma", "hotel", "igloo", "jumbo",
    "kayak", "lemon", "mango", "night",
];

/// An edit and a run that fails, so many times.
pub(super) fn attempts(count: usize, run: impl Fn(usize) -> (String, String)) -> Vec<Call> {
    let attempt = |n: usize| {
        let (command, output) = run(n);
        let word = WORDS[n % WORDS.len()];
        [
            edit("core/a.py", format!("x = {word}"), format!("y = {word}{}", n / 9)),
            shell(command, output, 1),
        ]
    };
    (0..count).flat_map(attempt).collect()
}

pub(crate) fn cases() -> Vec<Case> {
    let same = |command: &str, output: &str| {
        let (command, output) = (command.to_owned(), output.to_owned());
        move |_: usize| (command.clone(), output.clone())
    };
    let go =
        "--- FAIL: TestReplay (0.01s)\n    wal_test.go:41: got 3, want 4\nFAIL\nFAIL\tx/wal\t0.02s";
    let traceback = |word: usize, line: usize| {
        format!(
            "Traceback (most recent call last):\n  File \"/home/dev/project/data.py\", line {line}, in batch\n    y = row[name]\nKeyError: '{}'",
            WORDS[word]
        )
    };
    vec![
        stuck("one test after seven changes", attempts(7, same("go test ./wal", go))).at(12, 0),
        stuck("one exception at one place", attempts(7, |n| (format!("python train.py --seed {n}"), traceback(0, 20 + n)))),
        stuck("one family of files", (1..8).flat_map(|n| [edit(format!("solution_v{n}.py"), "", WORDS[n]), shell(format!("python solution_v{n}.py"), format!("Traceback (most recent call last):\n  File \"solution_v{n}.py\", line 3, in <module>\nRecursionError: maximum recursion depth exceeded"), 1)]).collect()),
        nudged_at_most("seventeen changes under a person's eyes", attempts(17, same("dotnet test", "  Failed Totals.Rounds [12 ms]\n   Assert.Equal() Failure\nFailed!  - Failed:     1, Passed:    40, Skipped:     0, Total:    41"))),
        stuck("one guessed version after the other", attempts(9, |n| ("poetry lock".to_owned(), format!("Resolving dependencies...\n\nBecause shop depends on tiny (^{n}.{}.0) which doesn't match any versions, version solving failed.", 9 - n)))),
        stuck("memory that is short, seen through tail", laps(9, |n| [edit("fit.py", format!("batch = {}", WORDS[n]), format!("batch = {}", WORDS[n + 1])), shell("python fit.py 2>&1 | tail -1", format!("jax.errors.MemoryError: Out of memory allocating 2.{n} GiB, 40{n}.5 MiB left"), 0)])),
        healthy("the package that does not fit moves on", attempts(9, |n| ("poetry lock".to_owned(), format!("Because shop depends on {} (^{n}.1.0) which doesn't match any versions, version solving failed.", WORDS[n])))),
        healthy("four changes and a pass", [attempts(4, same("go test ./wal", go)), vec![shell("go test ./wal", "ok  \tx/wal\t0.02s", 0)]].concat()),
        healthy("one script after the other, each with the same fault", WORDS.iter().take(8).flat_map(|word| {
            let script = format!("python jobs/job_{}.py", word.len() + usize::from(word.as_bytes()[0]));
            [
                shell(&script, "Traceback (most recent call last):\n  File \"job.py\", line 3, in <module>\nModuleNotFoundError: No module named 'legacy_io'", 1),
                edit(format!("jobs/{word}.py"), "import legacy_io", "import io2"),
                shell(&script, format!("job {word} is done"), 0),
            ]
        }).collect()),
        healthy("one module after the other, each with the same error of the compiler", WORDS.iter().take(9).flat_map(|word| [
            shell(format!("tsc -p packages/{word}"), format!("packages/{word}/index.ts(1,1): error TS2304: Cannot find name 'Buffer'."), 2),
            edit(format!("packages/{word}/index.ts"), "Buffer", "Uint8Array"),
            shell(format!("tsc -p packages/{word}"), "", 0),
        ]).collect()),
        stuck("one finding after every edit", attempts(9, |n| ("npx eslint src/chart.ts".to_owned(), format!("\n/home/dev/project/src/chart.ts\n  {}:{}  error  Unexpected any. Specify a different type  @typescript-eslint/no-explicit-any\n\n✖ 1 problem (1 error, 0 warnings)\n", 12 + n % 3, 14 + n)))),
        healthy("the key that is missing moves on", attempts(10, |n| ("python load.py".to_owned(), traceback(n, 30)))),
        healthy("one compile error after the other", attempts(12, |n| ("cargo build".to_owned(), format!("error[E0425]: cannot find value `{}` in this scope\n --> src/main.rs:{n}:5", WORDS[n])))),
        healthy("the message below one headline moves on", attempts(12, |n| ("cabal build".to_owned(), format!("src/P.hs:{}:9: error: [GHC-88464]\n    Variable not in scope: {}\n", 30 + n, WORDS[n])))),
        nudged_at_most("a figure that gets better", attempts(10, |n| ("./bench".to_owned(), format!("throughput: {} req/s, below the goal", 1_000 + 37 * n)))),
    ]
}

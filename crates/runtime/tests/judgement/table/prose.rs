//! Prose that is edited between two equal checks. Whether a check reads it, nobody knows (doc tests in a README, prompts, a
//! list of requirements): it counts as a change, and what fails alike after several is an attempt each.

use super::attempts::WORDS;
use super::call::{Call, edit, shell};
use super::case::{Case, healthy, nudged_at_most, stuck};

/// An edit of a file of prose and a run, so many times.
fn written(count: usize, file: &str, run: impl Fn(usize) -> (String, String, i32)) -> Vec<Call> {
    let lap = |n: usize| {
        let (command, output, code) = run(n);
        [
            edit(file, format!("try {n}"), format!("try {}: {}", n + 1, WORDS[n % 14])),
            shell(command, output, code),
        ]
    };
    (0..count).flat_map(lap).collect()
}

pub(crate) fn cases() -> Vec<Case> {
    let same = |command: &str, output: &str, code: i32| {
        let (command, output) = (command.to_owned(), output.to_owned());
        move |_: usize| (command.clone(), output.clone(), code)
    };
    let pytest = "tests/test_cart.py:9: AssertionError\n=== short test summary info ===\nFAILED tests/test_cart.py::test_total - assert 2 == 3\n=== 1 failed, 41 passed in 0.31s ===";
    let make = "cc -c cart.c\ncart.c:9:5: error: use of undeclared identifier 'x'\nmake: *** [cart.o] Error 1";
    let doc = |n: usize| {
        format!(
            "running 12 tests\ntest src/../README.md - (line {0}) ... FAILED\n\nfailures:\n\n---- src/../README.md - (line {0}) stdout ----\nerror[E0425]: cannot find value `{1}` in this scope\n\ntest result: FAILED. 11 passed; 1 failed; 0 ignored",
            20 + 9 * n,
            WORDS[n]
        )
    };
    vec![
        stuck("notes between runs of one failing test", written(9, "NOTES.md", same("pytest -q", pytest, 1))).at(12, 0),
        stuck("a changelog between failing builds", written(9, "CHANGELOG.md", same("make", make, 2))).at(12, 0),
        stuck("a plan between failing looks of a linter", written(9, "docs/plan.rst", same("ruff check src", "src/cart.py:9:5: F841 Local variable `x` is assigned to but never used\nFound 1 error.", 1))).at(12, 0),
        healthy("doc tests of a README", written(12, "README.md", |n| ("cargo test --doc".to_owned(), doc(n), 101))),
        healthy("a markdown linter", written(12, "docs/guide.md", |n| ("markdownlint docs/guide.md".to_owned(), format!("docs/guide.md:{} MD0{} {}", 7 * n + 3, 10 + n, WORDS[n]), 1))),
        healthy("the examples of a book", written(12, "src/chapter_2.md", |n| ("mdbook test".to_owned(), format!("[ERROR] rustdoc returned an error:\nsrc/chapter_2.md - {} (line {}) ... FAILED", WORDS[n], 12 + 8 * n), 101))),
        healthy("a list of requirements", written(12, "requirements.txt", |n| ("pip install -r requirements.txt".to_owned(), format!("ERROR: Could not find a version that satisfies the requirement {}==9.9", WORDS[n]), 1))),
        healthy("a prompt that the program loads", written(12, "prompts/system.md", |n| ("pytest evals -q".to_owned(), format!("FAILED evals/test_tone.py::test_{} - assert 'formal' in answer\n=== 1 failed, {} passed in 9.1s ===", WORDS[n], 20 + n), 1))),
        healthy("targets of CMake", written(12, "CMakeLists.txt", |n| ("cmake --build build".to_owned(), format!("ld: undefined reference to `{}_init'\nninja: build stopped: subcommand failed.", WORDS[n]), 1))),
        nudged_at_most("a prompt that one evaluation does not like", written(9, "prompts/system.md", same("pytest evals -q", "FAILED evals/test_tone.py::test_polite - assert 'please' in answer\n=== 1 failed, 20 passed in 9.1s ===", 1))),
        healthy("chapters, and a suite that passes after each", written(12, "docs/tour.md", |n| ("npm test".to_owned(), format!("Tests:       42 passed, 42 total\nTime:        {}.2 s", n + 1), 0))),
    ]
}

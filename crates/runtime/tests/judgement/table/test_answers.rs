//! The answer of a test run is which tests fail, not its text; where names are cut off, how many.

use super::attempts::{WORDS, attempts};
use super::call::{edit, laps, look, shell};
use super::case::{Case, healthy, stuck};

pub(crate) fn cases() -> Vec<Case> {
    let failed = "FAILED tests/test_tax.py::test_rounding - AssertionError: assert 1.1 == 1.2\n1 failed, 30 passed in 1.2s";
    let ways = [
        "python -m pytest",
        "python -m pytest -q",
        "python -m pytest --tb=short",
        "python -m pytest -vv",
        "python -m pytest | tail -5",
        "python -m pytest 2>&1 | tail -3",
        "python -m pytest || true",
        "python -m pytest --tb=long | head -60",
    ];
    let falls = |command: &'static str, last: &'static str| {
        attempts(11, move |n| (command.to_owned(), last.replace("{}", &(11 - n).to_string())))
    };
    let go =
        "--- FAIL: TestReplay (0.01s)\n    wal_test.go:41: got 3, want 4\nFAIL\nFAIL\tx/wal\t0.02s";
    let go_ways = [
        "go test ./wal",
        "go test -v ./wal | tail -4",
        "go test ./wal | grep -A2 FAIL",
        "go test ./wal || true",
        "go test -count=1 ./wal",
        "go test -v ./wal 2>&1 | head -40",
        "go test ./wal 2>&1",
        "go test ./wal | cat",
    ];
    vec![
        stuck("one failing test, printed in eight ways", ways.iter().map(|way| shell(*way, format!("{}\n{failed}", way.len()), i32::from(!way.contains('|')))).collect()),
        stuck("one failing Go test, printed in eight ways", go_ways.iter().map(|way| shell(*way, format!("=== RUN TestReplay {}\n{go}", way.len()), i32::from(!way.contains('|')))).collect()),
        stuck("one failing test with two looks before each run", laps(9, |n| [
            look(format!("src/{}.rs", WORDS[n % 2]), "fn a() {}"),
            look("tests/sync.rs", "#[test]\nfn late() {}"),
            shell("cargo test --test sync", "running 1 test\ntest late ... FAILED\n\nfailures:\n    late\n\ntest result: FAILED. 0 passed; 1 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.1s\n", 101),
        ])),
        healthy("failures fall under tail", falls("python -m unittest 2>&1 | tail -4", "Ran 40 tests in 0.2s\n\nFAILED (failures={})")),
        healthy("failures fall under Gradle", falls("./gradlew test | tail -30", "40 tests completed, {} failed\n\nFAILURE: Build failed with an exception.")),
        healthy("failures fall under CTest", falls("ctest --output-on-failure", "50% tests passed, {} tests failed out of 12")),
        healthy("one test file after the other", WORDS.iter().map(|word| shell(format!("npx vitest run src/{word}.test.ts"), format!(" ✓ src/{word}.test.ts (3)\n\n Test Files  1 passed (1)\n      Tests  3 passed (3)"), 0)).collect()),
        healthy("another test fails after every edit", attempts(10, |n| ("cargo test".to_owned(), format!("running 40 tests\ntest {0} ... FAILED\n\nfailures:\n    {0}\n\ntest result: FAILED. 39 passed; 1 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.2s\n", WORDS[n])))),
        healthy("the failing test of one package after the other", WORDS.iter().take(9).map(|word| shell(format!("go test ./{word}"), go.replace("x/wal", word).replace("Replay", &format!("{word}Works")), 1)).collect()),

        stuck("one failing test through every pipe", ["", " 2>&1 | tail -5", " | grep FAILED", " || true", " 2>&1 | tail -8", " 2>&1", " | tail -3", " | grep -E 'FAILED|failed'", " | tail -4", " | tail -2"].iter().map(|pipe| {
            let all = "  Failed Audio.Tests.SeekTests.Rewinds [12 ms]\n  Error Message:\n   Assert.Equal() Failure\n  Expected: 9\n  Actual:   8\n\nFailed!  - Failed:     1, Passed:    12, Skipped:     0, Total:    13";
            let shown = match *pipe {
                pipe if pipe.contains("grep") => "",
                pipe if pipe.contains("tail") => "\nFailed!  - Failed:     1, Passed:    12, Skipped:     0, Total:    13",
                _ => all,
            };
            shell(format!("dotnet test Audio.sln{pipe}"), shown, i32::from(!pipe.contains('|')))
        }).collect()),
        healthy(
            "a count of failures that falls",
            laps(11, |n| {
                [
                    edit("lex.go", format!("a{n}"), format!("b{n}")),
                    shell("go test ./... 2>&1 | grep -c '^--- FAIL'", (11 - n).to_string(), 0),
                ]
            }),
        ),
    ]
}

//! The answer of a test run is which tests fail, not its text; where names are cut off, how many.

use super::attempts::{WORDS, attempts};
use super::call::{Call, edit, laps, look, shell};
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
    let dotnet = "  Failed Billing.Tests.TaxTests.Rounds [{} ms]\n  Error Message:\n   Assert.Equal() Failure: Values differ\nExpected: 12\nActual:   11\n  Stack Trace:\n     at Billing.Tests.TaxTests.Rounds() in /src/TaxTests.cs:line 18\n\nFailed!  - Failed:     1, Passed:    40, Skipped:     0, Total:    41, Duration: {} ms - Billing.Tests.dll (net8.0)";
    let phpunit = "There was 1 failure:\n\n1) Shop\\CartTest::testTotal with data set \"two\"\nFailed asserting that 11 matches expected 12.\n\n/app/tests/CartTest.php:31\n\nFAILURES!\nTests: 18, Assertions: 40, Failures: 1.";
    let ctest = "1/2 Test #1: ring .............   Passed    0.0{} sec\n2/2 Test #2: heap .............***Failed    0.0{} sec\n\n50% tests passed, 1 tests failed out of 2\n\nTotal Test time (real) =   0.0{} sec\n\nThe following tests FAILED:\n\t  2 - heap (Failed)\nErrors while running CTest";
    let gtest = "[ RUN      ] Ring.Wraps\nring_test.cc:12: Failure\nExpected equality of these values:\n  r.size()\n    Which is: 2\n  3\n[  FAILED  ] Ring.Wraps ({} ms)\n[----------] 4 tests from Ring ({} ms total)\n\n[  PASSED  ] 3 tests.\n[  FAILED  ] 1 test, listed below:\n[  FAILED  ] Ring.Wraps\n\n 1 FAILED TEST";
    // The whole output, or its end, as a person would ask for it.
    let cuts = [
        "",
        " 2>&1 | tail -5",
        " || true",
        " 2>&1 | tail -8",
        " 2>&1",
        " | tail -3",
        " 2>&1 | tail -40",
        " | cat",
        " | tail -4",
        "; true",
        " 2>&1 | tail -6",
        " | grep -i -A3 fail",
    ];
    let cut = |command: &str, output: &str| -> Vec<Call> {
        cuts.iter()
            .enumerate()
            .map(|(n, way)| {
                let output = output.replace("{}", &(n + 1).to_string());
                let lines: Vec<&str> = output.lines().collect();
                let kept = way
                    .rsplit_once("tail -")
                    .and_then(|(_, count)| count.parse::<usize>().ok())
                    .unwrap_or(lines.len());
                shell(
                    format!("{command}{way}"),
                    lines[lines.len().saturating_sub(kept)..].join("\n"),
                    i32::from(way.is_empty() || *way == " 2>&1"),
                )
            })
            .collect()
    };
    let flags = |command: &str, flags: &[&str], output: &str| -> Vec<Call> {
        flags
            .iter()
            .enumerate()
            .map(|(n, flag)| {
                shell(format!("{command} {flag}"), output.replace("{}", &n.to_string()), 1)
            })
            .collect()
    };
    let rspec = "Failures:\n\n  1) Cart totals\n     Failure/Error: expect(cart.total).to eq 12\n\n       expected: 12\n            got: 11\n     # ./spec/cart_spec.rb:9:in `block'\n\nFinished in 0.{} seconds\n18 examples, 1 failure\n\nFailed examples:\n\nrspec ./spec/cart_spec.rb:8 # Cart totals";
    vec![
        stuck("one failing .NET test, cut in twelve ways", cut("dotnet test Billing.sln", dotnet)),
        stuck("one failing PHP test, cut in twelve ways", cut("php vendor/bin/phpunit", phpunit)),
        stuck("one failing test of CTest, cut in twelve ways", cut("ctest --test-dir out", ctest)),
        stuck("one failing test of GoogleTest under make, cut in twelve ways", cut("make check", gtest)),
        stuck("one failing .NET test with other options", flags("dotnet test", &["", "-v q", "--no-restore", "--nologo", "-c Release", "--no-build", "--logger trx", "-v minimal", "--no-build --nologo"], dotnet)).at(5, 8),
        stuck("one failing test of CTest with other options", flags("ctest --test-dir out", &["", "-V", "-j4", "--output-on-failure", "-j 8", "-VV", "--timeout 60", "--progress", "-Q"], ctest)).at(5, 8),
        stuck("one failing example with other formats", flags("bundle exec rspec", &["", "-fd", "--no-color", "--backtrace", "-f progress", "--fail-fast", "--format documentation", "--order rand", "-b"], rspec)).at(5, 8),
        healthy("failures fall under dotnet", falls("dotnet test | tail -1", "Failed!  - Failed:    {}, Passed:    30, Skipped:     0, Total:    41, Duration: 88 ms - Billing.Tests.dll (net8.0)")),
        healthy("failures fall under PHPUnit", falls("vendor/bin/phpunit | tail -2", "FAILURES!\nTests: 18, Assertions: 40, Failures: {}.")),
        healthy("another .NET test fails after every edit", attempts(10, |n| ("dotnet test".to_owned(), dotnet.replace("Rounds", WORDS[n])))),
        healthy("the failing test of one PHP suite after the other", WORDS.iter().take(9).map(|word| shell(format!("vendor/bin/phpunit --testsuite {word}"), phpunit.replace("Cart", word), 1)).collect()),
        healthy("one .NET project after the other passes", WORDS.iter().map(|word| shell(format!("dotnet test tests/{word}.Tests"), format!("Passed!  - Failed:     0, Passed:    12, Skipped:     0, Total:    12, Duration: 88 ms - {word}.Tests.dll (net8.0)"), 0)).collect()),
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

//! A check that passes may be repeated: it is nudged at most, and refused from its twentieth time.

use super::call::{Call, edit, laps, shell};
use super::case::{Case, healthy, nudged_at_most, stuck};

pub(crate) fn cases() -> Vec<Case> {
    let times = |n: usize, call: &dyn Fn(usize) -> Call| (0..n).map(call).collect::<Vec<_>>();
    let pytest = |n: usize| {
        shell(
            "pytest -q tests/test_sync.py",
            format!("............\n12 passed in {}.{}s", 3 + n % 4, n % 10),
            0,
        )
    };
    let flaky = |n: usize| match n * 7 % 5 {
        0 => shell(
            "pytest -q tests/test_sync.py",
            "....F.......\nFAILED tests/test_sync.py::test_race - AssertionError: 1 != 2\n1 failed, 11 passed in 3.1s",
            1,
        ),
        3 => shell(
            "pytest -q tests/test_sync.py",
            "...F..F.....\nFAILED tests/test_sync.py::test_late - TimeoutError\nFAILED tests/test_sync.py::test_race - AssertionError: 1 != 2\n2 failed, 10 passed in 3.9s",
            1,
        ),
        _ => pytest(n),
    };
    vec![
        nudged_at_most("a suite run for flakiness", times(18, &pytest)),
        nudged_at_most("a suite that fails now and then", times(19, &flaky)),
        nudged_at_most(
            "an interface test whose runner has its action behind options",
            times(16, &|n| {
                shell(
                    "xcodebuild -scheme Notes -destination 'name=iPad' test-without-building | tail -2",
                    format!(
                        "Test Suite 'Login' passed at 10:{n:02}:04.118.\n** TEST EXECUTE SUCCEEDED **"
                    ),
                    0,
                )
            }),
        ),
        nudged_at_most(
            "a benchmark repeated",
            times(15, &|n| {
                shell(
                    "hyperfine './sort big.txt'",
                    format!(
                        "Benchmark 1: ./sort big.txt\n  Time (mean ± σ):     {}.{} ms ±   0.8 ms",
                        41 + n % 3,
                        n % 9
                    ),
                    0,
                )
            }),
        ),
        nudged_at_most(
            "a Go suite with the race detector",
            times(17, &|_| {
                shell("go test -race -count=1 ./queue", "ok  \tshop.example/queue\t4.112s", 0)
            }),
        ),
        nudged_at_most(
            "a build checked for determinism",
            times(12, &|_| {
                shell(
                    "cargo check",
                    "    Finished `dev` profile [unoptimized + debuginfo] target(s) in 0.31s",
                    0,
                )
            }),
        ),
        healthy(
            "a suite after every edit",
            laps(12, |n| {
                [
                    edit("lib/a.ex", format!("# {n}"), format!("# {}", n + 1)),
                    shell("mix test", "....\n\nFinished in 0.1 seconds\n4 tests, 0 failures", 0),
                ]
            }),
        ),
        healthy(
            "the suites of many modules",
            times(14, &|n| {
                shell(
                    format!("mvn -q -pl mod{n} test"),
                    format!("Tests run: {}, Failures: 0, Errors: 0, Skipped: 0", 4 + n % 3),
                    0,
                )
            }),
        ),
        healthy(
            "a linter over one file after the other, all clean",
            times(14, &|n| shell(format!("ruff check pkg/m{n}.py"), "All checks passed!", 0)),
        ),
        nudged_at_most(
            "one suite under a dozen seeds",
            times(12, &|n| {
                shell(
                    format!("mix test test/cart_test.exs --seed {n}"),
                    format!(
                        "Running ExUnit with seed: {n}, max_cases: 8\n....\n\nFinished in 0.1 seconds\n4 tests, 0 failures"
                    ),
                    0,
                )
            }),
        ),
        stuck(
            "one green test, selected in every way",
            (0..3)
                .flat_map(|_| {
                    [
                        "npx jest empty",
                        "npx jest empty --verbose",
                        "npx jest --ci empty",
                        "npx jest empty --no-color",
                        "npx jest empty --runInBand",
                    ]
                })
                .map(|command| {
                    shell(command, "PASS test/empty.test.ts\n\nTests:       1 passed, 1 total", 0)
                })
                .collect(),
        ),
        stuck(
            "a green suite without end",
            times(26, &|_| {
                shell(
                    "npx vitest run",
                    " ✓ src/cart.test.ts (8 tests) 12ms\n\n Test Files  1 passed (1)\n      Tests  8 passed (8)",
                    0,
                )
            }),
        ),
        stuck(
            "a clean linter without end",
            times(26, &|_| shell("ruff check .", "All checks passed!", 0)),
        ),
        stuck(
            "a green bench of a simulator whose clock moves",
            times(26, &|n| {
                shell(
                    "make sim-test TOP=fifo",
                    format!(
                        "** Note: 14 of 14 checks passed\n   Time: {} ns  Iteration: 0  Instance: /fifo_tb",
                        84_210 + 137 * n
                    ),
                    0,
                )
            }),
        ),
    ]
}

//! Hunts for faults: bisection, flaky tests, benchmarks, fuzzing, and tests that fail alike.

use super::super::call::{Call, edit, look, shell};
use super::super::case::{Case, healthy, nudged_at_most, stuck};
use super::{NAMES, count, each, in_turn};

const RED: &str = "=================================== FAILURES ===================================\n____________________________ test_refund_of_gift ____________________________\nE       assert 0 == 10\n=========================== short test summary info ============================\nFAILED tests/test_refund.py::test_refund_of_gift - assert 0 == 10\n============================== 1 failed in 0.31s ===============================";

pub(super) fn cases() -> Vec<Case> {
    let mut cases = searches();
    cases.extend(tests());
    cases
}

fn searches() -> Vec<Case> {
    vec![
        healthy("a bisection whose every step is bad", (1..=10).flat_map(|n| [
            shell("git bisect bad", format!("Bisecting: {} revisions left to test after this (roughly {} steps)\n[{:07x}] Change {n}", 1024 >> n, 10 - n, n * 7_654_321), 0),
            shell("pytest -q tests/test_refund.py", RED, 1),
        ]).collect()),
        stuck("one revision that is tried over and over", (0..9).flat_map(|_| -> [Call; 2] { [
            shell("git checkout -q 4f2c9d1", "", 0),
            shell("pytest -q tests/test_refund.py", RED, 1),
        ] }).collect()).refused(),
        nudged_at_most("a flaky test that passes fifteen times", count(15, |_| shell("pytest -q tests/test_race.py", "1 passed in 0.20s", 0))),
        stuck("a test that passes, asked for ever", count(28, |_| shell("pytest -q tests/test_race.py", "1 passed in 0.20s", 0))).refused(),
        // A check that passes: nudged at most.
        nudged_at_most("a benchmark with another setting each time", count(14, |n| shell(format!("GOGC={} go test -bench=Parse -run=^$ ./parse", n * 25), format!("BenchmarkParse-8   \t {}\t  {} ns/op\nPASS", 9000 + n * 131, 1200 - n * 17), 0))),
        healthy("programs that are all as fast", each(|name| shell(format!("hyperfine -w 2 ./bin/{name}"), "  Time (mean ± σ):      12.0 ms ±   0.1 ms\n  Range (min … max):    11.9 ms …  12.2 ms    100 runs", 0))),
        stuck("one program that is timed without end", count(28, |_| shell("hyperfine -w 2 ./bin/carts", "  Time (mean ± σ):      12.0 ms ±   0.1 ms\n  Range (min … max):    11.9 ms …  12.2 ms    100 runs", 0))).refused(),
        nudged_at_most("crashes of a fuzzer that are one fault", count(12, |n| shell(format!("./fuzz_parse crashes/id_{n:06}"), "==1==ERROR: AddressSanitizer: heap-buffer-overflow on address 0x602000000011\n    #0 0x55 in parse_header /src/parse.c:41:9", 77))),
        stuck("one crash of a fuzzer, played again and again", in_turn(13, &[
            "./fuzz_parse crashes/id_000001", "ASAN_OPTIONS=symbolize=1 ./fuzz_parse crashes/id_000001", "./fuzz_parse -runs=1 crashes/id_000001", "./fuzz_parse crashes/id_000001 2>&1 | head -20",
        ], "==1==ERROR: AddressSanitizer: heap-buffer-overflow on address 0x602000000011\n    #0 0x55 in parse_header /src/parse.c:41:9", 77)),
        healthy("programs without a leak", each(|name| shell(format!("valgrind -q --error-exitcode=3 ./bin/{name}"), "ERROR SUMMARY: 0 errors from 0 contexts (suppressed: 0 from 0)", 0))),
        healthy("folders that each have one finding", each(|name| shell(format!("golangci-lint run ./internal/{name}/..."), format!("internal/{name}/api.go:4:2: `fmt` is unused (unused)"), 1))),
        stuck("one folder that is linted in every format", in_turn(14, &[
            "golangci-lint run ./internal/carts/...", "golangci-lint run --out-format tab ./internal/carts/...", "golangci-lint run -v ./internal/carts/...", "golangci-lint run --fast ./internal/carts/...", "golangci-lint run ./internal/carts/... | head -3",
        ], "internal/carts/api.go:4:2: `fmt` is unused (unused)", 1)),
        healthy("mutants that are killed one by one", count(14, |n| shell(format!("mutmut run {n}"), "⠋ 1/1  🎉 1  ⏰ 0  🤔 0  🙁 0  🔇 0", 0))),
        healthy("seeds of a random test, all green", count(14, |n| shell(format!("pytest -q -p randomly -p 'randomly_seed={n}' tests"), "212 passed in 8.10s", 0))),
        healthy("a profile after each mending", (1..=8).flat_map(|n| [
            edit("src/hot.rs", format!("cap({})", n - 1), format!("cap({n})")),
            shell("perf stat -e cycles ./bin/hot", format!(" {},204,118      cycles", 900 - n * 20), 0),
        ]).collect()),
        nudged_at_most("a suite that is green after each edit", (1..=12).flat_map(|n| [
            edit(format!("src/part_{n}.rs"), "pub fn", "pub(crate) fn"),
            shell("cargo test -q", "test result: ok. 48 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out", 0),
        ]).collect()),
        healthy("a query plan for each query", count(12, |n| shell(format!("psql shop -c 'EXPLAIN ANALYZE SELECT * FROM carts WHERE id = {n}'"), "Index Scan using carts_pkey on carts (actual rows=1 loops=1)", 0))),
    ]
}

fn tests() -> Vec<Case> {
    vec![
        stuck("one red test, piped in every way", in_turn(14, &[
            "pytest -q tests/test_refund.py", "pytest -q tests/test_refund.py | tail -5", "pytest tests/test_refund.py -x", "python -m pytest tests/test_refund.py -vv | grep FAILED", "pytest tests/test_refund.py || true", "pytest tests/test_refund.py --tb=short",
        ], RED, 1)).refused(),
        stuck("one red test, with a look at its file between", (0..8).flat_map(|_| [
            shell("pytest -q tests/test_refund.py", RED, 1),
            look("tests/test_refund.py", "def test_refund_of_gift():\n    assert refund(gift) == 10"),
        ]).collect()).refused(),
        healthy("twelve red tests that become none", (1..=12).flat_map(|n| [
            edit(format!("src/rule_{n}.py"), "return None", format!("return {n}")),
            shell("pytest -q tests 2>&1 | tail -3", match 12 - n {
                0 => "40 passed in 1.20s".to_owned(),
                left => format!("FAILED tests/test_rules.py::test_last - assert None == 12\n{left} failed, {} passed in 1.20s", 28 + n),
            }, 0),
        ]).collect()),
        stuck("a red test after eight edits", (1..=8).flat_map(|n| [
            edit("src/refund.py", format!("return {}", n - 1), format!("return {n}")),
            shell("pytest -q tests/test_refund.py", RED, 1),
        ]).collect()),
        stuck("a red test after sixteen edits that nobody watches", (1..=18).flat_map(|n| [
            edit("src/refund.py", format!("return {}", n - 1), format!("return {n}")),
            shell("pytest -q tests/test_refund.py", RED, 1),
        ]).collect()).unattended().refused(),
        healthy("another red test after each edit", (1..=10).flat_map(|n| [
            edit("src/refund.py", format!("case {}", n - 1), format!("case {n}")),
            shell("pytest -x -q tests", format!("FAILED tests/test_refund.py::test_{} - assert 0 == 10\n1 failed, {n} passed in 0.30s", NAMES[n]), 1),
        ]).collect()),
        stuck("a red test that names another port each time", (1..=9).flat_map(|n| [
            edit("src/server.ts", format!("retry({})", n - 1), format!("retry({n})")),
            shell("npx vitest run server", format!(" FAIL  test/server.test.ts > server > answers\nError: connect ECONNREFUSED 127.0.0.1:{}\n\n Test Files  1 failed (1)\n      Tests  1 failed (1)", 41_000 + n * 317), 1),
        ]).collect()),
        healthy("errors of a compiler that become fewer", (1..=10).flat_map(|n| [
            edit("src/lib.rs", format!("u{n}"), format!("i{n}")),
            shell("cargo check", format!("error[E0308]: mismatched types\n --> src/lib.rs:{}:5\nerror: could not compile `shop` (lib) due to {} previous errors", n * 4, 11 - n), 101),
        ]).collect()),
        stuck("an error of a compiler that no edit touches", (1..=8).flat_map(|n| [
            edit(format!("src/part_{n}.rs"), "use crate::old;", "use crate::new;"),
            shell("cargo check", "error[E0433]: failed to resolve: use of undeclared crate or module `shopcore`\n --> src/main.rs:3:5\nerror: could not compile `shop` (bin \"shop\") due to 1 previous error", 101),
        ]).collect()),
        healthy("a suite of each package, each with its own red test", each(|name| shell(format!("go test ./{name}/..."), format!("--- FAIL: TestEmpty{name} (0.00s)\n    {name}_test.go:12: got 0, want 1\nFAIL\nFAIL\tshop/{name}\t0.010s"), 1))),
        stuck("snapshots that are updated and fail again", (0..9).flat_map(|_| -> [Call; 2] { [
            shell("npx jest cart -u", " › 1 snapshot updated.\nTests:       1 passed, 1 total", 0),
            shell("npx jest cart", "  ● cart › renders\n\n    expect(received).toMatchSnapshot()\n\nTests:       1 failed, 1 total", 1),
        ] }).collect()).refused(),
        healthy("a test that is tried on twelve versions", count(12, |n| shell(format!("docker run --rm shop:py3.{n} pytest -q"), "40 passed in 1.20s", 0))),
        stuck("a fixture that never starts", count(12, |n| shell(format!("pytest -q tests/api --timeout={}", n * 10), "ERROR tests/api/test_cart.py::test_get - docker.errors.DockerException: Error while fetching server API version: ('Connection aborted.', FileNotFoundError(2, 'No such file or directory'))\n1 error in 0.50s", 1))).refused(),
        healthy("screens that are compared one by one", each(|name| shell(format!("npx playwright test {name}.spec.ts"), format!("  1) [chromium] › {name}.spec.ts:4:1 › looks right\n    Error: Screenshot comparison failed: 12 pixels are different\n  1 failed"), 1))),
    ]
}

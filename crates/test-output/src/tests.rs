//! Checks that each recorded output is read by its own reader and by no other.

use std::collections::HashMap;
use std::sync::LazyLock;

use proptest::prelude::*;
use proptest::sample::{Index, select};

use super::{
    ParsedTestRun, READERS, TestFailure, TestRunEnd, ansi, infrastructure, junit_xml,
    read_test_output,
};
use super::{bats, gradle, jest, maven, minitest, mocha, node_test, rspec, tap, vitest};
use super::{cargo_test, go_test, nextest, pytest, unittest};

type ReadOutput = fn(&str) -> Option<ParsedTestRun>;

/// The folders of recorded outputs, each with its reader and with what it reads in them.
const FOLDERS: &[(&str, ReadOutput, &str)] = &[
    ("cargo_test", cargo_test::read, cargo_test::tests::RECORDED),
    ("nextest", nextest::read, nextest::tests::RECORDED),
    ("pytest", pytest::read, pytest::tests::RECORDED),
    ("unittest", unittest::read, unittest::tests::RECORDED),
    ("go_test", go_test::read, go_test::tests::RECORDED),
    ("infrastructure", infrastructure::read, infrastructure::tests::RECORDED),
    ("jest", jest::read, jest::tests::RECORDED),
    ("vitest", vitest::read, vitest::tests::RECORDED),
    ("mocha", mocha::read, mocha::tests::RECORDED),
    ("node_test", node_test::read, node_test::tests::RECORDED),
    ("tap", tap::read, tap::tests::RECORDED),
    ("bats", bats::read, bats::tests::RECORDED),
    ("junit_xml", junit_xml::read, junit_xml::tests::RECORDED),
    ("maven", maven::read, maven::tests::RECORDED),
    ("gradle", gradle::read, gradle::tests::RECORDED),
    ("rspec", rspec::read, rspec::tests::RECORDED),
    ("minitest", minitest::read, minitest::tests::RECORDED),
];

#[test]
fn a09_a04_every_recorded_output_is_read() {
    for (folder, read, table) in FOLDERS {
        check_recorded(*read, folder, table);
    }
}

#[test]
fn a09_each_output_has_one_reader() {
    for (folder, own, _) in FOLDERS {
        for (name, text) in recorded(folder) {
            let plain = ansi::to_plain_text(&text);
            let expected = own(&plain).map(ParsedTestRun::bounded);
            assert!(expected.is_some(), "{name}: not read");
            for reader in READERS {
                let is_own = std::ptr::fn_addr_eq(reader.read, *own);
                assert_eq!((reader.read)(&plain).is_some(), is_own, "{name}: {:?}", reader.runners);
            }
            assert_eq!(read_test_output(None, &text), expected, "{name}");
            for runner in READERS.iter().flat_map(|reader| reader.runners) {
                assert_eq!(read_test_output(Some(*runner), &text), expected, "{name}: {runner:?}");
            }
        }
    }
}

#[test]
fn a09_of_several_the_named_one_then_the_worst_is_believed() {
    use fusebox_shell::TestRunner;
    let text = "3 passed in 0.10s\nFAIL\texample.com/a\t0.01s\n";
    let said = |runner| shown(read_test_output(runner, text).as_ref());
    assert_eq!(said(Some(TestRunner::Pytest)), "passed, 3 passed, 0 failed");
    assert_eq!(said(Some(TestRunner::GoTest)), "failed");
    assert_eq!(said(Some(TestRunner::Make)), "failed");
    assert_eq!(said(None), "failed");
}

/// The last lines alone, as a pipe may leave them.
#[test]
fn a09_a_summary_alone_says_how_it_ended() {
    for (text, expected) in [
        ("Tests:  1 failed, 3 passed, 4 total", "failed, 3 passed, 1 failed"),
        ("Test Suites: 1 failed, 2 total", "failed"),
        ("Test Files  1 failed (1)", "failed"),
        (" Test Files  2 passed (2)\n      Tests  3 passed (3)", "passed, 3 passed, 0 failed"),
        ("  2 passing (3ms)\n  1 failing\n", "failed, 2 passed, 1 failed"),
        ("# tests 3\n# pass 2\n# fail 1\n", "failed, 2 passed, 1 failed"),
        ("[ERROR] Tests run: 3, Failures: 1, Errors: 1, Skipped: 0", "failed, 1 passed, 2 failed"),
        ("BUILD FAILED in 6s", "failed"),
        ("3 examples, 1 failure, 1 pending", "failed, 1 passed, 1 failed"),
        ("6 runs, 4 assertions, 3 failures, 1 errors, 1 skips", "failed, 1 passed, 4 failed"),
        (
            "test result: FAILED. 1 passed; 2 failed; 0 ignored; 0 measured; 0 filtered out",
            "failed, 1 passed, 2 failed",
        ),
        (
            "test result: ok. 4 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out",
            "passed, 4 passed, 0 failed",
        ),
        ("error: test failed, to rerun pass `--lib`", "failed"),
        ("error: 2 targets failed:\n    `-p a --lib`\n    `-p b --lib`", "failed"),
        ("test tests::a ... FAILED\ntest tests::b ... ok", "failed\ntests::a\nok: tests::b"),
        ("FAIL\texample.com/a\t0.01s", "failed"),
        ("ok  \texample.com/a\t(cached)", "passed"),
        ("ok  \texample.com/a\t0.1s\tcoverage: 80.0% of statements", "passed"),
        ("--- FAIL: TestA (0.00s)", "failed\nTestA"),
        ("=== 2 failed, 3 passed in 0.12s ===", "failed, 3 passed, 2 failed"),
        ("=== 2 failed, 3 passed in 0.12 seconds ===", "failed, 3 passed, 2 failed"),
        ("1 failed, 200 passed, 3 warnings in 65.23s (0:01:05)", "failed, 200 passed, 1 failed"),
        ("=== 1 passed, 1 error in 0.10s ===", "failed, 1 passed, 1 failed"),
        ("=== 2 errors in 0.48s ===", "infra Build, 0 passed, 2 failed"),
        ("=== 3 skipped in 0.48s ===", "nothing, 0 passed, 0 failed"),
        (
            "FAILED tests/test_a.py::test_x - assert 1 == 2",
            "failed\ntests/test_a.py::test_x\n  want: assert 1 == 2",
        ),
        (
            "FAILED tests/test_a.py::test_x[a - b] - KeyError: 'y'",
            "failed\ntests/test_a.py::test_x[a - b]\n  got: KeyError: 'y'",
        ),
        ("FAILED (failures=2, errors=1)", "failed, 3 failed"),
        ("FAILED (unexpected successes=1)", "failed, 1 failed"),
        ("Ran 3 tests in 0.010s\n\nOK (skipped=3)", "nothing, 0 passed"),
        ("Ran 2 tests in 1s\n\nOK\nRan 3 tests in 1s\n\nOK", "passed, 5 passed"),
    ] {
        assert_eq!(shown(read_test_output(None, text).as_ref()), expected, "{text}");
    }
}

#[test]
fn a09_what_only_sounds_like_a_runner_is_not_read() {
    for text in [
        "Tests: 3 failed",
        "Tests  3 failed (3)",
        "FAIL to open src/a.txt",
        "PASS 2 of compiler",
        "the build has 3 passing tests and 1 failing",
        "1 failing\n",
        "ok 1 file",
        "1..3",
        "# tests 3",
        "not ok",
        "[ERROR] 2026-01-01 connection refused",
        "Tests run: 3, Failures: 1",
        "see > Task FAILED",
        "3 examples, 1 failure per example",
        "<testcase name='a'><failure/></testcase>",
        "  1) first\n  2) second\n",
        "✔ done (3 ms)\n✖ failed\n",
        "⎯⎯⎯⎯\n FAIL  nothing\n",
        "FAILED\nok\nrunning out of time\ntest result: see below",
        "running 3 tests\ntest tests::a ... ok\n",
        "    tests::a\n    tests::b\n",
        "  test tests::a ... FAILED\n> test result: FAILED. 0 passed; 1 failed; 0 ignored",
        "FAIL\nPASS\nok then\n? what now\n",
        "--- FAIL: the build\n=== RUN   away\n",
        "panic: no towel\n\ngoroutine 1 [running]:\nmain.main()\n",
        "FAIL example.com failed to load in 3s",
        "FAIL",
        "  FAIL [x] a b",
        "Summary [  0.1s] 3 passed",
        " PASS [soon] a tests::b",
        "FAILED (see above)\nERROR in line 3\nPASSED\n3 passed",
        "=== 3 apples in 5s ===\n2 passed by in 3 days",
        "  FAILED tests/test_a.py::test_x - assert 1 == 2",
        "ERROR: file not found",
        "OK",
        "FAILED (see above)\nFAIL: the build\nRan 3 tests",
        "  FAILED (failures=2)",
    ] {
        assert_eq!(shown(read_test_output(None, text).as_ref()), "(none)", "{text}");
    }
}

#[test]
fn a09_what_is_kept_is_bounded() {
    let mut text = String::new();
    for i in 0..1_000 {
        text += &format!("test {}::t{i} ... FAILED\ntest p{i} ... ok\n", "m".repeat(500));
    }
    let reading = read_test_output(None, &text).unwrap();
    assert_eq!(reading.failures.len(), ParsedTestRun::MAX_FAILURES);
    assert_eq!(reading.passed_names.len(), ParsedTestRun::MAX_PASSED);
    assert_eq!(reading.failures[0].name.len(), 300);
}

/// Repetition that would show quadratic cost.
#[test]
fn a09_hostile_repetition_is_read() {
    let parts = [
        "test a ... ",
        "test a ... x\n",
        "    a\n",
        "thread 'a' panicked at '",
        "thread 'a' panicked at 'x\n",
        "failures:\n    a\n",
        "        FAIL [   0.008s] (1/1) a b\n",
        "FAILED a::b[",
        "=== FAILURES ===\n___ a ___\n",
        "======================================================================\nFAIL: a (b.c)\n",
        "--- FAIL: a/b (0.00s)\n",
        "--- FAIL: a",
        "a/",
        "1:",
        "=",
        "_ ",
        "[",
        "{\"Action\":\"output\",\"Output\":\"",
        "panic: \n",
        "bash: line 1: 1 ",
        "  ● a\n",
        "FAIL a.js\n  ✕ a\n    a\n",
        " FAIL  a > b\n",
        " FAIL  a > b\nAssertionError: c\n",
        "   × a 1ms\n",
        "  1) a\n       b:\n",
        "    a\n      1) b\n",
        "▶ a\n  ▶ b\n",
        "✖ a (1.0ms)\n  b\n",
        "not ok 1 - a {\n",
        "        not ok 1 - a\n    ok 2 - b\n",
        "not ok 1 a\n  ---\n  error: \"b\n",
        "<testcase name='a'><failure>",
        "<testsuite a='",
        "<![CDATA[",
        "<!--",
        "&",
        "[ERROR] a(b.C)  Time elapsed: 0 s  <<< FAILURE!\n",
        "[ERROR] Failures: \n[ERROR]   A.b:1 c\n",
        "A > b FAILED\n    c at D.java:1\n",
        "  1) a\n     Failure/Error: b\n",
        "rspec ./a:1 # b\n",
        "Failure:\nA#b [c:1]:\n",
    ];
    for part in parts {
        let _ = read_test_output(None, &part.repeat(60_000 / part.len()));
    }
}

/// All recorded outputs of these folders.
static ALL: LazyLock<Vec<String>> = LazyLock::new(|| {
    FOLDERS.iter().flat_map(|(folder, ..)| recorded(folder)).map(|(_, text)| text).collect()
});

/// The text before and behind this position.
fn cut(text: &str, at: Index) -> (&str, &str) {
    let mut at = at.index(text.len() + 1);
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    text.split_at(at)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    #[test]
    fn a09_cut_and_joined_anywhere(
        (a, b) in (select(&ALL[..]), select(&ALL[..])),
        (i, j) in any::<(Index, Index)>(),
        between in "(\n\\.\\.\\. \\[12 characters truncated\\] \\.\\.\\.\n)?|\\PC{0,20}",
    ) {
        let (head, tail) = (cut(&a, i).0, cut(&b, j).1);
        let text = format!("{head}{between}{tail}");
        for reader in READERS {
            let _ = (reader.read)(&text);
        }
        let _ = infrastructure::read(&text);
        if let Some(reading) = read_test_output(None, &text) {
            prop_assert!(reading.failures.len() <= ParsedTestRun::MAX_FAILURES);
        }
    }

    #[test]
    fn a09_lines_of_all_runners_in_any_order(
        picks in proptest::collection::vec(any::<(Index, Index)>(), 0..40),
    ) {
        let mut text = String::new();
        for (file, line) in picks {
            let lines: Vec<&str> = file.get(&ALL).lines().collect();
            text += lines.get(line.index(lines.len().max(1))).copied().unwrap_or_default();
            text.push('\n');
        }
        let _ = read_test_output(None, &text);
    }

    #[test]
    fn a09_any_text(text in "(\\PC|[\n\r\t =_\\-'\":\\[\\](){}0-9]|\x1b\\[1m){0,100}") {
        let _ = read_test_output(None, &text);
        for reader in READERS {
            let _ = (reader.read)(&text);
        }
    }
}

/// Each failed test with where the runner says that it is.
fn places(read: ReadOutput, text: &str) -> Vec<String> {
    let run = read(text).unwrap_or_else(|| panic!("{text}"));
    let place =
        |failure: &TestFailure| format!("{} in {}", failure.name, failure.packages.join(", "));
    run.failures.iter().map(place).collect()
}

#[test]
fn a09_where_a_test_is_belongs_to_it_as_far_as_the_runner_says_so() {
    let failed = "running 1 test\ntest late ... FAILED\n\nfailures:\n    late\n\ntest result: FAILED. 0 passed; 1 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.1s\n";
    let started =
        "     Running unittests src/lib.rs (target/debug/deps/shop_cart-0a1b2c3d4e5f6a7b)\n";
    let rerun = "error: test failed, to rerun pass `-p shop-cart --lib`\n";
    let others = "     Running unittests src/lib.rs (target/debug/deps/a-00)\n\nrunning 1 test\ntest early ... ok\n\ntest result: ok. 1 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out\n\n";
    for text in [
        [started, "\n", failed].concat(),
        [failed, "\n", rerun].concat(),
        [others, started, "\n", failed, "\n", rerun].concat(),
        [failed, "\n", started, rerun].concat(),
        [failed, "     Running unittests src/lib.rs (target/debug/deps/a-00)\n", started, rerun]
            .concat(),
    ] {
        assert_eq!(places(cargo_test::read, &text), ["late in shop_cart"], "{text}");
    }
    assert_eq!(places(cargo_test::read, failed), ["late in "]);
    let twice =
        [started, failed, "     Running unittests src/lib.rs (target/debug/deps/tax-00)\n", failed]
            .concat();
    assert_eq!(places(cargo_test::read, &twice), ["late in shop_cart, tax"]);

    let next = "        FAIL [   0.008s] (1/1) shop-cart late\n     Summary [   0.009s] 1 test run: 0 passed, 1 failed, 0 skipped\nerror: test run failed\n";
    assert_eq!(places(nextest::read, next), ["late in shop_cart"]);

    let go = |package: &str| {
        format!(
            "--- FAIL: TestLate (0.00s)\n    a_test.go:4: got 1, want 2\nFAIL\nFAIL\t{package}\t0.01s\n"
        )
    };
    assert_eq!(places(go_test::read, &go("shop/cart")), ["TestLate in shop/cart"]);
    let both = [go("shop/cart"), go("shop/tax")].concat();
    assert_eq!(places(go_test::read, &both), ["TestLate in shop/cart, shop/tax"]);
    assert_eq!(places(go_test::read, "--- FAIL: TestLate (0.00s)\nFAIL\n"), ["TestLate in "]);

    let jest = "FAIL src/cart.test.ts\n  Cart\n    ✕ adds (2 ms)\n\n  ● Cart › adds\n\n    expect(received).toBe(expected)\n\nTests:       1 failed, 1 total\n";
    assert_eq!(places(jest::read, jest), ["Cart › adds in src/cart.test.ts"]);
}

/// The recorded output `case`, such as `pytest/assert`.
fn fixture(case: &str) -> String {
    let path = format!("{}/fixtures/{case}.txt", env!("CARGO_MANIFEST_DIR"));
    std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{path}: {e}"))
}

/// A reading as text: one line for the end and the counts (`failed, 1 passed, 2 failed`), then for
/// each failure its name and position, its assertion (`want:`) and its error (`got:`), then the
/// names that passed (`ok:`). `(none)` if there is none.
fn shown(reading: Option<&ParsedTestRun>) -> String {
    let Some(reading) = reading else { return "(none)".to_owned() };
    let mut out = match reading.end {
        TestRunEnd::Passed => "passed".to_owned(),
        TestRunEnd::Failed => "failed".to_owned(),

        TestRunEnd::Nothing => "nothing".to_owned(),
        end @ (TestRunEnd::Build
        | TestRunEnd::MissingTool
        | TestRunEnd::Crash
        | TestRunEnd::Network) => format!("infra {end:?}"),
    };
    if let Some(n) = reading.passed {
        out += &format!(", {n} passed");
    }
    if let Some(n) = reading.failed {
        out += &format!(", {n} failed");
    }
    for failure in &reading.failures {
        out += &format!("\n{}", failure.name);
        if let Some(file) = &failure.file {
            out += &format!(" @ {file}");
        }
        if let Some(line) = failure.line {
            out += &format!(":{line}");
        }
        for (key, text) in [("want", &failure.assertion), ("got", &failure.error)] {
            if let Some(text) = text {
                out += &format!("\n  {key}: {}", text.replace('\n', "\n       "));
            }
        }
    }
    if !reading.passed_names.is_empty() {
        out += &format!("\nok: {}", reading.passed_names.join(", "));
    }
    out
}

/// Asserts what `read` finds in `text`.
pub(crate) fn check_said(read: fn(&str) -> Option<ParsedTestRun>, text: &str, expected: &str) {
    assert_eq!(shown(read(text).as_ref()), expected, "{text:?}");
}

/// Asserts what `read` finds in each recorded output of `folder`. A section of the table begins with
/// `== ` and the names of outputs, of which its lines are expected. `…` behind the first line of a
/// failure stands for the details with which the table has that line first. The table must name
/// every recorded output.
fn check_recorded(read: ReadOutput, folder: &str, table: &str) {
    let (mut named, mut known) = (0, HashMap::new());
    for section in table.split("\n== ").skip(1) {
        let (cases, expected) = section.split_once('\n').unwrap();
        let expected = with_details(expected.trim_end_matches('\n'), &mut known);
        for case in cases.split(' ') {
            named += 1;
            let plain = fixture(&format!("{folder}/{case}"));
            let plain = ansi::to_plain_text(&plain);
            assert_eq!(shown(read(&plain).as_ref()), expected, "{folder}/{case}");
        }
    }
    assert_eq!(named, recorded(folder).len(), "every output of {folder} is in the table");
}

/// The section with the `known` details in place of `…`. Details are indented.
fn with_details<'t>(section: &'t str, known: &mut HashMap<&'t str, &'t str>) -> String {
    let mut ends = section.match_indices('\n').map(|(at, _)| at).collect::<Vec<_>>();
    ends.retain(|at| !section[at + 1..].starts_with("  "));
    ends.push(section.len());
    let mut start = 0;
    let blocks = ends.into_iter().map(|end| {
        let block = &section[start..end];
        start = end + 1;
        let known_as =
            |first: &str| *known.get(first).unwrap_or_else(|| panic!("{first}: unknown"));
        block.strip_suffix(" …").map(known_as).unwrap_or_else(|| {
            known.entry(block.lines().next().unwrap_or_default()).or_insert(block);
            block
        })
    });
    blocks.collect::<Vec<_>>().join("\n")
}

/// The names and texts of the recorded outputs in a folder.
fn recorded(folder: &str) -> Vec<(String, String)> {
    let path = format!("{}/fixtures/{folder}", env!("CARGO_MANIFEST_DIR"));
    let entries = std::fs::read_dir(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
    let paths = entries.map(|entry| entry.unwrap().path());
    let mut outputs: Vec<_> = paths
        .map(|path| (path.display().to_string(), std::fs::read_to_string(&path).unwrap()))
        .collect();
    outputs.sort();
    outputs
}

//! What is read in the recorded outputs of `pytest`.

use super::read;
use crate::tests::{check_recorded, shown};

#[test]
fn a09_a04_every_recorded_output_is_read() {
    check_recorded(read, "pytest", RECORDED);
}

/// Asserts what is read in `text`.
fn check_said(text: &str, expected: &str) {
    assert_eq!(shown(read(text).as_ref()), expected, "{text:?}");
}

#[test]
fn a09_what_a_pipe_left() {
    check_said("=== 2 failed, 3 passed in 0.12s ===", "failed, 3 passed, 2 failed");
    check_said("=== 2 failed, 3 passed in 0.12 seconds ===", "failed, 3 passed, 2 failed");
    check_said(
        "1 failed, 200 passed, 3 warnings in 65.23s (0:01:05)",
        "failed, 200 passed, 1 failed",
    );
    check_said("=== 1 passed, 1 error in 0.10s ===", "failed, 1 passed, 1 failed");
    check_said("=== 2 errors in 0.48s ===", "infra Build, 0 passed, 2 failed");
    check_said("=== 3 skipped in 0.48s ===", "nothing, 0 passed, 0 failed");
    check_said(
        "FAILED tests/test_a.py::test_x - assert 1 == 2",
        "failed\ntests/test_a.py::test_x\n  want: assert 1 == 2",
    );
    check_said(
        "FAILED tests/test_a.py::test_x[a - b] - KeyError: 'y'",
        "failed\ntests/test_a.py::test_x[a - b]\n  got: KeyError: 'y'",
    );
}

#[test]
fn a09_words_alone_are_not_read() {
    check_said("FAILED (see above)\nERROR in line 3\nPASSED\n3 passed", "(none)");
    check_said("=== 3 apples in 5s ===\n2 passed by in 3 days", "(none)");
    check_said("  FAILED tests/test_a.py::test_x - assert 1 == 2", "(none)");
    check_said("ERROR: file not found", "(none)");
}

/// Failures that several outputs contain.
const ADDS_WRONGLY: &str = r#"
tests/test_sum.py::test_adds_wrongly @ tests/test_sum.py:13
  want: assert add(1, 1) == 3, "one and one"
  got: AssertionError: one and one
       assert 2 == 3
       +  where 2 = add(1, 1)
"#;
const TABLE_1_2: &str = "
tests/test_sum.py::test_table[1-2] @ tests/test_sum.py:18
  want: assert add(a, b) == 4
  got: assert 3 == 4
       +  where 3 = add(1, 2)
";
const RAISES: &str = "
tests/test_sum.py::test_raises @ sums/__init__.py:6
  got: ValueError: invalid literal for int() with base 10: 'x'
";
const PRINTS: &str = "
tests/test_sum.py::test_prints @ tests/test_sum.py:28
  got: RuntimeError: account 7 is
       not balanced
";
const EXPECTS_ERROR: &str = "
tests/test_sum.py::test_expects_error @ tests/test_sum.py:32
  want: with pytest.raises(ValueError):
  got: Failed: DID NOT RAISE ValueError
";
const LISTS: &str = "
tests/sub/test_deep.py::TestDeep::test_lists @ tests/sub/test_deep.py:8
  want: assert [1, 2, 3] == [1, 2, 4]
  got: assert [1, 2, 3] == [1, 2, 4]
       At index 2 diff: 3 != 4
       Use -v to get more diff
";
const TEST_OLD: &str = "
tests/sub/test_deep.py::OldStyle::test_old @ tests/sub/test_deep.py:16
  want: self.assertEqual(1, 2)
  got: AssertionError: 1 != 2
";
const STRINGS: &str = r#"
tests/sub/test_deep.py::test_strings @ tests/sub/test_deep.py:29
  want: assert "one two - three" == "one two"
  got: AssertionError: assert 'one two - three' == 'one two'
       - one two
       + one two - three
"#;
const FIXTURE: &str = "
tests/sub/test_deep.py::test_fixture @ tests/sub/test_deep.py:21
  got: OSError: no database
";
const RAISES_2: &str = "
tests/test_sum.py::test_raises
  got: ValueError: invalid literal for int()...
";
const PRINTS_2: &str = "
tests/test_sum.py::test_prints
  got: RuntimeError: account 7 is
";
const EXPECTS_ERROR_2: &str = "
tests/test_sum.py::test_expects_error
  want: Failed: DID NOT RAISE ValueError
";
const FIXTURE_2: &str = "
tests/sub/test_deep.py::test_fixture
  got: OSError: no database
";

/// The recorded outputs with what is read in each: the end, the failures, the names that passed.
const RECORDED: &[(&str, &[&str])] = &[
    (
        "fail",
        &["failed, 3 passed, 5 failed", ADDS_WRONGLY, TABLE_1_2, RAISES, PRINTS, EXPECTS_ERROR],
    ),
    (
        "more",
        &[r#"
failed, 1 passed, 7 failed
tests/test_more.py::test_helper @ tests/test_more.py:5
  want: assert n > 3
  got: assert 2 > 3
tests/test_more.py::test_chain @ tests/test_more.py:16
  got: ValueError: bad key
tests/test_more.py::test_spaces[a - b] @ tests/test_more.py:31
  want: assert text == "c"
  got: AssertionError: assert 'a - b' == 'c'
       - c
       + a - b
tests/test_more.py::test_spaces[x y] @ tests/test_more.py:31
  want: assert text == "c"
  got: AssertionError: assert 'x y' == 'c'
       - c
       + x y
tests/test_more.py::test_subtests
  got: contains 1 failed subtest
tests/test_more.py::test_teardown @ tests/test_more.py:22
  got: OSError: cannot close
"#],
    ),
    ("fail_7 fail_8 colour", &["failed, 1 passed, 4 failed", LISTS, TEST_OLD, STRINGS, FIXTURE]),
    ("xdist", &["failed, 1 passed, 4 failed", LISTS, STRINGS, TEST_OLD, FIXTURE]),
    ("exit_first", &["failed, 0 passed, 1 failed", LISTS]),
    (
        "short",
        &[
            "failed, 4 passed, 9 failed",
            LISTS,
            TEST_OLD,
            STRINGS,
            ADDS_WRONGLY,
            TABLE_1_2,
            RAISES,
            PRINTS,
            EXPECTS_ERROR,
            FIXTURE,
        ],
    ),
    (
        "all_reported",
        &[
            "failed, 1 passed, 4 failed",
            FIXTURE,
            LISTS,
            TEST_OLD,
            STRINGS,
            "ok: tests/sub/test_deep.py::TestDeep::test_ok",
        ],
    ),
    (
        "verbose",
        &[
            "
failed, 1 passed, 4 failed
tests/sub/test_deep.py::TestDeep::test_lists @ tests/sub/test_deep.py:8
  want: assert [1, 2, 3] == [1, 2, 4]
  got: AssertionError: assert [1, 2, 3] == [1, 2, 4]
       At index 2 diff: 3 != 4
       Full diff:
       [
       1,
       2,...
       ...Full output truncated (5 lines hidden), use '-vv' to show
",
            TEST_OLD,
            FIXTURE,
            STRINGS,
            "ok: tests/sub/test_deep.py::TestDeep::test_ok",
        ],
    ),
    (
        "xdist_verbose",
        &[
            "
failed, 1 passed, 4 failed
tests/sub/test_deep.py::TestDeep::test_lists @ tests/sub/test_deep.py:8
  want: assert [1, 2, 3] == [1, 2, 4]
  got: AssertionError: assert [1, 2, 3] == [1, 2, 4]
       At index 2 diff: 3 != 4
       Full diff: (-: missing in left side, +: extra in left side)
       [
       1,
       2,...
       ...Full output truncated, use '-vv' to show
",
            TEST_OLD,
            FIXTURE,
            STRINGS,
            "ok: tests/sub/test_deep.py::TestDeep::test_ok",
        ],
    ),
    (
        "pass_verbose",
        &["
passed, 2 passed, 0 failed
ok: good/test_good.py::test_a, good/test_good.py::test_b
"],
    ),
    (
        "quiet line",
        &[
            "
failed, 4 passed, 9 failed
tests/sub/test_deep.py::TestDeep::test_lists
  want: assert [1, 2, 3] == [1,...
tests/sub/test_deep.py::OldStyle::test_old
  want: AssertionError: 1 != 2
tests/sub/test_deep.py::test_strings
  want: AssertionError: assert 'one two...
tests/test_sum.py::test_adds_wrongly
  want: AssertionError: one and one
tests/test_sum.py::test_table[1-2]
  want: assert 3 == 4
",
            RAISES_2,
            PRINTS_2,
            EXPECTS_ERROR_2,
            FIXTURE_2,
        ],
    ),
    ("tail", &["failed, 4 passed, 9 failed", RAISES_2, PRINTS_2, EXPECTS_ERROR_2, FIXTURE_2]),
    ("tail_one", &["failed, 4 passed, 9 failed"]),
    ("head", &["failed", ADDS_WRONGLY, TABLE_1_2]),
    (
        "native",
        &["
failed, 0 passed, 1 failed
tests/test_sum.py::test_raises @ /w/project/sums/__init__.py:6
  got: ValueError: invalid literal for int() with base 10: 'x'
"],
    ),
    ("pass pass_quiet", &["passed, 2 passed, 0 failed"]),
    ("nothing deselected", &["nothing, 0 passed, 0 failed"]),
    (
        "timeout",
        &["
failed, 0 passed, 1 failed
crash/test_slow.py::test_slow @ crash/test_slow.py:5
  got: Failed: Timeout (>1.0s) from pytest-timeout.
"],
    ),
    (
        "worker_crash",
        &["
failed, 1 passed, 1 failed
crash/test_crash.py::test_crash
  got: worker 'gw0' crashed while running '...
"],
    ),
    ("collecting", &["infra Build, 0 passed, 2 failed"]),
    ("collecting_continued", &["infra Build, 2 passed, 1 failed"]),
    ("conftest", &["infra Build"]),
    ("crash timeout_thread usage", &["infra Crash"]),
    ("internal missing_file", &["infra Crash, 0 passed, 0 failed"]),
];

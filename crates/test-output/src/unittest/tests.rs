//! What is read in the recorded outputs of `unittest`.

use super::read;
use crate::tests::{check_recorded, shown};

#[test]
fn a09_a04_every_recorded_output_is_read() {
    check_recorded(read, "unittest", RECORDED);
}

/// Asserts what is read in `text`.
fn check_said(text: &str, expected: &str) {
    assert_eq!(shown(read(text).as_ref()), expected, "{text:?}");
}

#[test]
fn a09_what_a_pipe_left() {
    check_said("FAILED (failures=2, errors=1)", "failed, 3 failed");
    check_said("FAILED (unexpected successes=1)", "failed, 1 failed");
    check_said("Ran 3 tests in 0.010s\n\nOK (skipped=3)", "nothing, 0 passed");
    check_said("Ran 2 tests in 1s\n\nOK\nRan 3 tests in 1s\n\nOK", "passed, 5 passed");
}

#[test]
fn a09_words_alone_are_not_read() {
    check_said("OK", "(none)");
    check_said("FAILED (see above)\nFAIL: the build\nRan 3 tests", "(none)");
    check_said("  FAILED (failures=2)", "(none)");
}

/// Failures that several outputs contain.
const BROKEN: &str = "
usuite.test_u.Broken @ /w/project/usuite/test_u.py:36
  got: OSError: no database
";
const DESCRIBED: &str = "
usuite.test_u.SumTest.test_described @ /w/project/sums/__init__.py:6
  got: ValueError: invalid literal for int() with base 10: 'x'
";
const ADDS_WRONGLY: &str = r#"
usuite.test_u.SumTest.test_adds_wrongly @ /w/project/usuite/test_u.py:10
  want: self.assertEqual(add(1, 1), 3, "one and one")
  got: AssertionError: 2 != 3 : one and one
"#;
const LISTS: &str = "
usuite.test_u.SumTest.test_lists @ /w/project/usuite/test_u.py:22
  want: self.assertEqual([1, 2, 3], [1, 2, 4])
  got: AssertionError: Lists differ: [1, 2, 3] != [1, 2, 4]
       First differing element 2:
       3
       4
       - [1, 2, 3]
       ?        ^
       + [1, 2, 4]
       ?        ^
";
const TABLE_A_1: &str = "
usuite.test_u.SumTest.test_table (a=1) @ /w/project/usuite/test_u.py:19
  want: self.assertTrue(add(a, a) == 4)
  got: AssertionError: False is not true
";

/// The recorded outputs with what is read in each: the end, the failures, the names that passed.
const RECORDED: &[(&str, &[&str])] = &[
    ("fail", &["failed, 5 failed", BROKEN, DESCRIBED, ADDS_WRONGLY, LISTS, TABLE_A_1]),
    (
        "fail_38",
        &[
            "failed",
            BROKEN,
            DESCRIBED,
            ADDS_WRONGLY,
            "
usuite.test_u.SumTest.test_lists @ /w/project/usuite/test_u.py:22
  want: self.assertEqual([1, 2, 3], [1, 2, 4])
  got: AssertionError: Lists differ: [1, 2, 3] != [1, 2, 4]
       First differing element 2:
       3
       4
",
        ],
    ),
    (
        "verbose",
        &[
            "failed, 5 failed",
            BROKEN,
            DESCRIBED,
            ADDS_WRONGLY,
            LISTS,
            TABLE_A_1,
            "ok: usuite.test_u.SumTest.test_adds",
        ],
    ),
    (
        "pass_verbose",
        &["
passed, 2 passed
ok: test_good.Good.test_a, test_good.Good.test_b
"],
    ),
    (
        "pass_313",
        &["
passed, 2 passed
ok: ugood.test_good.Good.test_a, ugood.test_good.Good.test_b
"],
    ),
    ("tail", &["failed, 5 failed"]),
    ("failfast", &["failed, 1 failed", BROKEN]),
    ("pass", &["passed, 2 passed"]),
    ("nothing nothing_313", &["nothing, 0 passed"]),
    ("import module", &["infra Build, 1 failed"]),
];

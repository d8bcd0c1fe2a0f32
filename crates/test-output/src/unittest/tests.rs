//! Recorded outputs of `python -m unittest`, read.

use super::read;
use crate::fixture::{check, shown};

#[test]
fn a09_what_failed_where_and_why() {
    check(
        read,
        "unittest/fail",
        r#"
failed, 5 failed
usuite.test_u.Broken @ /w/project/usuite/test_u.py:36
  got: OSError: no database
usuite.test_u.SumTest.test_described @ /w/project/sums/__init__.py:6
  got: ValueError: invalid literal for int() with base 10: 'x'
usuite.test_u.SumTest.test_adds_wrongly @ /w/project/usuite/test_u.py:10
  want: self.assertEqual(add(1, 1), 3, "one and one")
  got: AssertionError: 2 != 3 : one and one
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
usuite.test_u.SumTest.test_table (a=1) @ /w/project/usuite/test_u.py:19
  want: self.assertTrue(add(a, a) == 4)
  got: AssertionError: False is not true
"#,
    );
    check(
        read,
        "unittest/fail_38",
        r#"
failed
usuite.test_u.Broken @ /w/project/usuite/test_u.py:36
  got: OSError: no database
usuite.test_u.SumTest.test_described @ /w/project/sums/__init__.py:6
  got: ValueError: invalid literal for int() with base 10: 'x'
usuite.test_u.SumTest.test_adds_wrongly @ /w/project/usuite/test_u.py:10
  want: self.assertEqual(add(1, 1), 3, "one and one")
  got: AssertionError: 2 != 3 : one and one
usuite.test_u.SumTest.test_lists @ /w/project/usuite/test_u.py:22
  want: self.assertEqual([1, 2, 3], [1, 2, 4])
  got: AssertionError: Lists differ: [1, 2, 3] != [1, 2, 4]
       First differing element 2:
       3
       4
"#,
    );
}

#[test]
fn a09_tests_by_name() {
    check(
        read,
        "unittest/verbose",
        r#"
failed, 5 failed
usuite.test_u.Broken @ /w/project/usuite/test_u.py:36
  got: OSError: no database
usuite.test_u.SumTest.test_described @ /w/project/sums/__init__.py:6
  got: ValueError: invalid literal for int() with base 10: 'x'
usuite.test_u.SumTest.test_adds_wrongly @ /w/project/usuite/test_u.py:10
  want: self.assertEqual(add(1, 1), 3, "one and one")
  got: AssertionError: 2 != 3 : one and one
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
usuite.test_u.SumTest.test_table (a=1) @ /w/project/usuite/test_u.py:19
  want: self.assertTrue(add(a, a) == 4)
  got: AssertionError: False is not true
ok: usuite.test_u.SumTest.test_adds
"#,
    );
    check(
        read,
        "unittest/pass_verbose",
        "
passed, 2 passed
ok: test_good.Good.test_a, test_good.Good.test_b
",
    );
    check(
        read,
        "unittest/pass_313",
        "
passed, 2 passed
ok: ugood.test_good.Good.test_a, ugood.test_good.Good.test_b
",
    );
}

#[test]
fn a09_cut_by_tail_and_stopped_at_the_first() {
    check(read, "unittest/tail", "failed, 5 failed");
    check(
        read,
        "unittest/failfast",
        "
failed, 1 failed
usuite.test_u.Broken @ /w/project/usuite/test_u.py:36
  got: OSError: no database
",
    );
}

#[test]
fn a09_passed_and_nothing_ran() {
    check(read, "unittest/pass", "passed, 2 passed");
    check(read, "unittest/nothing", "nothing, 0 passed");
    check(read, "unittest/nothing_313", "nothing, 0 passed");
}

#[test]
fn a04_what_cannot_be_imported() {
    check(read, "unittest/import", "infra Build, 1 failed");
    check(read, "unittest/module", "infra Build, 1 failed");
}
/// What `text` says, in short.
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

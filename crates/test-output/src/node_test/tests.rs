//! What is read in recorded outputs of `node --test`.

use super::super::fixture::check;
use super::read;

#[test]
fn a09_node_test_is_read() {
    RUNS.iter().for_each(|(case, expected)| check(read, case, expected));
}

#[test]
fn a04_node_test_tells_what_kept_the_tests_from_running() {
    INFRA.iter().for_each(|(case, expected)| check(read, case, expected));
}

/// Runs that came to a verdict, or that found nothing to run.
const RUNS: &[(&str, &str)] = &[
    (
        "node_test/dot",
        r"
failed
adds two numbers @ /w/project/test/math.test.js:8
  want: AssertionError [ERR_ASSERTION]: Expected values to be strictly equal:
  got: -1 !== 3
explodes @ /w/project/src/math.js:5
  got: TypeError [Error]: cannot explode
compares objects @ /w/project/test/math.test.js:19
  want: AssertionError [ERR_ASSERTION]: Expected values to be strictly deep-equal:
  got: + actual - expected
         {
           a: [
             1,
       +     2
       -     3
           ]
         }
says why @ /w/project/test/math.test.js:22
  want: AssertionError [ERR_ASSERTION]: the door is shut
  got: AssertionError [ERR_ASSERTION]: the door is shut
matches @ /w/project/test/math.test.js:25
  want: AssertionError [ERR_ASSERTION]: The input did not match the regular expression /x/. Input:
  got: 'abc'
",
    ),
    (
        "node_test/head",
        r"
failed
adds two numbers @ /w/project/test/math.test.js:8
  want: AssertionError [ERR_ASSERTION]: Expected values to be strictly equal:
  got: -1 !== 3
",
    ),
    ("node_test/none", "nothing"),
    (
        "node_test/passed",
        r"
passed, 2 passed, 0 failed
ok: one, two
",
    ),
    (
        "node_test/several",
        r"
failed, 3 passed, 6 failed
adds two numbers @ /w/project/test/math.test.js:8
  want: AssertionError [ERR_ASSERTION]: Expected values to be strictly equal:
  got: -1 !== 3
explodes @ /w/project/src/math.js:5
  got: TypeError [Error]: cannot explode
compares objects @ /w/project/test/math.test.js:19
  want: AssertionError [ERR_ASSERTION]: Expected values to be strictly deep-equal:
  got: + actual - expected
         {
           a: [
             1,
       +     2
       -     3
           ]
         }
says why @ /w/project/test/math.test.js:22
  want: AssertionError [ERR_ASSERTION]: the door is shut
  got: AssertionError [ERR_ASSERTION]: the door is shut
matches @ /w/project/test/math.test.js:25
  want: AssertionError [ERR_ASSERTION]: The input did not match the regular expression /x/. Input:
  got: 'abc'
never ends
  got: 'test timed out after 50ms'
ok: one, two, adds zero
",
    ),
    (
        "node_test/slow",
        r"
failed, 0 passed, 1 failed
never ends
  got: 'test timed out after 50ms'
",
    ),
    (
        "node_test/tail",
        r"
failed
matches @ /w/project/test/math.test.js:25
  want: AssertionError [ERR_ASSERTION]: The input did not match the regular expression /x/. Input:
  got: 'abc'
never ends
  got: 'test timed out after 50ms'
",
    ),
];

/// Runs without a verdict.
const INFRA: &[(&str, &str)] = &[
    ("node_test/crash", "infra Crash, 0 passed, 0 failed"),
    (
        "node_test/module",
        r"
infra Build, 2 passed, 0 failed
ok: one, two
",
    ),
    ("node_test/syntax", "infra Build, 0 passed, 0 failed"),
];

//! What is read in the recorded outputs of `node_test`.

use super::read;
use crate::tests::check_recorded;

#[test]
fn a09_a04_every_recorded_output_is_read() {
    check_recorded(read, "node_test", RECORDED);
}

/// Failures that several outputs contain.
const ADDS_TWO_NUMBERS: &str = "
adds two numbers @ /w/project/test/math.test.js:8
  want: AssertionError [ERR_ASSERTION]: Expected values to be strictly equal:
  got: -1 !== 3
";
const EXPLODES: &str = "
explodes @ /w/project/src/math.js:5
  got: TypeError [Error]: cannot explode
";
const COMPARES_OBJECTS: &str = "
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
";
const SAYS_WHY: &str = "
says why @ /w/project/test/math.test.js:22
  want: AssertionError [ERR_ASSERTION]: the door is shut
  got: AssertionError [ERR_ASSERTION]: the door is shut
";
const MATCHES: &str = "
matches @ /w/project/test/math.test.js:25
  want: AssertionError [ERR_ASSERTION]: The input did not match the regular expression /x/. Input:
  got: 'abc'
";
const NEVER_ENDS: &str = "
never ends
  got: 'test timed out after 50ms'
";

/// The recorded outputs with what is read in each: the end, the failures, the names that passed.
const RECORDED: &[(&str, &[&str])] = &[
    ("dot", &["failed", ADDS_TWO_NUMBERS, EXPLODES, COMPARES_OBJECTS, SAYS_WHY, MATCHES]),
    ("head", &["failed", ADDS_TWO_NUMBERS]),
    ("none", &["nothing"]),
    (
        "passed",
        &["
passed, 2 passed, 0 failed
ok: one, two
"],
    ),
    (
        "several",
        &[
            "failed, 3 passed, 6 failed",
            ADDS_TWO_NUMBERS,
            EXPLODES,
            COMPARES_OBJECTS,
            SAYS_WHY,
            MATCHES,
            NEVER_ENDS,
            "ok: one, two, adds zero",
        ],
    ),
    ("slow", &["failed, 0 passed, 1 failed", NEVER_ENDS]),
    ("tail", &["failed", MATCHES, NEVER_ENDS]),
    ("crash", &["infra Crash, 0 passed, 0 failed"]),
    (
        "module",
        &["
infra Build, 2 passed, 0 failed
ok: one, two
"],
    ),
    ("syntax", &["infra Build, 0 passed, 0 failed"]),
];

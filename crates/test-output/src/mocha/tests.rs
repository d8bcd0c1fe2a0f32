//! What is read in the recorded outputs of `mocha`.

use super::read;
use crate::tests::check_recorded;

#[test]
fn a09_a04_every_recorded_output_is_read() {
    check_recorded(read, "mocha", RECORDED);
}

/// Failures that several outputs contain.
const MATH_EXPLODES: &str = "
math explodes @ src/math.js:5
  got: TypeError: cannot explode
";
const MATH_COMPARES_OBJECTS: &str = "
math compares objects @ test/math.spec.js:21
  want: AssertionError [ERR_ASSERTION]: Expected values to be strictly deep-equal:
  got: + actual - expected
         {
           items: [
             1,
             2,
       +     3
       -     4
           ],
           name: 'a'
         }
";
const MATH_ADD_ADDS_TWO_NUMBERS: &str = "
math add adds two numbers @ test/math.spec.js:8
  want: AssertionError: expected -1 to equal 3
  got: + expected - actual
       --1
       +3
";
const MATH_ADD_ADD_1_1_IS_2: &str = "
math add add(1, 1) is 2 @ test/math.spec.js:14
  want: AssertionError [ERR_ASSERTION]: Expected values to be strictly equal:
  got: 0 !== 2
";
const MATH_ADD_ADD_2_2_IS_4: &str = "
math add add(2, 2) is 4 @ test/math.spec.js:14
  want: AssertionError [ERR_ASSERTION]: Expected values to be strictly equal:
  got: 0 !== 4
";
const SLOW_NEVER_ENDS: &str = r#"
slow never ends
  got: Error: Timeout of 50ms exceeded. For async tests and hooks, ensure "done()" is called; if returning a Promise, ensure it resolves. (/w/project/test/slow.spec.js)
"#;
const HOOKED_BEFORE_ALL_HOOK_FOR_IS_NEVER_RUN: &str = r#"
hooked "before all" hook for "is never run" @ test/slow.spec.js:8
  got: Error: no server
"#;

/// The recorded outputs with what is read in each: the end, the failures, the names that passed.
const RECORDED: &[(&str, &[&str])] = &[
    (
        "colours failed_10",
        &[
            "failed, 1 passed, 5 failed",
            MATH_EXPLODES,
            MATH_COMPARES_OBJECTS,
            MATH_ADD_ADDS_TWO_NUMBERS,
            MATH_ADD_ADD_1_1_IS_2,
            MATH_ADD_ADD_2_2_IS_4,
            "ok: math add adds zero",
        ],
    ),
    (
        "dot",
        &[
            "failed, 1 passed, 7 failed",
            MATH_EXPLODES,
            MATH_COMPARES_OBJECTS,
            MATH_ADD_ADDS_TWO_NUMBERS,
            MATH_ADD_ADD_1_1_IS_2,
            MATH_ADD_ADD_2_2_IS_4,
            SLOW_NEVER_ENDS,
            HOOKED_BEFORE_ALL_HOOK_FOR_IS_NEVER_RUN,
        ],
    ),
    ("grep", &["nothing, 0 passed, 0 failed"]),
    (
        "head",
        &["
failed, 1 passed, 5 failed
math explodes
math compares objects
math add adds two numbers
math add add(1, 1) is 2
math add add(2, 2) is 4
ok: math add adds zero
"],
    ),
    (
        "min",
        &[
            "failed, 1 passed, 5 failed",
            MATH_EXPLODES,
            MATH_COMPARES_OBJECTS,
            MATH_ADD_ADDS_TWO_NUMBERS,
            MATH_ADD_ADD_1_1_IS_2,
            MATH_ADD_ADD_2_2_IS_4,
        ],
    ),
    ("none", &["nothing"]),
    (
        "passed",
        &["
passed, 2 passed, 0 failed
ok: good one, good two
"],
    ),
    (
        "several",
        &[
            "failed, 3 passed, 7 failed",
            MATH_EXPLODES,
            MATH_COMPARES_OBJECTS,
            MATH_ADD_ADDS_TWO_NUMBERS,
            MATH_ADD_ADD_1_1_IS_2,
            MATH_ADD_ADD_2_2_IS_4,
            SLOW_NEVER_ENDS,
            HOOKED_BEFORE_ALL_HOOK_FOR_IS_NEVER_RUN,
            "ok: math add adds zero, good one, good two",
        ],
    ),
    (
        "slow",
        &["failed, 0 passed, 2 failed", SLOW_NEVER_ENDS, HOOKED_BEFORE_ALL_HOOK_FOR_IS_NEVER_RUN],
    ),
    ("tail", &["failed", SLOW_NEVER_ENDS, HOOKED_BEFORE_ALL_HOOK_FOR_IS_NEVER_RUN]),
    ("module module_10 syntax", &["infra Build"]),
];

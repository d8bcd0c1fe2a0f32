//! What is read in the recorded outputs of `jest`.

use super::read;
use crate::tests::check_recorded;

#[test]
fn a09_a04_every_recorded_output_is_read() {
    check_recorded(read, "jest", RECORDED);
}

/// Failures that several outputs contain.
const EXPLODES: &str = "
math › explodes @ src/math.js:5
  got: TypeError: cannot explode
";
const CHECKS: &str = "
math › checks @ src/math.js:8
  got: TypeError: Cannot read properties of undefined (reading 'length')
";
const ADDS_TWO_NUMBERS: &str = "
math › add › adds two numbers @ test/math.test.js:6
  want: expect(received).toBe(expected)
  got: Expected: 3
       Received: -1
";
const ADD_1_1_IS_2: &str = "
math › add › add(1, 1) is 2 @ test/math.test.js:12
  want: expect(received).toBe(expected)
  got: Expected: 2
       Received: 0
";
const LISTS_ARE_EQUAL: &str = r#"
lists are equal @ test/list.test.js:3
  want: expect(received).toEqual(expected)
  got: - Expected  - 1
       + Received  + 1
         Object {
           "items": Array [
             1,
             2,
       -     4,
       +     3,
           ],
           "name": "a",
         }
"#;
const IS_CALLED: &str = "
is called @ test/list.test.js:8
  want: expect(jest.fn()).toHaveBeenCalledWith(...expected)
  got: Expected: 2
       Received: 1
       Number of calls: 1
";
const REJECTS: &str = "
rejects @ test/list.test.js:11
  want: expect(received).rejects.toThrow()
  got: Received promise resolved instead of rejected
       Resolved to value: 1
";

/// The recorded outputs with what is read in each: the end, the failures, the names that passed.
const RECORDED: &[(&str, &[&str])] = &[
    (
        "colours failed failed_29",
        &[
            "failed, 2 passed, 4 failed",
            EXPLODES,
            CHECKS,
            ADDS_TWO_NUMBERS,
            ADD_1_1_IS_2,
            "ok: math › add › adds zero, math › add › add(2, 0) is 2",
        ],
    ),
    (
        "custom",
        &["
failed, 0 passed, 2 failed
uses assert @ test/custom.test.js:3
  want: assert.strictEqual(received, expected)
  got: Expected value to strictly be equal to:
         3
       Received:
         2
custom message @ test/custom.test.js:6
  want: assert(received)
  got: Expected value to be equal to:
         true
       Received:
         false
       Message:
         the door is shut
"],
    ),
    (
        "head",
        &[
            "
failed
math › explodes
math › checks
",
            ADDS_TWO_NUMBERS,
            "
math › add › add(1, 1) is 2
  want: expect(received).toBe(expected)
  got: Expected: 2
       Received: 0
ok: math › add › adds zero, math › add › add(2, 0) is 2
",
        ],
    ),
    ("mixed_tail tail", &["failed, 2 passed, 4 failed"]),
    ("none", &["nothing"]),
    (
        "passed",
        &["
passed, 2 passed, 0 failed
ok: good › one, good › two
"],
    ),
    (
        "several",
        &[
            "failed, 5 passed, 7 failed",
            LISTS_ARE_EQUAL,
            IS_CALLED,
            REJECTS,
            ADDS_TWO_NUMBERS,
            ADD_1_1_IS_2,
            EXPLODES,
            CHECKS,
        ],
    ),
    (
        "slow slow_29",
        &[r#"
failed, 0 passed, 2 failed
never ends @ test/slow.test.js:1
  got: thrown: "Exceeded timeout of 100 ms for a test while waiting for `done()` to be called.
       Add a timeout value to this test to increase the timeout, if this is a long-running test. See https://jestjs.io/docs/api#testname-fn-timeout."
matches the snapshot @ test/slow.test.js:5
  want: expect(received).toMatchInlineSnapshot(snapshot)
  got: Snapshot name: `matches the snapshot 1`
       Snapshot: "old text"
       Received: "new text"
"#],
    ),
    (
        "verbose",
        &[
            "failed, 3 passed, 3 failed",
            LISTS_ARE_EQUAL,
            IS_CALLED,
            REJECTS,
            "ok: passes, good › one, good › two",
        ],
    ),
    ("module module_29", &["infra Build, 2 passed, 0 failed"]),
    ("option", &["infra Crash"]),
    ("syntax", &["infra Build, 0 passed, 0 failed"]),
];

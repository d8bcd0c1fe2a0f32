//! What is read in recorded outputs of jest.

use super::super::fixture::check;
use super::read;

#[test]
fn a09_jest_is_read() {
    RUNS.iter().for_each(|(case, expected)| check(read, case, expected));
}

#[test]
fn a04_jest_tells_what_kept_the_tests_from_running() {
    INFRA.iter().for_each(|(case, expected)| check(read, case, expected));
}

/// Runs that came to a verdict, or that found nothing to run.
const RUNS: &[(&str, &str)] = &[
    (
        "jest/colours",
        r"
failed, 2 passed, 4 failed
math › explodes @ src/math.js:5
  got: TypeError: cannot explode
math › checks @ src/math.js:8
  got: TypeError: Cannot read properties of undefined (reading 'length')
math › add › adds two numbers @ test/math.test.js:6
  want: expect(received).toBe(expected)
  got: Expected: 3
       Received: -1
math › add › add(1, 1) is 2 @ test/math.test.js:12
  want: expect(received).toBe(expected)
  got: Expected: 2
       Received: 0
ok: math › add › adds zero, math › add › add(2, 0) is 2
",
    ),
    (
        "jest/custom",
        r"
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
",
    ),
    (
        "jest/failed",
        r"
failed, 2 passed, 4 failed
math › explodes @ src/math.js:5
  got: TypeError: cannot explode
math › checks @ src/math.js:8
  got: TypeError: Cannot read properties of undefined (reading 'length')
math › add › adds two numbers @ test/math.test.js:6
  want: expect(received).toBe(expected)
  got: Expected: 3
       Received: -1
math › add › add(1, 1) is 2 @ test/math.test.js:12
  want: expect(received).toBe(expected)
  got: Expected: 2
       Received: 0
ok: math › add › adds zero, math › add › add(2, 0) is 2
",
    ),
    (
        "jest/failed_29",
        r"
failed, 2 passed, 4 failed
math › explodes @ src/math.js:5
  got: TypeError: cannot explode
math › checks @ src/math.js:8
  got: TypeError: Cannot read properties of undefined (reading 'length')
math › add › adds two numbers @ test/math.test.js:6
  want: expect(received).toBe(expected)
  got: Expected: 3
       Received: -1
math › add › add(1, 1) is 2 @ test/math.test.js:12
  want: expect(received).toBe(expected)
  got: Expected: 2
       Received: 0
ok: math › add › adds zero, math › add › add(2, 0) is 2
",
    ),
    (
        "jest/head",
        r"
failed
math › explodes
math › checks
math › add › adds two numbers @ test/math.test.js:6
  want: expect(received).toBe(expected)
  got: Expected: 3
       Received: -1
math › add › add(1, 1) is 2
  want: expect(received).toBe(expected)
  got: Expected: 2
       Received: 0
ok: math › add › adds zero, math › add › add(2, 0) is 2
",
    ),
    ("jest/mixed_tail", "failed, 2 passed, 4 failed"),
    ("jest/none", "nothing"),
    (
        "jest/passed",
        r"
passed, 2 passed, 0 failed
ok: good › one, good › two
",
    ),
    (
        "jest/several",
        r#"
failed, 5 passed, 7 failed
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
is called @ test/list.test.js:8
  want: expect(jest.fn()).toHaveBeenCalledWith(...expected)
  got: Expected: 2
       Received: 1
       Number of calls: 1
rejects @ test/list.test.js:11
  want: expect(received).rejects.toThrow()
  got: Received promise resolved instead of rejected
       Resolved to value: 1
math › add › adds two numbers @ test/math.test.js:6
  want: expect(received).toBe(expected)
  got: Expected: 3
       Received: -1
math › add › add(1, 1) is 2 @ test/math.test.js:12
  want: expect(received).toBe(expected)
  got: Expected: 2
       Received: 0
math › explodes @ src/math.js:5
  got: TypeError: cannot explode
math › checks @ src/math.js:8
  got: TypeError: Cannot read properties of undefined (reading 'length')
"#,
    ),
    (
        "jest/slow",
        r#"
failed, 0 passed, 2 failed
never ends @ test/slow.test.js:1
  got: thrown: "Exceeded timeout of 100 ms for a test while waiting for `done()` to be called.
       Add a timeout value to this test to increase the timeout, if this is a long-running test. See https://jestjs.io/docs/api#testname-fn-timeout."
matches the snapshot @ test/slow.test.js:5
  want: expect(received).toMatchInlineSnapshot(snapshot)
  got: Snapshot name: `matches the snapshot 1`
       Snapshot: "old text"
       Received: "new text"
"#,
    ),
    (
        "jest/slow_29",
        r#"
failed, 0 passed, 2 failed
never ends @ test/slow.test.js:1
  got: thrown: "Exceeded timeout of 100 ms for a test while waiting for `done()` to be called.
       Add a timeout value to this test to increase the timeout, if this is a long-running test. See https://jestjs.io/docs/api#testname-fn-timeout."
matches the snapshot @ test/slow.test.js:5
  want: expect(received).toMatchInlineSnapshot(snapshot)
  got: Snapshot name: `matches the snapshot 1`
       Snapshot: "old text"
       Received: "new text"
"#,
    ),
    ("jest/tail", "failed, 2 passed, 4 failed"),
    (
        "jest/verbose",
        r#"
failed, 3 passed, 3 failed
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
is called @ test/list.test.js:8
  want: expect(jest.fn()).toHaveBeenCalledWith(...expected)
  got: Expected: 2
       Received: 1
       Number of calls: 1
rejects @ test/list.test.js:11
  want: expect(received).rejects.toThrow()
  got: Received promise resolved instead of rejected
       Resolved to value: 1
ok: passes, good › one, good › two
"#,
    ),
];

/// Runs without a verdict.
const INFRA: &[(&str, &str)] = &[
    ("jest/module", "infra Build, 2 passed, 0 failed"),
    ("jest/module_29", "infra Build, 2 passed, 0 failed"),
    ("jest/option", "infra Crash"),
    ("jest/syntax", "infra Build, 0 passed, 0 failed"),
];

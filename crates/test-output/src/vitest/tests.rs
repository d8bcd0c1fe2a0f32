//! What is read in recorded outputs of vitest.

use super::super::fixture::check;
use super::read;

#[test]
fn a09_vitest_is_read() {
    RUNS.iter().for_each(|(case, expected)| check(read, case, expected));
}

#[test]
fn a04_vitest_tells_what_kept_the_tests_from_running() {
    INFRA.iter().for_each(|(case, expected)| check(read, case, expected));
}

/// Runs that came to a verdict, or that found nothing to run.
const RUNS: &[(&str, &str)] = &[
    (
        "vitest/colours",
        r"
failed, 2 passed, 3 failed
test/math.test.js > math > add > adds two numbers @ test/math.test.js:7
  want: AssertionError: expected -1 to be 3
  got: - Expected
       + Received
       - 3
       + -1
test/math.test.js > math > add > add(1, 1) is 2 @ test/math.test.js:13
  want: AssertionError: expected +0 to be 2
  got: - Expected
       + Received
       - 2
       + 0
test/math.test.js > math > explodes @ src/math.js:5
  got: TypeError: cannot explode
",
    ),
    (
        "vitest/dot",
        r"
failed, 2 passed, 3 failed
test/math.test.js > math > add > adds two numbers @ test/math.test.js:7
  want: AssertionError: expected -1 to be 3
  got: - Expected
       + Received
       - 3
       + -1
test/math.test.js > math > add > add(1, 1) is 2 @ test/math.test.js:13
  want: AssertionError: expected +0 to be 2
  got: - Expected
       + Received
       - 2
       + 0
test/math.test.js > math > explodes @ src/math.js:5
  got: TypeError: cannot explode
",
    ),
    ("vitest/empty", "nothing, 0 passed, 0 failed"),
    (
        "vitest/failed_3",
        r"
failed, 2 passed, 3 failed
test/math.test.js > math > add > adds two numbers @ test/math.test.js:7
  want: AssertionError: expected -1 to be 3
  got: - Expected
       + Received
       - 3
       + -1
test/math.test.js > math > add > add(1, 1) is 2 @ test/math.test.js:13
  want: AssertionError: expected +0 to be 2
  got: - Expected
       + Received
       - 2
       + 0
test/math.test.js > math > explodes @ src/math.js:5
  got: TypeError: cannot explode
ok: test/math.test.js > math > add > adds zero, test/math.test.js > math > add > add(2, 0) is 2
",
    ),
    (
        "vitest/head",
        r"
failed
test/math.test.js > math > add > adds two numbers @ test/math.test.js:7
  want: AssertionError: expected -1 to be 3
  got: - Expected
       + Received
       - 3
       + -1
test/math.test.js > math > add > add(1, 1) is 2
  want: AssertionError: expected +0 to be 2
  got: - Expected
       + Received
       - 2
       + 0
",
    ),
    (
        "vitest/head_3",
        r"
failed
test/math.test.js > math > add > adds two numbers @ test/math.test.js:7
  want: AssertionError: expected -1 to be 3
  got: - Expected
       + Received
       - 3
       + -1
test/math.test.js > math > add > add(1, 1) is 2
  want: AssertionError: expected +0 to be 2
  got: - Expected
       + Received
test/math.test.js > math > explodes
ok: test/math.test.js > math > add > adds zero, test/math.test.js > math > add > add(2, 0) is 2
",
    ),
    ("vitest/none", "nothing"),
    ("vitest/passed", "passed, 2 passed, 0 failed"),
    (
        "vitest/several",
        r#"
failed, 5 passed, 6 failed
test/list.test.js > lists are equal @ test/list.test.js:4
  want: AssertionError: expected { name: 'a', items: [ 1, 2, 3 ] } to deeply equal { name: 'a', items: [ 1, 2, 4 ] }
  got: - Expected
       + Received
         {
           "items": [
             1,
             2,
       -     4,
       +     3,
           ],
           "name": "a",
         }
test/list.test.js > is called @ test/list.test.js:9
  want: AssertionError: expected "vi.fn()" to be called with arguments: [ 2 ]
  got: Received:
         1st vi.fn() call:
         [
       -   2,
       +   1,
         ]
       Number of calls: 1
test/list.test.js > chai assert @ test/list.test.js:11
  want: AssertionError: expected 3 to equal 4
  got: - Expected
       + Received
       - 4
       + 3
test/math.test.js > math > add > adds two numbers @ test/math.test.js:7
  want: AssertionError: expected -1 to be 3
  got: - Expected
       + Received
       - 3
       + -1
test/math.test.js > math > add > add(1, 1) is 2 @ test/math.test.js:13
  want: AssertionError: expected +0 to be 2
  got: - Expected
       + Received
       - 2
       + 0
test/math.test.js > math > explodes @ src/math.js:5
  got: TypeError: cannot explode
ok: test/list.test.js > passes
"#,
    ),
    (
        "vitest/several_2",
        r#"
failed, 5 passed, 6 failed
test/math.test.js > math > add > adds two numbers @ test/math.test.js:7
  want: AssertionError: expected -1 to be 3
  got: - Expected
       + Received
       - 3
       + -1
test/math.test.js > math > add > add(1, 1) is 2 @ test/math.test.js:13
  want: AssertionError: expected +0 to be 2
  got: - Expected
       + Received
       - 2
       + 0
test/math.test.js > math > explodes @ src/math.js:5
  got: TypeError: cannot explode
test/list.test.js > lists are equal @ test/list.test.js:4
  want: AssertionError: expected { name: 'a', items: [ 1, 2, 3 ] } to deeply equal { name: 'a', items: [ 1, 2, 4 ] }
  got: - Expected
       + Received
         Object {
           "items": Array [
             1,
             2,
       -     4,
       +     3,
           ],
           "name": "a",
         }
test/list.test.js > is called @ test/list.test.js:9
  want: AssertionError: expected "spy" to be called with arguments: [ 2 ]
  got: Received:
         1st spy call:
         Array [
       -   2,
       +   1,
         ]
       Number of calls: 1
test/list.test.js > chai assert @ test/list.test.js:11
  want: AssertionError: expected 3 to equal 4
  got: - Expected
       + Received
       - 4
       + 3
"#,
    ),
    (
        "vitest/slow",
        r#"
failed, 0 passed, 2 failed
test/slow.test.js > never ends @ test/slow.test.js:2
  got: Error: Test timed out in 100ms.
       If this is a long-running test, pass a timeout value as the last argument or configure it globally with "testTimeout".
test/slow.test.js > matches the snapshot @ test/slow.test.js:4
  want: Error: Snapshot `matches the snapshot 1` mismatched
  got: Expected: ""old text""
       Received: ""new text""
"#,
    ),
    (
        "vitest/slow_3",
        r#"
failed, 0 passed, 2 failed
test/slow.test.js > never ends @ test/slow.test.js:2
  got: Error: Test timed out in 100ms.
       If this is a long-running test, pass a timeout value as the last argument or configure it globally with "testTimeout".
test/slow.test.js > matches the snapshot @ test/slow.test.js:4
  want: Error: Snapshot `matches the snapshot 1` mismatched
  got: Expected: ""old text""
       Received: ""new text""
"#,
    ),
    ("vitest/tail", "failed, 2 passed, 3 failed"),
    (
        "vitest/unhandled",
        r"
failed, 1 passed, 0 failed
test/reject.test.js @ test/reject.test.js:2
  got: Error: nobody waits
",
    ),
    (
        "vitest/verbose",
        r#"
failed, 3 passed, 3 failed
test/list.test.js > lists are equal @ test/list.test.js:4
  want: AssertionError: expected { name: 'a', items: [ 1, 2, 3 ] } to deeply equal { name: 'a', items: [ 1, 2, 4 ] }
  got: - Expected
       + Received
         {
           "items": [
             1,
             2,
       -     4,
       +     3,
           ],
           "name": "a",
         }
test/list.test.js > is called @ test/list.test.js:9
  want: AssertionError: expected "vi.fn()" to be called with arguments: [ 2 ]
  got: Received:
         1st vi.fn() call:
         [
       -   2,
       +   1,
         ]
       Number of calls: 1
test/list.test.js > chai assert @ test/list.test.js:11
  want: AssertionError: expected 3 to equal 4
  got: - Expected
       + Received
       - 4
       + 3
ok: test/list.test.js > passes, test/good.test.js > good > one, test/good.test.js > good > two
"#,
    ),
];

/// Runs without a verdict.
const INFRA: &[(&str, &str)] = &[
    ("vitest/module", "infra Build, 2 passed, 0 failed"),
    ("vitest/module_2", "infra Build, 2 passed, 0 failed"),
    ("vitest/option", "infra Crash"),
    ("vitest/syntax", "infra Build, 0 passed, 0 failed"),
    ("vitest/syntax_3", "infra Build, 0 passed, 0 failed"),
];

//! What is read in recorded outputs of mocha.

use super::super::fixture::check;
use super::read;

#[test]
fn a09_mocha_is_read() {
    RUNS.iter().for_each(|(case, expected)| check(read, case, expected));
}

#[test]
fn a04_mocha_tells_what_kept_the_tests_from_running() {
    INFRA.iter().for_each(|(case, expected)| check(read, case, expected));
}

/// Runs that came to a verdict, or that found nothing to run.
const RUNS: &[(&str, &str)] = &[
    (
        "mocha/colours",
        r"
failed, 1 passed, 5 failed
math explodes @ src/math.js:5
  got: TypeError: cannot explode
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
math add adds two numbers @ test/math.spec.js:8
  want: AssertionError: expected -1 to equal 3
  got: + expected - actual
       --1
       +3
math add add(1, 1) is 2 @ test/math.spec.js:14
  want: AssertionError [ERR_ASSERTION]: Expected values to be strictly equal:
  got: 0 !== 2
math add add(2, 2) is 4 @ test/math.spec.js:14
  want: AssertionError [ERR_ASSERTION]: Expected values to be strictly equal:
  got: 0 !== 4
ok: math add adds zero
",
    ),
    (
        "mocha/dot",
        r#"
failed, 1 passed, 7 failed
math explodes @ src/math.js:5
  got: TypeError: cannot explode
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
math add adds two numbers @ test/math.spec.js:8
  want: AssertionError: expected -1 to equal 3
  got: + expected - actual
       --1
       +3
math add add(1, 1) is 2 @ test/math.spec.js:14
  want: AssertionError [ERR_ASSERTION]: Expected values to be strictly equal:
  got: 0 !== 2
math add add(2, 2) is 4 @ test/math.spec.js:14
  want: AssertionError [ERR_ASSERTION]: Expected values to be strictly equal:
  got: 0 !== 4
slow never ends
  got: Error: Timeout of 50ms exceeded. For async tests and hooks, ensure "done()" is called; if returning a Promise, ensure it resolves. (/w/project/test/slow.spec.js)
hooked "before all" hook for "is never run" @ test/slow.spec.js:8
  got: Error: no server
"#,
    ),
    (
        "mocha/failed_10",
        r"
failed, 1 passed, 5 failed
math explodes @ src/math.js:5
  got: TypeError: cannot explode
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
math add adds two numbers @ test/math.spec.js:8
  want: AssertionError: expected -1 to equal 3
  got: + expected - actual
       --1
       +3
math add add(1, 1) is 2 @ test/math.spec.js:14
  want: AssertionError [ERR_ASSERTION]: Expected values to be strictly equal:
  got: 0 !== 2
math add add(2, 2) is 4 @ test/math.spec.js:14
  want: AssertionError [ERR_ASSERTION]: Expected values to be strictly equal:
  got: 0 !== 4
ok: math add adds zero
",
    ),
    ("mocha/grep", "nothing, 0 passed, 0 failed"),
    (
        "mocha/head",
        r"
failed, 1 passed, 5 failed
math explodes
math compares objects
math add adds two numbers
math add add(1, 1) is 2
math add add(2, 2) is 4
ok: math add adds zero
",
    ),
    (
        "mocha/min",
        r"
failed, 1 passed, 5 failed
math explodes @ src/math.js:5
  got: TypeError: cannot explode
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
math add adds two numbers @ test/math.spec.js:8
  want: AssertionError: expected -1 to equal 3
  got: + expected - actual
       --1
       +3
math add add(1, 1) is 2 @ test/math.spec.js:14
  want: AssertionError [ERR_ASSERTION]: Expected values to be strictly equal:
  got: 0 !== 2
math add add(2, 2) is 4 @ test/math.spec.js:14
  want: AssertionError [ERR_ASSERTION]: Expected values to be strictly equal:
  got: 0 !== 4
",
    ),
    ("mocha/none", "nothing"),
    (
        "mocha/passed",
        r"
passed, 2 passed, 0 failed
ok: good one, good two
",
    ),
    (
        "mocha/several",
        r#"
failed, 3 passed, 7 failed
math explodes @ src/math.js:5
  got: TypeError: cannot explode
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
math add adds two numbers @ test/math.spec.js:8
  want: AssertionError: expected -1 to equal 3
  got: + expected - actual
       --1
       +3
math add add(1, 1) is 2 @ test/math.spec.js:14
  want: AssertionError [ERR_ASSERTION]: Expected values to be strictly equal:
  got: 0 !== 2
math add add(2, 2) is 4 @ test/math.spec.js:14
  want: AssertionError [ERR_ASSERTION]: Expected values to be strictly equal:
  got: 0 !== 4
slow never ends
  got: Error: Timeout of 50ms exceeded. For async tests and hooks, ensure "done()" is called; if returning a Promise, ensure it resolves. (/w/project/test/slow.spec.js)
hooked "before all" hook for "is never run" @ test/slow.spec.js:8
  got: Error: no server
ok: math add adds zero, good one, good two
"#,
    ),
    (
        "mocha/slow",
        r#"
failed, 0 passed, 2 failed
slow never ends
  got: Error: Timeout of 50ms exceeded. For async tests and hooks, ensure "done()" is called; if returning a Promise, ensure it resolves. (/w/project/test/slow.spec.js)
hooked "before all" hook for "is never run" @ test/slow.spec.js:8
  got: Error: no server
"#,
    ),
    (
        "mocha/tail",
        r#"
failed
slow never ends
  got: Error: Timeout of 50ms exceeded. For async tests and hooks, ensure "done()" is called; if returning a Promise, ensure it resolves. (/w/project/test/slow.spec.js)
hooked "before all" hook for "is never run" @ test/slow.spec.js:8
  got: Error: no server
"#,
    ),
];

/// Runs without a verdict.
const INFRA: &[(&str, &str)] = &[
    ("mocha/module", "infra Build"),
    ("mocha/module_10", "infra Build"),
    ("mocha/syntax", "infra Build"),
];

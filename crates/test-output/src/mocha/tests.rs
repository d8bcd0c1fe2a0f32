//! What is read in the recorded outputs of `mocha`.

/// The recorded outputs with what is read in each.
pub(crate) const RECORDED: &str = r#"
== colours failed_10
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

== dot
failed, 1 passed, 7 failed
math explodes @ src/math.js:5 …
math compares objects @ test/math.spec.js:21 …
math add adds two numbers @ test/math.spec.js:8 …
math add add(1, 1) is 2 @ test/math.spec.js:14 …
math add add(2, 2) is 4 @ test/math.spec.js:14 …
slow never ends
  got: Error: Timeout of 50ms exceeded. For async tests and hooks, ensure "done()" is called; if returning a Promise, ensure it resolves. (/w/project/test/slow.spec.js)
hooked "before all" hook for "is never run" @ test/slow.spec.js:8
  got: Error: no server

== grep
nothing, 0 passed, 0 failed

== head
failed, 1 passed, 5 failed
math explodes
math compares objects
math add adds two numbers
math add add(1, 1) is 2
math add add(2, 2) is 4
ok: math add adds zero

== min
failed, 1 passed, 5 failed
math explodes @ src/math.js:5 …
math compares objects @ test/math.spec.js:21 …
math add adds two numbers @ test/math.spec.js:8 …
math add add(1, 1) is 2 @ test/math.spec.js:14 …
math add add(2, 2) is 4 @ test/math.spec.js:14 …

== none
nothing

== passed
passed, 2 passed, 0 failed
ok: good one, good two

== several
failed, 3 passed, 7 failed
math explodes @ src/math.js:5 …
math compares objects @ test/math.spec.js:21 …
math add adds two numbers @ test/math.spec.js:8 …
math add add(1, 1) is 2 @ test/math.spec.js:14 …
math add add(2, 2) is 4 @ test/math.spec.js:14 …
slow never ends …
hooked "before all" hook for "is never run" @ test/slow.spec.js:8 …
ok: math add adds zero, good one, good two

== slow
failed, 0 passed, 2 failed
slow never ends …
hooked "before all" hook for "is never run" @ test/slow.spec.js:8 …

== tail
failed
slow never ends …
hooked "before all" hook for "is never run" @ test/slow.spec.js:8 …

== module module_10 syntax
infra Build
"#;

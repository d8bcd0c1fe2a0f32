//! What is read in the recorded outputs of `node_test`.

/// The recorded outputs with what is read in each.
pub(crate) const RECORDED: &str = "
== dot
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

== head
failed
adds two numbers @ /w/project/test/math.test.js:8 …

== none
nothing

== passed
passed, 2 passed, 0 failed
ok: one, two

== several
failed, 3 passed, 6 failed
adds two numbers @ /w/project/test/math.test.js:8 …
explodes @ /w/project/src/math.js:5 …
compares objects @ /w/project/test/math.test.js:19 …
says why @ /w/project/test/math.test.js:22 …
matches @ /w/project/test/math.test.js:25 …
never ends
  got: 'test timed out after 50ms'
ok: one, two, adds zero

== slow
failed, 0 passed, 1 failed
never ends …

== tail
failed
matches @ /w/project/test/math.test.js:25 …
never ends …

== crash
infra Crash, 0 passed, 0 failed

== module
infra Build, 2 passed, 0 failed
ok: one, two

== syntax
infra Build, 0 passed, 0 failed
";

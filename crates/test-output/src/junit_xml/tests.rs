//! What is read in the recorded outputs of `junit_xml`.

/// The recorded outputs with what is read in each.
pub(crate) const RECORDED: &str = r#"
== bats
failed, 1 passed, 4 failed
sums.bats > adds two numbers @ test/sums.bats:3
  want: `[ "$((1 - 2))" -eq 3 ]' failed
  got: `[ "$((1 - 2))" -eq 3 ]' failed
sums.bats > runs a command @ test/sums.bats:11
  want: `[ "$status" -eq 0 ]' failed
  got: output was:
sums.bats > missing command @ test/sums.bats:14
  want: `no_such_command' failed with status 127
  got: /w/project/test/sums.bats: line 14: no_such_command: command not found
sums.bats > helper @ test/sums.bats:19
  want: `helper' failed with status 3
  got: `helper' failed with status 3
ok: sums.bats > adds zero

== gradle
failed, 1 passed, 4 failed
com.acme.SumsTest.explodes @ Sums.java:9
  got: java.lang.IllegalStateException: cannot explode
com.acme.SumsTest.addsTwoNumbers @ SumsTest.java:9
  want: java.lang.AssertionError: expected:<3> but was:<-1>
  got: java.lang.AssertionError: expected:<3> but was:<-1>
com.acme.SumsTest.neverEnds @ SumsTest.java:29
  got: org.junit.runners.model.TestTimedOutException: test timed out after 50 milliseconds
com.acme.SumsTest.saysWhy @ SumsTest.java:24
  want: java.lang.AssertionError: the door is shut
  got: java.lang.AssertionError: the door is shut
ok: com.acme.SumsTest.addsZero

== mocha
failed, 1 passed, 7 failed
math explodes @ src/math.js:5
  got: TypeError: cannot explode
math compares objects @ test/math.spec.js:21
  want: Expected values to be strictly deep-equal:
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
  got: AssertionError: expected -1 to equal 3
math add add(1, 1) is 2 @ test/math.spec.js:14
  want: Expected values to be strictly equal:
  got: 0 !== 2
math add add(2, 2) is 4 @ test/math.spec.js:14
  want: Expected values to be strictly equal:
  got: 0 !== 4
slow never ends @ /w/project/test/slow.spec.js
  got: Error: Timeout of 50ms exceeded. For async tests and hooks, ensure "done()" is called; if returning a Promise, ensure it resolves. (/w/project/test/slow.spec.js)
hooked "before all" hook for "is never run" @ test/slow.spec.js:8
  got: Error: no server
ok: math add adds zero

== node
failed, 1 passed, 5 failed
adds two numbers @ /w/project/test/math.test.js:8
  want: Expected values to be strictly equal:-1 !== 3
  got: Expected values to be strictly equal:-1 !== 3
explodes @ /w/project/src/math.js:5
  got: cannot explode
compares objects @ /w/project/test/math.test.js:19
  want: Expected values to be strictly deep-equal:+ actual - expected  {    a: [      1,+     2-     3    ]  }
  got: Expected values to be strictly deep-equal:+ actual - expected  {    a: [      1,+     2-     3    ]  }
says why @ /w/project/test/math.test.js:22
  want: the door is shut
  got: the door is shut
matches @ /w/project/test/math.test.js:25
  want: The input did not match the regular expression /x/. Input:'abc'
  got: The input did not match the regular expression /x/. Input:'abc'
ok: adds zero

== pytest_documented
failed, 1 passed, 1 failed
tests.test_sums.test_adds @ tests/test_sums.py:5
  want: assert -1 == 3
  got: +  where -1 = add(1, 2)
ok: tests.test_sums.test_zero

== surefire
failed, 0 passed, 2 failed
com.acme.ListTest.compares @ ListTest.java:10
  want: expected:<[1, 2, 4]> but was:<[1, 2, 3]>
  got: expected:<[1, 2, 4]> but was:<[1, 2, 3]>
com.acme.ListTest.text @ ListTest.java:15
  want: expected:<a
  got: [b]> but was:<a
       [c]>

== vitest
failed, 2 passed, 3 failed
test/math.test.js > math > add > adds two numbers @ test/math.test.js:7
  want: expected -1 to be 3
  got: expected -1 to be 3
test/math.test.js > math > add > add(1, 1) is 2 @ test/math.test.js:13
  want: expected +0 to be 2
  got: expected +0 to be 2
test/math.test.js > math > explodes @ src/math.js:5
  got: cannot explode
ok: test/math.test.js > math > add > adds zero, test/math.test.js > math > add > add(2, 0) is 2
"#;

//! What is read in the recorded outputs of `tap`.

/// The recorded outputs with what is read in each.
pub(crate) const RECORDED: &str = r#"
== bats_failed bats_tap13
failed, 1 passed, 4 failed
adds two numbers @ test/sums.bats:3
  want: `[ "$((1 - 2))" -eq 3 ]' failed
  got: `[ "$((1 - 2))" -eq 3 ]' failed
runs a command @ test/sums.bats:11
  want: `[ "$status" -eq 0 ]' failed
  got: output was:
missing command @ test/sums.bats:14
  want: `no_such_command' failed with status 127
  got: /w/project/test/sums.bats: line 14: no_such_command: command not found
helper @ test/sums.bats:19
  want: `helper' failed with status 3
  got: `helper' failed with status 3
ok: adds zero

== bats_passed node_passed
passed, 2 passed, 0 failed
ok: one, two

== mocha
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
  got: AssertionError: expected -1 to equal 3
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
ok: math add adds zero

== node_failed
failed, 1 passed, 5 failed
adds two numbers @ /w/project/test/math.test.js:8
  want: Expected values to be strictly equal:
  got: -1 !== 3
       expected: 3
       actual: -1
explodes @ /w/project/src/math.js:5
  got: cannot explode
compares objects @ /w/project/test/math.test.js:19
  want: Expected values to be strictly deep-equal:
  got: + actual - expected
       {
       a: [
       1,
       +     2
       -     3
       ]
       }
says why @ /w/project/test/math.test.js:22
  want: the door is shut
  got: expected: true
       actual: false
matches @ /w/project/test/math.test.js:25
  want: The input did not match the regular expression /x/. Input:
  got: 'abc'
       actual: 'abc'
ok: adds zero

== node_head
failed, 0 passed, 1 failed
adds two numbers @ /w/project/test/math.test.js:7
  got: Expected values to be strictly equal:

== node_slow
failed, 0 passed, 1 failed
never ends @ /w/project/test/slow.test.js:2
  got: test timed out after 50ms

== node_tail
failed, 1 passed, 5 failed

== vitest
failed, 3 passed, 6 failed
test/list.test.js > lists are equal @ /w/project/test/list.test.js:4
  want: expected { name: 'a', items: [ 1, 2, 3 ] } to deeply equal { name: 'a', items: [ 1, 2, 4 ] }
  got: expected { name: 'a', items: [ 1, 2, 3 ] } to deeply equal { name: 'a', items: [ 1, 2, 4 ] }
test/list.test.js > is called @ /w/project/test/list.test.js:9
  want: expected \"vi.fn()\" to be called with arguments: [ 2 ]
  got: Received:
       1st vi.fn() call:
       [
       -   2,
       +   1,
       ]
       Number of calls: 1
test/list.test.js > chai assert @ /w/project/test/list.test.js:11
  want: expected 3 to equal 4
  got: actual: "3"
       expected: "4"
test/math.test.js > math > add > adds two numbers @ /w/project/test/math.test.js:7
  want: expected -1 to be 3
  got: actual: "-1"
       expected: "3"
test/math.test.js > math > add > add(1, 1) is 2 @ /w/project/test/math.test.js:13
  want: expected +0 to be 2
  got: actual: "0"
       expected: "2"
test/math.test.js > math > explodes @ /w/project/src/math.js:5
  got: cannot explode
ok: test/list.test.js > passes, test/math.test.js > math > add > adds zero, test/math.test.js > math > add > add(2, 0) is 2

== vitest_flat
failed, 2 passed, 3 failed
test/math.test.js > math > add > adds two numbers @ /w/project/test/math.test.js:7 …
test/math.test.js > math > add > add(1, 1) is 2 @ /w/project/test/math.test.js:13 …
test/math.test.js > math > explodes @ /w/project/src/math.js:5 …
ok: test/math.test.js > math > add > adds zero, test/math.test.js > math > add > add(2, 0) is 2

== bats_syntax node_syntax
infra Build, 0 passed, 0 failed

== node_crash
infra Crash, 0 passed, 0 failed

== node_module
infra Build, 2 passed, 0 failed
ok: one, two
"#;

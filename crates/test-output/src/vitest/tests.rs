//! What is read in the recorded outputs of `vitest`.

/// The recorded outputs with what is read in each.
pub(crate) const RECORDED: &str = r#"
== colours dot
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

== empty
nothing, 0 passed, 0 failed

== failed_3
failed, 2 passed, 3 failed
test/math.test.js > math > add > adds two numbers @ test/math.test.js:7 …
test/math.test.js > math > add > add(1, 1) is 2 @ test/math.test.js:13 …
test/math.test.js > math > explodes @ src/math.js:5 …
ok: test/math.test.js > math > add > adds zero, test/math.test.js > math > add > add(2, 0) is 2

== head
failed
test/math.test.js > math > add > adds two numbers @ test/math.test.js:7 …
test/math.test.js > math > add > add(1, 1) is 2
  want: AssertionError: expected +0 to be 2
  got: - Expected
       + Received
       - 2
       + 0

== head_3
failed
test/math.test.js > math > add > adds two numbers @ test/math.test.js:7 …
test/math.test.js > math > add > add(1, 1) is 2
  want: AssertionError: expected +0 to be 2
  got: - Expected
       + Received
test/math.test.js > math > explodes
ok: test/math.test.js > math > add > adds zero, test/math.test.js > math > add > add(2, 0) is 2

== none
nothing

== passed
passed, 2 passed, 0 failed

== several
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
test/math.test.js > math > add > adds two numbers @ test/math.test.js:7 …
test/math.test.js > math > add > add(1, 1) is 2 @ test/math.test.js:13 …
test/math.test.js > math > explodes @ src/math.js:5 …
ok: test/list.test.js > passes

== several_2
failed, 5 passed, 6 failed
test/math.test.js > math > add > adds two numbers @ test/math.test.js:7 …
test/math.test.js > math > add > add(1, 1) is 2 @ test/math.test.js:13 …
test/math.test.js > math > explodes @ src/math.js:5 …
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
test/list.test.js > chai assert @ test/list.test.js:11 …

== slow slow_3
failed, 0 passed, 2 failed
test/slow.test.js > never ends @ test/slow.test.js:2
  got: Error: Test timed out in 100ms.
       If this is a long-running test, pass a timeout value as the last argument or configure it globally with "testTimeout".
test/slow.test.js > matches the snapshot @ test/slow.test.js:4
  want: Error: Snapshot `matches the snapshot 1` mismatched
  got: Expected: ""old text""
       Received: ""new text""

== tail
failed, 2 passed, 3 failed

== unhandled
failed, 1 passed, 0 failed
test/reject.test.js @ test/reject.test.js:2
  got: Error: nobody waits

== verbose
failed, 3 passed, 3 failed
test/list.test.js > lists are equal @ test/list.test.js:4 …
test/list.test.js > is called @ test/list.test.js:9 …
test/list.test.js > chai assert @ test/list.test.js:11 …
ok: test/list.test.js > passes, test/good.test.js > good > one, test/good.test.js > good > two

== module module_2
infra Build, 2 passed, 0 failed

== option
infra Crash

== syntax syntax_3
infra Build, 0 passed, 0 failed
"#;

//! What is read in the recorded outputs of `jest`.

/// The recorded outputs with what is read in each.
pub(crate) const RECORDED: &str = r#"
== colours failed failed_29
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

== custom
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

== head
failed
math › explodes
math › checks
math › add › adds two numbers @ test/math.test.js:6 …
math › add › add(1, 1) is 2
  want: expect(received).toBe(expected)
  got: Expected: 2
       Received: 0
ok: math › add › adds zero, math › add › add(2, 0) is 2

== mixed_tail tail
failed, 2 passed, 4 failed

== none
nothing

== passed
passed, 2 passed, 0 failed
ok: good › one, good › two

== several
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
math › add › adds two numbers @ test/math.test.js:6 …
math › add › add(1, 1) is 2 @ test/math.test.js:12 …
math › explodes @ src/math.js:5 …
math › checks @ src/math.js:8 …

== slow slow_29
failed, 0 passed, 2 failed
never ends @ test/slow.test.js:1
  got: thrown: "Exceeded timeout of 100 ms for a test while waiting for `done()` to be called.
       Add a timeout value to this test to increase the timeout, if this is a long-running test. See https://jestjs.io/docs/api#testname-fn-timeout."
matches the snapshot @ test/slow.test.js:5
  want: expect(received).toMatchInlineSnapshot(snapshot)
  got: Snapshot name: `matches the snapshot 1`
       Snapshot: "old text"
       Received: "new text"

== verbose
failed, 3 passed, 3 failed
lists are equal @ test/list.test.js:3 …
is called @ test/list.test.js:8 …
rejects @ test/list.test.js:11 …
ok: passes, good › one, good › two

== module module_29
infra Build, 2 passed, 0 failed

== option
infra Crash

== syntax
infra Build, 0 passed, 0 failed
"#;

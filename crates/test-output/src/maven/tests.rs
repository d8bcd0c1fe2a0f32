//! What is read in the recorded outputs of `maven`.

/// The recorded outputs with what is read in each.
pub(crate) const RECORDED: &str = "
== colours list
failed, 0 passed, 2 failed
ListTest.compares @ ListTest.java:10
  want: java.lang.AssertionError: expected:<[1, 2, 4]> but was:<[1, 2, 3]>
  got: java.lang.AssertionError: expected:<[1, 2, 4]> but was:<[1, 2, 3]>
ListTest.text @ ListTest.java:15
  want: org.junit.ComparisonFailure:
  got: expected:<a
       [b]> but was:<a
       [c]>

== full quiet
failed, 2 passed, 6 failed
SumsTest.explodes @ SumsTest.java:19
  got: java.lang.IllegalStateException: cannot explode
SumsTest.addsTwoNumbers @ SumsTest.java:9
  want: java.lang.AssertionError: expected:<3> but was:<-1>
  got: java.lang.AssertionError: expected:<3> but was:<-1>
SumsTest.neverEnds @ SumsTest.java:29
  got: org.junit.runners.model.TestTimedOutException: test timed out after 50 milliseconds
SumsTest.saysWhy @ SumsTest.java:24
  want: java.lang.AssertionError: the door is shut
  got: java.lang.AssertionError: the door is shut
ListTest.compares @ ListTest.java:10 …
ListTest.text @ ListTest.java:15 …

== none
nothing

== passed
passed, 1 passed, 0 failed

== surefire3_documented
failed, 1 passed, 2 failed
SumsTest.addsTwoNumbers @ SumsTest.java:12
  want: org.opentest4j.AssertionFailedError: expected: <3> but was: <-1>
  got: org.opentest4j.AssertionFailedError: expected: <3> but was: <-1>
SumsTest.explodes @ Sums.java:9
  got: java.lang.IllegalStateException: cannot explode

== tail
failed, 2 passed, 6 failed
SumsTest.explodes:19
  got: IllegalState cannot explode
SumsTest.neverEnds:29
  got: TestTimedOut test timed out after 50 milliseconds

== tail_one
failed, 2 passed, 6 failed

== compile
infra Build

== crash
infra Crash, 0 passed, 0 failed

== phase
infra Crash

== resolve resolve_offline
infra Network
";

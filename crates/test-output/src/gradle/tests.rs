//! What is read in the recorded outputs of `gradle`.

/// The recorded outputs with what is read in each.
pub(crate) const RECORDED: &str = "
== failed
failed, 2 passed, 6 failed
com.acme.SumsTest > explodes @ SumsTest.java:19
  got: java.lang.IllegalStateException
com.acme.SumsTest > addsTwoNumbers @ SumsTest.java:9
  want: java.lang.AssertionError
  got: java.lang.AssertionError
com.acme.SumsTest > neverEnds @ SumsTest.java:29
  got: org.junit.runners.model.TestTimedOutException
com.acme.SumsTest > saysWhy @ SumsTest.java:24
  want: java.lang.AssertionError
  got: java.lang.AssertionError
com.acme.ListTest > compares @ ListTest.java:10
  want: java.lang.AssertionError
  got: java.lang.AssertionError
com.acme.ListTest > text @ ListTest.java:15
  want: org.junit.ComparisonFailure
  got: org.junit.ComparisonFailure

== full
failed, 2 passed, 6 failed
com.acme.SumsTest > explodes @ Sums.java:9
  got: java.lang.IllegalStateException: cannot explode
com.acme.SumsTest > addsTwoNumbers @ SumsTest.java:9
  want: java.lang.AssertionError: expected:<3> but was:<-1>
  got: java.lang.AssertionError: expected:<3> but was:<-1>
com.acme.SumsTest > neverEnds @ SumsTest.java:29
  got: org.junit.runners.model.TestTimedOutException: test timed out after 50 milliseconds
com.acme.SumsTest > saysWhy @ SumsTest.java:24
  want: java.lang.AssertionError: the door is shut
  got: java.lang.AssertionError: the door is shut
com.acme.ListTest > compares @ ListTest.java:10
  want: java.lang.AssertionError: expected:<[1, 2, 4]> but was:<[1, 2, 3]>
  got: java.lang.AssertionError: expected:<[1, 2, 4]> but was:<[1, 2, 3]>
com.acme.ListTest > text @ ListTest.java:15
  want: org.junit.ComparisonFailure: expected:<a
  got: [b]> but was:<a
       [c]>
ok: com.acme.SumsTest > addsZero, com.acme.GoodTest > one

== gradle8_documented
failed, 1 passed, 2 failed
SumsTest > addsTwoNumbers() @ SumsTest.java:12
  want: org.opentest4j.AssertionFailedError: expected: <3> but was: <-1>
  got: org.opentest4j.AssertionFailedError: expected: <3> but was: <-1>
SumsTest > nested > [1] adds 1 @ SumsTest.java:18
  got: java.lang.IllegalStateException

== none
nothing

== passed
passed

== tail
failed

== compile script
infra Build

== resolve
infra Network
";

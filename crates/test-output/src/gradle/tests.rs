//! What is read in recorded outputs of gradle.

use super::super::fixture::check;
use super::read;

#[test]
fn a09_gradle_is_read() {
    RUNS.iter().for_each(|(case, expected)| check(read, case, expected));
}

#[test]
fn a04_gradle_tells_what_kept_the_tests_from_running() {
    INFRA.iter().for_each(|(case, expected)| check(read, case, expected));
}

/// Runs that came to a verdict, or that found nothing to run.
const RUNS: &[(&str, &str)] = &[
    (
        "gradle/failed",
        r"
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
",
    ),
    (
        "gradle/full",
        r"
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
",
    ),
    (
        "gradle/gradle8_documented",
        r"
failed, 1 passed, 2 failed
SumsTest > addsTwoNumbers() @ SumsTest.java:12
  want: org.opentest4j.AssertionFailedError: expected: <3> but was: <-1>
  got: org.opentest4j.AssertionFailedError: expected: <3> but was: <-1>
SumsTest > nested > [1] adds 1 @ SumsTest.java:18
  got: java.lang.IllegalStateException
",
    ),
    ("gradle/none", "nothing"),
    ("gradle/passed", "passed"),
    ("gradle/tail", "failed"),
];

/// Runs without a verdict.
const INFRA: &[(&str, &str)] = &[
    ("gradle/compile", "infra Build"),
    ("gradle/resolve", "infra Network"),
    ("gradle/script", "infra Build"),
];

//! What is read in recorded outputs of maven.

use super::super::fixture::check;
use super::read;

#[test]
fn a09_maven_is_read() {
    RUNS.iter().for_each(|(case, expected)| check(read, case, expected));
}

#[test]
fn a04_maven_tells_what_kept_the_tests_from_running() {
    INFRA.iter().for_each(|(case, expected)| check(read, case, expected));
}

/// Runs that came to a verdict, or that found nothing to run.
const RUNS: &[(&str, &str)] = &[
    (
        "maven/colours",
        r"
failed, 0 passed, 2 failed
ListTest.compares @ ListTest.java:10
  want: java.lang.AssertionError: expected:<[1, 2, 4]> but was:<[1, 2, 3]>
  got: java.lang.AssertionError: expected:<[1, 2, 4]> but was:<[1, 2, 3]>
ListTest.text @ ListTest.java:15
  want: org.junit.ComparisonFailure:
  got: expected:<a
       [b]> but was:<a
       [c]>
",
    ),
    (
        "maven/full",
        r"
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
ListTest.compares @ ListTest.java:10
  want: java.lang.AssertionError: expected:<[1, 2, 4]> but was:<[1, 2, 3]>
  got: java.lang.AssertionError: expected:<[1, 2, 4]> but was:<[1, 2, 3]>
ListTest.text @ ListTest.java:15
  want: org.junit.ComparisonFailure:
  got: expected:<a
       [b]> but was:<a
       [c]>
",
    ),
    (
        "maven/list",
        r"
failed, 0 passed, 2 failed
ListTest.compares @ ListTest.java:10
  want: java.lang.AssertionError: expected:<[1, 2, 4]> but was:<[1, 2, 3]>
  got: java.lang.AssertionError: expected:<[1, 2, 4]> but was:<[1, 2, 3]>
ListTest.text @ ListTest.java:15
  want: org.junit.ComparisonFailure:
  got: expected:<a
       [b]> but was:<a
       [c]>
",
    ),
    ("maven/none", "nothing"),
    ("maven/passed", "passed, 1 passed, 0 failed"),
    (
        "maven/quiet",
        r"
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
ListTest.compares @ ListTest.java:10
  want: java.lang.AssertionError: expected:<[1, 2, 4]> but was:<[1, 2, 3]>
  got: java.lang.AssertionError: expected:<[1, 2, 4]> but was:<[1, 2, 3]>
ListTest.text @ ListTest.java:15
  want: org.junit.ComparisonFailure:
  got: expected:<a
       [b]> but was:<a
       [c]>
",
    ),
    (
        "maven/surefire3_documented",
        r"
failed, 1 passed, 2 failed
SumsTest.addsTwoNumbers @ SumsTest.java:12
  want: org.opentest4j.AssertionFailedError: expected: <3> but was: <-1>
  got: org.opentest4j.AssertionFailedError: expected: <3> but was: <-1>
SumsTest.explodes @ Sums.java:9
  got: java.lang.IllegalStateException: cannot explode
",
    ),
    (
        "maven/tail",
        r"
failed, 2 passed, 6 failed
SumsTest.explodes:19
  got: IllegalState cannot explode
SumsTest.neverEnds:29
  got: TestTimedOut test timed out after 50 milliseconds
",
    ),
    ("maven/tail_one", "failed, 2 passed, 6 failed"),
];

/// Runs without a verdict.
const INFRA: &[(&str, &str)] = &[
    ("maven/compile", "infra Build"),
    ("maven/crash", "infra Crash, 0 passed, 0 failed"),
    ("maven/phase", "infra Crash"),
    ("maven/resolve", "infra Network"),
    ("maven/resolve_offline", "infra Network"),
];

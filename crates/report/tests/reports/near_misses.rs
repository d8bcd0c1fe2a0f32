//! Patterns that are not seen yet: each story lacks one step of what would show it.

use fusebox_report::{Diagnostic, IncidentFacts, ScopeViolation, TestModified};

use crate::told::{attempt, call, failing, per_test, trip};

/// The hypothesis of `story` says `instead`, and not `never`.
#[track_caller]
fn check(story: &IncidentFacts, never: &str, instead: &str) {
    let said = Diagnostic::of(story).best_hypothesis;
    assert!(!said.contains(never), "{said}");
    assert!(said.contains(instead), "{said}");
}

fn tried(tests: &[&[(&str, &str)]]) -> IncidentFacts {
    let mut story = per_test("t", "T");
    let each = (1..).zip(tests).map(|(n, fails)| attempt(n, "", "src/a.py", fails));
    story.attempts = each.collect();
    let last = tests.last().and_then(|fails| fails.first()).unwrap();
    story.failing = vec![failing(last.0, "tests/a.py:1", None, last.1)];
    story
}

#[test]
fn two_attempts_are_no_turns() {
    let story = tried(&[&[("a", "x")], &[("b", "x")]]);
    check(&story, "take turns", "evidence does not point anywhere");
}

#[test]
fn one_more_failing_test_is_no_growth() {
    let story = tried(&[&[("a", "x")], &[("a", "x")], &[("a", "x"), ("b", "x")]]);
    check(&story, "More tests fail", "each changed only `src/a.py`");
}

#[test]
fn two_tests_are_not_spread() {
    let mut story = tried(&[&[("a", "x")], &[("a", "x")], &[("b", "x")], &[("b", "x")]]);
    story.rule = Some("attempts.per_slice".to_owned());
    check(&story, "different tests", "evidence does not point anywhere");
}

#[test]
fn a_value_that_stands_still_does_not_move() {
    let same = &[("a", "expected: 4 got: 3")][..];
    check(
        &tried(&[same, same]),
        "never matches",
        "The code gave `3` each time; the test wants `4`",
    );
}

#[test]
fn a_value_and_a_wish_that_both_move_are_no_rule() {
    let first = &[("a", "expected: 4 got: 3")][..];
    check(
        &tried(&[first, &[("a", "expected: 9 got: 5")]]),
        "never matches",
        "gave way to a new one",
    );
}

#[test]
fn an_error_that_changed_twice_did_not_change_once() {
    let story = tried(&[&[("a", "x")], &[("a", "y")], &[("a", "z")]]);
    check(&story, "changed once", "gave way to a new one");
}

#[test]
fn another_missing_thing_each_time_is_a_row_of_stages() {
    let first = &[("a", "No module named 'x'")][..];
    let story = tried(&[first, &[("a", "No module named 'y'")]]);
    check(&story, "ended at the same point", "gave way to a new one");
}

#[test]
fn a_comparison_of_texts_misses_nothing() {
    let same = &[("a", "AssertionError: assert 'Permission denied' == 'ok'")][..];
    check(&tried(&[same, same]), "permission is missing", "in the same error");
    let same = &[("a", "AssertionError: assert 'timed out' == 'ok'")][..];
    check(&tried(&[same, same]), "wait ran out", "in the same error");
}

#[test]
fn another_error_after_a_change_is_no_unstable_test() {
    let mut story = tried(&[&[("a", "x")], &[("a", "y")]]);
    for one in &mut story.attempts {
        one.charged = false;
    }
    check(&story, "same code", "gave way to a new one");
}

#[test]
fn one_violation_in_three_attempts_is_not_the_matter() {
    let mut story = tried(&[&[("a", "x")], &[("a", "x")], &[("a", "x")]]);
    story.scope_violations = vec![ScopeViolation {
        file: "src/b.py".to_owned(),
        justification: None,
        test_name: None,
        verdict: "violation".to_owned(),
    }];
    check(&story, "outside the scope", "each changed only `src/a.py`");
    story.attempts.pop();
    check(&story, "each changed only", "outside the scope");
    story.scope_violations[0].verdict = "justified".to_owned();
    check(&story, "outside the scope", "each changed only `src/a.py`");
}

#[test]
fn another_test_that_was_edited_is_not_the_failing_one() {
    let mut story = tried(&[&[("test_a", "x")], &[("test_a", "x")]]);
    let touched = |test: Option<&str>, file: &str| TestModified {
        file: file.to_owned(),
        test: test.map(str::to_owned),
        how: "skipped".to_owned(),
    };
    story.tests_touched = vec![touched(Some("test_b"), "tests/a.py"), touched(None, "tests/b.py")];
    check(&story, "failing test itself", "in the same error");
    story.tests_touched = vec![touched(None, "./tests/a.py")];
    check(&story, "in the same error", "failing test itself");
}

#[test]
fn a_status_among_other_numbers_is_no_status() {
    let same = &[("counts", "expected: 200 got: 404")][..];
    check(&tried(&[same, same]), "got status", "in the same error");
    let same = &[("response_code", "expected: 200 got: 404")][..];
    check(&tried(&[same, same]), "in the same error", "got status 404 where 200 is wanted");
}

#[test]
fn l13_a_record_that_cannot_be_read_says_nothing_of_the_work() {
    let mut story = trip("breaker.state_corrupt", "unreadable state", "t");
    story.last_calls = vec![call("read a", 9, "x")];
    check(&story, "read a", "This says nothing about the agent's work");
}

#[test]
fn a_budget_with_a_pattern_tells_the_pattern() {
    let mut story = tried(&[&[("a", "x")], &[("a", "x")]]);
    story.rule = Some("limits.iterations".to_owned());
    check(&story, "limit was reached", "in the same error");
    story.attempts.pop();
    check(&story, "One attempt", "limit was reached");
}

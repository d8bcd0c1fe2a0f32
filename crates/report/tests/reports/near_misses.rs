//! Patterns that are not seen yet: each incident lacks one step of what would show it.

use fusebox_engine::scope::ScopeVerdict;
use fusebox_engine::test_run::TestChange;
use fusebox_engine::{ChangedTest, IncidentFacts, Rule};
use fusebox_report::Diagnostic;

use crate::incident::{attempt, attempts_trip, calls, fails_at, trip, violation};

/// The hypothesis says `instead`, and not `never`.
#[track_caller]
fn check(facts: &IncidentFacts, never: &str, instead: &str) {
    let hypothesis = Diagnostic::compose(facts).best_hypothesis;
    assert!(!hypothesis.contains(never), "{hypothesis}");
    assert!(hypothesis.contains(instead), "{hypothesis}");
}

/// Attempts that end in these failures.
fn tried(attempts: &[&[(&str, &str)]]) -> IncidentFacts {
    let mut facts = attempts_trip(Rule::PerTest, "t", "T");
    let each = (1..).zip(attempts).map(|(n, fails)| attempt(n, "", "src/a.py", fails));
    facts.runs = each.collect();
    fails_at(&mut facts, "tests/a.py:1", None, None);
    facts
}

#[test]
fn one_step_less_shows_no_pattern() {
    for (attempts, never, instead) in [
        (&[&[("a", "x")][..], &[("b", "x")]][..], "take turns", "evidence does not point anywhere"),
        (
            &[&[("a", "x")], &[("a", "x")], &[("a", "x"), ("b", "x")]],
            "More tests fail",
            "each changed only `src/a.py`",
        ),
        (
            &[&[("a", "expected: 4 got: 3")], &[("a", "expected: 4 got: 3")]],
            "never matches",
            "The code gave `3` each time; the test wants `4`",
        ),
        (
            &[&[("a", "expected: 4 got: 3")], &[("a", "expected: 9 got: 5")]],
            "never matches",
            "gave way to a new one",
        ),
        (&[&[("a", "x")], &[("a", "y")], &[("a", "z")]], "changed once", "gave way to a new one"),
        (
            &[&[("a", "No module named 'x'")], &[("a", "No module named 'y'")]],
            "ended at the same point",
            "gave way to a new one",
        ),
    ] {
        check(&tried(attempts), never, instead);
    }
}

#[test]
fn a_comparison_of_texts_misses_nothing() {
    for (error, never) in [
        ("AssertionError: assert 'Permission denied' == 'ok'", "permission is missing"),
        ("AssertionError: assert 'timed out' == 'ok'", "wait ran out"),
    ] {
        check(&tried(&[&[("a", error)], &[("a", error)]]), never, "in the same error");
    }
    let error = "expected: 200 got: 404";
    check(&tried(&[&[("counts", error)][..]; 2]), "got status", "in the same error");
    let status = "got status 404 where 200 is wanted";
    check(&tried(&[&[("response_code", error)][..]; 2]), "in the same error", status);
}

#[test]
fn two_tests_are_not_spread() {
    let mut facts = tried(&[&[("a", "x")], &[("a", "x")], &[("b", "x")], &[("b", "x")]]);
    facts.incident.as_mut().unwrap().cause.rule = Rule::PerSlice;
    check(&facts, "different tests", "evidence does not point anywhere");
}

#[test]
fn another_error_after_a_change_is_no_unstable_test() {
    let mut facts = tried(&[&[("a", "x")], &[("a", "y")]]);
    for run in &mut facts.runs {
        run.attempt = None;
    }
    check(&facts, "same code", "gave way to a new one");
}

#[test]
fn one_violation_in_three_attempts_is_not_the_matter() {
    let mut facts = tried(&[&[("a", "x")][..]; 3]);
    facts.scope_touches = vec![violation("src/b.py", None, None)];
    check(&facts, "outside the scope", "each changed only `src/a.py`");
    facts.runs.pop();
    check(&facts, "each changed only", "outside the scope");
    facts.scope_touches[0].verdict = ScopeVerdict::Justified;
    check(&facts, "outside the scope", "each changed only `src/a.py`");
}

#[test]
fn another_test_that_was_changed_is_not_the_failing_one() {
    let mut facts = tried(&[&[("test_a", "x")][..]; 2]);
    for (test, never, instead) in [
        ("test_b", "failing test itself", "in the same error"),
        ("test_a", "in the same error", "failing test itself"),
    ] {
        let (file, test) = ("tests/a.py".to_owned(), test.to_owned());
        let changed = ChangedTest { file, test, how: TestChange::Skipped, refused: false };
        facts.runs[0].tests_touched = vec![changed];
        check(&facts, never, instead);
    }
}

#[test]
fn l13_a_record_that_cannot_be_read_says_nothing_of_the_work() {
    let mut facts = trip(Rule::StateCorrupt, "unreadable state", "t");
    facts.calls = calls("read a", 9, "x");
    check(&facts, "read a", "This says nothing about the agent's work");
}

#[test]
fn a_budget_with_a_pattern_tells_the_pattern() {
    let mut facts = tried(&[&[("a", "x")][..]; 2]);
    facts.incident.as_mut().unwrap().cause.rule = Rule::Iterations;
    check(&facts, "limit was reached", "in the same error");
    facts.runs.pop();
    check(&facts, "One attempt", "limit was reached");
}

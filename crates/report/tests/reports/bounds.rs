//! Large incidents give reports of a bounded size.

use fusebox_engine::Rule;
use fusebox_report::Diagnostic;

use crate::incident::{attempt, calls, fails_at, trip};

#[test]
fn large_incidents_give_small_reports() {
    let long = "x".repeat(100_000);
    let mut facts = trip(Rule::PerTest, "", "t");
    let fails = [("a", &long[..1_000])];
    let attempts = (1..=5_000).map(|n| attempt(n, &long[..1_000], &format!("f{n} g{n}"), &fails));
    facts.runs = attempts.collect();
    fails_at(&mut facts, "a.py:1", Some(&long), Some(&long));
    facts.calls = (0..500).flat_map(|n| calls(&format!("{n}{long}"), 2, &long)).collect();
    let report = Diagnostic::compose(&facts);
    assert_eq!(report.attempt_log.len(), Diagnostic::MAX_ATTEMPTS);
    assert_eq!(report.cumulative_files_modified.len(), Diagnostic::MAX_FILES);
    assert!(report.markdown().len() < 100_000, "{}", report.markdown().len());
}

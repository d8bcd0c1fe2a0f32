//! Any incident gives a report that is bounded, clean, and the same each time.

use fusebox_engine::{IncidentFacts, Rule};
use fusebox_report::Diagnostic;
use proptest::prelude::*;

use crate::incident::{attempt, calls, fails_at, infra, task, trip};

/// Text with everything that Markdown, a shell or a terminal could trip over.
fn text() -> impl Strategy<Value = String> {
    let pieces = [
        "`",
        "``",
        "```",
        "\n",
        "|",
        "<!--",
        "é",
        "\u{202e}",
        "\u{1b}[2J",
        " ",
        "a",
        "1",
        "'",
        "\"",
        "$",
        "assert ",
        " == ",
        "left: ",
        "right: ",
        "No module named ",
        ": command not found",
        "-",
        "@b",
        "#1",
        "expected ",
        " but got ",
        "🦀",
        "\0",
        "timed out",
        ":5432",
        "ECONNREFUSED ",
    ];
    proptest::collection::vec(proptest::sample::select(pieces.to_vec()), 0..8)
        .prop_map(|all| all.concat())
}

fn incident() -> impl Strategy<Value = IncidentFacts> {
    let tests = proptest::collection::vec((text(), text()), 0..3);
    let attempts = proptest::collection::vec((text(), tests, any::<bool>()), 0..5);
    let now = (proptest::option::of(text()), proptest::option::of(text()));
    let other = proptest::collection::vec(text(), 0..3);
    let rule = proptest::option::of(proptest::sample::select(Rule::ALL));
    (rule, attempts, now, other).prop_map(|(rule, attempts, (assertion, output), other)| {
        let reason = other.first().map_or("", String::as_str);
        let mut facts = rule.map_or_else(|| task("t'1"), |rule| trip(rule, reason, "t'1"));
        for (n, (said, fails, is_charged)) in (1..).zip(attempts) {
            let fails: Vec<(&str, &str)> =
                fails.iter().map(|(a, b)| (a.as_str(), b.as_str())).collect();
            let mut run = attempt(n, &said, if n % 2 == 0 { "a b" } else { "" }, &fails);
            run.attempt = run.attempt.filter(|_| is_charged);
            facts.runs.push(run);
            fails_at(&mut facts, "a.py:1", assertion.as_deref(), output.as_deref());
        }
        for text in other {
            facts.runs.push(infra(&text, &text));
            facts.calls.extend(calls(&text, 2, &text));
        }
        facts
    })
}

/// The report without code: what is left must hold nothing that Markdown would hide or run.
fn outside_code(markdown: &str) -> String {
    let mut out = String::new();
    let mut fence: Option<usize> = None;
    for line in markdown.lines() {
        let ticks = line.trim_start().chars().take_while(|c| *c == '`').count();
        match fence {
            Some(open) if ticks >= open && line.trim() == "`".repeat(ticks) => fence = None,
            Some(_) => {}
            None if ticks >= 3 && line.trim_start_matches(['`', ' ']).len() < 5 => {
                fence = Some(ticks)
            }
            None => {
                out.push_str(line);
                out.push('\n');
            }
        }
    }
    assert_eq!(fence, None, "a block is left open:\n{markdown}");
    out
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn any_incident_gives_a_clean_report(facts in incident()) {
        let report = Diagnostic::compose(&facts);
        prop_assert!(!report.best_hypothesis.is_empty());
        prop_assert!(report.specific_question.contains('?'), "{}", report.specific_question);
        prop_assert!(report.best_hypothesis.len() < 4_000 && report.specific_question.len() < 2_000);
        prop_assert!(!report.recovery_options.is_empty());
        prop_assert!(report.sections().iter().all(|section| !section.blocks.is_empty()));
        for option in &report.recovery_options {
            prop_assert!(option.command.starts_with("fusebox "));
        }
        let markdown = report.markdown();
        let hidden = |c: char| (c.is_control() && c != '\n') || c == '\u{202e}';
        prop_assert!(!markdown.contains(hidden));
        let heads = outside_code(&markdown);
        prop_assert_eq!(heads.matches("\n### Best hypothesis\n").count(), 1, "{}", markdown);
        prop_assert_eq!(heads.matches("\n### Recovery options\n").count(), 1);
        prop_assert_eq!(Diagnostic::compose(&facts), report);
    }
}

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

//! Any story gives a report that is bounded, clean, and the same each time.

use fusebox_report::{Diagnostic, IncidentFacts, LastCall, ReportLine};
use proptest::prelude::*;

use crate::told::{attempt, call, failing, infra, trip};

const RULES: &[&str] = &[
    "attempts.per_test",
    "attempts.per_slice",
    "attempts.infra",
    "repetition.same_call",
    "repetition.cycle",
    "repetition.same_message",
    "repetition.empty_edits",
    "repetition.reverted_workspace",
    "repetition.same_output",
    "repetition.failure_run",
    "repetition.subagent_depth",
    "stagnation.no_progress",
    "limits.active_time",
    "breaker.state_corrupt",
    "guard.protected",
    "",
];

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

fn story() -> impl Strategy<Value = IncidentFacts> {
    let tests = proptest::collection::vec((text(), text()), 0..3);
    let attempts = proptest::collection::vec((text(), tests, any::<bool>()), 0..5);
    let now = proptest::collection::vec((text(), proptest::option::of(text()), text()), 0..3);
    let other = proptest::collection::vec(text(), 0..3);
    (proptest::sample::select(RULES), attempts, now, other).prop_map(
        |(rule, attempts, now, other)| {
            let mut story = trip(rule, other.first().map_or("", String::as_str), "t'1");
            for (n, (said, fails, charged)) in (1..).zip(attempts) {
                let fails: Vec<(&str, &str)> =
                    fails.iter().map(|(a, b)| (a.as_str(), b.as_str())).collect();
                let mut one = attempt(n, &said, if n % 2 == 0 { "a b" } else { "" }, &fails);
                one.charged = charged;
                story.attempts.push(one);
            }
            for (name, assertion, error) in now {
                story.failing.push(failing(&name, "a.py:1", assertion.as_deref(), &error));
            }
            for text in other {
                story.infra.push(infra(&text, &text));
                story.last_calls.push(call(&text, 2, &text));
            }
            story
        },
    )
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
    fn any_story_gives_a_clean_report(story in story()) {
        let report = Diagnostic::of(&story);
        prop_assert!(!report.best_hypothesis.is_empty());
        prop_assert!(report.specific_question.contains('?'), "{}", report.specific_question);
        prop_assert!(report.best_hypothesis.len() < 4_000 && report.specific_question.len() < 2_000);
        prop_assert!(!report.recovery_options.is_empty());
        for section in report.sections() {
            prop_assert!(!section.lines.is_empty());
            if let Some(ReportLine::Recovery { command, .. }) = section.lines.first() {
                prop_assert!(command.starts_with("fusebox "));
            }
        }
        let markdown = report.markdown();
        let hidden = |c: char| (c.is_control() && c != '\n') || c == '\u{202e}';
        prop_assert!(!markdown.contains(hidden));
        let heads = outside_code(&markdown);
        prop_assert_eq!(heads.matches("\n### Best hypothesis\n").count(), 1, "{}", markdown);
        prop_assert_eq!(heads.matches("\n### Recovery options\n").count(), 1);
        prop_assert_eq!(Diagnostic::of(&story), report);
    }
}

#[test]
fn large_stories_give_small_reports() {
    let long = "x".repeat(100_000);
    let mut story = trip("attempts.per_test", "per-test limit (3/3)", "t");
    for n in 1..=5_000 {
        story.attempts.push(attempt(
            n,
            &long[..1_000],
            &format!("f{n} g{n}"),
            &[("a", &long[..1_000])],
        ));
    }
    story.failing = vec![failing("a", "a.py:1", Some(&long), &long)];
    story.last_calls =
        vec![LastCall { call: long.clone(), times: 2, result: Some(long), refused: false }; 500];
    let report = Diagnostic::of(&story);
    assert_eq!(report.attempt_log.len(), Diagnostic::MAX_ATTEMPTS);
    assert_eq!(report.cumulative_files_modified.len(), Diagnostic::MAX_FILES);
    assert!(report.markdown().len() < 100_000, "{}", report.markdown().len());
}

//! Compares the built-in analysis of recorded stuck sessions with what a person wrote down of them.
//!
//! `FUSEBOX_CORPUS` names the recorded data; `.ci/run` sets it.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::path::Path;

use fusebox_engine::{CallHistory, IncidentFacts, Policy, TaskId, Timestamp};
use fusebox_replay::{MergedEvents, SessionFold, find_sessions, policy};
use fusebox_report::Analysis;
use serde_json::Value;

/// Sessions of the 18 whose cause the analysis has to find.
const GOAL: usize = 15;

#[test]
#[ignore = "needs FUSEBOX_CORPUS"]
fn q06_the_cause_is_the_one_that_a_reader_of_the_session_found() {
    #[expect(clippy::disallowed_methods, reason = "the test's one setting")]
    let corpus = std::env::var("FUSEBOX_CORPUS").expect("FUSEBOX_CORPUS names the recorded data");
    let traces = Path::new(&corpus).join("traces");
    let causes = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/analysis/causes.jsonl");
    let causes = std::fs::read_to_string(causes).unwrap();
    let policy = policy::preset_policy("default").unwrap();
    let mut table = format!("{:<50} {:<16} analysis\n", "session", "person");
    let mut right = 0;
    for line in causes.lines() {
        let entry: Value = serde_json::from_str(line).unwrap();
        let session = entry["session"].as_str().unwrap();
        let cause = entry["kind"].as_str().unwrap();
        let facts = facts_at_trip(&traces.join(session), &policy);
        let analysis = Analysis::compose(&facts).unwrap();
        assert_eq!(Some(&analysis), Analysis::compose(&facts).as_ref(), "{session}");
        assert_bounds(&analysis, session);
        right += usize::from(analysis.root_cause.title() == cause);
        let end: String =
            session.chars().skip(session.chars().count().saturating_sub(50)).collect();
        table += &format!(
            "{end:<50} {cause:<16} {}: {}\n",
            analysis.root_cause.title(),
            analysis.explanation
        );
    }
    println!("{table}{right} right");
    assert!(right >= GOAL, "{table}{right} right of 18; at least {GOAL} have to be");
}

/// The facts of a session at its first trip; of one that does not trip, those at its end.
fn facts_at_trip(file: &Path, policy: &Policy) -> IncidentFacts {
    let found = find_sessions(&[file.to_owned()]);
    let source = &found.sources[0];
    let mut events = MergedEvents::open(source).peekable();
    let session = events.peek().unwrap().session.clone();
    let mut fold = SessionFold::new(policy, session.clone(), source.format.client);
    let mut history = CallHistory::default();
    for event in events {
        history.add(fold.fold_event(&event).fact, false);
        if fold.incident().is_some() {
            break;
        }
    }
    let incident = fold.incident().cloned();
    let facts = IncidentFacts::new(session.clone(), TaskId::from(&session), Timestamp(0));
    IncidentFacts { incident, history, ..facts }
}

fn assert_bounds(analysis: &Analysis, session: &str) {
    assert!((3..=5).contains(&analysis.mistakes.len()), "{session}: {analysis:#?}");
    assert!((1..=5).contains(&analysis.plan.len()), "{session}: {analysis:#?}");
    for mistake in &analysis.mistakes {
        assert!(!mistake.calls.is_empty(), "{session}: {mistake:?}");
        assert!(mistake.calls.is_sorted(), "{session}: {mistake:?}");
    }
    let words = serde_json::to_string(analysis).unwrap().split_whitespace().count();
    assert!(words < 1_000, "{session}: {words} words");
}

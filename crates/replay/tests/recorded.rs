//! Labelled sequences through `decide`. They are read in place from the folder that
//! `FUSEBOX_CORPUS` names, so the test runs only where that is set: `.ci/run` does.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use fusebox_engine::{Event, FindingLevel, VerdictAction};
use fusebox_runtime::{PolicySet, Runtime};
use serde_json::Value;

/// A labelled sequence.
struct Sequence {
    id: String,
    family: String,
    /// Whether it should be stopped.
    stuck: bool,
    events: Vec<Event>,
}

/// The worst that was done about a sequence.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Outcome {
    Silent,
    Nudged,
    Refused,
}

#[test]
#[ignore = "needs FUSEBOX_CORPUS"]
fn no_sequence_to_leave_alone_is_refused() {
    let wrong: Vec<String> = sequences()
        .iter()
        .filter(|sequence| !sequence.stuck)
        .filter(|sequence| sequence.play() >= Outcome::Refused)
        .map(|sequence| sequence.id.clone())
        .collect();
    assert!(wrong.is_empty(), "refused: {wrong:?}");
}

#[test]
#[ignore = "needs FUSEBOX_CORPUS"]
fn sequences_to_stop_are_caught() {
    let stuck: Vec<Sequence> = sequences().into_iter().filter(|sequence| sequence.stuck).collect();
    assert!(stuck.len() > 40, "only {} sequences", stuck.len());
    let missed: Vec<String> = stuck
        .iter()
        .filter(|sequence| sequence.play() == Outcome::Silent)
        .map(|sequence| format!("{} ({})", sequence.id, sequence.family))
        .collect();
    assert!(missed.len() * 100 <= stuck.len() * 3, "missed: {missed:?}");
}

#[test]
#[ignore = "needs FUSEBOX_CORPUS"]
fn hardly_any_sequence_to_leave_alone_is_nudged() {
    let alone: Vec<Sequence> = sequences().into_iter().filter(|sequence| !sequence.stuck).collect();
    let nudged = alone.iter().filter(|sequence| sequence.play() == Outcome::Nudged).count();
    assert!(nudged * 10 <= alone.len(), "{nudged} of {} are nudged", alone.len());
}

fn sequences() -> Vec<Sequence> {
    #[expect(clippy::disallowed_methods, reason = "the test's one setting")]
    let corpus = std::env::var("FUSEBOX_CORPUS").unwrap();
    let path = std::path::Path::new(&corpus).join("cases/loops.jsonl");
    let text = std::fs::read_to_string(&path).unwrap();
    text.lines().filter_map(Sequence::read).collect()
}

impl Sequence {
    /// Reads a line; `None` where it carries no verdict.
    fn read(line: &str) -> Option<Self> {
        let case: Value = serde_json::from_str(line).unwrap();
        let (format, events, skipped) =
            fusebox_replay::read_events(line.as_bytes(), "loops").unwrap();
        assert_eq!((format.name, skipped), ("labelled", 0), "{line}");
        Some(Self {
            id: case["id"].as_str()?.to_owned(),
            family: case["family"].as_str()?.to_owned(),
            stuck: case["recommended"]["stuck"].as_bool()?,
            events,
        })
    }

    /// Tells the sequence under the `default` preset.
    fn play(&self) -> Outcome {
        let mut runtime = Runtime::in_memory().unwrap();
        let policies = PolicySet::default();
        let mut worst = Outcome::Silent;
        for event in &self.events {
            let verdict = runtime.decide(&policies, event, event.at.unwrap()).unwrap().verdict;
            let nudged = verdict.findings.iter().any(|found| found.level == FindingLevel::Warning);
            let tripped = verdict.findings.iter().any(|found| found.level == FindingLevel::Trip);
            if verdict.verdict >= VerdictAction::Deny || tripped {
                worst = Outcome::Refused;
            } else if nudged {
                worst = worst.max(Outcome::Nudged);
            }
        }
        worst
    }
}

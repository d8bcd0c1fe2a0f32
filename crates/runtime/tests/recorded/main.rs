//! Labelled sequences through `decide`. They are read in place from the folder that
//! `FUSEBOX_CORPUS` names, so the test runs only where that is set: `.ci/run` does.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod sequence;

use sequence::{Outcome, Sequence};

/// Families that the rules built so far concern: the same call again, and cycles.
const CONCERNED: &[&str] = &[
    "exact_repeat",
    "cycle",
    "interleaved",
    "reset_user",
    "reset_trip",
    "refusal",
    "poll",
    "compaction",
];

fn sequences() -> Vec<Sequence> {
    #[expect(clippy::disallowed_methods, reason = "the test's one setting")]
    let corpus = std::env::var("FUSEBOX_CORPUS").unwrap();
    let path = std::path::Path::new(&corpus).join("cases/loops.jsonl");
    let text = std::fs::read_to_string(&path).unwrap();
    text.lines().filter_map(Sequence::read).collect()
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
fn sequences_that_repeat_calls_are_caught() {
    let concerned: Vec<Sequence> = sequences()
        .into_iter()
        .filter(|sequence| sequence.stuck && CONCERNED.contains(&sequence.family.as_str()))
        .collect();
    assert!(concerned.len() > 15, "only {} sequences", concerned.len());
    let missed: Vec<String> = concerned
        .iter()
        .filter(|sequence| sequence.play() == Outcome::Silent)
        .map(|sequence| format!("{} ({})", sequence.id, sequence.family))
        .collect();
    assert!(missed.is_empty(), "missed: {missed:?}");
}

//! Labelled sequences through `decide`. They are read in place from the folder that
//! `FUSEBOX_CORPUS` names, so the test runs only where that is set: `.ci/run` does.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod sequence;

use sequence::{Outcome, Sequence};

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

//! Windows drawn as text, for the tests of the detectors.

use super::{CallDigest, Detector};
use crate::RepetitionLimits;
use crate::state::{CallWindow, CompletedCall, EditEffect};

/// Draws a window. `a1` is call a with result 1; the tool is the letter in lower case, so `a` and
/// `A` are two calls of one tool. A result is followed by marks: `?` unknown, `x` failed with the
/// result as its error, `~` says nothing, `=` an edit that changed nothing, `<` an edit that went
/// back, `_` in parallel with the step before. `!` is a new change, `|` a person's prompt.
pub(crate) fn window(picture: &str) -> CallWindow {
    let mut window = CallWindow::default();
    for word in picture.split_whitespace() {
        match word {
            "!" => window.changes += 1,
            "|" => window.prompted_at = window.next,
            _ => step(&mut window, word),
        }
    }
    window
}

fn step(window: &mut CallWindow, word: &str) {
    let letter = word.as_bytes()[0];
    let digits: String = word[1..].chars().take_while(char::is_ascii_digit).collect();
    let marks = &word[1 + digits.len()..];
    let result: u64 = digits.parse().unwrap_or(0);
    if !marks.contains('_') {
        window.rounds += 1;
    }
    let failed = marks.contains('x');
    let edit = if marks.contains('=') {
        EditEffect::Nothing
    } else if marks.contains('<') {
        EditEffect::Back
    } else {
        EditEffect::None
    };
    window.push(CompletedCall {
        call: u64::from(letter),
        result: if marks.contains('?') { 0 } else { result },
        tool: tool(letter as char),
        shape: tool(letter as char),
        error: if failed { result } else { 0 },
        round: window.rounds,
        trivial: marks.contains('~'),
        failed,
        edit,
        changes: window.changes,
        ..CompletedCall::default()
    });
}

fn tool(letter: char) -> u64 {
    1_000 + u64::from(letter.to_ascii_lowercase() as u32)
}

/// The request that [`window`] gives to a letter.
pub(crate) fn ask(letter: char) -> CallDigest {
    CallDigest { call: letter as u64, tool: tool(letter) }
}

/// How far the detector sees its loop in the drawn window.
pub(crate) fn count(detector: &dyn Detector, picture: &str) -> u64 {
    detector.seen(&RepetitionLimits::default(), &window(picture), 0).map_or(0, |seen| seen.count)
}

/// How far the loop has come that a request would go on with.
pub(crate) fn next(detector: &dyn Detector, picture: &str, letter: char) -> u64 {
    detector
        .next(&RepetitionLimits::default(), &window(picture), &ask(letter), 0)
        .map_or(0, |seen| seen.count)
}

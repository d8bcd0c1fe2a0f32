//! Windows drawn as text, for the tests of the detectors.

use super::{CallDigest, Detector, NextCall};
use crate::state::{CallWindow, CompletedCall, EditEffect};
use crate::{CallOutcome, RepetitionLimits};

/// Draws a window. `a1` is call a with result 1; the tool is the letter in lower case, so `a` and
/// `A` are two calls of one tool. A result is followed by marks: `?` unknown, `x` failed with the
/// result as its error, `~` says nothing, `=` an edit that changed nothing, `<` an edit that went
/// back, `_` in parallel with the call before, `*` about one target, `m` without the program of its
/// letter, `I` installs, `P` may have, `+` by an edit tool, `n` a new content, `o` barren, `T` a
/// test run in which the tests of the result failed, `L` one in another place, `N` one that printed more than those before. `!` is a new change,
/// `|` a person's prompt.
pub(super) fn window(picture: &str) -> CallWindow {
    let mut window = CallWindow::default();
    for word in picture.split_whitespace() {
        match word {
            "!" => window.changes += 1,
            "|" => window.prompted_at = window.next,
            _ => push_call(&mut window, word),
        }
    }
    window
}

fn push_call(window: &mut CallWindow, word: &str) {
    let letter = word.as_bytes()[0];
    let digits: String = word[1..].chars().take_while(char::is_ascii_digit).collect();
    let marks = &word[1 + digits.len()..];
    let result: u64 = digits.parse().unwrap_or(0);
    window.rounds += u64::from(!marks.contains('_'));
    let failed = marks.contains('x');
    let has = |mark: char| marks.contains(mark);
    let edit = match marks {
        "=" => EditEffect::Nothing,
        "<" => EditEffect::Back,
        _ if has('n') => EditEffect::New,
        _ => EditEffect::None,
    };
    let tool = tool(letter as char);
    window.push(CompletedCall {
        call: u64::from(letter),
        result: match () {
            () if marks.contains('?') => 0,
            () if has('T') => CallOutcome::failed_tests(result << 32, u16::from(has('L')), 1),
            () => result,
        },
        tool,
        shape: tool,
        error: if failed { result } else { 0 },
        round: window.rounds,
        trivial: marks.contains('~'),
        failed,
        edit,
        changes: window.changes,
        target: if has('*') { 7 } else { u64::from(letter) },
        program: tool,
        missing: if has('m') { tool } else { 0 },
        edits: has('+'),
        barren: has('o'),
        installed: has('I'),
        may_provide: has('P'),
        checks: has('T'),
        tests: has('T'),
        has_new_line: has('N'),
        ..CompletedCall::default()
    });
}

fn tool(letter: char) -> u64 {
    1_000 + u64::from(letter.to_ascii_lowercase() as u32)
}

/// How far the detector sees the loop of the newest call, for each picture.
pub(super) fn check_newest(detector: &Detector, rows: &[(&str, u64)]) {
    for (picture, expected) in rows {
        let (limits, window) = (RepetitionLimits::default(), window(picture));
        let last = window.steps.last();
        let seen = last.and_then(|last| detector.newest(&limits, &window, last, 0));
        assert_eq!(seen.map_or(0, |seen| seen.count), *expected, "{picture}");
    }
}

/// How far the loop has come that a call of this letter would continue.
pub(super) fn check_continued(detector: &Detector, rows: &[(&str, char, u64)]) {
    for (picture, letter, expected) in rows {
        let call = CallDigest {
            call: *letter as u64,
            tool: tool(*letter),
            target: *letter as u64,
            program: tool(*letter),
        };
        let (limits, window) = (RepetitionLimits::default(), window(picture));
        let seen = detector.continued_by(&limits, &window, &NextCall::new(&window, call, true), 0);
        assert_eq!(seen.map_or(0, |seen| seen.count), *expected, "{picture} {letter}");
    }
}

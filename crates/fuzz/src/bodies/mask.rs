//! Checks masks, error signatures and excerpts of an output.

use fusebox_text::{digest, excerpt, find_error_line, is_acknowledgement, mask, printable_line};

/// The longest line of an error, in characters.
const LINE_CHARS: usize = 200;
/// The longest placeholder is `<time>`; the shortest thing that one replaces is one digit.
const LONGEST_MARK: usize = 6;

/// Masking twice is masking once, and what is shown is short and has no control characters.
pub(super) fn body(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let masked = mask(&text);
    assert_eq!(mask(&masked), masked, "masking twice is masking once");
    assert!(masked.len() <= text.len() * LONGEST_MARK, "it grows");
    assert!(!masked.contains(['\u{1b}', '\r']), "escapes are taken out");
    assert_eq!(digest::of_result(&text, true), digest::of_result(&text, true));
    let _ = [true, false].map(|ok| is_acknowledgement(&text, ok));
    if let Some(error) = find_error_line(&text) {
        assert!(!error.line.is_empty());
        assert!(error.line.chars().count() <= LINE_CHARS, "{}", error.line);
        assert_eq!(Some(error), find_error_line(&text), "the same output is the same error");
    }
    let shown = printable_line(&text, LINE_CHARS);
    assert!(shown.chars().count() <= LINE_CHARS && !shown.contains(char::is_control));
    assert_eq!(printable_line(&shown, LINE_CHARS), shown, "what is clean stays as it is");
    assert!(excerpt(&text, 40, 40).len() <= text.len().max(80 + 40));
}

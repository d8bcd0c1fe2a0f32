//! Removes what only a terminal reads: escape sequences, and progress lines drawn over each other.

use std::borrow::Cow;

use fusebox_scan::{BytePositions, find_byte, find_either};

const ESC: u8 = 0x1b;
const BEL: u8 = 0x07;

/// Removes escape sequences, and reduces every line to what its last carriage return left visible.
///
/// The result holds neither an escape nor a carriage return, and its line ends are `\n`.
pub fn to_plain_text(text: &str) -> Cow<'_, str> {
    if find_either(ESC, b'\r', text.as_bytes()).is_none() {
        return Cow::Borrowed(text);
    }
    let text = strip_escapes(text);
    if find_byte(b'\r', text.as_bytes()).is_none() {
        return text;
    }
    Cow::Owned(last_drawn(&text))
}

/// Reduces every line to its last redraw that is not blank. A line of nothing but white space
/// becomes an empty line.
fn last_drawn(text: &str) -> String {
    let bytes = text.as_bytes();
    let mut out = String::with_capacity(text.len());
    let mut ends = BytePositions::of(bytes, |byte, _| (byte == b'\n') | (byte == b'\r'));
    let mut line = 0;
    while let Some(stop) = ends.next_from(line) {
        // Most lines end here, with or without a carriage return.
        let rest = bytes.get(stop..).unwrap_or_default();
        let (end, drawn) = match rest {
            [b'\n', ..] => (stop, text.get(line..stop)),
            [b'\r', b'\n', ..] => (stop + 1, text.get(line..stop)),
            _ => {
                let end = stop + find_byte(b'\n', rest).unwrap_or(rest.len());
                let mut redraws = text.get(line..end).unwrap_or_default().rsplit('\r');
                (end, redraws.find(|drawn| is_seen(drawn)))
            }
        };
        out.push_str(drawn.filter(|drawn| is_seen(drawn)).unwrap_or_default());
        if end == bytes.len() {
            return out;
        }
        out.push('\n');
        line = end + 1;
    }
    out.push_str(text.get(line..).filter(|drawn| is_seen(drawn)).unwrap_or_default());
    out
}

fn is_seen(drawn: &str) -> bool {
    let first = drawn.bytes().find(|byte| *byte != b' ');
    first.is_some_and(|byte| byte.is_ascii_graphic()) || !drawn.trim_start().is_empty()
}

/// Removes escape sequences: CSI, OSC and the other string sequences, and those of two bytes.
pub fn strip_escapes(text: &str) -> Cow<'_, str> {
    let bytes = text.as_bytes();
    let Some(mut at) = find(bytes, 0) else { return Cow::Borrowed(text) };
    let mut out = String::with_capacity(text.len());
    let mut kept = 0;
    loop {
        out.push_str(text.get(kept..at).unwrap_or_default());
        kept = after_escape(bytes, at);
        match find(bytes, kept) {
            Some(next) => at = next,
            None => break,
        }
    }
    out.push_str(text.get(kept..).unwrap_or_default());
    Cow::Owned(out)
}

fn find(bytes: &[u8], from: usize) -> Option<usize> {
    find_byte(ESC, bytes.get(from..)?).map(|i| from + i)
}

/// The end of the escape sequence at `at`. It is always behind `at`, and between two characters.
fn after_escape(bytes: &[u8], at: usize) -> usize {
    let body = at + 2;
    match bytes.get(at + 1) {
        Some(b'[') => {
            let parameters = skip(bytes, body, |byte| matches!(byte, 0x20..=0x3f));
            skip_one(bytes, parameters, |byte| matches!(byte, 0x40..=0x7e))
        }
        Some(b']' | b'P' | b'X' | b'^' | b'_') => after_string(bytes, body),
        Some(0x20..=0x2f) => {
            let between = skip(bytes, body, |byte| matches!(byte, 0x20..=0x2f));
            skip_one(bytes, between, |byte| matches!(byte, 0x30..=0x7e))
        }
        Some(0x30..=0x7e) => body,
        _ => at + 1,
    }
}

/// The end of a string sequence: BEL or ST ends it; a line end or another escape ends a broken one.
fn after_string(bytes: &[u8], from: usize) -> usize {
    let rest = bytes.get(from..).unwrap_or_default();
    let Some(len) = rest.iter().position(|b| matches!(*b, BEL | ESC | b'\n')) else {
        return bytes.len();
    };
    let end = from + len;
    match (bytes.get(end), bytes.get(end + 1)) {
        (Some(&BEL), _) => end + 1,
        (Some(&ESC), Some(b'\\')) => end + 2,
        _ => end,
    }
}

fn skip(bytes: &[u8], from: usize, is_one: impl Fn(u8) -> bool) -> usize {
    let rest = bytes.get(from..).unwrap_or_default();
    from + rest.iter().take_while(|byte| is_one(**byte)).count()
}

fn skip_one(bytes: &[u8], at: usize, is_it: impl Fn(u8) -> bool) -> usize {
    at + usize::from(bytes.get(at).is_some_and(|byte| is_it(*byte)))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn check(input: &str, expected: &str) {
        assert_eq!(to_plain_text(input), expected, "{input:?}");
    }

    #[test]
    fn l04_escapes_and_redraws_are_taken_out() {
        check("plain", "plain");
        check("\x1b[1;31merror\x1b[0m: x", "error: x");
        check("\x1b]0;title\x07text", "text");
        check("\x1b]8;;http://x\x1b\\link\x1b]8;;\x1b\\", "link");
        check("\x1b(Ba\x1b=b\x1bMc", "abc");
        check(" 10%\r 20%\r100%\ndone", "100%\ndone");
        check("a\r\nb\r\n", "a\nb\n");
        check("step 1\rstep 2\r", "step 2");
        check("\x1b]0;never ends\nnext", "\nnext");
        check("\x1b\x1b[0m[0m", "[0m");
        check("\x1b[é\x1b", "é");
        check("", "");
    }

    /// The same by a plain search, one line at a time.
    fn drawn_line_by_line(text: &str) -> String {
        let last_drawn = |line: &str| {
            let seen = line.rsplit('\r').find(|part| !part.trim().is_empty());
            seen.unwrap_or_default().to_owned()
        };
        text.split('\n').map(last_drawn).collect::<Vec<_>>().join("\n")
    }

    proptest! {
        #[test]
        fn l04_lines_are_drawn_as_each_for_itself(
            parts in prop::collection::vec(prop::sample::select(vec![
                "\r", "\r\n", "\n", "\n", " ", "  ", "\t", "\u{b}", "\u{85}", "\u{3000}", "é", "\0", "a", "word", ".",
                "a line of many words that is longer than what is looked at in one go, or nearly so",
            ]), 0..16),
        ) {
            let text = parts.concat();
            prop_assert_eq!(last_drawn(&text), drawn_line_by_line(&text), "{:?}", text);
        }
    }
}

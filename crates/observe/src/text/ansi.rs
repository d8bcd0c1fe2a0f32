//! Takes out what only a terminal reads: escape sequences, and progress lines drawn over each other.

use std::borrow::Cow;

use fusebox_scan::{byte, either};

const ESC: u8 = 0x1b;
const BEL: u8 = 0x07;

/// The text without escape sequences, and with every line as its last carriage return left it.
///
/// The result holds neither an escape nor a carriage return, and line ends are `\n`.
pub fn plain(text: &str) -> Cow<'_, str> {
    if either(ESC, b'\r', text.as_bytes()).is_none() {
        return Cow::Borrowed(text);
    }
    let text = without_escapes(text);
    if byte(b'\r', text.as_bytes()).is_none() {
        return text;
    }
    let mut out = String::with_capacity(text.len());
    let mut rest = text.as_ref();
    while let Some((line, after)) =
        byte(b'\n', rest.as_bytes()).and_then(|end| rest.split_at_checked(end))
    {
        out.push_str(last_drawn(line));
        out.push('\n');
        rest = after.get(1..).unwrap_or_default();
    }
    out.push_str(last_drawn(rest));
    Cow::Owned(out)
}

/// The text without escape sequences (CSI, OSC and the other string sequences, two-byte ones).
pub fn without_escapes(text: &str) -> Cow<'_, str> {
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
    byte(ESC, bytes.get(from..)?).map(|i| from + i)
}

/// What stands on the line when the last of its redraws is done; an empty redraw leaves the one before.
fn last_drawn(line: &str) -> &str {
    let drawn = line.strip_suffix('\r').unwrap_or(line);
    if byte(b'\r', drawn.as_bytes()).is_none() {
        let is_seen = drawn.bytes().next().is_some_and(|byte| byte.is_ascii_graphic());
        return if is_seen || !drawn.trim_start().is_empty() { drawn } else { "" };
    }
    line.rsplit('\r').find(|part| !part.trim().is_empty()).unwrap_or_default()
}

/// The end of the escape sequence at `at`; always past it, always between two characters.
fn after_escape(bytes: &[u8], at: usize) -> usize {
    let body = at + 2;
    match bytes.get(at + 1) {
        Some(b'[') => {
            let parameters = skip(bytes, body, 0x20..=0x3f);
            skip_one(bytes, parameters, 0x40..=0x7e)
        }
        Some(b']' | b'P' | b'X' | b'^' | b'_') => after_string(bytes, body),
        Some(0x20..=0x2f) => skip_one(bytes, skip(bytes, body, 0x20..=0x2f), 0x30..=0x7e),
        Some(0x30..=0x7e) => body,
        _ => at + 1,
    }
}

/// A string sequence ends with BEL or ST; a line end or another escape ends a broken one.
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

fn skip(bytes: &[u8], from: usize, set: std::ops::RangeInclusive<u8>) -> usize {
    let rest = bytes.get(from..).unwrap_or_default();
    from + rest.iter().take_while(|b| set.contains(b)).count()
}

fn skip_one(bytes: &[u8], at: usize, set: std::ops::RangeInclusive<u8>) -> usize {
    at + usize::from(bytes.get(at).is_some_and(|b| set.contains(b)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(input: &str, expected: &str) {
        assert_eq!(plain(input), expected, "{input:?}");
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
}

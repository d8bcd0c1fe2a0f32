//! Cuts text for the log and cleans it for a terminal.

use std::borrow::Cow;

use fusebox_scan::BytePositions;

use super::ansi::strip_escapes;
use super::redact;

/// How much text above a line is read for what says that the line is a secret, in bytes.
const MAX_CONTEXT_BYTES: usize = 240;

/// The first `head` and the last `tail` bytes of the text, cut between characters, with `… [N bytes
/// cut] …` between them. A text that is no longer than both is returned whole.
pub fn excerpt(text: &str, head: usize, tail: usize) -> String {
    if text.len() <= head.saturating_add(tail) {
        return text.to_owned();
    }
    let (first, last) = (prefix_up_to(text, head), suffix_up_to(text, tail));
    format!("{first}… [{} bytes cut] …{last}", text.len() - first.len() - last.len())
}

/// The longest prefix of the text with at most this many bytes.
pub fn prefix_up_to(text: &str, max_bytes: usize) -> &str {
    let mut end = max_bytes.min(text.len());
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    text.get(..end).unwrap_or_default()
}

/// The longest suffix of the text with at most this many bytes.
pub fn suffix_up_to(text: &str, max_bytes: usize) -> &str {
    let mut start = text.len().saturating_sub(max_bytes);
    while !text.is_char_boundary(start) {
        start += 1;
    }
    text.get(start..).unwrap_or_default()
}

/// The text on one line as a terminal may show it, at most `max_chars` characters long.
///
/// Escape sequences, control characters, invisible characters and those that change the writing
/// direction are removed. Line ends and runs of white space become one space. `…` marks a cut.
pub fn printable_line(text: &str, max_chars: usize) -> String {
    let text = strip_escapes(text);
    let mut unclean = BytePositions::of(text.as_bytes(), needs_cleaning);
    let mut out = String::with_capacity(text.len().min(max_chars.saturating_add(3)));
    let (mut at, mut len, mut last) = (0, 0, ' ');
    loop {
        // Plain words are copied without looking at each character.
        at += text.bytes().skip(at).take_while(|byte| last == ' ' && *byte == b' ').count();
        let plain = unclean.next_from(at).unwrap_or(text.len());
        let words = text.get(at..plain.min(at.saturating_add(max_chars - len))).unwrap_or_default();
        out.push_str(words);
        len += words.len();
        at += words.len();
        last = if words.is_empty() { last } else { '.' };
        let Some(c) = text.get(at..).and_then(|rest| rest.chars().next()) else { break };
        at += c.len_utf8();
        let Some(c) = cleaned(c).filter(|c| (*c, last) != (' ', ' ')) else { continue };
        if len == max_chars {
            let cut = out.char_indices().next_back().map_or(0, |(at, _)| at);
            out.truncate(cut);
            out.push_str(if max_chars == 0 { "" } else { "…" });
            return out;
        }
        out.push(c);
        len += 1;
        last = c;
    }
    out.truncate(out.trim_end().len());
    out
}

/// The text redacted and on one line, as [`printable_line`] has it.
pub fn redacted_line(text: &str, max_chars: usize) -> String {
    // A short word, such as the name of a tool, is too short to be a secret.
    if text.len() <= max_chars.min(12) && text.bytes().all(|byte| byte.is_ascii_alphanumeric()) {
        return text.to_owned();
    }
    // Redact more than is kept: a cut through a secret would hide it from the rules.
    printable_line(&redact(first_chars(text, max_chars * 4)), max_chars)
}

/// The line of the text redacted as it stands there: what is above it may say that it is a secret.
pub fn redacted_line_of(text: &str, line: &str, max_chars: usize) -> String {
    let before = text.rfind(line).and_then(|at| text.get(..at)).unwrap_or_default();
    let clean = redacted_below(before.trim_end(), first_chars(line, max_chars * 4));
    printable_line(&clean, max_chars)
}

/// The line redacted as it stands below this text.
pub(crate) fn redacted_below(before: &str, line: &str) -> String {
    let before = suffix_up_to(before, MAX_CONTEXT_BYTES);
    let text = [before, "\n", line].concat();
    match redact(&text) {
        Cow::Borrowed(_) => line.to_owned(),
        Cow::Owned(clean) => clean.rsplit('\n').next().unwrap_or_default().to_owned(),
    }
}

/// The first characters of the text, at most so many.
pub(crate) fn first_chars(text: &str, max_chars: usize) -> &str {
    if text.len() <= max_chars {
        return text;
    }
    // Most texts are ASCII, where characters need not be counted.
    let ascii = text.get(..max_chars).filter(|start| start.is_ascii());
    ascii.unwrap_or_else(|| {
        let end = text.char_indices().nth(max_chars).map_or(text.len(), |(end, _)| end);
        text.get(..end).unwrap_or_default()
    })
}

/// Whether a byte is neither a visible ASCII character nor a single space before one.
const fn needs_cleaning(byte: u8, behind: u8) -> bool {
    !(byte.is_ascii_graphic() | ((byte == b' ') & behind.is_ascii_graphic()))
}

fn cleaned(c: char) -> Option<char> {
    match c {
        '!'..='~' => Some(c),
        _ if c.is_whitespace() => Some(' '),
        _ if c.is_control() => None,
        '\u{61c}' | '\u{180e}' | '\u{feff}' | '\u{200b}'..='\u{200f}' => None,
        '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{e0000}'..='\u{e007f}' => None,
        _ => Some(c),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn check(input: &str, max: usize, expected: &str) {
        assert_eq!(printable_line(input, max), expected, "{input:?}");
    }

    #[test]
    fn k03_a_line_is_redacted_by_what_is_above_it() {
        let text = "Your new password:\n\n  3ed84c549ab5d4937c350b5e2d10f265\n";
        let line = "3ed84c549ab5d4937c350b5e2d10f265";
        assert_eq!(redacted_line_of(text, line, 80), "[redacted]");
        let text = "The commit:\n\n  3ed84c549ab5d4937c350b5e2d10f265\n";
        assert_eq!(redacted_line_of(text, line, 80), line);
    }

    #[test]
    fn what_a_terminal_may_show() {
        check("a\nb\t c", 80, "a b c");
        check("\x1b[31mred\x1b[0m\x07", 80, "red");
        check("a\u{202e}cba", 80, "acba");
        check("a\u{9b}31mb", 80, "a31mb");
        check("12345", 5, "12345");
        check("123456", 5, "1234…");
        check("ééé", 2, "é…");
        check("abc", 0, "");
        check("  a  \n", 80, "a");
    }

    #[test]
    fn excerpts_keep_both_ends() {
        assert_eq!(excerpt("abcdef", 3, 3), "abcdef");
        assert_eq!(excerpt("abcdefgh", 2, 2), "ab… [4 bytes cut] …gh");
        assert_eq!(excerpt("éééé", 3, 3), "é… [4 bytes cut] …é");
        assert_eq!(excerpt("abc", 0, 0), "… [3 bytes cut] …");
        assert_eq!(excerpt("abc", usize::MAX, usize::MAX), "abc");
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(200))]

        #[test]
        fn what_is_visible_is_what_each_letter_says(
            parts in prop::collection::vec(prop::sample::select(vec![
                " ", "   ", "\n", "\t", "a", " b", "two.words", "words that go on behind the end of a block of sixty-four", "é", "\u{202e}", "\u{a0}", "\0", "\u{7f}", "\x1b[1m",
            ]), 0..12),
            most in prop_oneof![0..20usize, 20..200usize],
        ) {
            let text = parts.concat();
            let mut all = String::new();
            for c in strip_escapes(&text).chars().filter_map(cleaned) {
                if !(c == ' ' && (all.is_empty() || all.ends_with(' '))) {
                    all.push(c);
                }
            }
            let expected = if all.chars().count() <= most {
                all.trim_end().to_owned()
            } else {
                let kept: String = all.chars().take(most.saturating_sub(1)).collect();
                kept + if most == 0 { "" } else { "…" }
            };
            prop_assert_eq!(printable_line(&text, most), expected);
        }

        #[test]
        fn both_are_bounded(text in "\\PC{0,40}|[\\x00-\\x9f]{0,40}", a in 0..30usize, b in 0..30usize) {
            prop_assert!(printable_line(&text, a).chars().count() <= a);
            prop_assert!(!printable_line(&text, a).contains(char::is_control));
            prop_assert!(excerpt(&text, a, b).len() <= a + b + 40 || text.len() <= a + b);
        }
    }
}

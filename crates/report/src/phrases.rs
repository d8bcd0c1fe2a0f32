//! Parts of sentences: quoted text, lists and numbers.

use fusebox_text::{ansi, printable_line};

/// Characters of an error that a sentence quotes.
const ERROR_CHARS: usize = 160;
/// Characters of a name that a sentence quotes.
const NAME_CHARS: usize = 120;
/// Characters of a value that a sentence quotes.
const VALUE_CHARS: usize = 60;
/// Names that a sentence lists before it says how many more there are.
const LISTED_NAMES: usize = 4;
/// Characters of one line of output.
const OUTPUT_LINE_CHARS: usize = 400;

/// Text from outside as a code span: on one line, bounded, closed whatever it holds.
pub(crate) fn quoted(text: &str, max_chars: usize) -> String {
    let text = printable_line(text, max_chars);
    if text.is_empty() { "(nothing)".to_owned() } else { code_span(&text) }
}

/// A Markdown code span with a fence that the text cannot close.
pub(crate) fn code_span(text: &str) -> String {
    let fence = "`".repeat(longest_backticks(text) + 1);
    let space = if text.starts_with('`') || text.ends_with('`') { " " } else { "" };
    format!("{fence}{space}{text}{space}{fence}")
}

/// The length of the longest run of backticks.
pub(crate) fn longest_backticks(text: &str) -> usize {
    text.split(|c| c != '`').map(str::len).max().unwrap_or(0)
}

/// An error as a code span: its first lines on one line.
pub(crate) fn quoted_error(text: &str) -> String {
    quoted(text, ERROR_CHARS)
}

/// A name or a path as a code span.
pub(crate) fn quoted_name(text: &str) -> String {
    quoted(text, NAME_CHARS)
}

/// A compared value as a code span.
pub(crate) fn quoted_value(text: &str) -> String {
    quoted(text, VALUE_CHARS)
}

/// Code spans of names: `a`, `b`, and 3 more.
pub(crate) fn quoted_names<'a>(all: impl IntoIterator<Item = &'a str>) -> String {
    let all: Vec<&str> = all.into_iter().collect();
    let mut shown: Vec<String> =
        all.iter().take(LISTED_NAMES).map(|one| quoted_name(one)).collect();
    if all.len() > LISTED_NAMES {
        shown.push(format!("{} more", all.len() - LISTED_NAMES));
    }
    joined(&shown)
}

/// "a", "a and b", "a, b, and c".
pub(crate) fn joined(parts: &[String]) -> String {
    match parts {
        [] => String::new(),
        [one] => one.clone(),
        [one, two] => format!("{one} and {two}"),
        [first @ .., last] => format!("{}, and {last}", first.join(", ")),
    }
}

/// "attempt 2", "attempts 1 and 3", "attempts 1–4".
pub(crate) fn attempt_list(numbers: &[u32]) -> String {
    match numbers {
        [] => "no attempt".to_owned(),
        [one] => format!("attempt {one}"),
        [first, .., last] if numbers.len() > 2 && numbers.is_sorted_by(|a, b| a + 1 == *b) => {
            format!("attempts {first}–{last}")
        }
        _ => {
            format!("attempts {}", joined(&numbers.iter().map(u32::to_string).collect::<Vec<_>>()))
        }
    }
}

/// "1 file", "3 files".
pub(crate) fn count(n: usize, one: &str) -> String {
    if n == 1 { format!("1 {one}") } else { format!("{n} {one}s") }
}

/// "once", "twice", "3 times".
pub(crate) fn times(n: usize) -> String {
    match n {
        1 => "once".to_owned(),
        2 => "twice".to_owned(),
        n => format!("{n} times"),
    }
}

/// "Attempts 1–3" at the start of a sentence.
pub(crate) fn capitalized(text: &str) -> String {
    let mut chars = text.chars();
    let first = chars.next().map(|first| first.to_uppercase().to_string());
    first.unwrap_or_default() + chars.as_str()
}

/// Output as it was, a line each: no escapes or control characters, spaces kept, bounded to the
/// first and the last lines.
pub(crate) fn output_lines(text: &str, max_lines: usize) -> Vec<String> {
    let plain = ansi::to_plain_text(text);
    let lines: Vec<&str> = plain.trim_end().lines().collect();
    let half = max_lines / 2;
    let cut = if lines.len() > max_lines { lines.len() - 2 * half } else { 0 };
    let mut shown: Vec<String> = lines.iter().map(|line| output_line(line)).collect();
    if cut > 0 {
        shown.splice(half..half + cut, [format!("… [{cut} lines cut] …")]);
    }
    shown
}

fn output_line(line: &str) -> String {
    let mut out = String::new();
    for c in line.chars().take(OUTPUT_LINE_CHARS) {
        match c {
            ' '..='~' => out.push(c),
            '\t' => out.push_str("    "),
            _ => out.push_str(&printable_line(c.encode_utf8(&mut [0; 4]), 1)),
        }
    }
    if line.chars().nth(OUTPUT_LINE_CHARS).is_some() {
        out.push('…');
    }
    out.truncate(out.trim_end().len());
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn outside_text_stays_inside_its_span() {
        for (text, span) in [
            ("total == 110", "`total == 110`"),
            ("a`b", "``a`b``"),
            ("`x`", "`` `x` ``"),
            ("a\nb\u{1b}[2J", "`a b`"),
            ("", "(nothing)"),
        ] {
            assert_eq!(quoted(text, 80), span);
        }
    }

    #[test]
    fn numbers_and_lists_are_short() {
        assert_eq!(attempt_list(&[2]), "attempt 2");
        assert_eq!(attempt_list(&[1, 3]), "attempts 1 and 3");
        assert_eq!(attempt_list(&[1, 2]), "attempts 1 and 2");
        assert_eq!(attempt_list(&[1, 2, 3]), "attempts 1–3");
        assert_eq!(attempt_list(&[1, 3, 5]), "attempts 1, 3, and 5");
        assert_eq!(quoted_names(["a"]), "`a`");
        assert_eq!(quoted_names(["a", "b", "c", "d", "e", "f"]), "`a`, `b`, `c`, `d`, and 2 more");
    }

    #[test]
    fn output_keeps_its_columns_and_its_ends() {
        assert_eq!(output_lines("  a  b\n\t\u{7}c\u{202e}é\n\n", 9), ["  a  b", "    cé"]);
        assert_eq!(output_lines("1\n2\n3\n4\n5", 2), ["1", "… [3 lines cut] …", "5"]);
    }
}

//! Sentences made of names, numbers and quoted text.

use fusebox_text::{ansi, printable_line};

/// Characters of an error that a sentence quotes.
pub(super) const ERROR: usize = 160;
/// Characters of a name that a sentence quotes.
pub(super) const NAME: usize = 120;
/// Names that a sentence lists before it says how many more there are.
const LISTED: usize = 4;

/// Text from outside as a code span: on one line, bounded, closed whatever it holds.
pub(super) fn code(text: &str, max_chars: usize) -> String {
    let text = printable_line(text, max_chars);
    if text.is_empty() {
        return "(nothing)".to_owned();
    }
    let mut longest = 0;
    let mut run = 0;
    for c in text.chars() {
        run = if c == '`' { run + 1 } else { 0 };
        longest = longest.max(run);
    }
    let fence = "`".repeat(longest + 1);
    let space = if text.starts_with('`') || text.ends_with('`') { " " } else { "" };
    format!("{fence}{space}{text}{space}{fence}")
}

/// An error as a code span: its first lines on one line.
pub(super) fn error(text: &str) -> String {
    code(text, ERROR)
}

/// A name or a path as a code span.
pub(super) fn name(text: &str) -> String {
    code(text, NAME)
}

/// Code spans of names: `a`, `b`, and 3 more.
pub(super) fn names<'a>(all: impl IntoIterator<Item = &'a str>) -> String {
    let all: Vec<&str> = all.into_iter().collect();
    let mut shown: Vec<String> = all.iter().take(LISTED).map(|one| name(one)).collect();
    if all.len() > LISTED {
        shown.push(format!("{} more", all.len() - LISTED));
    }
    join(&shown)
}

/// "a", "a and b", "a, b, and c".
pub(super) fn join(parts: &[String]) -> String {
    match parts {
        [] => String::new(),
        [one] => one.clone(),
        [one, two] => format!("{one} and {two}"),
        [first @ .., last] => format!("{}, and {last}", first.join(", ")),
    }
}

/// "attempt 2", "attempts 1 and 3", "attempts 1–4".
pub(super) fn attempts(numbers: impl IntoIterator<Item = u32>) -> String {
    let numbers: Vec<u32> = numbers.into_iter().collect();
    match numbers.as_slice() {
        [] => "no attempt".to_owned(),
        [one] => format!("attempt {one}"),
        [first, .., last] if numbers.len() > 2 && numbers.is_sorted_by(|a, b| a + 1 == *b) => {
            format!("attempts {first}–{last}")
        }
        _ => {
            let shown: Vec<String> = numbers.iter().map(u32::to_string).collect();
            format!("attempts {}", join(&shown))
        }
    }
}

/// "1 file", "3 files".
pub(super) fn count(n: usize, one: &str) -> String {
    if n == 1 { format!("1 {one}") } else { format!("{n} {one}s") }
}

/// "Attempts 1–3" at the start of a sentence.
pub(super) fn capital(text: &str) -> String {
    let mut chars = text.chars();
    chars
        .next()
        .map_or_else(String::new, |first| format!("{}{}", first.to_uppercase(), chars.as_str()))
}

/// Output as it was, a line each: no escapes or control characters, spaces kept, bounded to the
/// first and the last lines.
pub(super) fn output(text: &str, max_lines: usize) -> Vec<String> {
    let plain = ansi::to_plain_text(text);
    let lines: Vec<&str> = plain.trim_end().lines().collect();
    if lines.len() <= max_lines {
        return lines.iter().map(|line| output_line(line)).collect();
    }
    let half = max_lines / 2;
    let cut = lines.len() - 2 * half;
    let first = lines.iter().take(half).map(|line| output_line(line));
    let last = lines.iter().skip(half + cut).map(|line| output_line(line));
    first.chain([format!("… [{cut} lines cut] …")]).chain(last).collect()
}

/// Characters of one line of output.
const OUTPUT_LINE: usize = 400;

fn output_line(line: &str) -> String {
    let mut out = String::new();
    for (n, c) in line.chars().enumerate() {
        if n == OUTPUT_LINE {
            out.push('…');
            break;
        }
        match c {
            ' '..='~' => out.push(c),
            '\t' => out.push_str("    "),
            _ => out.push_str(&printable_line(c.encode_utf8(&mut [0; 4]), 1)),
        }
    }
    out.truncate(out.trim_end().len());
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn outside_text_stays_inside_its_span() {
        assert_eq!(code("total == 110", 80), "`total == 110`");
        assert_eq!(code("a`b", 80), "``a`b``");
        assert_eq!(code("`x`", 80), "`` `x` ``");
        assert_eq!(code("a\nb\u{1b}[2J", 80), "`a b`");
        assert_eq!(code("", 80), "(nothing)");
    }

    #[test]
    fn numbers_of_attempts() {
        assert_eq!(attempts([2]), "attempt 2");
        assert_eq!(attempts([1, 3]), "attempts 1 and 3");
        assert_eq!(attempts([1, 2]), "attempts 1 and 2");
        assert_eq!(attempts([1, 2, 3]), "attempts 1–3");
        assert_eq!(attempts([1, 3, 5]), "attempts 1, 3, and 5");
    }

    #[test]
    fn lists_are_bounded() {
        assert_eq!(names(["a"]), "`a`");
        assert_eq!(names(["a", "b", "c", "d", "e", "f"]), "`a`, `b`, `c`, `d`, and 2 more");
    }

    #[test]
    fn output_keeps_its_columns_and_its_ends() {
        assert_eq!(output("  a  b\n\t\u{7}c\u{202e}é\n\n", 9), ["  a  b", "    cé"]);
        assert_eq!(output("1\n2\n3\n4\n5", 2), ["1", "… [3 lines cut] …", "5"]);
    }
}

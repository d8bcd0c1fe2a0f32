//! Reads the counts and durations of summaries.

/// The number before a word, as in `12 passed`.
pub(super) fn count(text: &str) -> Option<(u64, &str)> {
    let (number, word) = text.trim().split_once(' ')?;
    Some((number.parse().ok()?, word.trim_start()))
}

/// The counts of `1 failed, 3 passed, 4 total`, separated by `between`; `None` where the line
/// contains anything else.
pub(super) fn counts<'t>(line: &'t str, between: &str) -> Option<Vec<(u64, &'t str)>> {
    line.trim().split(between).map(count).collect()
}

/// The sum of the counts that are labelled with one of the `words`.
pub(super) fn sum(counts: &[(u64, &str)], words: &[&str]) -> u64 {
    counts.iter().filter(|(_, what)| words.contains(what)).fold(0, |n, (m, _)| n.saturating_add(*m))
}

/// Adds to a count that may be unknown so far.
pub(super) fn add_to(count: &mut Option<u64>, n: u64) {
    *count = Some(count.unwrap_or(0).saturating_add(n));
}

/// The name of a test without the duration behind it: `adds (4 ms)`, `adds (4.5ms)`, `adds 4ms`.
pub(super) fn without_duration(name: &str) -> &str {
    let name = name.trim_end();
    let Some((before, last)) = name.rsplit_once(' ') else { return name };
    if is_duration(last.trim_start_matches('(').trim_end_matches(')')) {
        return before.trim_end();
    }
    let spaced =
        before.rsplit_once(" (").filter(|(_, n)| matches!(last, "ms)" | "s)") && is_number(n));
    spaced.map_or(name, |(before, _)| before.trim_end())
}

/// Whether the text is a duration: `4ms`, `4.5ms`, `1.2s`.
pub(super) fn is_duration(text: &str) -> bool {
    text.strip_suffix("ms").or_else(|| text.strip_suffix('s')).is_some_and(is_number)
}

/// Whether the text is a number of digits, with or without a decimal point.
pub(super) fn is_number(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_digit())
        && text.bytes().all(|b| b.is_ascii_digit() || b == b'.')
}

/// The number of spaces at the start of the line.
pub(super) fn indent(line: &str) -> usize {
    line.bytes().take_while(|b| *b == b' ').count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a09_durations_are_no_part_of_a_name() {
        for (input, expected) in [
            ("adds (4 ms)", "adds"),
            ("adds (1.2 s)", "adds"),
            ("adds (0.998ms)", "adds"),
            ("adds 4ms", "adds"),
            ("adds 4 items", "adds 4 items"),
            ("waits for (ms)", "waits for (ms)"),
            ("adds", "adds"),
            ("", ""),
        ] {
            assert_eq!(without_duration(input), expected, "{input}");
        }
    }

    #[test]
    fn a09_a_summary_is_nothing_but_counts() {
        let expected = Some(vec![(1, "failed"), (4, "total")]);
        assert_eq!(counts("  1 failed, 4 total", ", "), expected);
        assert_eq!(counts("one failed, 4 total", ", "), None);
        assert_eq!(counts("", ", "), None);
    }
}

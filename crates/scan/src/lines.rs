//! Splits a text into lines.

use crate::{BytePositions, find_last_byte};

/// The lines of the text without their ends, as [`str::lines`] yields them, but many bytes at a
/// time.
pub fn lines(text: &str) -> impl Iterator<Item = &str> {
    let mut ends = BytePositions::of(text.as_bytes(), |byte, _| byte == b'\n');
    let mut from = 0;
    std::iter::from_fn(move || {
        let rest = text.get(from..).filter(|rest| !rest.is_empty())?;
        let Some(end) = ends.next_from(from) else {
            from = text.len();
            return Some(rest);
        };
        let line = text.get(from..end)?;
        from = end + 1;
        Some(line.strip_suffix('\r').unwrap_or(line))
    })
}

/// The lines of the text without their ends, the last one first.
pub fn lines_from_end(text: &str) -> impl Iterator<Item = &str> {
    let ended = text.strip_suffix('\n');
    // A carriage return belongs to the end of a line that has one.
    let mut is_ended = ended.is_some();
    let mut rest = Some(ended.unwrap_or(text)).filter(|_| !text.is_empty());
    std::iter::from_fn(move || {
        let left = rest?;
        let end = find_last_byte(b'\n', left.as_bytes());
        rest = end.and_then(|end| left.get(..end));
        let line = left.get(end.map_or(0, |end| end + 1)..)?;
        let has_end = std::mem::replace(&mut is_ended, true);
        Some(if has_end { line.strip_suffix('\r').unwrap_or(line) } else { line })
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn lines_are_those_of_any_text(
            parts in prop::collection::vec(prop::sample::select(vec![
                "\n", "\n", "\r", "\r\n", "é", "a", "some words that fill a block of many bytes, or nearly so",
            ]), 0..24),
        ) {
            let text = parts.concat();
            prop_assert_eq!(lines(&text).collect::<Vec<_>>(), text.lines().collect::<Vec<_>>());
            let from_end: Vec<_> = lines_from_end(&text).collect();
            prop_assert_eq!(from_end, text.lines().rev().collect::<Vec<_>>());
        }
    }
}

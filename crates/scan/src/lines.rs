//! Splits a text into lines.

use crate::BytePositions;

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
        }
    }
}

//! Splits a text at what no word contains.

use fusebox_scan::BytePositions;

/// The runs of letters, digits and `_` in a text, in order; none is empty.
///
/// The same as splitting at every other character, but of ASCII text only the bytes between words are looked at.
pub fn word_runs(text: &str) -> impl Iterator<Item = &str> {
    let is_word_byte = |byte: u8| byte.is_ascii_alphanumeric() | (byte == b'_');
    // A byte beyond ASCII may belong to a letter: only its character tells.
    let bytes = text.as_bytes();
    let mut gaps = BytePositions::of(bytes, move |byte, _| !is_word_byte(byte));
    let mut start = 0;
    std::iter::from_fn(move || {
        let mut from = start;
        loop {
            let Some(gap) = gaps.next_from(from) else {
                let last = text.get(start..).unwrap_or_default();
                start = text.len();
                return (!last.is_empty()).then_some(last);
            };
            from = gap + 1;
            if !bytes.get(gap)?.is_ascii() {
                let sign = text.get(gap..)?.chars().next()?;
                from = gap + sign.len_utf8();
                if sign.is_alphanumeric() {
                    continue;
                }
            }
            let word = text.get(start..gap).unwrap_or_default();
            start = from;
            if !word.is_empty() {
                return Some(word);
            }
        }
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn runs_are_those_that_splitting_gives(
            parts in prop::collection::vec(
                prop::sample::select(vec!["a", "word_1", " ", "--", ".", "é", "“", "0", "日本", "\n", "x²", "_"]), 0..60),
        ) {
            let text = parts.concat();
            let is_gap = |sign: char| !(sign.is_alphanumeric() || sign == '_');
            let split: Vec<&str> = text.split(is_gap).filter(|word| !word.is_empty()).collect();
            prop_assert_eq!(word_runs(&text).collect::<Vec<_>>(), split);
        }
    }
}

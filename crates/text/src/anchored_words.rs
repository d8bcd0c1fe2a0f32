//! Finds many words in a text with one scan: each word contains a pair of letters that few texts
//! have.

use fusebox_scan::BytePositions;

/// A word to find, with the position of its pair of letters.
pub(crate) struct AnchoredWord {
    text: &'static str,
    at: usize,
    pair: [u8; 2],
}

impl AnchoredWord {
    /// Anchors each of the words at one of the lower-cased pairs of letters. A word without any of
    /// them does not compile.
    pub(crate) const fn of_each<const N: usize>(
        words: [&'static str; N],
        pairs: &[[u8; 2]],
    ) -> [Self; N] {
        let mut each = [const { Self { text: "", at: 0, pair: [0; 2] } }; N];
        let mut i = 0;
        while i < N {
            each[i] = Self::of(words[i], pairs);
            i += 1;
        }
        each
    }

    const fn of(text: &'static str, pairs: &[[u8; 2]]) -> Self {
        let bytes = text.as_bytes();
        let mut at = 0;
        loop {
            let pair = folded(bytes[at], bytes[at + 1]);
            let mut anchor = 0;
            while anchor < pairs.len() {
                if pairs[anchor][0] == pair[0] && pairs[anchor][1] == pair[1] {
                    return Self { text, at, pair };
                }
                anchor += 1;
            }
            at += 1;
        }
    }
}

/// A position in a text at which one of the pairs stands.
pub(crate) struct WordPosition<'t> {
    text: &'t str,
    at: usize,
    pair: [u8; 2],
}

impl WordPosition<'_> {
    /// Whether exactly this word stands around the position.
    pub(crate) fn has(&self, word: &AnchoredWord) -> bool {
        self.covered_bytes(word).is_some_and(|found| found == word.text.as_bytes())
    }

    /// Whether this word stands around the position, in any case, within the first bytes of the
    /// text.
    pub(crate) fn has_in_any_case(&self, word: &AnchoredWord, within: usize) -> bool {
        let found =
            self.covered_bytes(word).filter(|_| self.at - word.at + word.text.len() <= within);
        found.is_some_and(|found| found.eq_ignore_ascii_case(word.text.as_bytes()))
    }

    /// The bytes around the position that the word would cover.
    fn covered_bytes(&self, word: &AnchoredWord) -> Option<&[u8]> {
        if self.pair != word.pair {
            return None;
        }
        let begin = self.at.checked_sub(word.at)?;
        self.text.as_bytes().get(begin..begin + word.text.len())
    }
}

/// The positions in a text at which words may stand: where `is_pair` holds for two bytes.
pub(crate) fn word_positions(
    text: &str,
    is_pair: impl Fn(u8, u8) -> bool,
) -> impl Iterator<Item = WordPosition<'_>> {
    let bytes = text.as_bytes();
    let mut pairs = BytePositions::of(bytes, is_pair);
    let mut from = 0;
    std::iter::from_fn(move || {
        let at = pairs.next_from(from)?;
        from = at + 1;
        let pair = folded(*bytes.get(at)?, *bytes.get(from)?);
        Some(WordPosition { text, at, pair })
    })
}

/// Whether two bytes are one of the lower-cased pairs of letters, in any case.
#[inline]
pub(crate) fn is_one_of<const N: usize>(pairs: &[[u8; 2]; N], byte: u8, behind: u8) -> bool {
    let [first, second] = folded(byte, behind);
    pairs.iter().fold(false, |is, pair| is | ((first == pair[0]) & (second == pair[1])))
}

/// Sets the bit that distinguishes lower from upper case in both bytes.
const fn folded(first: u8, second: u8) -> [u8; 2] {
    [first | 0x20, second | 0x20]
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const PAIRS: [[u8; 2]; 4] = [*b"rr", *b"fa", *b"ot", *b"uc"];
    static WORDS: [AnchoredWord; 4] = AnchoredWord::of_each(
        ["No such file or directory", "fail", ": error:", "not found"],
        &PAIRS,
    );

    proptest! {
        #[test]
        fn words_are_found_where_a_plain_search_finds_them(
            parts in prop::collection::vec(prop::sample::select(vec![
                "No such file or directory", "FAIL", "fail", ": error:", ": Error:", "not found", "Not Found", "é",
                "err", "or: ", "fa", " ", "\0", "o", "some words that fill a block of many bytes, or nearly so",
            ]), 0..12),
            within in 0..300_usize,
        ) {
            let line = parts.concat();
            let positions = || word_positions(&line, |byte, behind| is_one_of(&PAIRS, byte, behind));
            let start = crate::excerpt::prefix_up_to(&line, within).to_ascii_lowercase();
            for word in &WORDS {
                prop_assert_eq!(positions().any(|place| place.has(word)), line.contains(word.text));
                let in_any_case = positions().any(|place| place.has_in_any_case(word, within));
                prop_assert_eq!(in_any_case, start.contains(&word.text.to_ascii_lowercase()));
            }
        }
    }
}

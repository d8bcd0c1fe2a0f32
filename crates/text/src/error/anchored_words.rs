//! Finds words of failure in a line with one scan: each word contains a pair of letters that few
//! lines have.

use fusebox_scan::BytePositions;

/// The lower-cased pairs of letters that words are found by.
const ANCHORS: [[u8; 2]; 11] =
    [*b"rr", *b"fa", *b"xc", *b"ie", *b"nv", *b"ot", *b"na", *b"im", *b"fu", *b"ck", *b"uc"];

/// A word to find, with the position of its pair of letters.
pub(super) struct AnchoredWord {
    text: &'static str,
    at: usize,
    pair: [u8; 2],
}

impl AnchoredWord {
    /// Anchors each of the words. A word without any of the pairs does not compile.
    pub(super) const fn of_each<const N: usize>(words: [&'static str; N]) -> [Self; N] {
        let mut each = [const { Self { text: "", at: 0, pair: [0; 2] } }; N];
        let mut i = 0;
        while i < N {
            each[i] = Self::of(words[i]);
            i += 1;
        }
        each
    }

    const fn of(text: &'static str) -> Self {
        let bytes = text.as_bytes();
        let mut at = 0;
        loop {
            let pair = folded(bytes[at], bytes[at + 1]);
            let mut anchor = 0;
            while anchor < ANCHORS.len() {
                if ANCHORS[anchor][0] == pair[0] && ANCHORS[anchor][1] == pair[1] {
                    return Self { text, at, pair };
                }
                anchor += 1;
            }
            at += 1;
        }
    }
}

/// A position in a line at which one of the pairs stands.
pub(super) struct WordPosition<'t> {
    line: &'t str,
    at: usize,
    pair: [u8; 2],
}

impl WordPosition<'_> {
    /// Whether exactly this word stands around the position.
    pub(super) fn has(&self, word: &AnchoredWord) -> bool {
        self.covered_bytes(word).is_some_and(|found| found == word.text.as_bytes())
    }

    /// Whether this word stands around the position, in any case, within the first bytes of the
    /// line.
    pub(super) fn has_in_any_case(&self, word: &AnchoredWord, within: usize) -> bool {
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
        self.line.as_bytes().get(begin..begin + word.text.len())
    }
}

/// The positions in a line at which words may stand.
pub(super) fn word_positions(line: &str) -> impl Iterator<Item = WordPosition<'_>> {
    let bytes = line.as_bytes();
    let mut pairs = BytePositions::of(bytes, is_anchor);
    let mut from = 0;
    std::iter::from_fn(move || {
        let at = pairs.next_from(from)?;
        from = at + 1;
        let pair = folded(*bytes.get(at)?, *bytes.get(from)?);
        Some(WordPosition { line, at, pair })
    })
}

fn is_anchor(byte: u8, behind: u8) -> bool {
    let [first, second] = folded(byte, behind);
    ANCHORS.iter().fold(false, |is, pair| is | ((first == pair[0]) & (second == pair[1])))
}

/// Sets the bit that distinguishes lower from upper case in both bytes.
const fn folded(first: u8, second: u8) -> [u8; 2] {
    [first | 0x20, second | 0x20]
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    static WORDS: [AnchoredWord; 4] =
        AnchoredWord::of_each(["No such file or directory", "fail", ": error:", "not found"]);

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
            let start = crate::excerpt::prefix_up_to(&line, within).to_ascii_lowercase();
            for word in &WORDS {
                prop_assert_eq!(word_positions(&line).any(|place| place.has(word)), line.contains(word.text));
                let in_any_case = word_positions(&line).any(|place| place.has_in_any_case(word, within));
                prop_assert_eq!(in_any_case, start.contains(&word.text.to_ascii_lowercase()));
            }
        }
    }
}

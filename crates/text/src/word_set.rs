//! Sets of lower-case words that are looked up without regard to case.

/// The longest word of a set, in bytes.
const MAX_WORD_BYTES: usize = 15;

/// A set of words, each of at most 15 bytes.
///
/// Most other words are ruled out by their length and by their first and last letter.
#[derive(Debug)]
pub(crate) struct WordSet {
    /// The words, separated by blanks.
    pub(crate) words: &'static str,
    filter: LetterFilter,
}

impl WordSet {
    /// The set of these words, which are lower-case and separated by single blanks.
    pub(crate) const fn new(words: &'static str) -> Self {
        Self { words, filter: LetterFilter::new(&[words]) }
    }

    /// Whether this is one of the words, ignoring case.
    pub(crate) fn has(&self, word: &[u8]) -> bool {
        self.filter.may_have(word) && is_any_ignoring_case(word, self.words)
    }

    /// The words.
    #[cfg(test)]
    pub(crate) fn iter(&self) -> impl Iterator<Item = &'static str> {
        self.words.split(' ')
    }
}

/// Whether this is one of the words, which are separated by blanks, ignoring case.
pub(crate) fn is_any_ignoring_case(word: &[u8], words: &str) -> bool {
    !word.is_empty() && words.split(' ').any(|w| word.eq_ignore_ascii_case(w.as_bytes()))
}

/// The first and last letters of words, by length. Letters are kept by their lowest five bits, in
/// which upper and lower case are equal.
#[derive(Debug)]
pub(crate) struct LetterFilter([[u32; 2]; MAX_WORD_BYTES + 1]);

impl LetterFilter {
    /// The filter for the words of all these lists.
    pub(crate) const fn new(lists: &[&str]) -> Self {
        let mut letters = [[0; 2]; MAX_WORD_BYTES + 1];
        let mut list = 0;
        while list < lists.len() {
            let bytes = lists[list].as_bytes();
            let (mut start, mut end) = (0, 0);
            while end <= bytes.len() {
                if end == bytes.len() || bytes[end] == b' ' {
                    letters[end - start][0] |= 1 << (bytes[start] & 31);
                    letters[end - start][1] |= 1 << (bytes[end - 1] & 31);
                    start = end + 1;
                }
                end += 1;
            }
            list += 1;
        }
        Self(letters)
    }

    /// Whether some word has this length, this first letter and this last letter.
    pub(crate) fn may_have(&self, word: &[u8]) -> bool {
        let [firsts, lasts] = self.0.get(word.len()).copied().unwrap_or_default();
        let has = |letters: u32, letter: Option<&u8>| {
            letter.is_some_and(|letter| letters >> (letter & 31) & 1 == 1)
        };
        has(firsts, word.first()) && has(lasts, word.last())
    }
}

//! Sets of lower-case words that are looked up without regard to case.

/// The longest word of a set, in bytes.
const MAX_WORD_BYTES: usize = 31;

/// A set of `N` words, each of at most 31 bytes.
///
/// Most other words are ruled out by their length and by their first and last letter.
#[derive(Debug)]
pub struct WordSet<const N: usize> {
    /// The words, in the order in which they were given.
    pub words: [&'static [u8]; N],
    /// Rules out most other words.
    pub filter: LetterFilter,
}

impl<const N: usize> WordSet<N> {
    /// The set of these words, which are lower-case and separated by single blanks. Other than `N`
    /// words do not compile.
    pub const fn new(words: &'static str) -> Self {
        let mut set = Self { words: [&[]; N], filter: LetterFilter([[0; 2]; MAX_WORD_BYTES + 1]) };
        let (mut rest, mut count, mut len) = (words.as_bytes(), 0, 0);
        while len <= rest.len() {
            if len == rest.len() || rest[len] == b' ' {
                let (word, after) = rest.split_at(len);
                set.words[count] = word;
                set.filter.add(word);
                count += 1;
                if after.is_empty() {
                    break;
                }
                (rest, len) = (after.split_at(1).1, 0);
            }
            len += 1;
        }
        assert!(count == N, "N is the number of words");
        set
    }

    /// Whether this is one of the words, in the same case.
    pub fn has_exactly(&self, word: &[u8]) -> bool {
        self.filter.may_have(word) && self.words.contains(&word)
    }

    /// Whether this is one of the words, ignoring case.
    pub fn has(&self, word: &[u8]) -> bool {
        self.filter.may_have(word) && self.words.iter().any(|w| word.eq_ignore_ascii_case(w))
    }
}

/// The first and last letters of words, by length. Letters are kept by their lowest five bits, in
/// which upper and lower case are equal.
#[derive(Debug, Clone, Copy)]
pub struct LetterFilter([[u32; 2]; MAX_WORD_BYTES + 1]);

impl LetterFilter {
    /// Adds a word.
    const fn add(&mut self, word: &[u8]) {
        self.0[word.len()][0] |= 1 << (word[0] & 31);
        self.0[word.len()][1] |= 1 << (word[word.len() - 1] & 31);
    }

    /// The filter for the words of both.
    pub const fn or(mut self, other: &Self) -> Self {
        let mut len = 0;
        while len <= MAX_WORD_BYTES {
            self.0[len][0] |= other.0[len][0];
            self.0[len][1] |= other.0[len][1];
            len += 1;
        }
        self
    }

    /// Whether some word has this length, this first letter and this last letter.
    pub fn may_have(&self, word: &[u8]) -> bool {
        let [firsts, lasts] = self.0.get(word.len()).copied().unwrap_or_default();
        let has = |letters: u32, letter: Option<&u8>| {
            letter.is_some_and(|letter| letters >> (letter & 31) & 1 == 1)
        };
        has(firsts, word.first()) && has(lasts, word.last())
    }
}

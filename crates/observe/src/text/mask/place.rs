//! Looking around a position in bytes without ever leaving them.

/// A part of the text and what to put in its stead.
#[derive(Debug, Clone, Copy)]
pub(super) struct Found {
    pub(super) start: usize,
    pub(super) end: usize,
    pub(super) with: &'static str,
}

/// The text, and how far it is already dealt with.
///
/// Nothing looks back past `floor`: what stands there was replaced, and reads as the `>` a
/// placeholder ends with. That is what makes masking twice the same as masking once.
#[derive(Debug, Clone, Copy)]
pub(super) struct Place<'a> {
    pub(super) bytes: &'a [u8],
    pub(super) floor: usize,
}

impl<'a> Place<'a> {
    /// The byte at `i`; NUL past the end.
    pub(super) fn at(self, i: usize) -> u8 {
        self.bytes.get(i).copied().unwrap_or(0)
    }

    /// The byte before `i`; a space before the start, `>` before the floor.
    pub(super) fn before(self, i: usize) -> u8 {
        if i > self.floor {
            self.at(i - 1)
        } else if self.floor == 0 {
            b' '
        } else {
            b'>'
        }
    }

    /// The letters and digits around `i`.
    pub(super) fn run(self, i: usize) -> (usize, usize) {
        let back = self.bytes.get(self.floor..i).unwrap_or_default();
        let ahead = self.bytes.get(i..).unwrap_or_default();
        let start = i - back.iter().rev().take_while(|b| b.is_ascii_alphanumeric()).count();
        let end = i + ahead.iter().take_while(|b| b.is_ascii_alphanumeric()).count();
        (start, end)
    }

    /// The end of the digits that start at `i`.
    pub(super) fn digits(self, i: usize) -> usize {
        self.skip(i, |b| b.is_ascii_digit())
    }

    /// The end of the bytes of this kind that start at `i`.
    pub(super) fn skip(self, i: usize, kind: impl Fn(&u8) -> bool) -> usize {
        i + self.bytes.get(i..).unwrap_or_default().iter().take_while(|b| kind(b)).count()
    }

    /// The number of exactly two digits at `i`.
    pub(super) fn two_digits(self, i: usize) -> Option<u8> {
        let (tens, ones) = (self.at(i), self.at(i + 1));
        (tens.is_ascii_digit() && ones.is_ascii_digit()).then(|| (tens - b'0') * 10 + (ones - b'0'))
    }

    /// The bytes between two positions; none if there are none.
    pub(super) fn slice(self, start: usize, end: usize) -> &'a [u8] {
        self.bytes.get(start..end).unwrap_or_default()
    }

    /// Whether this stands at `i`, to the letter.
    pub(super) fn has(self, i: usize, what: &[u8]) -> bool {
        self.slice(i, i + what.len()) == what
    }

    /// The letters that end at `end`; at most 16 of them.
    pub(super) fn letters_before(self, end: usize) -> &'a [u8] {
        self.back(end, 16, u8::is_ascii_alphabetic)
    }

    /// At most `most` bytes of this kind that end at `end`.
    pub(super) fn back(self, end: usize, most: usize, kind: impl Fn(&u8) -> bool) -> &'a [u8] {
        let from = end.saturating_sub(most).max(self.floor);
        let window = self.slice(from, end);
        let len = window.iter().rev().take_while(|b| kind(b)).count();
        self.slice(end - len, end)
    }

    /// Whether a word may end before `i`: what stands there is neither a letter, a digit nor `_`.
    pub(super) fn ends(self, i: usize) -> bool {
        !is_word(self.at(i))
    }
}

/// What stands around the digits that start somewhere.
#[derive(Debug, Clone, Copy)]
pub(super) struct Digits {
    /// How many they are.
    pub(super) len: usize,
    /// The two bytes before them, the nearer first.
    pub(super) before: [u8; 2],
    /// The two bytes after them.
    pub(super) after: [u8; 2],
    /// Behind a space, a quote, `=` or `#` the last letter, in lower case, of the word that may be
    /// about them, and the byte before it; NUL without one.
    pub(super) word: [u8; 2],
}

/// Between a word and its number at most three signs stand; two of its letters are looked at.
const WORD_BYTES: usize = 5;

impl Digits {
    /// Looks around the digits at `at`.
    pub(super) fn of(p: Place<'_>, at: usize) -> Self {
        let end = p.digits(at);
        let before = p.before(at);
        // Beside another sign nobody asks for the word.
        let word = if matches!(before, b' ' | b'"' | b'=' | b'#') {
            let near = p.slice(at.saturating_sub(WORD_BYTES).max(p.floor), at);
            let last = near.iter().rposition(u8::is_ascii_alphabetic);
            let letters = last.and_then(|last| near.get(last.saturating_sub(1)..=last));
            match letters {
                Some([letter]) => [letter.to_ascii_lowercase(), 0],
                Some([before, letter]) => [letter, before].map(u8::to_ascii_lowercase),
                _ => [0, 0],
            }
        } else {
            [0, 0]
        };
        Self {
            len: end - at,
            before: [before, p.before(at.saturating_sub(1))],
            after: [p.at(end), p.at(end + 1)],
            word,
        }
    }
}

/// A letter, a digit or `_`.
pub(super) fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

/// Whether this is one of these words, whatever its case.
pub(super) fn is_one_of(word: &[u8], words: &[&str]) -> bool {
    !word.is_empty() && words.iter().any(|w| word.eq_ignore_ascii_case(w.as_bytes()))
}

/// A longer list of lower-case words: most others are told by their length and two letters.
#[derive(Debug)]
pub(super) struct Words {
    pub(super) list: &'static [&'static str],
    letters: Letters,
}

impl Words {
    pub(super) const fn new(list: &'static [&'static str]) -> Self {
        Self { list, letters: Letters::of(&[list]) }
    }

    /// Whether this is one of the words, whatever its case.
    pub(super) fn has(&self, word: &[u8]) -> bool {
        self.letters.may_have(word) && is_one_of(word, self.list)
    }
}

/// No word of a list is longer, in bytes.
const LONGEST: usize = 15;

/// By length the first and the last letters of words, by the lowest five bits, which do not tell
/// the case.
#[derive(Debug)]
pub(super) struct Letters([[u32; 2]; LONGEST + 1]);

impl Letters {
    /// Of the words of all these lists.
    pub(super) const fn of(lists: &[&[&str]]) -> Self {
        let mut letters = [[0; 2]; LONGEST + 1];
        let mut list = 0;
        while list < lists.len() {
            let mut i = 0;
            while i < lists[list].len() {
                let word = lists[list][i].as_bytes();
                letters[word.len()][0] |= 1 << (word[0] & 31);
                letters[word.len()][1] |= 1 << (word[word.len() - 1] & 31);
                i += 1;
            }
            list += 1;
        }
        Self(letters)
    }

    /// Whether words as long as this begin with the same letter, and end with the same.
    pub(super) fn may_have(&self, word: &[u8]) -> bool {
        let [firsts, lasts] = self.0.get(word.len()).copied().unwrap_or_default();
        let has = |letters: u32, letter: Option<&u8>| {
            letter.is_some_and(|letter| letters >> (letter & 31) & 1 == 1)
        };
        has(firsts, word.first()) && has(lasts, word.last())
    }
}

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
        const EIGHT: usize = 8;
        let next = self.bytes.get(i..).and_then(|rest| rest.first_chunk::<EIGHT>());
        match next.map(|bytes| digits_of(u64::from_le_bytes(*bytes))) {
            Some(EIGHT) | None => self.skip(i, u8::is_ascii_digit),
            Some(some) => i + some,
        }
    }

    /// The end of the letters that start at `i`.
    pub(super) fn letters(self, i: usize) -> usize {
        const EIGHT: usize = 8;
        let next = self.bytes.get(i..).and_then(|rest| rest.first_chunk::<EIGHT>());
        match next.map(|bytes| letters_of(u64::from_le_bytes(*bytes))) {
            Some(EIGHT) | None => self.skip(i, u8::is_ascii_alphabetic),
            Some(some) => i + some,
        }
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

const fn each(byte: u8) -> u64 {
    u64::from_le_bytes([byte; 8])
}

/// How many of eight bytes, from the lowest on, are letters.
fn letters_of(bytes: u64) -> usize {
    let low = (bytes | each(0x20)) & each(0x7f);
    // The sum has the highest bit of its byte from `a` on, or from behind `z` on.
    let (from_a, behind_z) = (low + each(0x80 - b'a'), low + each(0x80 - b'{'));
    let others = !from_a | behind_z | bytes;
    (others & each(0x80)).trailing_zeros() as usize / 8
}

/// How many of eight bytes, from the lowest on, are digits.
pub(super) fn digits_of(bytes: u64) -> usize {
    let low = bytes ^ each(b'0');
    // From ten on, the sum has the highest bit of its byte; so has a byte from 0x80 on itself.
    let above = ((low & each(0x7f)) + each(0x76)) | low;
    (above & each(0x80)).trailing_zeros() as usize / 8
}

/// What the letters beyond ASCII that a unit of time begins with, `µ` and `μ`, begin with.
pub(super) const MICRO: &[u8] = &[0xc2, 0xce];

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

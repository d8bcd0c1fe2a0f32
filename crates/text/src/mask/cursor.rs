//! Looks at the bytes around a position of a text, without leaving the text.

/// A range of the text and the placeholder that replaces it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Replacement {
    pub(super) start: usize,
    pub(super) end: usize,
    pub(super) placeholder: &'static str,
}

/// The text, and the position up to which it is masked already.
///
/// Nothing looks back past `floor`: what stands there was replaced, and reads as the `>` that a
/// placeholder ends with. This makes masking idempotent.
#[derive(Debug, Clone, Copy)]
pub(super) struct MaskCursor<'a> {
    pub(super) bytes: &'a [u8],
    pub(super) floor: usize,
}

impl<'a> MaskCursor<'a> {
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

    /// The range of the letters and digits around `i`.
    pub(super) fn word_around(self, i: usize) -> (usize, usize) {
        let back = self.bytes.get(self.floor..i).unwrap_or_default();
        let start = i - back.iter().rev().take_while(|b| b.is_ascii_alphanumeric()).count();
        (start, self.end_of(i, u8::is_ascii_alphanumeric))
    }

    /// The end of the digits that start at `i`.
    pub(super) fn digits_end(self, i: usize) -> usize {
        self.end_by_eights(i, leading_digits, u8::is_ascii_digit)
    }

    /// The end of the letters that start at `i`.
    pub(super) fn letters_end(self, i: usize) -> usize {
        self.end_by_eights(i, leading_letters, u8::is_ascii_alphabetic)
    }

    /// The end of the bytes of a kind that start at `i`; the first eight are counted at once.
    #[inline]
    fn end_by_eights(self, i: usize, count: fn(u64) -> usize, kind: fn(&u8) -> bool) -> usize {
        const EIGHT: usize = 8;
        let next = self.bytes.get(i..).and_then(|rest| rest.first_chunk::<EIGHT>());
        match next.map(|bytes| count(u64::from_le_bytes(*bytes))) {
            Some(EIGHT) | None => self.end_of(i, kind),
            Some(fewer) => i + fewer,
        }
    }

    /// The end of the bytes of this kind that start at `i`.
    pub(super) fn end_of(self, i: usize, kind: impl Fn(&u8) -> bool) -> usize {
        i + self.bytes.get(i..).unwrap_or_default().iter().take_while(|b| kind(b)).count()
    }

    /// The number of exactly two digits at `i`.
    pub(super) fn two_digits(self, i: usize) -> Option<u8> {
        let (tens, ones) = (self.at(i), self.at(i + 1));
        (tens.is_ascii_digit() && ones.is_ascii_digit()).then(|| (tens - b'0') * 10 + (ones - b'0'))
    }

    /// The bytes of a range; empty where the range is not inside the text.
    pub(super) fn slice(self, start: usize, end: usize) -> &'a [u8] {
        self.bytes.get(start..end).unwrap_or_default()
    }

    /// Whether exactly these bytes stand at `i`.
    pub(super) fn has(self, i: usize, what: &[u8]) -> bool {
        self.slice(i, i + what.len()) == what
    }

    /// The letters that end at `end`; at most 16 of them.
    pub(super) fn letters_before(self, end: usize) -> &'a [u8] {
        self.take_before(end, 16, u8::is_ascii_alphabetic)
    }

    /// The bytes of this kind that end at `end`; at most `max` of them.
    pub(super) fn take_before(
        self,
        end: usize,
        max: usize,
        kind: impl Fn(&u8) -> bool,
    ) -> &'a [u8] {
        let from = end.saturating_sub(max).max(self.floor);
        let window = self.slice(from, end);
        let len = window.iter().rev().take_while(|b| kind(b)).count();
        self.slice(end - len, end)
    }

    /// Whether a word may end before `i`: the byte there is neither a letter, a digit nor `_`.
    pub(super) fn is_word_end(self, i: usize) -> bool {
        !is_word_byte(self.at(i))
    }
}

const fn each(byte: u8) -> u64 {
    u64::from_le_bytes([byte; 8])
}

/// How many of eight bytes are letters, counted from the lowest byte to the first other one.
fn leading_letters(bytes: u64) -> usize {
    let low = (bytes | each(0x20)) & each(0x7f);
    // Each sum sets the highest bit of its byte: one from `a` upwards, the other above `z`.
    let (from_a, above_z) = (low + each(0x80 - b'a'), low + each(0x80 - b'{'));
    let others = !from_a | above_z | bytes;
    (others & each(0x80)).trailing_zeros() as usize / 8
}

/// How many of eight bytes are digits, counted from the lowest byte to the first other one.
pub(super) fn leading_digits(bytes: u64) -> usize {
    let low = bytes ^ each(b'0');
    // The sum sets the highest bit of its byte from ten upwards; bytes from 0x80 have it themselves.
    let above = ((low & each(0x7f)) + each(0x76)) | low;
    (above & each(0x80)).trailing_zeros() as usize / 8
}

/// The first UTF-8 bytes of `µ` and `μ`, with which the unit of a microsecond begins.
pub(super) const MICRO: &[u8] = &[0xc2, 0xce];

/// A letter, a digit or `_`.
pub(super) fn is_word_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

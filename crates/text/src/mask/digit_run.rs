//! Reads a run of digits with the bytes around it, which rule out most kinds of replacement.

use super::cursor::{MICRO, MaskCursor, leading_digits};

/// A run of this many digits is a candidate wherever it stands.
const LONG: usize = 8;
/// How many bytes before the run are read: at most three signs stand between a word and its number,
/// and two letters identify the word.
const BEFORE: usize = 8;

/// A run of digits and what stands around it.
#[derive(Debug, Clone, Copy)]
pub(super) struct DigitRun {
    /// The number of digits.
    pub(super) len: usize,
    /// The bytes before the run, the nearest last.
    before: [u8; BEFORE],
    /// The two bytes behind the run.
    pub(super) after: [u8; 2],
}

impl DigitRun {
    /// The run that starts at `at`.
    #[inline]
    pub(super) fn around(p: MaskCursor<'_>, at: usize) -> Self {
        let begin = at.wrapping_sub(BEFORE);
        let window = p.bytes.get(begin..).and_then(|rest| rest.first_chunk());
        match window.filter(|_| begin >= p.floor).and_then(Self::within) {
            Some(few) => few,
            None => Self::at_an_edge(p, at),
        }
    }

    /// Reads a short run and its surroundings at once, far from the ends of the text.
    #[inline]
    fn within(window: &[u8; BEFORE + LONG + 2]) -> Option<Self> {
        let (before, rest) = window.split_first_chunk()?;
        let len = leading_digits(u64::from_le_bytes(*rest.first_chunk()?));
        let after = rest.get(len..)?.first_chunk()?;
        (len < LONG).then_some(Self { len, before: *before, after: *after })
    }

    #[inline(never)]
    fn at_an_edge(p: MaskCursor<'_>, at: usize) -> Self {
        let end = p.digits_end(at);
        let before = |i: usize| p.before(at.saturating_sub(BEFORE - 1 - i));
        Self {
            len: end - at,
            before: std::array::from_fn(before),
            after: [p.at(end), p.at(end + 1)],
        }
    }

    /// Whether no kind of replacement has such bytes around it.
    #[inline]
    pub(super) fn is_plain_number(&self) -> bool {
        let ([.., third, second, further, before], [after, next]) = (self.before, self.after);
        let (before, after) = (NEAR_BEFORE.of(before), NEAR_AFTER.of(after));
        let further = FURTHER_BEFORE.of(further);
        let (second, third) = (FURTHER_BEFORE.of(second), FURTHER_BEFORE.of(third));
        // One or two more signs may stand between the word and the run.
        let behind = further >> TO_WORD & (second | second >> TO_WORD & third);
        let by_before = before & (further | behind & WORD);
        let by_after = after & FURTHER_AFTER.of(next);
        by_before | by_after | (before & after) == 0 && self.len < LONG
    }

    /// The two bytes before the run, the nearer first.
    pub(super) fn before(&self) -> [u8; 2] {
        let [.., further, before] = self.before;
        [before, further]
    }

    /// The last two letters of the word before the run, lower-cased, the last first; NUL without
    /// one.
    pub(super) fn word(&self) -> [u8; 2] {
        let is_sign = |byte: u8| FURTHER_BEFORE.of(byte) & SIGN != 0;
        let (last, before) = match self.before {
            // Beside any other sign the word makes no difference.
            [.., sign] if !is_sign(sign) => return [0, 0],
            [.., before, last, _] if !is_sign(last) => (last, before),
            [.., before, last, _, _] if !is_sign(last) => (last, before),
            [.., before, last, _, _, _] => (last, before),
        };
        if last.is_ascii_alphabetic() {
            [last, before].map(|b| b.to_ascii_lowercase())
        } else {
            [0, 0]
        }
    }
}

// Each flag is a condition on two bytes. It holds where both bytes have the flag.

/// After a name, a host or the letters of a machine-made name; before any byte.
const NAMED: u8 = 1;
/// A sign after a word.
const WORD: u8 = 1 << 1;
/// `[1] 12`, `==12`.
const PROCESS: u8 = 1 << 2;
/// In brackets, or the first of two numbers in brackets.
const BRACKETS: u8 = 1 << 3;
/// Before letters or a joining sign; after any byte.
const JOINED: u8 = 1 << 4;
/// A blank before letters.
const UNIT: u8 = 1 << 5;
/// A sign before more digits.
const NUMBER: u8 = 1 << 6;
/// May stand between a word and the sign before digits.
const SIGN: u8 = 1 << 7;
/// Shifts [`SIGN`] to the bit of [`WORD`].
const TO_WORD: u32 = SIGN.ilog2() - WORD.ilog2();

static NEAR_BEFORE: SignTable = SignTable::new(0)
    .with(LETTERS, NAMED)
    .with(b"0123456789:-_", NAMED)
    .with(b" \"=#", WORD)
    .with(b" =", PROCESS)
    .with(b"([", BRACKETS);
static FURTHER_BEFORE: SignTable =
    SignTable::new(NAMED).with(LETTERS, WORD).with(b" :=\"#", SIGN).with(b"]=", PROCESS);
static NEAR_AFTER: SignTable = SignTable::new(0)
    .with(LETTERS, JOINED)
    .with(MICRO, JOINED)
    .with(b"/-_", JOINED)
    .with(b" ", UNIT)
    .with(b".,:", NUMBER)
    .with(b")],", BRACKETS);
static FURTHER_AFTER: SignTable =
    SignTable::new(JOINED).with(LETTERS, UNIT).with(MICRO, UNIT).with(b"0123456789", NUMBER);

const LETTERS: &[u8] = b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";

/// The flags of each byte.
struct SignTable([u8; 256]);

impl SignTable {
    const fn new(all: u8) -> Self {
        Self([all; 256])
    }

    const fn with(mut self, bytes: &[u8], has: u8) -> Self {
        let mut i = 0;
        while i < bytes.len() {
            self.0[bytes[i] as usize] |= has;
            i += 1;
        }
        self
    }

    #[inline]
    fn of(&self, byte: u8) -> u8 {
        self.0[usize::from(byte)]
    }
}

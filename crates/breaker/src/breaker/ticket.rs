//! What a call holds while it is out: three machine words, so that they can stay in registers.

use super::word::Word;
use crate::Token;

/// What a call holds while it is out.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ticket {
    /// The word it was let through by, or one with nothing but its epoch.
    pub(super) word: Word,
    /// When it began, in nanoseconds; the largest number where nobody asks.
    pub(super) started: u64,
    /// As wide as the others, because a narrow store that is read widely costs more than the whole call.
    pub(super) probe: u64,
}

pub(super) const UNTIMED: u64 = u64::MAX;

impl Ticket {
    pub(super) fn is_probe(self) -> bool {
        self.probe > 0
    }

    pub(super) fn token(self) -> Token {
        Token { epoch: self.word.epoch(), probe: u32::try_from(self.probe).unwrap_or(0) }
    }
}

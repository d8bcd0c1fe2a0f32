//! What every caller reads: the state of the machine in one word, as far as it can be answered without the lock.

use crate::machine::{Signal, State};

const ADMITS: u64 = 1 << 2;
const SUCCESS_IS_NOTHING: u64 = 1 << 3;
const EPOCH_SHIFT: u32 = 4;
const KIND: u64 = 0b11;
const KIND_CLOSED_OR_OPEN: u64 = 0;
const KIND_HALF_OPEN: u64 = 1;
const KIND_FORCED_OPEN: u64 = 2;
const KIND_DISABLED: u64 = 3;

/// From the low end: two bits of kind, one for "let through", one for "a success changes nothing", the epoch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Word(pub(super) u64);

impl Word {
    #[inline]
    pub(super) fn new(signal: &Signal, state: State) -> Self {
        let kind = match state {
            State::Closed | State::ForcedClosed | State::Open => KIND_CLOSED_OR_OPEN,
            State::HalfOpen => KIND_HALF_OPEN,
            State::ForcedOpen => KIND_FORCED_OPEN,
            State::Disabled => KIND_DISABLED,
        };
        let admits = if signal.admits { ADMITS } else { 0 };
        let nothing = if signal.success_is_nothing { SUCCESS_IS_NOTHING } else { 0 };
        Self(kind | admits | nothing | signal.epoch << EPOCH_SHIFT)
    }

    #[inline]
    pub(super) fn admits(self) -> bool {
        self.0 & ADMITS != 0
    }

    #[inline]
    pub(super) fn success_is_nothing(self) -> bool {
        self.0 & SUCCESS_IS_NOTHING != 0
    }

    #[inline]
    pub(super) fn is_disabled(self) -> bool {
        self.0 & KIND == KIND_DISABLED
    }

    #[inline]
    pub(super) fn epoch(self) -> u64 {
        self.0 >> EPOCH_SHIFT
    }

    /// The state of a word that does not let calls through.
    pub(super) fn shut_state(self) -> State {
        match self.0 & KIND {
            KIND_HALF_OPEN => State::HalfOpen,
            KIND_FORCED_OPEN => State::ForcedOpen,
            _ => State::Open,
        }
    }
}

//! The word that every caller reads: the state of the machine, as far as calls are answered without the lock.

use crate::machine::{Signal, State};

const ADMITS: u64 = 1 << 3;
const SUCCESS_IS_NOTHING: u64 = 1 << 4;
const OBSERVED: u64 = 1 << 5;
const EPOCH_SHIFT: u32 = 6;
const KIND: u64 = 0b111;
const KIND_CLOSED: u64 = 0;
const KIND_HALF_OPEN: u64 = 1;
const KIND_FORCED_OPEN: u64 = 2;
const KIND_DISABLED: u64 = 3;
const KIND_OPEN: u64 = 4;

/// From the low end: three bits of kind, one each for "calls are admitted", "a success changes nothing" and "calls are
/// counted or timed", and the epoch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct PackedState(pub(super) u64);

impl PackedState {
    #[inline]
    pub(super) fn new(signal: &Signal, state: State, observed: bool) -> Self {
        let admits = if signal.admits { ADMITS } else { 0 };
        let nothing = if signal.success_is_nothing { SUCCESS_IS_NOTHING } else { 0 };
        let observed = if observed { OBSERVED } else { 0 };
        Self(kind_of(state) | admits | nothing | observed | signal.epoch << EPOCH_SHIFT)
    }

    /// The word of a permit that was not admitted by the word alone: equal to no word that is published.
    #[inline]
    pub(super) fn of_epoch(epoch: u64) -> Self {
        Self(epoch << EPOCH_SHIFT)
    }

    /// A call is admitted, and is neither counted nor timed.
    #[inline]
    pub(super) fn plainly_admits(self) -> bool {
        self.0 & (ADMITS | OBSERVED) == ADMITS
    }

    /// A success of a call that was admitted under this very word changes nothing.
    #[inline]
    pub(super) fn success_is_plainly_nothing(self) -> bool {
        let bits = ADMITS | SUCCESS_IS_NOTHING;
        self.0 & (bits | OBSERVED) == bits
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

    /// The state that may reject a call without the lock; `None` where the machine must decide.
    #[inline]
    pub(super) fn shut_state(self) -> Option<State> {
        match self.0 & KIND {
            KIND_OPEN => Some(State::Open),
            KIND_HALF_OPEN => Some(State::HalfOpen),
            KIND_FORCED_OPEN => Some(State::ForcedOpen),
            _ => None,
        }
    }
}

/// The bits that stand for a state.
#[inline]
pub(super) fn kind_of(state: State) -> u64 {
    match state {
        State::Closed | State::ForcedClosed => KIND_CLOSED,
        State::Open => KIND_OPEN,
        State::HalfOpen => KIND_HALF_OPEN,
        State::ForcedOpen => KIND_FORCED_OPEN,
        State::Disabled => KIND_DISABLED,
    }
}

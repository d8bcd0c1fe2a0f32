//! What a call holds until its result: three machine words, so that they can stay in registers.

use std::time::Duration;

use super::word::{PackedState, kind_of};
use crate::time::nanos;
use crate::{CircuitOpen, State, Token};

/// What a call holds until its result.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ticket {
    /// The word that admitted it, or one with nothing but its epoch.
    pub(super) word: PackedState,
    /// When it began, in nanoseconds; the largest number where it is not timed.
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

/// A [`CircuitOpen`] in machine words: the state, and the wait in nanoseconds, the largest number where it is unknown.
#[derive(Clone, Copy, Debug)]
pub(super) struct PackedRejection(u64, u64);

/// The result of the slow path: whether the call is admitted, and the words of the ticket or of the refusal.
///
/// Plain words all along, because where a ticket shares its place in memory with fields of other widths the compiler
/// writes it in pieces and reads it whole, and an awaited call then costs twice as much.
#[derive(Clone, Copy, Debug)]
pub(super) struct PackedAnswer([u64; 4]);

impl From<Result<Ticket, CircuitOpen>> for PackedAnswer {
    fn from(answer: Result<Ticket, CircuitOpen>) -> Self {
        match answer {
            Ok(Ticket { word, started, probe }) => Self([1, word.0, started, probe]),
            Err(CircuitOpen { state, retry_after }) => {
                Self([0, kind_of(state), retry_after.map_or(u64::MAX, nanos), 0])
            }
        }
    }
}

impl PackedAnswer {
    #[inline]
    pub(super) fn ticket(self) -> Result<Ticket, PackedRejection> {
        let Self([admitted, first, second, third]) = self;
        if admitted == 0 {
            return Err(PackedRejection(first, second));
        }
        Ok(Ticket { word: PackedState(first), started: second, probe: third })
    }
}

impl From<PackedRejection> for CircuitOpen {
    #[inline]
    fn from(PackedRejection(state, retry_after): PackedRejection) -> Self {
        let state = PackedState(state).shut_state().unwrap_or(State::Open);
        let known = retry_after < u64::MAX;
        Self { state, retry_after: known.then(|| Duration::from_nanos(retry_after)) }
    }
}

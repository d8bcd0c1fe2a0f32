//! What a call holds while it is out: three machine words, so that they can stay in registers.

use std::time::Duration;

use super::word::PackedState;
use crate::time::nanos;
use crate::{CircuitOpen, State, Token};

/// What a call holds while it is out.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ticket {
    /// The word it was let through by, or one with nothing but its epoch.
    pub(super) word: PackedState,
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

/// A [`CircuitOpen`] in machine words: the state, and nanoseconds, the largest number where nobody can tell.
#[derive(Clone, Copy, Debug)]
pub(super) struct Refusal(u64, u64);

/// What the slow way says: whether there is leave, and the words of the ticket or of the refusal.
///
/// Plain words all along, because where a ticket shares its place in memory with fields of other widths the compiler
/// writes it in pieces and reads it whole, and an awaited call then costs twice as much.
#[derive(Clone, Copy, Debug)]
pub(super) struct Answer([u64; 4]);

impl From<Result<Ticket, CircuitOpen>> for Answer {
    fn from(answer: Result<Ticket, CircuitOpen>) -> Self {
        match answer {
            Ok(Ticket { word, started, probe }) => Self([1, word.0, started, probe]),
            Err(CircuitOpen { state, retry_after }) => {
                let state = match state {
                    State::HalfOpen => HALF_OPEN,
                    State::ForcedOpen => FORCED_OPEN,
                    State::Open | State::Closed | State::ForcedClosed | State::Disabled => OPEN,
                };
                Self([0, state, retry_after.map_or(u64::MAX, nanos), 0])
            }
        }
    }
}

impl Answer {
    #[inline]
    pub(super) fn ticket(self) -> Result<Ticket, Refusal> {
        let Self([leave, first, second, third]) = self;
        if leave == 0 {
            return Err(Refusal(first, second));
        }
        Ok(Ticket { word: PackedState(first), started: second, probe: third })
    }
}

const OPEN: u64 = 0;
const HALF_OPEN: u64 = 1;
const FORCED_OPEN: u64 = 2;

impl From<Refusal> for CircuitOpen {
    #[inline]
    fn from(Refusal(state, retry_after): Refusal) -> Self {
        let state = match state {
            HALF_OPEN => State::HalfOpen,
            FORCED_OPEN => State::ForcedOpen,
            _ => State::Open,
        };
        let known = retry_after < u64::MAX;
        Self { state, retry_after: known.then(|| Duration::from_nanos(retry_after)) }
    }
}

//! Which calls are known by their ids. Hooks and histories report a call more than once; and some models give several
//! calls one id, since they number the calls of each response from the first.

use super::CallWindow;
use super::window::ring;
use crate::observation::{CallOutcome, CallRequest};

/// Calls known by their ids.
const ANSWERED: usize = 18;
/// The half of an entry that is of the id; the other one is of the arguments.
const ID_BITS: u64 = !0 << 32;
/// Set in the entry of a refused call: it is judged again when it is asked for again.
const REFUSED: u64 = 1;

impl CallWindow {
    /// Whether the request is that of a known call: one with this id and these arguments is in flight or has ended, and
    /// nothing says that it is made anew.
    #[must_use]
    pub fn knows_request(&self, request: &CallRequest) -> bool {
        let (id, call) = (request.call, request.subject.call);
        let is_asked = |id| {
            let call = call.unwrap_or_default();
            self.pending.iter().any(|open| open.id == id && open.call == call)
        };
        !request.anew
            && id.is_some_and(|id| is_asked(id) || self.answered.contains(&entry(id, call)))
    }

    /// Whether the result is that of a call which is in flight, has ended or was refused.
    #[must_use]
    pub fn knows_result(&self, outcome: &CallOutcome) -> bool {
        let has_ended = |id| self.answered.iter().any(|answered| (answered ^ id) & ID_BITS == 0);
        outcome.call.is_some_and(|id| self.is_in_flight(id) || has_ended(id))
    }

    /// Whether a call with this id is in flight.
    #[must_use]
    pub fn is_in_flight(&self, id: u64) -> bool {
        self.pending.iter().any(|open| open.id == id)
    }

    /// Whether the request was refused before.
    pub(crate) fn knows_refusal(&self, request: &CallRequest) -> bool {
        let refused = |id| entry(id, request.subject.call) | REFUSED;
        !request.anew && request.call.is_some_and(|id| self.answered.contains(&refused(id)))
    }

    /// Notes a call that has ended, or that is answered without being made.
    pub(crate) fn note_answered(&mut self, id: Option<u64>, call: Option<u64>) {
        if let Some(id) = id {
            ring(&mut self.answered, entry(id, call), ANSWERED);
        }
    }

    /// Notes a call that was refused.
    pub(crate) fn note_refused(&mut self, id: Option<u64>, call: Option<u64>) {
        if let Some(id) = id {
            ring(&mut self.answered, entry(id, call) | REFUSED, ANSWERED);
        }
    }

    /// Forgets the call in flight with this id: another one has it now, so that no result of it can be told.
    pub(crate) fn forget_call(&mut self, id: Option<u64>) {
        self.pending.retain(|open| id != Some(open.id));
    }
}

fn entry(id: u64, call: Option<u64>) -> u64 {
    id & ID_BITS | call.unwrap_or_default() >> 32 & !REFUSED
}

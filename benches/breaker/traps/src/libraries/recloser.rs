//! recloser: a ring of calls, which says something from the call after it is full.

use ::recloser::{AsyncRecloser, Error, Recloser};

use super::Library;
use crate::operation::Fault;
use crate::subject::{Calls, Setup, Subject, Trip, answer};

pub(super) const LIBRARY: Library = Library { name: "recloser 1.4.0", make, layer: None };

fn make(setup: Setup) -> Option<Box<dyn Subject>> {
    let calls = match setup.trip {
        Trip::Three => 2,
        Trip::Window => 100,
        Trip::Streak | Trip::Emptied => return None,
    };
    let breaker = Recloser::custom()
        .closed_len(calls)
        // Two probes decide: a ring of none panics.
        .half_open_len(1)
        .error_rate(0.5)
        .open_wait(setup.reset)
        .build();
    let breaker = AsyncRecloser::from(breaker);
    Some(Box::new(Calls(move |operation| {
        let counts = move |fault: &Fault| !(setup.ignores && *fault == Fault::NotThere);
        let call = breaker.call_with(counts, operation);
        async move { answer(&call.await, |error| matches!(error, Error::Rejected)) }
    })))
}

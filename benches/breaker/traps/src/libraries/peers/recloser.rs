//! recloser: a ring of calls, which says something from the call after it is full.

use ::recloser::{AsyncRecloser, Error, Recloser};

use crate::libraries::Library;
use crate::operation::Fault;
use crate::subject::{Setup, Subject, Trip, subject_of_calls};

pub(in crate::libraries) const LIBRARY: Library =
    Library { name: "recloser 1.4.0", make, layer: None };

fn make(setup: Setup) -> Option<Subject> {
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
    let counts = move |fault: &Fault| setup.counts(fault);
    let begin = move |operation| breaker.call_with(counts, operation);
    Some(subject_of_calls(begin, |error| matches!(error, Error::Rejected)))
}

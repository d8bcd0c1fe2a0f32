//! failsafe: failures in a row.

use ::failsafe::failure_policy::consecutive_failures;
use ::failsafe::futures::CircuitBreaker as _;
use ::failsafe::{Config, Error, backoff};

use crate::libraries::Library;
use crate::operation::Fault;
use crate::subject::{Setup, Subject, Trip, subject_of_calls};

pub(in crate::libraries) const LIBRARY: Library =
    Library { name: "failsafe 1.3.0", make, layer: None };

fn make(setup: Setup) -> Option<Subject> {
    if !matches!(setup.trip, Trip::Three | Trip::Streak) {
        return None;
    }
    let policy = consecutive_failures(3, backoff::constant(setup.reset));
    let breaker = Config::new().failure_policy(policy).build();
    let counts = move |fault: &Fault| setup.counts(fault);
    let begin = move |operation| breaker.call_with(counts, operation);
    Some(subject_of_calls(begin, |error| matches!(error, Error::Rejected)))
}

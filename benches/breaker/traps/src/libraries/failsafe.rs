//! failsafe: failures in a row.

use ::failsafe::failure_policy::consecutive_failures;
use ::failsafe::futures::CircuitBreaker as _;
use ::failsafe::{Config, Error, backoff};

use super::Library;
use crate::operation::Fault;
use crate::subject::{Calls, Setup, Subject, Trip, answer};

pub(super) const LIBRARY: Library = Library { name: "failsafe 1.3.0", make, layer: None };

fn make(setup: Setup) -> Option<Box<dyn Subject>> {
    if !matches!(setup.trip, Trip::Three | Trip::Streak) {
        return None;
    }
    let policy = consecutive_failures(3, backoff::constant(setup.reset));
    let breaker = Config::new().failure_policy(policy).build();
    Some(Box::new(Calls(move |operation| {
        let counts = move |fault: &Fault| !(setup.ignores && *fault == Fault::NotThere);
        let call = breaker.call_with(counts, operation);
        async move { answer(&call.await, |error| matches!(error, Error::Rejected)) }
    })))
}

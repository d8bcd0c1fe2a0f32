//! circuitbreaker-rs: failures in a row or the rate of its whole life; it cannot ignore an error.

use ::circuitbreaker_rs::{BreakerError, CircuitBreaker, DefaultPolicy};

use crate::libraries::Library;
use crate::operation::Fault;
use crate::subject::{Setup, Subject, Trip, subject_of_calls};

pub(in crate::libraries) const LIBRARY: Library =
    Library { name: "circuitbreaker-rs 0.1.1", make, layer: None };

fn make(setup: Setup) -> Option<Subject> {
    let (in_a_row, calls) = match setup.trip {
        Trip::Three | Trip::Streak => (3, u64::MAX),
        Trip::Window => (u64::MAX, 100),
        Trip::Emptied => return None,
    };
    if setup.ignores {
        return None;
    }
    let breaker = CircuitBreaker::<DefaultPolicy, Fault>::builder()
        .failure_threshold(0.5)
        .min_throughput(calls)
        .consecutive_failures(in_a_row)
        .consecutive_successes(1)
        .probe_interval(1)
        .cooldown(setup.reset)
        .build();
    let begin = move |operation| {
        let breaker = breaker.clone();
        async move { breaker.call_async(|| operation).await }
    };
    Some(subject_of_calls(begin, |error| matches!(error, BreakerError::Open)))
}

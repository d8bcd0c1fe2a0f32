//! breaker: failures in a row and a ring of calls.

use ::breaker::{BreakerLayer, CircuitBreaker, CircuitBreakerConfig, CircuitBreakerError};
use tower::Layer as _;

use crate::libraries::Library;
use crate::operation::{Fault, Inner};
use crate::subject::{Setup, Subject, Trip, subject_of_calls, subject_of_service};

pub(in crate::libraries) const LIBRARY: Library =
    Library { name: "breaker 2.0.2", make, layer: Some(layer) };

fn make(setup: Setup) -> Option<Subject> {
    let breaker = breaker(setup);
    let begin = move |operation| {
        let breaker = breaker.clone();
        async move { breaker.call(|| operation).await }
    };
    Some(subject_of_calls(begin, is_rejection))
}

fn layer(setup: Setup, inner: Inner) -> Option<Subject> {
    Some(subject_of_service(BreakerLayer::new(breaker(setup)).layer(inner), is_rejection))
}

fn breaker(setup: Setup) -> CircuitBreaker {
    let (in_a_row, calls) = match setup.trip {
        Trip::Three | Trip::Streak => (3, 100),
        Trip::Window => (u32::MAX, 100),
        Trip::Emptied => (u32::MAX, 3),
    };
    let config = CircuitBreakerConfig::builder()
        .consecutive_failures(in_a_row)
        .sliding_window_size(calls)
        .minimum_calls(calls)
        .failure_rate_threshold(0.5)
        .half_open_max_calls(1)
        .success_threshold(1)
        .wait_duration(setup.reset)
        .failure_predicate(move |fault: &Fault| setup.counts(fault));
    CircuitBreaker::new(config.build())
}

fn is_rejection(error: &CircuitBreakerError<Fault>) -> bool {
    matches!(error, CircuitBreakerError::CircuitOpen | CircuitBreakerError::Rejected)
}

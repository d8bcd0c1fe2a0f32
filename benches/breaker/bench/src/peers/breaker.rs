//! breaker: failures in a row and a ring of the last 100 calls, both at once.

use ::breaker::{BreakerLayer, CircuitBreaker, CircuitBreakerConfig, CircuitBreakerError};
use tower::Layer as _;

use super::OPEN;
use crate::subject::{Answer, Down, Family, Subject, now, operation};
use crate::tower_call::{Inner, call};

pub(crate) const TOWER: &str = "breaker, consecutive and window";

pub(super) fn subjects() -> Vec<Subject> {
    let layer = || BreakerLayer::new(built());
    let service = |layer: &BreakerLayer| layer.layer(Inner);
    vec![
        Subject::cloned(Family::Async, TOWER, built, |breaker, succeeds| {
            answer(&now(breaker.call(|| async move { operation(succeeds) })))
        }),
        Subject::new(Family::Tower, TOWER, layer, service, |service, succeeds| {
            answer(&call(service, succeeds))
        }),
    ]
}

fn built() -> CircuitBreaker {
    let config = CircuitBreakerConfig::builder()
        .consecutive_failures(5)
        .sliding_window_size(100)
        .minimum_calls(100)
        .failure_rate_threshold(0.5)
        .wait_duration(OPEN);
    CircuitBreaker::new(config.build())
}

#[inline]
fn answer(result: &Result<u32, CircuitBreakerError<Down>>) -> Answer {
    match result {
        Err(CircuitBreakerError::CircuitOpen | CircuitBreakerError::Rejected) => Answer::Rejected,
        Ok(_) | Err(CircuitBreakerError::Failure(_)) => Answer::Ran,
    }
}

//! circuitbreaker-rs: failures in a row, or the rate over its whole life.

use circuitbreaker_rs::{BreakerError, CircuitBreaker, DefaultPolicy};

use super::OPEN;
use crate::subject::{Answer, Down, Family, Subject, now, operation};

const NAME: &str = "circuitbreaker-rs, consecutive or rate";

pub(super) fn subjects() -> Vec<Subject> {
    vec![
        Subject::cloned(Family::Sync, NAME, built, |breaker, succeeds| {
            answer(&breaker.call(|| operation(succeeds)))
        }),
        Subject::cloned(Family::Async, NAME, built, |breaker, succeeds| {
            answer(&now(breaker.call_async(|| async move { operation(succeeds) })))
        }),
    ]
}

fn built() -> CircuitBreaker<DefaultPolicy, Down> {
    CircuitBreaker::<DefaultPolicy, Down>::builder()
        .failure_threshold(0.5)
        .min_throughput(100)
        .consecutive_failures(5)
        .cooldown(OPEN)
        .build()
}

#[inline]
fn answer(result: &Result<u32, BreakerError<Down>>) -> Answer {
    if matches!(result, Err(BreakerError::Open)) { Answer::Rejected } else { Answer::Ran }
}

//! breaker-machines: a rate over a minute. Its blocking breaker is for one thread, so it is put behind a lock.

use std::sync::{Arc, Mutex, PoisonError};

use breaker_machines::{CircuitBreaker, CircuitBuilder, CircuitError};

use super::OPEN;
use crate::subject::{Answer, Down, Family, Subject, now, operation};

pub(super) fn subjects() -> Vec<Subject> {
    let locked = || Arc::new(Mutex::new(builder().build()));
    let awaited = || Arc::new(builder().build_async());
    vec![
        Subject::cloned(
            Family::Sync,
            "breaker-machines, rate, in a `Mutex`",
            locked,
            |breaker, succeeds| {
                let mut breaker = breaker.lock().unwrap_or_else(PoisonError::into_inner);
                answer(&breaker.call(move || operation(succeeds)))
            },
        ),
        Subject::cloned(Family::Async, "breaker-machines, rate", awaited, |breaker, succeeds| {
            answer(&now(breaker.call(|| async move { operation(succeeds) })))
        }),
    ]
}

fn builder() -> CircuitBuilder {
    CircuitBreaker::builder("bench")
        .disable_failure_threshold()
        .failure_rate(0.5)
        .minimum_calls(100)
        .half_open_timeout_secs(OPEN.as_secs_f64())
}

#[inline]
fn answer(result: &Result<u32, CircuitError<Down>>) -> Answer {
    if matches!(result, Ok(_) | Err(CircuitError::Execution(_))) {
        Answer::Ran
    } else {
        Answer::Rejected
    }
}

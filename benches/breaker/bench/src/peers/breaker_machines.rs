//! breaker-machines: a rate over a minute. Its blocking breaker is for one thread, so it is put behind a lock.

use std::sync::{Arc, Mutex, PoisonError};

use breaker_machines::{CircuitBreaker, CircuitBuilder, CircuitError};

use super::OPEN;
use crate::subject::{Answer, Down, Family, Subject, now, operation};

pub(super) fn subjects() -> Vec<Subject> {
    vec![
        Subject::new(Family::Sync, "breaker-machines, rate, in a `Mutex`", || {
            let breaker = Arc::new(Mutex::new(builder().build()));
            move || {
                let breaker = Arc::clone(&breaker);
                move |succeeds: bool| {
                    let mut breaker = breaker.lock().unwrap_or_else(PoisonError::into_inner);
                    answer(&breaker.call(move || operation(succeeds)))
                }
            }
        }),
        Subject::new(Family::Async, "breaker-machines, rate", || {
            let breaker = Arc::new(builder().build_async());
            move || {
                let breaker = Arc::clone(&breaker);
                move |succeeds| answer(&now(breaker.call(|| async move { operation(succeeds) })))
            }
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

//! failsafe: failures in a row, or the rate of its default.

use std::time::Duration;

use failsafe::failure_policy::{consecutive_failures, success_rate_over_time_window};
use failsafe::{Config, Error, FailurePolicy, StateMachine, backoff};

use super::OPEN;
use crate::subject::{Answer, Down, Family, Subject, now, operation};

pub(crate) const CONSECUTIVE: &str = "failsafe, consecutive";

pub(super) fn subjects() -> Vec<Subject> {
    let row = || consecutive_failures(5, backoff::constant(OPEN));
    let rate = move || {
        let window = Duration::from_secs(30);
        success_rate_over_time_window(0.8, 5, window, backoff::constant(OPEN)).or_else(row())
    };
    vec![sync(CONSECUTIVE, row), sync("failsafe, rate or consecutive", rate), awaited(row)]
}

fn sync<P: FailurePolicy + Send + Sync + 'static>(
    name: &'static str,
    policy: impl Fn() -> P + 'static,
) -> Subject {
    use failsafe::CircuitBreaker as _;
    let breaker = move || built(policy());
    Subject::cloned(Family::Sync, name, breaker, |breaker, succeeds| {
        answer(&breaker.call(|| operation(succeeds)))
    })
}

fn awaited<P: FailurePolicy + Send + Sync + 'static>(policy: impl Fn() -> P + 'static) -> Subject {
    use failsafe::futures::CircuitBreaker as _;
    let breaker = move || built(policy());
    Subject::cloned(Family::Async, CONSECUTIVE, breaker, |breaker, succeeds| {
        answer(&now(breaker.call(async move { operation(succeeds) })))
    })
}

fn built<P: FailurePolicy>(policy: P) -> StateMachine<P, ()> {
    Config::new().failure_policy(policy).build()
}

#[inline]
fn answer(result: &Result<u32, Error<Down>>) -> Answer {
    if matches!(result, Err(Error::Rejected)) { Answer::Rejected } else { Answer::Ran }
}

//! recloser: a ring of the last 100 calls.

use std::sync::Arc;

use recloser::{AsyncRecloser, Error, Recloser};

use super::OPEN;
use crate::subject::{Answer, Down, Family, Subject, now, operation};

pub(crate) const SYNC: &str = "recloser, count window of 100";

pub(super) fn subjects() -> Vec<Subject> {
    let shared = || Arc::new(built());
    let awaited = || AsyncRecloser::from(built());
    vec![
        Subject::cloned(Family::Sync, SYNC, shared, |breaker, succeeds| {
            answer(&breaker.call(|| operation(succeeds)))
        }),
        Subject::cloned(Family::Async, SYNC, awaited, |breaker, succeeds| {
            answer(&now(breaker.call(async move { operation(succeeds) })))
        }),
    ]
}

fn built() -> Recloser {
    Recloser::custom().closed_len(100).error_rate(0.5).open_wait(OPEN).build()
}

#[inline]
fn answer(result: &Result<u32, Error<Down>>) -> Answer {
    if matches!(result, Err(Error::Rejected)) { Answer::Rejected } else { Answer::Ran }
}

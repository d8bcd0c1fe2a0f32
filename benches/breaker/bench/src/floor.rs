//! What any breaker is built of: nothing of this kind can be faster than its parts.

use std::hint::black_box;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Instant;

use rustix::time::{ClockId, clock_gettime};

use crate::subject::{Answer, Down, Family, Subject, now, operation};

pub(crate) fn subjects() -> Vec<Subject> {
    vec![
        part("the call itself", |(): &()| ()),
        part("relaxed load", |word: &AtomicU64| word.load(Ordering::Relaxed)),
        part(FETCH_ADD, |word: &AtomicU64| word.fetch_add(1, Ordering::Relaxed)),
        part("std `Mutex`", |count: &Mutex<u64>| {
            if let Ok(mut count) = count.lock() {
                *count += 1;
            }
        }),
        part("`Instant::now`", |(): &()| instant()),
        part("coarse clock", |(): &()| clock_gettime(ClockId::MonotonicCoarse)),
        Subject::cloned(Family::Floor, "a ready future", <()>::default, |(), succeeds| {
            ran(now(async move { operation(succeeds) }))
        }),
        Subject::cloned(Family::Floor, "a ready future, boxed", <()>::default, |(), succeeds| {
            ran(now(black_box(Box::pin(async move { operation(succeeds) }))))
        }),
    ]
}

/// The unit that figures of different machines are compared in.
pub(crate) const FETCH_ADD: &str = "relaxed `fetch_add`";

fn part<S: Default + Send + Sync + 'static, T>(
    name: &'static str,
    work: impl Fn(&S) -> T + Copy + Sync + 'static,
) -> Subject {
    Subject::cloned(Family::Floor, name, Arc::<S>::default, move |state, succeeds| {
        black_box(work(state));
        ran(operation(succeeds))
    })
}

#[inline]
fn ran(result: Result<u32, Down>) -> Answer {
    if result == Ok(0) { Answer::Rejected } else { Answer::Ran }
}

#[expect(clippy::disallowed_methods, reason = "the clock itself is measured")]
#[inline]
fn instant() -> Instant {
    Instant::now()
}

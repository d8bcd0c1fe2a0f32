//! What any breaker is built of: nothing of this kind can be faster than its parts.

use std::hint::black_box;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Instant;

use rustix::time::{ClockId, clock_gettime};

use crate::subject::{Answer, Down, Family, Subject, now, operation};

pub(crate) fn subjects() -> Vec<Subject> {
    vec![
        subject("the call itself", || (), |()| ()),
        subject(
            "relaxed load",
            || AtomicU64::new(0),
            |word| {
                black_box(word.load(Ordering::Relaxed));
            },
        ),
        subject(
            FETCH_ADD,
            || AtomicU64::new(0),
            |word| {
                black_box(word.fetch_add(1, Ordering::Relaxed));
            },
        ),
        subject(
            "std `Mutex`",
            || Mutex::new(0_u64),
            |count| {
                if let Ok(mut count) = count.lock() {
                    *count += 1;
                }
            },
        ),
        subject(
            "`Instant::now`",
            || (),
            |()| {
                black_box(instant());
            },
        ),
        subject(
            "coarse clock",
            || (),
            |()| {
                black_box(clock_gettime(ClockId::MonotonicCoarse));
            },
        ),
        Subject::new(Family::Floor, "a ready future", || {
            || |succeeds| ran(now(async move { operation(succeeds) }))
        }),
        Subject::new(Family::Floor, "a ready future, boxed", || {
            || |succeeds| ran(now(black_box(Box::pin(async move { operation(succeeds) }))))
        }),
    ]
}

/// The unit that figures of different machines are compared in.
pub(crate) const FETCH_ADD: &str = "relaxed `fetch_add`";

fn subject<S: Send + Sync + 'static>(
    name: &'static str,
    state: impl Fn() -> S + 'static,
    part: impl Fn(&S) + Copy + Sync + Send + 'static,
) -> Subject {
    Subject::new(Family::Floor, name, move || {
        let state = Arc::new(state());
        move || {
            let state = Arc::clone(&state);
            move |succeeds| {
                part(&state);
                ran(operation(succeeds))
            }
        }
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

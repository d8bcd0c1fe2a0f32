//! How a circuit is brought into a state, and what state it is in: told by its answers alone.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::task::{Context, Poll, Waker};
use std::time::{Duration, Instant};

use crate::operation::{End, Fault, Operation};
use crate::subject::{Answer, Call, Subject};

/// More calls than any trap makes one after the other before it gives up.
const MOST_CALLS: u32 = 10_000;

/// A circuit under trial.
pub(crate) struct Circuit {
    subject: Subject,
}

/// A call that was let through and has not ended.
pub(crate) struct Running {
    call: Call,
    operation: Operation,
}

impl Circuit {
    pub(crate) fn new(subject: Subject) -> Self {
        Self { subject }
    }

    /// Begins a call; nothing where it is turned away.
    pub(crate) fn begin(&self) -> Option<Running> {
        let operation = Operation::default();
        let mut call = (self.subject)(operation.clone());
        match poll(&mut call) {
            Poll::Pending => Some(Running { call, operation }),
            Poll::Ready(_) => None,
        }
    }

    /// Begins calls until one is turned away, at most 16.
    pub(crate) fn begin_all(&self) -> Vec<Running> {
        (0..16).map_while(|_| self.begin()).collect()
    }

    /// A call that ends at once.
    pub(crate) fn call(&self, end: End) -> Answer {
        let mut call = (self.subject)(Operation::ended(end));
        match poll(&mut call) {
            Poll::Ready(answer) => answer,
            // Nothing here waits for anything.
            Poll::Pending => Answer::Rejected,
        }
    }

    /// A call that panics; whether it was let through.
    pub(crate) fn panics(&self) -> bool {
        catch_unwind(AssertUnwindSafe(|| self.call(End::Panic))).is_err()
    }

    /// Fails until it is turned away, and says how many failures that took: none where it is open, one where a
    /// single probe decides, three where it is closed and fresh.
    pub(crate) fn strength(&self) -> u32 {
        let fails = |_: &u32| self.call(End::Failure(Fault::Down)) == Answer::Rejected;
        (0..MOST_CALLS).find(fails).unwrap_or(MOST_CALLS)
    }
}

impl Running {
    /// Ends it, and lets the breaker see that.
    pub(crate) fn end(mut self, end: End) {
        self.operation.end(end);
        // What it is told is of no interest: the next call shows what it made of it.
        let _ = poll(&mut self.call);
    }
}

fn poll(call: &mut Call) -> Poll<Answer> {
    call.as_mut().poll(&mut Context::from_waker(Waker::noop()))
}

/// A stretch of steps that must be over before the circuit's own time moves on.
pub(crate) struct Stretch {
    begun: Instant,
    most: Duration,
}

impl Stretch {
    pub(crate) fn of(most: Duration) -> Self {
        Self { begun: now(), most }
    }

    /// Keeps a finding, unless the machine was too slow for it to mean anything.
    pub(crate) fn keep<T>(&self, finding: T) -> Option<T> {
        (self.begun.elapsed() < self.most).then_some(finding)
    }
}

#[expect(clippy::disallowed_methods, reason = "the libraries have no clock that could be set")]
fn now() -> Instant {
    Instant::now()
}

//! A call whose end is decided from outside.

use std::fmt;
use std::pin::Pin;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll};

/// A call whose end is decided from outside. Its clones are the same call.
#[derive(Clone, Debug, Default)]
pub(crate) struct Operation(Arc<Mutex<Option<End>>>);

/// How a call ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum End {
    Success,
    Failure(Fault),
    Panic,
}

/// The error of a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fault {
    /// The service is down.
    Down,
    /// The caller asked for something that is not there: no fault of the service, by every library's classifier.
    NotThere,
}

impl Operation {
    /// A call that has ended before it began.
    pub(crate) fn ended(end: End) -> Self {
        let operation = Self::default();
        operation.end(end);
        operation
    }

    pub(crate) fn end(&self, end: End) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(end);
    }
}

impl Future for Operation {
    type Output = Result<(), Fault>;

    fn poll(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<Self::Output> {
        let end = *self.0.lock().unwrap_or_else(PoisonError::into_inner);
        match end {
            None => Poll::Pending,
            Some(End::Success) => Poll::Ready(Ok(())),
            Some(End::Failure(fault)) => Poll::Ready(Err(fault)),
            // As `panic!`, without its message.
            Some(End::Panic) => std::panic::resume_unwind(Box::new("the call's own panic")),
        }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Down => "the service is down",
            Self::NotThere => "there is no such thing",
        })
    }
}

impl std::error::Error for Fault {}

/// The service under every layer. It counts the calls that reach it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Inner {
    pub(crate) calls: Arc<AtomicU32>,
}

impl tower::Service<Operation> for Inner {
    type Response = ();
    type Error = Fault;
    type Future = Operation;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), Fault>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, operation: Operation) -> Operation {
        self.calls.fetch_add(1, Ordering::Relaxed);
        operation
    }
}

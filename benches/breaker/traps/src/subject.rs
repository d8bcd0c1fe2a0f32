//! One breaker, whatever library it is from.

use std::pin::Pin;
use std::sync::{Mutex, PoisonError};
use std::task::{Context, Poll, Waker};
use std::time::Duration;

use tower::Service;

use crate::operation::Operation;

/// What became of a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Answer {
    Ran,
    Rejected,
}

/// A call under way.
pub(crate) type Call = Pin<Box<dyn Future<Output = Answer>>>;

/// A circuit.
pub(crate) trait Subject {
    /// Asks for a call; what it gives must be polled.
    fn call(&self, operation: Operation) -> Call;
}

/// How a circuit is asked to be set up.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Setup {
    pub(crate) trip: Trip,
    /// How long it stays open.
    pub(crate) reset: Duration,
    /// A missing thing is no fault of the service.
    pub(crate) ignores: bool,
    /// How long a probe may take, where that can be said.
    pub(crate) lease: Duration,
}

/// When a circuit should open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Trip {
    /// At three failures and no success, by whatever the library has.
    Three,
    /// At three failures in a row, and nothing else will do.
    Streak,
    /// At half of the last 100 calls.
    Window,
    /// At a rate of at least three calls, in a window that is empty when the circuit has been open.
    Emptied,
}

/// Makes a subject of a way to begin calls.
pub(crate) struct Calls<F>(pub(crate) F);

impl<F, C> Subject for Calls<F>
where
    F: Fn(Operation) -> C,
    C: Future<Output = Answer> + 'static,
{
    fn call(&self, operation: Operation) -> Call {
        Box::pin((self.0)(operation))
    }
}

/// Makes a subject of a service; `is_rejection` says which of its errors are the breaker's.
pub(crate) fn service<S>(service: S, is_rejection: fn(&S::Error) -> bool) -> Box<dyn Subject>
where
    S: Service<Operation, Response = ()> + 'static,
    S::Error: 'static,
    S::Future: 'static,
{
    let service = Mutex::new(service);
    Box::new(Calls(move |operation| {
        let mut service = service.lock().unwrap_or_else(PoisonError::into_inner);
        let ready = service.poll_ready(&mut Context::from_waker(Waker::noop()));
        let call = matches!(ready, Poll::Ready(Ok(()))).then(|| service.call(operation));
        async move {
            match call {
                Some(call) => answer(&call.await, is_rejection),
                None => Answer::Rejected,
            }
        }
    }))
}

/// Reads a library's result.
pub(crate) fn answer<E>(result: &Result<(), E>, is_rejection: impl Fn(&E) -> bool) -> Answer {
    match result {
        Err(error) if is_rejection(error) => Answer::Rejected,
        Ok(()) | Err(_) => Answer::Ran,
    }
}

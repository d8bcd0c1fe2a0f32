//! One breaker, whatever library it is from.

use std::pin::Pin;
use std::sync::{Mutex, PoisonError};
use std::task::{Context, Poll, Waker};
use std::time::Duration;

use tower::Service;

use crate::operation::{Fault, Operation};

/// What became of a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Answer {
    Ran,
    Rejected,
}

/// A call under way.
pub(crate) type Call = Pin<Box<dyn Future<Output = Answer>>>;

/// A circuit: asks for a call, which must be polled.
pub(crate) type Subject = Box<dyn Fn(Operation) -> Call>;

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

impl Setup {
    /// Whether an error is a failure of the service.
    pub(crate) fn counts(self, fault: &Fault) -> bool {
        !(self.ignores && *fault == Fault::NotThere)
    }
}

/// Makes a subject of a way to begin calls; `is_rejection` says which of its errors are the breaker's.
pub(crate) fn subject_of_calls<C, E>(
    begin: impl Fn(Operation) -> C + 'static,
    is_rejection: fn(&E) -> bool,
) -> Subject
where
    C: Future<Output = Result<(), E>> + 'static,
    E: 'static,
{
    Box::new(move |operation| -> Call {
        let call = begin(operation);
        Box::pin(async move { answer(&call.await, is_rejection) })
    })
}

fn answer<E>(result: &Result<(), E>, is_rejection: fn(&E) -> bool) -> Answer {
    match result {
        Err(error) if is_rejection(error) => Answer::Rejected,
        Ok(()) | Err(_) => Answer::Ran,
    }
}

/// Makes a subject of a service; `is_rejection` says which of its errors are the breaker's.
pub(crate) fn subject_of_service<S>(service: S, is_rejection: fn(&S::Error) -> bool) -> Subject
where
    S: Service<Operation, Response = ()> + 'static,
    S::Error: 'static,
    S::Future: 'static,
{
    let service = Mutex::new(service);
    Box::new(move |operation| -> Call {
        let mut service = service.lock().unwrap_or_else(PoisonError::into_inner);
        let ready = service.poll_ready(&mut Context::from_waker(Waker::noop()));
        let call = matches!(ready, Poll::Ready(Ok(()))).then(|| service.call(operation));
        Box::pin(async move {
            match call {
                Some(call) => answer(&call.await, is_rejection),
                None => Answer::Rejected,
            }
        })
    })
}

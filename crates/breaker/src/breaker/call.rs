//! Calls through the breaker, blocking or awaited.

use std::future::{Future, poll_fn};
use std::pin::pin;

use super::core::BreakerCore;
use super::ticket::Ticket;
use super::{CircuitBreaker, Holder};
#[cfg(feature = "tower")]
use crate::CircuitOpen;
use crate::{Classify, Clock, ErrIsFailure, Error, Outcome};

impl<C: Clock> CircuitBreaker<C> {
    /// Makes a call, if the circuit admits it. An error is a failure, and so is a panic.
    ///
    /// # Errors
    ///
    /// [`Error::Open`] when the call was not made, [`Error::Inner`] with the call's own error.
    ///
    /// ```
    /// use fusebox_breaker::{CircuitBreaker, Settings};
    ///
    /// let breaker = CircuitBreaker::new(Settings::default())?;
    /// let answer = breaker.call(|| "42".parse::<u32>());
    /// assert_eq!(answer, Ok(42));
    /// # Ok::<(), fusebox_breaker::InvalidSettings>(())
    /// ```
    #[inline]
    pub fn call<T, E>(&self, operation: impl FnOnce() -> Result<T, E>) -> Result<T, Error<E>> {
        self.call_with(ErrIsFailure, operation)
    }

    /// As [`CircuitBreaker::call`], where `classify` says how a result counts. See [`Classify`] for an example.
    ///
    /// # Errors
    ///
    /// [`Error::Open`] when the call was not made, [`Error::Inner`] with the call's own error.
    ///
    /// ```
    /// use fusebox_breaker::{CircuitBreaker, Error, Outcome, Settings};
    ///
    /// let breaker = CircuitBreaker::new(Settings::default())?;
    /// let bad_input_is_no_fault = |result: &Result<u32, u16>| match result {
    ///     Ok(_) => Outcome::Success,
    ///     Err(400..=499) => Outcome::Neutral,
    ///     Err(_) => Outcome::Failure,
    /// };
    /// assert_eq!(breaker.call_with(bad_input_is_no_fault, || Err(404)), Err(Error::Inner(404)));
    /// assert_eq!(breaker.snapshot().counts.failures, 0);
    /// # Ok::<(), fusebox_breaker::InvalidSettings>(())
    /// ```
    #[inline]
    pub fn call_with<T, E>(
        &self,
        classify: impl Classify<T, E>,
        operation: impl FnOnce() -> Result<T, E>,
    ) -> Result<T, Error<E>> {
        let ticket = match self.core.acquire() {
            Ok(ticket) => ticket,
            Err(refusal) => return Err(Error::Open(refusal.into())),
        };
        let out = SyncCall { core: &self.core, ticket };
        let result = operation();
        let outcome = classify.classify(&result);
        out.complete(outcome);
        result.map_err(Error::Inner)
    }

    /// Awaits a future, if the circuit admits it. The circuit is asked at the first poll; a rejected future is never
    /// polled.
    ///
    /// Dropped half-way, the call counts as [`OnDrop`](crate::OnDrop) says; a panic is a failure. Nothing is boxed.
    ///
    /// # Errors
    ///
    /// [`Error::Open`] when the call was not made, [`Error::Inner`] with the call's own error.
    ///
    /// ```
    /// use fusebox_breaker::{CircuitBreaker, Settings};
    ///
    /// async fn fetch() -> Result<u32, String> {
    ///     Ok(42)
    /// }
    ///
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() -> Result<(), fusebox_breaker::InvalidSettings> {
    /// let breaker = CircuitBreaker::new(Settings::default())?;
    /// assert_eq!(breaker.call_async(fetch()).await, Ok(42));
    /// # Ok(())
    /// # }
    /// ```
    pub fn call_async<T, E, F>(&self, operation: F) -> impl Future<Output = Result<T, Error<E>>>
    where
        F: Future<Output = Result<T, E>>,
    {
        self.call_async_with(ErrIsFailure, operation)
    }

    /// As [`CircuitBreaker::call_async`], where `classify` says how a result counts.
    ///
    /// # Errors
    ///
    /// [`Error::Open`] when the call was not made, [`Error::Inner`] with the call's own error.
    ///
    /// ```
    /// use fusebox_breaker::{CircuitBreaker, Outcome, Settings};
    ///
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() -> Result<(), fusebox_breaker::InvalidSettings> {
    /// let breaker = CircuitBreaker::new(Settings::default())?;
    /// let neutral = |_: &Result<(), u16>| Outcome::Neutral;
    /// let _ = breaker.call_async_with(neutral, async { Err(404) }).await;
    /// assert_eq!(breaker.snapshot().counts.failures, 0);
    /// # Ok(())
    /// # }
    /// ```
    pub async fn call_async_with<T, E, F>(
        &self,
        classify: impl Classify<T, E>,
        operation: F,
    ) -> Result<T, Error<E>>
    where
        F: Future<Output = Result<T, E>>,
    {
        let ticket = match self.core.acquire() {
            Ok(ticket) => ticket,
            Err(refusal) => return Err(Error::Open(refusal.into())),
        };
        let mut held = PolledCall { holder: self, ticket, out: true };
        let mut operation = pin!(operation);
        let result = poll_fn(|context| held.watch(|| operation.as_mut().poll(context))).await;
        held.complete(classify.classify(&result));
        result.map_err(Error::Inner)
    }
}

/// A call that runs on this thread: only a panic drops it.
struct SyncCall<'a, C: Clock> {
    core: &'a BreakerCore<C>,
    ticket: Ticket,
}

impl<C: Clock> SyncCall<'_, C> {
    #[inline]
    fn complete(self, outcome: Outcome) {
        self.core.complete(self.ticket, outcome);
        std::mem::forget(self);
    }
}

impl<C: Clock> Drop for SyncCall<'_, C> {
    #[cold]
    fn drop(&mut self) {
        self.core.complete(self.ticket, Outcome::Failure);
    }
}

/// A call that is polled: it distinguishes a panic inside the call from a drop outside of it.
pub(crate) struct PolledCall<H: Holder> {
    holder: H,
    ticket: Ticket,
    out: bool,
}

impl<C: Clock> PolledCall<CircuitBreaker<C>> {
    #[inline]
    #[cfg(feature = "tower")]
    pub(crate) fn acquire(breaker: &CircuitBreaker<C>) -> Result<Self, CircuitOpen> {
        let ticket = breaker.core.acquire()?;
        Ok(Self { holder: breaker.clone(), ticket, out: true })
    }
}

impl<H: Holder> PolledCall<H> {
    #[inline]
    pub(crate) fn watch<T>(&mut self, call: impl FnOnce() -> T) -> T {
        let guard = PanicGuard(self);
        let answer = call();
        std::mem::forget(guard);
        answer
    }

    #[inline]
    pub(crate) fn complete(&mut self, outcome: Outcome) {
        if std::mem::replace(&mut self.out, false) {
            self.holder.breaker().core.complete(self.ticket, outcome);
        }
    }
}

impl<H: Holder> Drop for PolledCall<H> {
    #[inline]
    fn drop(&mut self) {
        // The call is cancelled. A panic that may be unwinding is not its own.
        if self.out {
            self.holder.breaker().core.abandon(self.ticket);
        }
    }
}

/// Dropped only by a panic of the call, which is a failure at once.
struct PanicGuard<'a, H: Holder>(&'a mut PolledCall<H>);

impl<H: Holder> Drop for PanicGuard<'_, H> {
    #[cold]
    fn drop(&mut self) {
        self.0.complete(Outcome::Failure);
    }
}

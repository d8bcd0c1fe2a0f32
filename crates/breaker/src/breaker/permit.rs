//! The permission to make one call.

use std::fmt;
use std::time::Duration;

use super::CircuitBreaker;
use super::core::BreakerCore;
use super::ticket::Ticket;
use crate::{Clock, Outcome};

/// The permission to make one call, returned with the result.
///
/// Dropped without a result it counts as [`OnDrop`](crate::OnDrop) says, by default as nothing, and a probe's slot is
/// free again. Dropped by a panic it is a failure.
///
/// It borrows its breaker ([`CircuitBreaker::try_acquire`]) or holds it ([`CircuitBreaker::try_acquire_owned`]).
///
/// ```
/// use fusebox_breaker::{CircuitBreaker, Settings};
///
/// let breaker = CircuitBreaker::new(Settings::default())?;
/// let permit = breaker.try_acquire()?;
/// // ... the call ...
/// permit.success();
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use = "a permit that is dropped says nothing about its call"]
pub struct Permit<H: Holder> {
    holder: H,
    ticket: Ticket,
    /// Whether it has no result yet.
    out: bool,
}

/// How a permit holds its breaker: `&CircuitBreaker` or `CircuitBreaker`.
///
/// ```
/// use fusebox_breaker::{Holder, Permit};
///
/// fn finish(permit: Permit<impl Holder>, worked: bool) {
///     if worked { permit.success() } else { permit.failure() }
/// }
/// # let breaker = fusebox_breaker::CircuitBreaker::new(fusebox_breaker::Settings::default())?;
/// finish(breaker.try_acquire()?, true);
/// finish(breaker.try_acquire_owned()?, false);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Holder: Sealed {}

/// Limits [`Holder`] to its two implementations.
pub trait Sealed {
    /// The breaker's clock.
    type Clock: Clock;
    #[doc(hidden)]
    fn breaker(&self) -> &CircuitBreaker<Self::Clock>;
}

impl<C: Clock> Holder for &CircuitBreaker<C> {}
impl<C: Clock> Holder for CircuitBreaker<C> {}

impl<C: Clock> Sealed for &CircuitBreaker<C> {
    type Clock = C;
    #[inline]
    fn breaker(&self) -> &CircuitBreaker<C> {
        self
    }
}

impl<C: Clock> Sealed for CircuitBreaker<C> {
    type Clock = C;
    #[inline]
    fn breaker(&self) -> &CircuitBreaker<C> {
        self
    }
}

impl<H: Holder> Permit<H> {
    #[inline]
    pub(super) fn new(holder: H, ticket: Ticket) -> Self {
        Self { holder, ticket, out: true }
    }

    /// The service did its work.
    ///
    /// ```
    /// use fusebox_breaker::{CircuitBreaker, Settings};
    ///
    /// let breaker = CircuitBreaker::new(Settings::default())?;
    /// let permit = breaker.try_acquire()?;
    /// permit.success();
    /// assert_eq!(breaker.snapshot().window.failed, 0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    pub fn success(self) {
        self.complete(Outcome::Success);
    }

    /// The service failed.
    ///
    /// ```
    /// use fusebox_breaker::{CircuitBreaker, Settings};
    ///
    /// let breaker = CircuitBreaker::new(Settings::default())?;
    /// let permit = breaker.try_acquire()?;
    /// permit.failure();
    /// assert_eq!(breaker.snapshot().window.failed, 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    pub fn failure(self) {
        self.complete(Outcome::Failure);
    }

    /// The result says nothing about the service.
    ///
    /// ```
    /// use fusebox_breaker::{CircuitBreaker, Settings};
    ///
    /// let breaker = CircuitBreaker::new(Settings::default())?;
    /// let permit = breaker.try_acquire()?;
    /// permit.neutral();
    /// assert_eq!(breaker.snapshot().window.calls, 0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    pub fn neutral(self) {
        self.complete(Outcome::Neutral);
    }

    /// Returns the permit with a result. The call's duration is measured since the permit was taken, if slow calls
    /// count.
    ///
    /// ```
    /// use fusebox_breaker::{CircuitBreaker, Outcome, Settings};
    ///
    /// let breaker = CircuitBreaker::new(Settings::default())?;
    /// let permit = breaker.try_acquire()?;
    /// permit.complete(Outcome::Slow);
    /// assert_eq!(breaker.snapshot().counts.slow, 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    pub fn complete(mut self, outcome: Outcome) {
        self.out = false;
        self.core().complete(self.ticket, outcome);
    }

    /// Returns the permit with a result and the duration that counts, for callers that measure it themselves.
    ///
    /// ```
    /// use fusebox_breaker::{CircuitBreaker, Outcome, Settings, SlowCall};
    /// use std::time::Duration;
    ///
    /// let slow_call = Some(SlowCall { threshold: Duration::from_secs(1), rate: 1.0 });
    /// let breaker = CircuitBreaker::new(Settings { slow_call, ..Settings::default() })?;
    /// breaker.try_acquire()?.complete_after(Outcome::Success, Duration::from_secs(2));
    /// assert_eq!(breaker.snapshot().counts.slow, 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn complete_after(mut self, outcome: Outcome, took: Duration) {
        self.out = false;
        self.core().complete_after(self.ticket, outcome, Some(took));
    }

    /// Returns the permit without a result, also while the thread is panicking.
    ///
    /// ```
    /// use fusebox_breaker::{CircuitBreaker, Settings};
    ///
    /// let breaker = CircuitBreaker::new(Settings::default())?;
    /// let permit = breaker.try_acquire()?;
    /// permit.abandon();
    /// assert_eq!(breaker.snapshot().counts.dropped, 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn abandon(mut self) {
        self.out = false;
        self.core().abandon(self.ticket);
    }

    /// Whether this call is a probe of a half-open circuit.
    ///
    /// ```
    /// use fusebox_breaker::{CircuitBreaker, Settings};
    ///
    /// let breaker = CircuitBreaker::new(Settings::default())?;
    /// let permit = breaker.try_acquire()?;
    /// assert!(!permit.is_probe());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn is_probe(&self) -> bool {
        self.ticket.is_probe()
    }

    #[inline]
    fn core(&self) -> &BreakerCore<H::Clock> {
        &self.holder.breaker().core
    }
}

impl<H: Holder> Drop for Permit<H> {
    #[inline]
    fn drop(&mut self) {
        if self.out {
            if std::thread::panicking() {
                self.core().complete(self.ticket, Outcome::Failure);
            } else {
                self.core().abandon(self.ticket);
            }
        }
    }
}

impl<H: Holder> fmt::Debug for Permit<H> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Permit").field("probe", &self.is_probe()).finish_non_exhaustive()
    }
}

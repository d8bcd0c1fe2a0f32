//! The concurrent breaker: it runs the pure machine for many threads.

mod batch;
mod builder;
mod call;
mod core;
mod permit;
mod snapshot;
mod tally;
mod ticket;
mod word;

use std::fmt;

pub use builder::Builder;
#[cfg(feature = "tower")]
pub(crate) use call::PolledCall;
pub use permit::{Holder, Permit};
pub use snapshot::Snapshot;

use self::core::BreakerCore;
use crate::sync::Arc;
use crate::{CircuitOpen, Clock, InvalidSettings, Settings, State, SystemClock};

/// A circuit breaker for many threads. Its clones are the same breaker.
///
/// A success on a closed breaker without failures writes nothing and takes no lock; neither does a rejection.
///
/// ```
/// use fusebox_breaker::{CircuitBreaker, Error, Settings, State};
///
/// let breaker = CircuitBreaker::new(Settings::default())?;
/// for _ in 0..5 {
///     assert_eq!(breaker.call(|| Err::<(), _>("refused")), Err(Error::Inner("refused")));
/// }
/// assert_eq!(breaker.state(), State::Open);
/// assert!(matches!(breaker.call(|| Ok::<_, &str>(())), Err(Error::Open(_))));
/// # Ok::<(), fusebox_breaker::InvalidSettings>(())
/// ```
pub struct CircuitBreaker<C = SystemClock> {
    core: Arc<BreakerCore<C>>,
}

impl CircuitBreaker {
    /// A closed breaker on the system's clock.
    ///
    /// # Errors
    ///
    /// When the settings cannot work.
    ///
    /// ```
    /// use fusebox_breaker::{CircuitBreaker, Settings, State};
    ///
    /// let breaker = CircuitBreaker::new(Settings::default())?;
    /// assert_eq!(breaker.state(), State::Closed);
    /// # Ok::<(), fusebox_breaker::InvalidSettings>(())
    /// ```
    pub fn new(settings: Settings) -> Result<Self, InvalidSettings> {
        Self::builder(settings).build()
    }

    /// Builds a breaker with a name, listeners, or another clock.
    ///
    /// ```
    /// use fusebox_breaker::{CircuitBreaker, Settings};
    ///
    /// let breaker = CircuitBreaker::builder(Settings::default())
    ///     .on_transition(|change| println!("{} -> {}", change.from, change.to))
    ///     .build()?;
    /// # Ok::<(), fusebox_breaker::InvalidSettings>(())
    /// ```
    pub fn builder(settings: Settings) -> Builder {
        Builder::new(settings)
    }
}

impl<C: Clock> CircuitBreaker<C> {
    /// Requests permission to make a call.
    ///
    /// # Errors
    ///
    /// When the circuit is open, or half-open without a free probe.
    ///
    /// ```
    /// use fusebox_breaker::{CircuitBreaker, Settings};
    ///
    /// let breaker = CircuitBreaker::new(Settings::default())?;
    /// match breaker.try_acquire() {
    ///     Ok(permit) => permit.success(),
    ///     Err(open) => println!("not now: {open}"),
    /// }
    /// # Ok::<(), fusebox_breaker::InvalidSettings>(())
    /// ```
    #[inline]
    pub fn try_acquire(&self) -> Result<Permit<&Self>, CircuitOpen> {
        Ok(Permit::new(self, self.core.acquire()?))
    }

    /// As [`CircuitBreaker::try_acquire`], with a permit that owns its breaker and can be sent to another thread.
    ///
    /// # Errors
    ///
    /// When the circuit is open, or half-open without a free probe.
    ///
    /// ```
    /// use fusebox_breaker::{CircuitBreaker, Settings};
    ///
    /// let breaker = CircuitBreaker::new(Settings::default())?;
    /// let permit = breaker.try_acquire_owned()?;
    /// let worker = std::thread::spawn(move || permit.success());
    /// # worker.join().unwrap();
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    pub fn try_acquire_owned(&self) -> Result<Permit<Self>, CircuitOpen> {
        let ticket = self.core.acquire()?;
        Ok(Permit::new(self.clone(), ticket))
    }

    /// Whether a call may be admitted now. Reserves nothing and changes nothing.
    ///
    /// # Errors
    ///
    /// When it would be rejected.
    ///
    /// ```
    /// use fusebox_breaker::{CircuitBreaker, Settings};
    ///
    /// let breaker = CircuitBreaker::new(Settings::default())?;
    /// assert!(breaker.check().is_ok());
    /// breaker.force_open();
    /// assert!(breaker.check().is_err());
    /// # Ok::<(), fusebox_breaker::InvalidSettings>(())
    /// ```
    #[inline]
    pub fn check(&self) -> Result<(), CircuitOpen> {
        self.core.would_admit()
    }

    /// The state now. Changes nothing.
    ///
    /// ```
    /// use fusebox_breaker::{CircuitBreaker, Settings, State};
    ///
    /// let breaker = CircuitBreaker::new(Settings::default())?;
    /// assert_eq!(breaker.state(), State::Closed);
    /// # Ok::<(), fusebox_breaker::InvalidSettings>(())
    /// ```
    pub fn state(&self) -> State {
        self.core.look(|machine, now| machine.state(now))
    }

    /// Whether another handle of it exists, or a permit that holds one.
    pub(crate) fn is_held_elsewhere(&self) -> bool {
        Arc::strong_count(&self.core) > 1
    }

    /// Its name; empty where it has none.
    ///
    /// ```
    /// use fusebox_breaker::{CircuitBreaker, Settings};
    ///
    /// let breaker = CircuitBreaker::new(Settings::default())?;
    /// assert_eq!(breaker.name(), "");
    /// # Ok::<(), fusebox_breaker::InvalidSettings>(())
    /// ```
    pub fn name(&self) -> &str {
        &self.core.name
    }

    /// Rejects every call until another order.
    ///
    /// ```
    /// use fusebox_breaker::{CircuitBreaker, Settings, State};
    ///
    /// let breaker = CircuitBreaker::new(Settings::default())?;
    /// breaker.force_open();
    /// assert!(breaker.try_acquire().is_err());
    /// breaker.reset();
    /// assert_eq!(breaker.state(), State::Closed);
    /// # Ok::<(), fusebox_breaker::InvalidSettings>(())
    /// ```
    pub fn force_open(&self) {
        self.core.change(|machine, clock, sink| machine.force_open(clock, sink));
    }

    /// Admits every call, counts it and never opens, until another order.
    ///
    /// ```
    /// use fusebox_breaker::{CircuitBreaker, Error, Settings};
    ///
    /// let breaker = CircuitBreaker::new(Settings::default())?;
    /// breaker.force_closed();
    /// for _ in 0..100 {
    ///     assert_eq!(breaker.call(|| Err::<(), _>("refused")), Err(Error::Inner("refused")));
    /// }
    /// assert_eq!(breaker.snapshot().counts.failures, 100);
    /// # Ok::<(), fusebox_breaker::InvalidSettings>(())
    /// ```
    pub fn force_closed(&self) {
        self.core.change(|machine, clock, sink| machine.force_closed(clock, sink));
    }

    /// Admits every call and counts nothing, until another order.
    ///
    /// ```
    /// use fusebox_breaker::{CircuitBreaker, Settings};
    ///
    /// let breaker = CircuitBreaker::new(Settings::default())?;
    /// breaker.disable();
    /// let _ = breaker.call(|| Err::<(), _>("refused"));
    /// assert_eq!(breaker.snapshot().counts.failures, 0);
    /// # Ok::<(), fusebox_breaker::InvalidSettings>(())
    /// ```
    pub fn disable(&self) {
        self.core.change(|machine, clock, sink| machine.disable(clock, sink));
    }

    /// Closes the circuit with an empty window, from any state.
    ///
    /// ```
    /// use fusebox_breaker::{CircuitBreaker, Settings};
    ///
    /// let breaker = CircuitBreaker::new(Settings::default())?;
    /// for _ in 0..5 {
    ///     let _ = breaker.call(|| Err::<(), _>("refused"));
    /// }
    /// breaker.reset();
    /// assert!(breaker.try_acquire().is_ok());
    /// # Ok::<(), fusebox_breaker::InvalidSettings>(())
    /// ```
    pub fn reset(&self) {
        self.core.change(|machine, clock, sink| machine.reset(clock, sink));
    }

    /// Takes other settings without losing the state, as [`Machine::reconfigure`](crate::Machine::reconfigure) says.
    ///
    /// # Errors
    ///
    /// When the settings cannot work; the old ones then stay.
    ///
    /// ```
    /// use fusebox_breaker::{CircuitBreaker, Settings, State, Trip};
    ///
    /// let breaker = CircuitBreaker::new(Settings::default())?;
    /// breaker.reconfigure(Settings { trip: Trip::Consecutive { failures: 1 }, ..Settings::default() })?;
    /// let _ = breaker.call(|| Err::<(), _>("refused"));
    /// assert_eq!(breaker.state(), State::Open);
    /// # Ok::<(), fusebox_breaker::InvalidSettings>(())
    /// ```
    pub fn reconfigure(&self, settings: Settings) -> Result<(), InvalidSettings> {
        self.core.reconfigure(settings)
    }
}

impl<C> Clone for CircuitBreaker<C> {
    fn clone(&self) -> Self {
        Self { core: Arc::clone(&self.core) }
    }
}

impl<C: Clock> fmt::Debug for CircuitBreaker<C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut shown = f.debug_struct("CircuitBreaker");
        shown.field("name", &self.name()).field("state", &self.state()).finish_non_exhaustive()
    }
}

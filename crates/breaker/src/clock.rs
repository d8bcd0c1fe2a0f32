//! Clocks: time is an argument for the pure machine, and read from a clock by the concurrent breaker.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use crate::Timestamp;

/// A source of time.
///
/// A [`Timestamp`] is a clock that stands still, so it can be passed to the pure machine. A breaker may read the clock
/// with its lock held, so a clock must not use the breaker.
///
/// ```
/// use fusebox_breaker::{Clock, Timestamp};
///
/// assert_eq!(Timestamp::from_millis(5).now(), Timestamp::from_millis(5));
/// ```
pub trait Clock {
    /// The time now. It may step back: the machine then uses the latest time it has seen.
    ///
    /// ```
    /// use fusebox_breaker::{Clock, ManualClock, Timestamp};
    ///
    /// assert_eq!(ManualClock::default().now(), Timestamp::ZERO);
    /// ```
    fn now(&self) -> Timestamp;

    /// A cheaper and less exact time, at most a few milliseconds before [`Clock::now`] and never after it. It
    /// decides whether a call is rejected and which bucket of a time window a success belongs to.
    ///
    /// ```
    /// use fusebox_breaker::{Clock, SystemClock};
    ///
    /// let coarse = SystemClock.coarse();
    /// assert!(coarse <= SystemClock.now());
    /// ```
    fn coarse(&self) -> Timestamp {
        self.now()
    }
}

impl Clock for Timestamp {
    fn now(&self) -> Timestamp {
        *self
    }
}

impl<C: Clock + ?Sized> Clock for Arc<C> {
    fn now(&self) -> Timestamp {
        (**self).now()
    }

    fn coarse(&self) -> Timestamp {
        (**self).coarse()
    }
}

/// The monotonic clock of the system.
///
/// With the `coarse-clock` feature, on Linux, [`Clock::coarse`] is the kernel's coarse monotonic clock: a quarter of
/// the cost, up to one kernel tick (1 to 10 ms) behind. An open circuit may then stay open that much longer.
///
/// ```
/// use fusebox_breaker::{Clock, SystemClock};
///
/// let before = SystemClock.now();
/// assert!(SystemClock.now() >= before);
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct SystemClock;

#[cfg(all(feature = "coarse-clock", target_os = "linux"))]
impl Clock for SystemClock {
    #[inline]
    fn now(&self) -> Timestamp {
        kernel(rustix::time::ClockId::Monotonic)
    }

    #[inline]
    fn coarse(&self) -> Timestamp {
        kernel(rustix::time::ClockId::MonotonicCoarse)
    }
}

/// Both clocks of the kernel count from the same moment, which is why `Instant` cannot be one of them.
#[cfg(all(feature = "coarse-clock", target_os = "linux"))]
#[inline]
fn kernel(id: rustix::time::ClockId) -> Timestamp {
    let time = rustix::time::clock_gettime(id);
    let seconds = u64::try_from(time.tv_sec).unwrap_or(0);
    let nanos = u64::try_from(time.tv_nsec).unwrap_or(0);
    Timestamp::from_nanos(seconds.saturating_mul(1_000_000_000).saturating_add(nanos))
}

#[cfg(not(all(feature = "coarse-clock", target_os = "linux")))]
impl Clock for SystemClock {
    #[inline]
    #[expect(
        clippy::disallowed_methods,
        reason = "the one place of this crate that reads the clock"
    )]
    fn now(&self) -> Timestamp {
        use std::sync::OnceLock;
        use std::time::Instant;
        static START: OnceLock<Instant> = OnceLock::new();
        // A second ahead of zero, so that the first reading is not zero itself.
        let since = START.get_or_init(Instant::now).elapsed();
        Timestamp::from_millis(1000).after(since)
    }
}

/// A clock for tests, which only the test moves. Clones share its time.
///
/// ```
/// use fusebox_breaker::{CircuitBreaker, ManualClock, Settings, State};
/// use std::time::Duration;
///
/// let clock = ManualClock::default();
/// let breaker = CircuitBreaker::builder(Settings::default()).clock(clock.clone()).build()?;
/// for _ in 0..5 {
///     let _ = breaker.call(|| Err::<(), _>("no"));
/// }
/// assert_eq!(breaker.state(), State::Open);
/// clock.advance(Duration::from_secs(30));
/// assert_eq!(breaker.state(), State::HalfOpen);
/// # Ok::<(), fusebox_breaker::InvalidSettings>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct ManualClock(Arc<AtomicU64>);

impl ManualClock {
    /// Moves it forward.
    ///
    /// ```
    /// use fusebox_breaker::{Clock, ManualClock, Timestamp};
    /// use std::time::Duration;
    ///
    /// let clock = ManualClock::default();
    /// clock.advance(Duration::from_millis(5));
    /// assert_eq!(clock.now(), Timestamp::from_millis(5));
    /// ```
    pub fn advance(&self, by: Duration) {
        self.set(self.now().after(by));
    }

    /// Sets it, also back.
    ///
    /// ```
    /// use fusebox_breaker::{Clock, ManualClock, Timestamp};
    ///
    /// let clock = ManualClock::default();
    /// clock.set(Timestamp::from_millis(7));
    /// assert_eq!(clock.now(), Timestamp::from_millis(7));
    /// ```
    pub fn set(&self, to: Timestamp) {
        self.0.store(to.as_nanos(), Ordering::Relaxed);
    }
}

impl Clock for ManualClock {
    fn now(&self) -> Timestamp {
        Timestamp::from_nanos(self.0.load(Ordering::Relaxed))
    }
}

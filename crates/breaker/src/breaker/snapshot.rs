//! The state of a breaker at one moment, for metrics and for people.

use std::time::Duration;

use super::CircuitBreaker;
use crate::machine::{Counts, State, Totals};
use crate::{Clock, Machine, Timestamp};

/// The state of a breaker at one moment. Taking a snapshot changes nothing.
///
/// ```
/// use fusebox_breaker::{CircuitBreaker, Settings, State};
///
/// let breaker = CircuitBreaker::new(Settings::default())?;
/// let look = breaker.snapshot();
/// assert_eq!((look.state, look.window.failed), (State::Closed, 0));
/// # Ok::<(), fusebox_breaker::InvalidSettings>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Snapshot {
    /// The state. An open circuit whose period is over shows as half-open.
    pub state: State,
    /// The number of the epoch: it increases with every change of state.
    pub epoch: u64,
    /// The time until a probe is admitted, where the circuit is open for a time.
    pub retry_after: Option<Duration>,
    /// The content of the window.
    pub window: Totals,
    /// Probes that have no result yet.
    pub probes_in_flight: usize,
    /// Statistics. A success on a clean closed breaker leaves no trace, so `admitted`, `rejected`, `successes` and
    /// `neutral` are complete only where `counts_calls`.
    pub counts: Counts,
    /// Whether the breaker was built with [`Builder::count_calls`](super::Builder::count_calls).
    pub counts_calls: bool,
}

impl<C: Clock> CircuitBreaker<C> {
    /// The state now, read under the lock.
    ///
    /// ```
    /// use fusebox_breaker::{CircuitBreaker, Settings};
    ///
    /// let breaker = CircuitBreaker::builder(Settings::default()).count_calls().build()?;
    /// let _ = breaker.call(|| Ok::<_, ()>(()));
    /// assert_eq!(breaker.snapshot().counts.successes, 1);
    /// # Ok::<(), fusebox_breaker::InvalidSettings>(())
    /// ```
    pub fn snapshot(&self) -> Snapshot {
        let mut snapshot = self.core.look(Snapshot::of);
        if let Some([admitted, rejected, successes, neutral]) = self.core.tally() {
            let counts = &mut snapshot.counts;
            counts.admitted = counts.admitted.saturating_add(admitted);
            counts.rejected = counts.rejected.saturating_add(rejected);
            counts.successes = counts.successes.saturating_add(successes);
            counts.neutral = counts.neutral.saturating_add(neutral);
            snapshot.counts_calls = true;
        }
        snapshot
    }
}

impl Snapshot {
    fn of(machine: &Machine, now: Timestamp) -> Self {
        Self {
            state: machine.state(now),
            epoch: machine.epoch(),
            retry_after: machine.retry_after(now),
            window: machine.window(now),
            probes_in_flight: machine.probes_in_flight(),
            counts: machine.counts(),
            counts_calls: false,
        }
    }
}

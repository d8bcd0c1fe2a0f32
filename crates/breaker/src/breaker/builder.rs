//! The options of a new breaker.

use std::hash::{BuildHasher, RandomState};

use super::CircuitBreaker;
use super::core::{BreakerCore, Listener};
use crate::machine::Transition;
use crate::sync::Arc;
use crate::{Clock, InvalidSettings, Machine, Settings, SystemClock};

/// Makes a breaker. Start with [`CircuitBreaker::builder`].
///
/// ```
/// use fusebox_breaker::{CircuitBreaker, Settings};
///
/// let breaker = CircuitBreaker::builder(Settings::default()).name("search").count_calls().build()?;
/// assert_eq!(breaker.name(), "search");
/// # Ok::<(), fusebox_breaker::InvalidSettings>(())
/// ```
#[must_use = "nothing is made before `build`"]
pub struct Builder<C = SystemClock> {
    settings: Settings,
    name: String,
    seed: Option<u64>,
    clock: C,
    listeners: Vec<Listener>,
    count_calls: bool,
}

impl Builder {
    pub(super) fn new(settings: Settings) -> Self {
        let (name, listeners) = (String::new(), Vec::new());
        Self { settings, name, seed: None, clock: SystemClock, listeners, count_calls: false }
    }
}

impl<C: Clock> Builder<C> {
    /// What it is called in metrics and logs. Default: nothing.
    ///
    /// ```
    /// use fusebox_breaker::{CircuitBreaker, Settings};
    ///
    /// let breaker = CircuitBreaker::builder(Settings::default()).name("mcp:search").build()?;
    /// assert_eq!(breaker.name(), "mcp:search");
    /// # Ok::<(), fusebox_breaker::InvalidSettings>(())
    /// ```
    pub fn name(self, name: impl Into<String>) -> Self {
        Self { name: name.into(), ..self }
    }

    /// The seed of the jitter. Default: a random one, so that processes do not act in step.
    ///
    /// ```
    /// use fusebox_breaker::{CircuitBreaker, ManualClock, OpenPeriod, Settings};
    /// use std::time::Duration;
    ///
    /// let open = OpenPeriod::doubling(Duration::from_secs(1), Duration::from_secs(60));
    /// let settings = Settings { open, ..Settings::default() };
    /// let period = || {
    ///     let builder = CircuitBreaker::builder(settings.clone()).seed(7);
    ///     let breaker = builder.clock(ManualClock::default()).build()?;
    ///     (0..5).for_each(|_| breaker.try_acquire().map(|permit| permit.failure()).unwrap_or(()));
    ///     Ok::<_, fusebox_breaker::InvalidSettings>(breaker.snapshot().retry_after)
    /// };
    /// assert_eq!(period()?, period()?);
    /// # Ok::<(), fusebox_breaker::InvalidSettings>(())
    /// ```
    pub fn seed(self, seed: u64) -> Self {
        Self { seed: Some(seed), ..self }
    }

    /// Counts every call in [`Snapshot::counts`](super::Snapshot::counts), in cells that threads do not share: about
    /// 2 ns for each admission and each result, where a success otherwise writes nothing. Default: off.
    ///
    /// ```
    /// use fusebox_breaker::{CircuitBreaker, Settings};
    ///
    /// let breaker = CircuitBreaker::builder(Settings::default()).count_calls().build()?;
    /// breaker.force_open();
    /// assert!(breaker.try_acquire().is_err());
    /// assert_eq!(breaker.snapshot().counts.rejected, 1);
    /// # Ok::<(), fusebox_breaker::InvalidSettings>(())
    /// ```
    pub fn count_calls(self) -> Self {
        Self { count_calls: true, ..self }
    }

    /// Another clock, as for tests.
    ///
    /// ```
    /// use fusebox_breaker::{CircuitBreaker, ManualClock, Settings};
    ///
    /// let clock = ManualClock::default();
    /// let breaker = CircuitBreaker::builder(Settings::default()).clock(clock.clone()).build()?;
    /// # Ok::<(), fusebox_breaker::InvalidSettings>(())
    /// ```
    pub fn clock<D: Clock>(self, clock: D) -> Builder<D> {
        let Self { settings, name, seed, clock: _, listeners, count_calls } = self;
        Builder { settings, name, seed, clock, listeners, count_calls }
    }

    /// Calls `listener` at each change of state exactly once, in order, with no lock held: it may use the breaker. It
    /// runs on the thread whose call changed the state, so it should be fast. A panic in it is caught and dropped.
    ///
    /// ```
    /// use fusebox_breaker::{CircuitBreaker, Settings};
    /// use std::sync::mpsc;
    ///
    /// let (tell, heard) = mpsc::channel();
    /// let breaker = CircuitBreaker::builder(Settings::default())
    ///     .on_transition(move |change| drop(tell.send((change.from, change.to))))
    ///     .build()?;
    /// breaker.force_open();
    /// assert_eq!(heard.recv()?.1.as_str(), "forced_open");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn on_transition(mut self, listener: impl Fn(&Transition) + Send + Sync + 'static) -> Self {
        self.listeners.push(Box::new(listener));
        self
    }

    /// Makes the breaker.
    ///
    /// # Errors
    ///
    /// When the settings cannot work.
    ///
    /// ```
    /// use fusebox_breaker::{CircuitBreaker, Settings, Trip};
    ///
    /// let never = Settings { trip: Trip::Consecutive { failures: 0 }, ..Settings::default() };
    /// assert!(CircuitBreaker::builder(never).build().is_err());
    /// assert!(CircuitBreaker::builder(Settings::default()).build().is_ok());
    /// ```
    pub fn build(self) -> Result<CircuitBreaker<C>, InvalidSettings> {
        self.settings.check()?;
        Ok(self.build_checked())
    }

    /// As [`Builder::build`], with settings that were checked.
    pub(crate) fn build_checked(mut self) -> CircuitBreaker<C> {
        let seed = self.seed.unwrap_or_else(|| RandomState::new().hash_one(0));
        let settings = std::mem::take(&mut self.settings);
        let machine = Machine::of_checked(settings, seed, self.clock.now());
        self.build_from(machine)
    }

    /// Makes the breaker of a machine, such as one that was restored. The settings and the seed are the machine's, and
    /// its times must be those of the clock.
    ///
    /// ```
    /// use fusebox_breaker::{CircuitBreaker, Machine, Settings, State, Timestamp};
    ///
    /// let mut machine = Machine::new(Settings::default(), 0, Timestamp::ZERO)?;
    /// machine.force_open(&Timestamp::ZERO, &mut |_| {});
    /// let breaker = CircuitBreaker::builder(Settings::default()).build_from(machine);
    /// assert_eq!(breaker.state(), State::ForcedOpen);
    /// # Ok::<(), fusebox_breaker::InvalidSettings>(())
    /// ```
    pub fn build_from(self, machine: Machine) -> CircuitBreaker<C> {
        let Self { name, clock, listeners, count_calls, .. } = self;
        let core = BreakerCore::new(name, clock, listeners, count_calls, machine);
        CircuitBreaker { core: Arc::new(core) }
    }
}

//! Why a call was not made, and why settings are invalid.

use std::fmt;
use std::time::Duration;

use crate::State;

/// The call was not made: the circuit is open, or half-open with every probe in use.
///
/// ```
/// use fusebox_breaker::{CircuitBreaker, Settings, State};
///
/// let breaker = CircuitBreaker::new(Settings::default())?;
/// breaker.force_open();
/// let open = breaker.check().unwrap_err();
/// assert_eq!(open.state, State::ForcedOpen);
/// assert_eq!(open.to_string(), "the circuit is held open by a person");
/// # Ok::<(), fusebox_breaker::InvalidSettings>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CircuitOpen {
    /// [`State::Open`], [`State::HalfOpen`] or [`State::ForcedOpen`].
    pub state: State,
    /// The time until another call may be admitted; `None` where it is unknown (forced open, an open period without
    /// end, a probe that is still running).
    pub retry_after: Option<Duration>,
}

impl fmt::Display for CircuitOpen {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.state, self.retry_after) {
            (State::ForcedOpen, _) => f.write_str("the circuit is held open by a person"),
            (State::HalfOpen, _) => {
                f.write_str("the circuit is half-open and its probes are in use")
            }
            (_, Some(wait)) => write!(f, "the circuit is open, retry in {} s", whole_seconds(wait)),
            (_, None) => f.write_str("the circuit is open"),
        }
    }
}

impl std::error::Error for CircuitOpen {}

/// Seconds to wait, rounded up: a second too late is no harm, one too early is a rejection.
pub(crate) fn whole_seconds(wait: Duration) -> u64 {
    wait.as_secs().saturating_add(u64::from(wait.subsec_nanos() > 0))
}

/// A setting that could never work, by its path.
///
/// ```
/// use fusebox_breaker::{CircuitBreaker, Settings, Trip};
///
/// let never = Settings { trip: Trip::Consecutive { failures: 0 }, ..Settings::default() };
/// let error = CircuitBreaker::new(never).unwrap_err();
/// assert_eq!(error.to_string(), "trip.failures must be at least 1");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InvalidSettings {
    /// The path of the setting, such as `trip.rate.threshold`.
    pub path: &'static str,
    /// The rule that it breaks.
    pub rule: &'static str,
}

impl fmt::Display for InvalidSettings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.path, self.rule)
    }
}

impl std::error::Error for InvalidSettings {}

/// Why a guarded call has no result.
///
/// ```
/// use fusebox_breaker::{CircuitBreaker, Error, Settings};
///
/// let breaker = CircuitBreaker::new(Settings::default())?;
/// match breaker.call(|| "fuse".parse::<u32>()) {
///     Ok(number) => println!("{number}"),
///     Err(Error::Inner(error)) => println!("asked, and it failed: {error}"),
///     Err(Error::Open(open)) => println!("not asked: {open}"),
/// }
/// # Ok::<(), fusebox_breaker::InvalidSettings>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Error<E> {
    /// The call was not made.
    Open(CircuitOpen),
    /// The call was made, and this is its own error.
    Inner(E),
}

impl<E: fmt::Display> fmt::Display for Error<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Open(open) => open.fmt(f),
            Self::Inner(error) => error.fmt(f),
        }
    }
}

impl<E: std::error::Error + 'static> std::error::Error for Error<E> {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Open(open) => Some(open),
            Self::Inner(error) => error.source(),
        }
    }
}

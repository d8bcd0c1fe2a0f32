//! The outcome of a call, and how results are classified.

#[cfg(feature = "serde")]
use serde::{Deserialize, Serialize};

/// The outcome of a call, with regard to the health of the service.
///
/// ```
/// use fusebox_breaker::Outcome;
///
/// fn health_of(status: u16) -> Outcome {
///     match status {
///         400..=499 => Outcome::Neutral,
///         500.. => Outcome::Failure,
///         _ => Outcome::Success,
///     }
/// }
/// assert_eq!(health_of(404), Outcome::Neutral);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize), serde(rename_all = "snake_case"))]
pub enum Outcome {
    /// The service did its work.
    Success,
    /// The service failed: counts towards opening.
    Failure,
    /// The service did its work, too slowly. Counts as slow whatever the call's duration.
    Slow,
    /// Says nothing about the service (a bad argument, a missing file): neither counts nor resets, and frees a probe's
    /// slot.
    Neutral,
}

/// Says what a result means for the health of the service. Implemented for closures.
///
/// ```
/// use fusebox_breaker::{CircuitBreaker, Outcome, Settings};
/// use std::io::{Error, ErrorKind};
///
/// let breaker = CircuitBreaker::new(Settings::default())?;
/// let missing_is_no_fault = |result: &Result<String, Error>| match result {
///     Ok(_) => Outcome::Success,
///     Err(error) if error.kind() == ErrorKind::NotFound => Outcome::Neutral,
///     Err(_) => Outcome::Failure,
/// };
/// for _ in 0..100 {
///     let read = || std::fs::read_to_string("no such file");
///     assert!(breaker.call_with(missing_is_no_fault, read).is_err());
/// }
/// assert_eq!(breaker.state(), fusebox_breaker::State::Closed);
/// # Ok::<(), fusebox_breaker::InvalidSettings>(())
/// ```
pub trait Classify<T, E> {
    /// The outcome of this result.
    ///
    /// ```
    /// use fusebox_breaker::{Classify, Outcome};
    ///
    /// let patient = |_: &Result<(), ()>| Outcome::Neutral;
    /// assert_eq!(patient.classify(&Err(())), Outcome::Neutral);
    /// ```
    fn classify(&self, result: &Result<T, E>) -> Outcome;
}

impl<T, E, F: Fn(&Result<T, E>) -> Outcome> Classify<T, E> for F {
    #[inline]
    fn classify(&self, result: &Result<T, E>) -> Outcome {
        self(result)
    }
}

/// Every error is a failure. The default.
///
/// ```
/// use fusebox_breaker::{Classify, ErrIsFailure, Outcome};
///
/// assert_eq!(ErrIsFailure.classify(&Err::<(), _>("refused")), Outcome::Failure);
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct ErrIsFailure;

impl<T, E> Classify<T, E> for ErrIsFailure {
    #[inline]
    fn classify(&self, result: &Result<T, E>) -> Outcome {
        if result.is_ok() { Outcome::Success } else { Outcome::Failure }
    }
}

//! Events through [`tracing`](https://docs.rs/tracing): feature `tracing`.

use crate::{State, Transition};

/// Reports a change of state: a warning where it opens, otherwise information. For
/// [`Builder::on_transition`](crate::Builder::on_transition).
///
/// ```
/// use fusebox_breaker::{CircuitBreaker, Settings, tracing};
///
/// let breaker = CircuitBreaker::builder(Settings::default())
///     .on_transition(|change| tracing::record("search", change))
///     .build()?;
/// breaker.force_open();
/// # Ok::<(), fusebox_breaker::InvalidSettings>(())
/// ```
pub fn record(name: &str, change: &Transition) {
    let (from, to, cause) = (change.from.as_str(), change.to.as_str(), change.cause.as_str());
    let open_for_ms =
        change.open_for.map(|period| u64::try_from(period.as_millis()).unwrap_or(u64::MAX));
    let (calls, failed) = (change.window.calls, change.window.failed);
    if matches!(change.to, State::Open | State::ForcedOpen) {
        tracing::warn!(
            breaker = name,
            from,
            to,
            cause,
            open_for_ms,
            calls,
            failed,
            "circuit opened"
        );
    } else {
        tracing::info!(breaker = name, from, to, cause, "circuit changed");
    }
}

//! Figures through the [`metrics`](https://docs.rs/metrics) facade: feature `metrics`.

use crate::{CircuitBreaker, Clock, State, Transition};

/// Counts a change of state. For [`Builder::on_transition`](crate::Builder::on_transition).
///
/// `fusebox_breaker_transitions_total{breaker, to, cause}` counts changes; `fusebox_breaker_state{breaker}` is 0 closed, 1
/// half-open, 2 open (forced or not), -1 disabled.
///
/// ```
/// use fusebox_breaker::{CircuitBreaker, Settings, metrics};
///
/// let breaker = CircuitBreaker::builder(Settings::default())
///     .name("search")
///     .on_transition(|change| metrics::record("search", change))
///     .build()?;
/// breaker.force_open();
/// # Ok::<(), fusebox_breaker::InvalidSettings>(())
/// ```
pub fn record(name: &str, change: &Transition) {
    let labels = [
        ("breaker", name.to_owned()),
        ("to", change.to.as_str().to_owned()),
        ("cause", change.cause.as_str().to_owned()),
    ];
    metrics::counter!("fusebox_breaker_transitions_total", &labels).increment(1);
    metrics::gauge!("fusebox_breaker_state", "breaker" => name.to_owned()).set(level(change.to));
}

/// Publishes the counts of a breaker, for example before a scrape.
///
/// `fusebox_breaker_calls_total{breaker, outcome}` with the outcomes `failure`, `slow`, `late` and `dropped`, and where it
/// [counts calls](crate::Builder::count_calls) also `success`, `neutral` and `rejected`.
///
/// ```
/// use fusebox_breaker::{CircuitBreaker, Settings, metrics};
///
/// let breaker = CircuitBreaker::new(Settings::default())?;
/// metrics::publish(&breaker);
/// # Ok::<(), fusebox_breaker::InvalidSettings>(())
/// ```
pub fn publish<C: Clock>(breaker: &CircuitBreaker<C>) {
    let snapshot = breaker.snapshot();
    let (name, counts) = (breaker.name(), snapshot.counts);
    metrics::gauge!("fusebox_breaker_state", "breaker" => name.to_owned())
        .set(level(snapshot.state));
    let always = [
        ("failure", counts.failures),
        ("slow", counts.slow),
        ("late", counts.late),
        ("dropped", counts.dropped),
    ];
    let counted =
        [("success", counts.successes), ("neutral", counts.neutral), ("rejected", counts.rejected)];
    let counted = counted.iter().filter(|_| snapshot.counts_calls);
    for (outcome, count) in always.iter().chain(counted) {
        let labels = [("breaker", name.to_owned()), ("outcome", (*outcome).to_owned())];
        metrics::counter!("fusebox_breaker_calls_total", &labels).absolute(*count);
    }
}

fn level(state: State) -> f64 {
    match state {
        State::Closed | State::ForcedClosed => 0.0,
        State::HalfOpen => 1.0,
        State::Open | State::ForcedOpen => 2.0,
        State::Disabled => -1.0,
    }
}

//! tower-resilience-circuitbreaker: a layer only.

use std::time::Duration;

use tower::Layer as _;
use tower_resilience_circuitbreaker::{
    CircuitBreakerConfigBuilder, CircuitBreakerError, CircuitBreakerLayer, DefaultClassifier,
    SlidingWindowType,
};

use super::OPEN;
use crate::subject::{Answer, Down, Family, Subject};
use crate::tower_call::{Inner, call};

type Config = CircuitBreakerConfigBuilder<DefaultClassifier>;

pub(super) fn subjects() -> Vec<Subject> {
    vec![
        service("tower-resilience, consecutive", || config().consecutive_failures(5)),
        service("tower-resilience, count window of 100", config),
    ]
}

/// A time window that forgets nothing while it is measured.
pub(crate) fn long_window() -> Subject {
    service("tower-resilience", || {
        let hour = Duration::from_secs(3600);
        let config = config().sliding_window_type(SlidingWindowType::TimeBased);
        config.sliding_window_duration(hour).minimum_number_of_calls(100)
    })
}

#[expect(clippy::expect_used, reason = "the settings are the ones of this file")]
fn service(name: &'static str, config: impl Fn() -> Config + 'static) -> Subject {
    let layer = move || config().build_with_handle().expect("these settings are sound").0;
    let service = |layer: &CircuitBreakerLayer<_>| layer.layer(Inner);
    Subject::new(Family::Tower, name, layer, service, |service, succeeds| {
        answer(&call(service, succeeds))
    })
}

fn config() -> Config {
    CircuitBreakerLayer::builder()
        .failure_rate_threshold(0.5)
        .sliding_window_size(100)
        .wait_duration_in_open(OPEN)
}

#[inline]
fn answer(result: &Result<u32, CircuitBreakerError<Down>>) -> Answer {
    if matches!(result, Err(CircuitBreakerError::OpenCircuit)) {
        Answer::Rejected
    } else {
        Answer::Ran
    }
}

//! tower-resilience-circuitbreaker: a layer only.

use std::time::Duration;

use ::tower_resilience_circuitbreaker::{
    CircuitBreakerError, CircuitBreakerLayer, SlidingWindowType,
};

use crate::libraries::Library;
use crate::operation::{Fault, Inner};
use crate::subject::{Setup, Subject, Trip, subject_of_service};

pub(in crate::libraries) const LIBRARY: Library =
    Library { name: "tower-resilience 0.14.0", make, layer: Some(layer) };

fn make(setup: Setup) -> Option<Subject> {
    layer(setup, Inner::default())
}

fn layer(setup: Setup, inner: Inner) -> Option<Subject> {
    let config = CircuitBreakerLayer::builder()
        .failure_rate_threshold(0.5)
        .permitted_calls_in_half_open(1)
        .wait_duration_in_open(setup.reset);
    let config = match setup.trip {
        Trip::Three | Trip::Streak => config.consecutive_failures(3),
        Trip::Window => config.sliding_window_size(100),
        Trip::Emptied => config
            .sliding_window_type(SlidingWindowType::TimeBased)
            .sliding_window_duration(Duration::from_millis(40))
            .minimum_number_of_calls(3),
    };
    let counts =
        move |result: &Result<(), Fault>| result.as_ref().is_err_and(|fault| setup.counts(fault));
    let layer = config.failure_classifier(counts).build().ok()?;
    Some(subject_of_service(layer.layer_fn(inner), |error| {
        matches!(error, CircuitBreakerError::OpenCircuit)
    }))
}

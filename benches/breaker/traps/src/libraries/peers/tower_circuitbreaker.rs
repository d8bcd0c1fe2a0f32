//! tower-circuitbreaker: what tower-resilience was before.

use ::tower_circuitbreaker::{CircuitBreakerError, circuit_breaker_builder};

use crate::libraries::Library;
use crate::operation::{Fault, Inner};
use crate::subject::{Setup, Subject, Trip, subject_of_service};

pub(in crate::libraries) const LIBRARY: Library =
    Library { name: "tower-circuitbreaker 0.2.0", make, layer: Some(layer) };

fn make(setup: Setup) -> Option<Subject> {
    layer(setup, Inner::default())
}

fn layer(setup: Setup, inner: Inner) -> Option<Subject> {
    let calls = match setup.trip {
        Trip::Three => 3,
        Trip::Window => 100,
        Trip::Streak | Trip::Emptied => return None,
    };
    let layer = circuit_breaker_builder::<(), Fault>()
        .failure_rate_threshold(0.5)
        .sliding_window_size(calls)
        .minimum_number_of_calls(calls)
        .permitted_calls_in_half_open(1)
        .wait_duration_in_open(setup.reset)
        .failure_classifier(move |result| result.as_ref().is_err_and(|fault| setup.counts(fault)))
        .build();
    Some(subject_of_service(layer.layer(inner), |error| {
        matches!(error, CircuitBreakerError::OpenCircuit)
    }))
}

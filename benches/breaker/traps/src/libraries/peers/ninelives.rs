//! ninelives: failures in a row; it cannot ignore an error.

use ::ninelives::{CircuitBreakerConfig, CircuitBreakerLayer, ResilienceError};
use tower::Layer as _;

use crate::libraries::Library;
use crate::operation::Inner;
use crate::subject::{Setup, Subject, Trip, subject_of_service};

pub(in crate::libraries) const LIBRARY: Library =
    Library { name: "ninelives 0.2.0", make, layer: Some(layer) };

fn make(setup: Setup) -> Option<Subject> {
    layer(setup, Inner::default())
}

fn layer(setup: Setup, inner: Inner) -> Option<Subject> {
    if setup.ignores || !matches!(setup.trip, Trip::Three | Trip::Streak) {
        return None;
    }
    let config = CircuitBreakerConfig::new(3, setup.reset, 1).ok()?;
    let layer = CircuitBreakerLayer::new(config).ok()?;
    Some(subject_of_service(layer.layer(inner), |error| {
        matches!(error, ResilienceError::CircuitOpen { .. })
    }))
}

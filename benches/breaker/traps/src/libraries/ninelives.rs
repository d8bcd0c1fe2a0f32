//! ninelives: failures in a row; it cannot ignore an error.

use ::ninelives::{CircuitBreakerConfig, CircuitBreakerLayer, ResilienceError};
use tower::Layer as _;

use super::Library;
use crate::operation::Inner;
use crate::subject::{Setup, Subject, Trip, service};

pub(super) const LIBRARY: Library = Library { name: "ninelives 0.2.0", make, layer: Some(layer) };

fn make(setup: Setup) -> Option<Box<dyn Subject>> {
    layer(setup, Inner::default())
}

fn layer(setup: Setup, inner: Inner) -> Option<Box<dyn Subject>> {
    if setup.ignores || !matches!(setup.trip, Trip::Three | Trip::Streak) {
        return None;
    }
    let config = CircuitBreakerConfig::new(3, setup.reset, 1).ok()?;
    let layer = CircuitBreakerLayer::new(config).ok()?;
    Some(service(layer.layer(inner), |error| matches!(error, ResilienceError::CircuitOpen { .. })))
}

//! breaker-machines: a number or a rate of failures in a time window of at most 1,000 calls.

use std::sync::Arc;

use ::breaker_machines::{CircuitBreaker, CircuitError, FailureContext, PredicateClassifier};

use super::Library;
use crate::operation::Fault;
use crate::subject::{Calls, Setup, Subject, Trip, answer};

pub(super) const LIBRARY: Library = Library { name: "breaker-machines 0.17.1", make, layer: None };

fn make(setup: Setup) -> Option<Box<dyn Subject>> {
    let builder = CircuitBreaker::builder("trap")
        .success_threshold(1)
        .half_open_timeout_secs(setup.reset.as_secs_f64());
    let builder = match setup.trip {
        Trip::Three | Trip::Streak => builder.failure_threshold(3),
        Trip::Window => builder.disable_failure_threshold().failure_rate(0.5).minimum_calls(100),
        Trip::Emptied => builder
            .disable_failure_threshold()
            .failure_rate(0.5)
            .minimum_calls(3)
            .failure_window_secs(0.04),
    };
    let counts = move |context: &FailureContext<'_>| {
        !(setup.ignores && context.error.downcast_ref() == Some(&Fault::NotThere))
    };
    let breaker = builder.failure_classifier(Arc::new(PredicateClassifier::new(counts)));
    let breaker = Arc::new(breaker.build_async());
    Some(Box::new(Calls(move |operation| {
        let breaker = Arc::clone(&breaker);
        async move {
            let result = breaker.call(|| operation).await;
            answer(&result, |error| !matches!(error, CircuitError::Execution(_)))
        }
    })))
}

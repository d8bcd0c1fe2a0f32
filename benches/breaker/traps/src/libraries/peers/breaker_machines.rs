//! breaker-machines: a number or a rate of failures in a time window of at most 1,000 calls.

use std::sync::Arc;

use ::breaker_machines::{
    CircuitBreaker, CircuitBuilder, CircuitError, FailureContext, PredicateClassifier,
};

use crate::libraries::Library;
use crate::subject::{Setup, Subject, Trip, subject_of_calls};

pub(in crate::libraries) const LIBRARY: Library =
    Library { name: "breaker-machines 0.17.1", make, layer: None };

fn make(setup: Setup) -> Option<Subject> {
    let builder = CircuitBreaker::builder("trap")
        .success_threshold(1)
        .half_open_timeout_secs(setup.reset.as_secs_f64());
    let rate = |builder: CircuitBuilder| builder.disable_failure_threshold().failure_rate(0.5);
    let builder = match setup.trip {
        Trip::Three | Trip::Streak => builder.failure_threshold(3),
        Trip::Window => rate(builder).minimum_calls(100),
        Trip::Emptied => rate(builder).minimum_calls(3).failure_window_secs(0.04),
    };
    let counts = move |context: &FailureContext<'_>| {
        context.error.downcast_ref().is_none_or(|fault| setup.counts(fault))
    };
    let breaker = builder.failure_classifier(Arc::new(PredicateClassifier::new(counts)));
    let breaker = Arc::new(breaker.build_async());
    let begin = move |operation| {
        let breaker = Arc::clone(&breaker);
        async move { breaker.call(|| operation).await }
    };
    Some(subject_of_calls(begin, |error| !matches!(error, CircuitError::Execution(_))))
}

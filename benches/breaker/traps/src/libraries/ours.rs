//! The breaker of this repository.

use std::time::Duration;

use fusebox_breaker::tower::CircuitBreakerLayer;
use fusebox_breaker::{
    CircuitBreaker, Error, HalfOpen, OpenPeriod, Outcome, Rate, Settings, Trip as Ours,
};
use tower::Layer as _;

use super::Library;
use crate::operation::{Fault, Inner};
use crate::subject::{Setup, Subject, Trip, subject_of_calls, subject_of_service};

pub(super) const LIBRARY: Library = Library { name: "**fusebox**", make, layer: Some(layer) };

fn make(setup: Setup) -> Option<Subject> {
    let breaker = breaker(setup)?;
    let begin = move |operation| {
        let breaker = breaker.clone();
        async move { breaker.call_async_with(classifier(setup), operation).await }
    };
    Some(subject_of_calls(begin, is_rejection))
}

fn layer(setup: Setup, inner: Inner) -> Option<Subject> {
    let layer = CircuitBreakerLayer::new(breaker(setup)?).classify(classifier(setup));
    Some(subject_of_service(layer.layer(inner), is_rejection))
}

fn breaker(setup: Setup) -> Option<CircuitBreaker> {
    let rate = |min_calls| Rate { threshold: 0.5, min_calls, ..Rate::default() };
    let trip = match setup.trip {
        Trip::Three | Trip::Streak => Ours::Consecutive { failures: 3 },
        Trip::Window => Ours::CountWindow { size: 100, rate: rate(100) },
        Trip::Emptied => {
            Ours::TimeWindow { length: Duration::from_millis(40), buckets: 4, rate: rate(3) }
        }
    };
    let half_open = HalfOpen { lease: setup.lease, ..HalfOpen::default() };
    let open = OpenPeriod::Fixed(setup.reset);
    CircuitBreaker::new(Settings { trip, open, half_open, ..Settings::default() }).ok()
}

fn classifier(setup: Setup) -> impl Fn(&Result<(), Fault>) -> Outcome + Clone {
    move |result| match result {
        Ok(()) => Outcome::Success,
        Err(fault) if setup.counts(fault) => Outcome::Failure,
        Err(_) => Outcome::Neutral,
    }
}

fn is_rejection(error: &Error<Fault>) -> bool {
    matches!(error, Error::Open(_))
}

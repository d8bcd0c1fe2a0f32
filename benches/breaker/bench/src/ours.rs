//! The breaker of this repository, in the ways it can be set up.

use std::sync::Arc;
use std::time::{Duration, Instant};

use fusebox_breaker::tower::CircuitBreakerLayer;
use fusebox_breaker::{
    Builder, CircuitBreaker, Clock, Error, OpenPeriod, Rate, Registry, Settings, SlowCall,
    Timestamp, Trip,
};
use tower::Layer as _;

use crate::subject::{Answer, Down, Family, Subject, now, operation};
use crate::tower_call::{Inner, call};

pub(crate) const CONSECUTIVE: &str = "**fusebox**, consecutive";
pub(crate) const COUNT_WINDOW: &str = "**fusebox**, count window of 100";

pub(crate) fn subjects() -> Vec<Subject> {
    vec![
        sync(CONSECUTIVE, || builder(consecutive())),
        sync(COUNT_WINDOW, || builder(count_window())),
        sync("**fusebox**, time window of 10 s", || builder(time_window(Duration::from_secs(10)))),
        sync("**fusebox**, consecutive, default features", || {
            builder(consecutive()).clock(Precise)
        }),
        sync("**fusebox**, consecutive, calls counted", || builder(consecutive()).count_calls()),
        sync("**fusebox**, consecutive, slow calls timed", || builder(timed())),
        by_key("**fusebox**, consecutive, found in a registry"),
        awaited(CONSECUTIVE, consecutive),
        awaited(COUNT_WINDOW, count_window),
        layer(CONSECUTIVE, consecutive),
        layer(COUNT_WINDOW, count_window),
    ]
}

/// A time window that forgets nothing while it is measured.
pub(crate) fn long_window() -> Subject {
    sync("**fusebox**", || builder(time_window(Duration::from_secs(3600))))
}

fn sync<C: Clock + Send + Sync + 'static>(
    name: &'static str,
    builder: impl Fn() -> Builder<C> + 'static,
) -> Subject {
    let breaker = move || built(builder());
    Subject::cloned(Family::Sync, name, breaker, |breaker, succeeds| {
        answer(&breaker.call(|| operation(succeeds)))
    })
}

fn awaited(name: &'static str, settings: fn() -> Settings) -> Subject {
    let breaker = move || built(builder(settings()));
    Subject::cloned(Family::Async, name, breaker, |breaker, succeeds| {
        answer(&now(breaker.call_async(async move { operation(succeeds) })))
    })
}

#[expect(clippy::expect_used, reason = "the settings are the ones of this file")]
fn by_key(name: &'static str) -> Subject {
    let registry =
        || Arc::new(Registry::<String>::new(consecutive()).expect("these settings are sound"));
    Subject::cloned(Family::Sync, name, registry, |registry, succeeds| {
        answer(&registry.get("mcp:search").call(|| operation(succeeds)))
    })
}

fn layer(name: &'static str, settings: fn() -> Settings) -> Subject {
    let layer = move || CircuitBreakerLayer::new(built(builder(settings())));
    let service = |layer: &CircuitBreakerLayer<_, _>| layer.layer(Inner);
    Subject::new(Family::Tower, name, layer, service, |service, succeeds| {
        answer(&call(service, succeeds))
    })
}

#[inline]
fn answer(result: &Result<u32, Error<Down>>) -> Answer {
    if matches!(result, Err(Error::Open(_))) { Answer::Rejected } else { Answer::Ran }
}

fn builder(settings: Settings) -> Builder {
    CircuitBreaker::builder(settings)
}

#[expect(clippy::expect_used, reason = "the settings are the ones of this file")]
fn built<C: Clock>(builder: Builder<C>) -> CircuitBreaker<C> {
    builder.build().expect("these settings are sound")
}

fn consecutive() -> Settings {
    let open = OpenPeriod::Fixed(Duration::from_secs(3600));
    Settings { trip: Trip::Consecutive { failures: 5 }, open, ..Settings::default() }
}

fn count_window() -> Settings {
    let rate = Rate { threshold: 0.5, min_calls: 100, ..Rate::default() };
    Settings { trip: Trip::CountWindow { size: 100, rate }, ..consecutive() }
}

fn time_window(length: Duration) -> Settings {
    let rate = Rate { threshold: 0.5, min_calls: 100, ..Rate::default() };
    Settings { trip: Trip::TimeWindow { length, buckets: 10, rate }, ..consecutive() }
}

fn timed() -> Settings {
    let slow_call = Some(SlowCall { threshold: Duration::from_secs(1), rate: 0.5 });
    Settings { slow_call, ..consecutive() }
}

/// The clock of a build without the feature `coarse-clock`.
struct Precise;

impl Clock for Precise {
    #[inline]
    #[expect(clippy::disallowed_methods, reason = "a clock")]
    fn now(&self) -> Timestamp {
        use std::sync::OnceLock;
        static START: OnceLock<Instant> = OnceLock::new();
        Timestamp::from_millis(1000).after(START.get_or_init(Instant::now).elapsed())
    }
}

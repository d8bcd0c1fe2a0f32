//! A breaker in a state to begin with, on a clock that is set by hand.

use std::time::Duration;

use fusebox_breaker::{CircuitBreaker, ManualClock, Settings, Trip};
use loom::thread;

/// The default open period.
pub(crate) const OPEN: Duration = Duration::from_secs(30);
/// The default lease of a probe.
pub(crate) const LEASE: Duration = Duration::from_secs(60);

pub(crate) type Breaker = CircuitBreaker<ManualClock>;

/// Tries every interleaving in which no thread is interrupted more than three times in all: what goes wrong
/// between a few threads goes wrong within that, and all of them would take hours.
pub(crate) fn model(steps: impl Fn() + Sync + Send + 'static) {
    let mut builder = loom::model::Builder::new();
    builder.preemption_bound = Some(3);
    builder.check(steps);
}

/// Two threads beside each other, each with the same breaker. The one that set the stage only waits: where it takes part
/// itself, loom leaves out many of the orders.
pub(crate) fn beside<A: 'static, B: 'static>(
    breaker: &Breaker,
    one: impl FnOnce(&Breaker) -> A + 'static,
    two: impl FnOnce(&Breaker) -> B + 'static,
) -> (A, B) {
    let (first, second) = (breaker.clone(), breaker.clone());
    let (one, two) = (thread::spawn(move || one(&first)), thread::spawn(move || two(&second)));
    (one.join().unwrap(), two.join().unwrap())
}

pub(crate) fn with(settings: Settings) -> (Breaker, ManualClock) {
    let clock = ManualClock::default();
    let builder = CircuitBreaker::builder(settings).seed(0).clock(clock.clone());
    (builder.build().unwrap(), clock)
}

/// Closed; so many failures in a row open it.
pub(crate) fn closed(failures: u32) -> (Breaker, ManualClock) {
    with(Settings { trip: Trip::Consecutive { failures }, ..Settings::default() })
}

/// Opened by one failure, and its period is over: the next call is the probe.
pub(crate) fn due() -> (Breaker, ManualClock) {
    let (breaker, clock) = closed(1);
    fail(&breaker);
    clock.advance(OPEN);
    (breaker, clock)
}

pub(crate) fn fail(breaker: &Breaker) {
    let _ = breaker.call(|| Err::<(), _>("down"));
}

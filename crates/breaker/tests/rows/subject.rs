//! The machines under test behind one face.

use std::time::Duration;

use fusebox_breaker::machine::{MachineRecord, Phase};
use fusebox_breaker::{
    CircuitBreaker, CircuitOpen, Error, Machine, ManualClock, OpenPeriod, Outcome, Permit,
    Settings, State, Timestamp, Token,
};

/// What a person may order.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Order {
    ForceOpen,
    ForceClosed,
    Disable,
    Reset,
}

/// A result and the call's duration, where that is reported.
pub(crate) type CallResult = (Outcome, Option<Duration>);

/// A machine that steps are run on.
pub(crate) trait Subject {
    type Permit;
    fn new(settings: Settings, now: Timestamp) -> Self;
    /// Open since this long before `now`.
    fn open_since(settings: Settings, elapsed: Duration, now: Timestamp) -> Self;
    fn acquire(&mut self, now: Timestamp) -> Result<Self::Permit, CircuitOpen>;
    fn complete(&mut self, permit: Self::Permit, result: CallResult, now: Timestamp);
    fn abandon(&mut self, permit: Self::Permit, now: Timestamp);
    fn call_that_panics(&mut self, now: Timestamp) -> Result<(), CircuitOpen>;
    fn order(&mut self, order: Order, now: Timestamp);
    fn state(&self, now: Timestamp) -> State;
}

/// A machine that has been open for `elapsed` at `now`.
pub(crate) fn opened(settings: Settings, elapsed: Duration, now: Timestamp) -> Machine {
    let since = Timestamp::from_nanos(now.as_nanos() - u64::try_from(elapsed.as_nanos()).unwrap());
    let OpenPeriod::Fixed(period) = settings.open else { panic!("no case restores another") };
    let closed = Machine::new(settings.clone(), 0, since).unwrap().save();
    let phase = Phase::Open { since, until: since.after(period) };
    Machine::restore(settings, 0, MachineRecord { phase, attempts: 1, ..closed }).unwrap()
}

impl Subject for Machine {
    type Permit = Token;

    fn new(settings: Settings, now: Timestamp) -> Self {
        Self::new(settings, 0, now).unwrap()
    }

    fn open_since(settings: Settings, elapsed: Duration, now: Timestamp) -> Self {
        opened(settings, elapsed, now)
    }

    fn acquire(&mut self, now: Timestamp) -> Result<Token, CircuitOpen> {
        Self::acquire(self, &now, &mut |_| {})
    }

    fn complete(&mut self, permit: Token, (outcome, took): CallResult, now: Timestamp) {
        Self::complete(self, permit, outcome, took, &now, &mut |_| {});
    }

    fn abandon(&mut self, permit: Token, now: Timestamp) {
        Self::abandon(self, permit, &now, &mut |_| {});
    }

    fn call_that_panics(&mut self, now: Timestamp) -> Result<(), CircuitOpen> {
        let permit = Subject::acquire(self, now)?;
        Subject::complete(self, permit, (Outcome::Failure, None), now);
        Ok(())
    }

    fn order(&mut self, order: Order, now: Timestamp) {
        match order {
            Order::ForceOpen => self.force_open(&now, &mut |_| {}),
            Order::ForceClosed => self.force_closed(&now, &mut |_| {}),
            Order::Disable => self.disable(&now, &mut |_| {}),
            Order::Reset => self.reset(&now, &mut |_| {}),
        }
    }

    fn state(&self, now: Timestamp) -> State {
        Self::state(self, now)
    }
}

/// The concurrent breaker and the clock it is told the time with.
pub(crate) struct Concurrent {
    pub(crate) breaker: CircuitBreaker<ManualClock>,
    pub(crate) clock: ManualClock,
}

impl Subject for Concurrent {
    type Permit = Permit<CircuitBreaker<ManualClock>>;

    fn new(settings: Settings, now: Timestamp) -> Self {
        let clock = ManualClock::default();
        clock.set(now);
        let builder = CircuitBreaker::builder(settings).seed(0).clock(clock.clone()).count_calls();
        Self { breaker: builder.build().unwrap(), clock }
    }

    fn open_since(settings: Settings, elapsed: Duration, now: Timestamp) -> Self {
        let machine = opened(settings.clone(), elapsed, now);
        let clock = ManualClock::default();
        let builder = CircuitBreaker::builder(settings).clock(clock.clone());
        Self { breaker: builder.build_from(machine), clock }
    }

    fn acquire(&mut self, now: Timestamp) -> Result<Self::Permit, CircuitOpen> {
        self.clock.set(now);
        self.breaker.try_acquire_owned()
    }

    fn complete(&mut self, permit: Self::Permit, (outcome, took): CallResult, now: Timestamp) {
        self.clock.set(now);
        permit.complete_after(outcome, took.unwrap_or_default());
    }

    fn abandon(&mut self, permit: Self::Permit, now: Timestamp) {
        self.clock.set(now);
        drop(permit);
    }

    fn call_that_panics(&mut self, now: Timestamp) -> Result<(), CircuitOpen> {
        self.clock.set(now);
        let call = || self.breaker.call(|| -> Result<(), ()> { panic!("the service's own") });
        match std::panic::catch_unwind(std::panic::AssertUnwindSafe(call)) {
            Ok(Err(Error::Open(open))) => Err(open),
            Ok(other) => panic!("{other:?}"),
            Err(_) => Ok(()),
        }
    }

    fn order(&mut self, order: Order, now: Timestamp) {
        self.clock.set(now);
        match order {
            Order::ForceOpen => self.breaker.force_open(),
            Order::ForceClosed => self.breaker.force_closed(),
            Order::Disable => self.breaker.disable(),
            Order::Reset => self.breaker.reset(),
        }
    }

    fn state(&self, now: Timestamp) -> State {
        self.clock.set(now);
        self.breaker.state()
    }
}

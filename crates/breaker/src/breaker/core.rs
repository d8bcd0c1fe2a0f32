//! The machine behind a lock that is held briefly, and a word that answers what needs no lock.
//!
//! Everything that changes the state runs the pure machine under the lock and publishes a new word. What changes nothing
//! (a call that is admitted, a success of a clean window, a rejection) only reads the word. Two machines cannot
//! disagree, because there is one.

use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

use super::batch::SuccessBatch;
use super::tally::{CountedEvent, Tally};
use super::ticket::{PackedAnswer, PackedRejection, Ticket, UNTIMED};
use super::word::PackedState;
use crate::machine::{RejectUntil, Transition, TransitionSink};
use crate::sync::{AtomicU64, CachePadded, Mutex, Ordering, lock};
use crate::time::nanos;
use crate::{CircuitOpen, Clock, InvalidSettings, Machine, Outcome, Settings, State, Timestamp};

pub(super) type Listener = Box<dyn Fn(&Transition) + Send + Sync>;

pub(super) struct BreakerCore<C> {
    pub(super) name: String,
    hot: CachePadded<StateCells>,
    batch: SuccessBatch,
    locked: CachePadded<Mutex<LockedState>>,
    clock: C,
    listeners: Vec<Listener>,
    tally: Option<Box<Tally>>,
}

/// Read by every call, written when the state changes. Times are in nanoseconds.
///
/// Each state has its own cells, so that a cell that is read after the word holds a time of that state: of the word's
/// epoch, or of a later one in the same state.
#[derive(Default)]
struct StateCells {
    word: AtomicU64,
    /// While it is open, calls are rejected before this time.
    open_until: AtomicU64,
    /// The latest time that was known then: a clock that is behind it, as a coarse one may be, is not followed.
    open_seen: AtomicU64,
    /// While it is half-open, no probe is free before this time.
    full_until: AtomicU64,
    /// Successes are gathered before this time; the largest number where time does not matter.
    gather_until: AtomicU64,
    /// A call that takes this long is slow; the largest number where none is.
    slow: AtomicU64,
}

struct LockedState {
    machine: Machine,
    /// Transitions that are not announced to listeners yet.
    queued: VecDeque<Transition>,
    /// Whether a thread announces them.
    is_announcing: bool,
}

impl<C: Clock> BreakerCore<C> {
    pub(super) fn new(
        name: String,
        clock: C,
        listeners: Vec<Listener>,
        count_calls: bool,
        machine: Machine,
    ) -> Self {
        // More transitions than this are possible while a listener runs, and then it grows.
        let queued = VecDeque::with_capacity(if listeners.is_empty() { 0 } else { 16 });
        let core = Self {
            name,
            hot: CachePadded::default(),
            batch: SuccessBatch::default(),
            locked: CachePadded(Mutex::new(LockedState { machine, queued, is_announcing: false })),
            clock,
            listeners,
            tally: count_calls.then(Box::default),
        };
        core.look(|machine, _| core.publish_slow(machine));
        core
    }

    /// The common path is short enough to be inlined; the rest is out of line.
    #[inline]
    pub(super) fn acquire(&self) -> Result<Ticket, PackedRejection> {
        let word = self.hot.0.read();
        if word.plainly_admits() {
            return Ok(Ticket { word, started: UNTIMED, probe: 0 });
        }
        self.acquire_slowly(word).ticket()
    }

    #[inline]
    pub(super) fn complete(&self, ticket: Ticket, outcome: Outcome) {
        let unchanged = self.hot.0.read() == ticket.word;
        let nothing = outcome == Outcome::Success && ticket.word.success_is_plainly_nothing();
        if !(unchanged && nothing) {
            self.complete_slowly(ticket.word, ticket.started, ticket.probe, outcome);
        }
    }

    #[inline(never)]
    fn acquire_slowly(&self, word: PackedState) -> PackedAnswer {
        self.ask(word).into()
    }

    fn ask(&self, word: PackedState) -> Result<Ticket, CircuitOpen> {
        if word.admits() {
            self.count(word, CountedEvent::Admitted);
            return Ok(Ticket { word, started: self.start(), probe: 0 });
        }
        self.reject(word)?;
        let token = self.change(|machine, clock, sink| machine.acquire(clock, sink))?;
        let word = PackedState::of_epoch(token.epoch);
        Ok(Ticket { word, started: self.start(), probe: u64::from(token.probe) })
    }

    /// Rejects a call, where that needs no lock.
    #[inline]
    fn reject(&self, word: PackedState) -> Result<(), CircuitOpen> {
        let answer = self.would_reject(word);
        if answer.is_err() {
            self.count(word, CountedEvent::Rejected);
        }
        answer
    }

    #[inline]
    fn would_reject(&self, word: PackedState) -> Result<(), CircuitOpen> {
        let Some(state) = word.shut_state() else { return Ok(()) };
        let hot = &self.hot.0;
        let until = match state {
            State::Open => hot.open_until.load(Ordering::Acquire),
            State::HalfOpen => hot.full_until.load(Ordering::Acquire),
            State::ForcedOpen | State::ForcedClosed | State::Closed | State::Disabled => u64::MAX,
        };
        let until = Timestamp::from_nanos(until);
        if until == Timestamp::MAX {
            return Err(CircuitOpen { state, retry_after: None });
        }
        let seen = Timestamp::from_nanos(hot.open_seen.load(Ordering::Relaxed));
        let now = self.clock.coarse().max(seen);
        if now >= until {
            return Ok(());
        }
        Err(CircuitOpen { state, retry_after: (state == State::Open).then(|| until.since(now)) })
    }

    /// The fields of the ticket are separate arguments, so that they can stay in registers.
    #[inline(never)]
    fn complete_slowly(&self, word: PackedState, started: u64, probe: u64, outcome: Outcome) {
        let timed = started != UNTIMED;
        let took = timed.then(|| self.clock.now().since(Timestamp::from_nanos(started)));
        self.complete_after(Ticket { word, started, probe }, outcome, took);
    }

    /// Reports a result with the duration that counts.
    pub(super) fn complete_after(&self, ticket: Ticket, outcome: Outcome, took: Option<Duration>) {
        let word = self.hot.0.read();
        if word.admits() && word.epoch() == ticket.word.epoch() {
            if outcome == Outcome::Success && !self.is_slow(took) {
                if word.success_is_nothing() {
                    return self.count(word, CountedEvent::Success);
                }
                if self.gather(word) {
                    return;
                }
            }
            if outcome == Outcome::Neutral {
                return self.count(word, CountedEvent::Neutral);
            }
        }
        let token = ticket.token();
        self.change_after(Machine::absorbs_any_time, |machine, clock, sink| {
            machine.complete(token, outcome, took, clock, sink);
        });
    }

    /// Gathers a success for the machine, if recording it later changes nothing.
    #[inline]
    fn gather(&self, word: PackedState) -> bool {
        let until = self.hot.0.gather_until.load(Ordering::Acquire);
        let by_time = until < u64::MAX;
        // A bucket that ends meanwhile takes its batch with it; the success is then of the next one.
        let in_time = !by_time || self.clock.coarse().as_nanos() < until;
        in_time && self.batch.add(word.epoch(), by_time)
    }

    #[cold]
    pub(super) fn abandon(&self, ticket: Ticket) {
        let token = ticket.token();
        self.change(|machine, clock, sink| machine.abandon(token, clock, sink));
    }

    /// When a call begins, where its duration matters.
    fn start(&self) -> u64 {
        let timed = self.hot.0.slow.load(Ordering::Relaxed) != u64::MAX;
        if timed { self.clock.now().as_nanos() } else { UNTIMED }
    }

    fn is_slow(&self, took: Option<Duration>) -> bool {
        took.is_some_and(|took| nanos(took) >= self.hot.0.slow.load(Ordering::Relaxed))
    }

    /// Whether the next call would be admitted. Changes nothing.
    #[inline]
    pub(super) fn would_admit(&self) -> Result<(), CircuitOpen> {
        let word = self.hot.0.read();
        if word.admits() {
            return Ok(());
        }
        self.would_reject(word)
    }

    /// Changes the machine, publishes the result, and calls the listeners after the lock is released.
    pub(super) fn change<T>(
        &self,
        change: impl FnOnce(&mut Machine, &C, TransitionSink<'_>) -> T,
    ) -> T {
        self.change_after(|_| false, change)
    }

    /// As [`BreakerCore::change`]; successes may be gathered meanwhile where `keeps` is true.
    #[inline]
    fn change_after<T>(
        &self,
        keeps: impl FnOnce(&Machine) -> bool,
        change: impl FnOnce(&mut Machine, &C, TransitionSink<'_>) -> T,
    ) -> T {
        let mut locked = lock(&self.locked.0);
        let LockedState { machine, queued, is_announcing } = &mut *locked;
        let batch = &self.batch;
        machine.absorb(if keeps(machine) { batch.drain() } else { batch.take().0 });
        let has_listeners = !self.listeners.is_empty();
        let answer = change(machine, &self.clock, &mut |transition| {
            if has_listeners {
                queued.push_back(transition);
            }
        });
        self.publish(machine);
        let announces = !*is_announcing && !queued.is_empty();
        *is_announcing |= announces;
        drop(locked);
        if announces {
            self.announce_transitions();
        }
        answer
    }

    /// Reads the machine; gathered successes are written to it first.
    pub(super) fn look<T>(&self, look: impl FnOnce(&Machine, Timestamp) -> T) -> T {
        let now = self.clock.now();
        let machine = &mut lock(&self.locked.0).machine;
        machine.absorb(self.batch.take().0);
        self.publish(machine);
        look(machine, now)
    }

    pub(super) fn reconfigure(&self, settings: Settings) -> Result<(), InvalidSettings> {
        self.change(|machine, clock, _| {
            machine.reconfigure(settings, clock)?;
            self.publish_slow(machine);
            Ok(())
        })
    }

    pub(super) fn tally(&self) -> Option<[u64; 4]> {
        let all = [
            CountedEvent::Admitted,
            CountedEvent::Rejected,
            CountedEvent::Success,
            CountedEvent::Neutral,
        ];
        self.tally.as_ref().map(|tally| all.map(|event| tally.sum(event)))
    }

    /// Only under the lock. Times are written before the word that makes callers read them.
    #[inline]
    fn publish(&self, machine: &mut Machine) {
        let mut signal = machine.signal();
        let goes_on = signal.gathers_until.is_some() && self.batch.is_open(signal.epoch);
        if !goes_on {
            let (successes, epoch) = self.batch.take();
            if successes > 0 {
                machine.absorb_of(successes, epoch);
                signal = machine.signal();
            }
        }
        let observed = self.tally.is_some() || machine.settings().slow_call.is_some();
        let word = PackedState::new(&signal, machine.phase().state(), observed);
        let hot = &self.hot.0;
        if let Some(until) = signal.gathers_until {
            if hot.gather_until.load(Ordering::Relaxed) != until.as_nanos() {
                hot.gather_until.store(until.as_nanos(), Ordering::Release);
            }
            if !goes_on {
                self.batch.open(signal.epoch);
            }
        }
        if hot.word.load(Ordering::Relaxed) != word.0 || !signal.admits {
            match signal.shut {
                RejectUntil::Open { seen, until } => {
                    hot.open_seen.store(seen.as_nanos(), Ordering::Relaxed);
                    hot.open_until.store(until.as_nanos(), Ordering::Release);
                }
                RejectUntil::Full { until } => {
                    hot.full_until.store(until.as_nanos(), Ordering::Release)
                }
                RejectUntil::No => {}
            }
            hot.word.store(word.0, Ordering::Release);
        }
    }

    fn publish_slow(&self, machine: &Machine) {
        let slow = machine.settings().slow_call.map_or(u64::MAX, |slow| nanos(slow.threshold));
        self.hot.0.slow.store(slow, Ordering::Relaxed);
    }

    /// Calls the listeners: one thread at a time, in order; a transition that a listener causes waits its turn.
    fn announce_transitions(&self) {
        loop {
            let mut locked = lock(&self.locked.0);
            let Some(transition) = locked.queued.pop_front() else {
                locked.is_announcing = false;
                return;
            };
            drop(locked);
            for listener in &self.listeners {
                // A listener's panic does not reach the call that caused the transition, nor the other listeners.
                let _ = catch_unwind(AssertUnwindSafe(|| listener(&transition)));
            }
        }
    }

    #[inline]
    fn count(&self, word: PackedState, event: CountedEvent) {
        if let Some(tally) = &self.tally
            && !word.is_disabled()
        {
            tally.add(event);
        }
    }
}

impl StateCells {
    #[inline]
    fn read(&self) -> PackedState {
        PackedState(self.word.load(Ordering::Acquire))
    }
}

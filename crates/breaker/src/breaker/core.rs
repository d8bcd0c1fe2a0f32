//! The machine behind one short lock, and a word that answers what needs no lock.
//!
//! Everything that changes something runs the pure machine under the lock and publishes a new word. What changes
//! nothing (a call let through, a success of a clean window, a rejection) only reads the word. So the two machines
//! cannot disagree: there is one.

use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

use super::tally::{Event, Tally};
use super::word::Word;
use crate::machine::Transition;
use crate::sync::{Apart, AtomicU64, Mutex, Ordering, lock};
use crate::time::nanos;
use crate::{CircuitOpen, Clock, Machine, Outcome, Timestamp, Token};

pub(super) type Listener = Box<dyn Fn(&Transition) + Send + Sync>;

pub(super) struct Core<C> {
    pub(super) name: String,
    hot: Apart<Hot>,
    locked: Apart<Mutex<Locked>>,
    clock: C,
    listeners: Vec<Listener>,
    tally: Option<Box<Tally>>,
}

/// Read by every call, written when the state changes.
struct Hot {
    word: AtomicU64,
    /// Calls are turned away before this moment, in nanoseconds.
    until: AtomicU64,
    /// A call of this many nanoseconds is slow; the largest number where none is.
    slow: AtomicU64,
}

struct Locked {
    machine: Machine,
    /// Transitions that listeners have not heard of.
    unheard: VecDeque<Transition>,
    /// Some thread is telling them.
    telling: bool,
}

impl<C: Clock> Core<C> {
    pub(super) fn new(
        name: String,
        machine: Machine,
        clock: C,
        listeners: Vec<Listener>,
        tally: bool,
    ) -> Self {
        let hot = Hot {
            word: AtomicU64::new(0),
            until: AtomicU64::new(0),
            slow: AtomicU64::new(u64::MAX),
        };
        // More transitions than this while a listener runs are possible, and then it grows.
        let unheard = VecDeque::with_capacity(if listeners.is_empty() { 0 } else { 16 });
        hot.publish(&machine);
        hot.publish_slow(&machine);
        Self {
            name,
            hot: Apart(hot),
            locked: Apart(Mutex::new(Locked { machine, unheard, telling: false })),
            clock,
            listeners,
            tally: tally.then(Box::default),
        }
    }

    #[inline]
    pub(super) fn acquire(&self) -> Result<Token, CircuitOpen> {
        let word = self.hot.0.read();
        if word.admits() {
            self.count(word, Event::Admitted);
            return Ok(Token { epoch: word.epoch(), probe: 0 });
        }
        self.acquire_shut(word)
    }

    fn acquire_shut(&self, word: Word) -> Result<Token, CircuitOpen> {
        let until = Timestamp::from_nanos(self.hot.0.until.load(Ordering::Acquire));
        let state = word.shut_state();
        let wait = if until == Timestamp::MAX {
            None
        } else {
            let now = self.clock.coarse();
            if now >= until {
                return self.change(|machine, clock, heard| machine.acquire(clock, heard));
            }
            (state == crate::State::Open).then(|| until.since(now))
        };
        self.count(word, Event::Rejected);
        Err(CircuitOpen { state, retry_after: wait })
    }

    #[inline]
    pub(super) fn complete(&self, token: Token, outcome: Outcome, took: Option<Duration>) {
        let word = self.hot.0.read();
        if word.admits() && word.epoch() == token.epoch {
            if outcome == Outcome::Success && word.success_is_nothing() && !self.is_slow(took) {
                self.count(word, Event::Success);
                return;
            }
            if outcome == Outcome::Neutral {
                self.count(word, Event::Neutral);
                return;
            }
        }
        self.complete_locked(token, outcome, took);
    }

    fn complete_locked(&self, token: Token, outcome: Outcome, took: Option<Duration>) {
        self.change(|machine, clock, heard| machine.complete(token, outcome, took, clock, heard));
    }

    pub(super) fn abandon(&self, token: Token) {
        self.change(|machine, clock, heard| machine.abandon(token, clock, heard));
    }

    /// When a call begins, where its duration matters.
    #[inline]
    pub(super) fn start(&self) -> Option<Timestamp> {
        let measured = self.hot.0.slow.load(Ordering::Relaxed) != u64::MAX;
        measured.then(|| self.clock.now())
    }

    pub(super) fn took(&self, started: Option<Timestamp>) -> Option<Duration> {
        started.map(|started| self.clock.now().since(started))
    }

    /// Whether the next call would be let through. Changes nothing.
    #[inline]
    pub(super) fn would_admit(&self) -> Result<(), CircuitOpen> {
        let word = self.hot.0.read();
        if word.admits() {
            return Ok(());
        }
        let until = Timestamp::from_nanos(self.hot.0.until.load(Ordering::Acquire));
        let now = self.clock.coarse();
        let state = word.shut_state();
        if until != Timestamp::MAX && now >= until {
            return Ok(());
        }
        let known = state == crate::State::Open && until != Timestamp::MAX;
        Err(CircuitOpen { state, retry_after: known.then(|| until.since(now)) })
    }

    /// Changes the machine, publishes what became of it, and tells the listeners after the lock.
    pub(super) fn change<T>(
        &self,
        change: impl FnOnce(&mut Machine, &C, &mut dyn FnMut(Transition)) -> T,
    ) -> T {
        let mut locked = lock(&self.locked.0);
        let Locked { machine, unheard, telling } = &mut *locked;
        let heard = !self.listeners.is_empty();
        let answer = change(machine, &self.clock, &mut |transition| {
            if heard {
                unheard.push_back(transition);
            }
        });
        self.hot.0.publish(machine);
        let tell = !*telling && !unheard.is_empty();
        *telling |= tell;
        drop(locked);
        if tell {
            self.tell();
        }
        answer
    }

    /// Reads the machine; nothing is changed.
    pub(super) fn look<T>(&self, look: impl FnOnce(&Machine, Timestamp) -> T) -> T {
        let now = self.clock.now();
        look(&lock(&self.locked.0).machine, now)
    }

    pub(super) fn republish_slow(&self) {
        self.hot.0.publish_slow(&lock(&self.locked.0).machine);
    }

    pub(super) fn tally(&self) -> Option<[u64; 4]> {
        let all = [Event::Admitted, Event::Rejected, Event::Success, Event::Neutral];
        self.tally.as_ref().map(|tally| all.map(|event| tally.sum(event)))
    }

    /// One thread at a time tells, in order; a transition that a listener causes itself waits its turn.
    fn tell(&self) {
        loop {
            let mut locked = lock(&self.locked.0);
            let Some(transition) = locked.unheard.pop_front() else {
                locked.telling = false;
                return;
            };
            drop(locked);
            for listener in &self.listeners {
                // A listener's panic is its own: the call that caused the transition goes on, and so do the others.
                let _ = catch_unwind(AssertUnwindSafe(|| listener(&transition)));
            }
        }
    }

    #[inline]
    fn is_slow(&self, took: Option<Duration>) -> bool {
        took.is_some_and(|took| nanos(took) >= self.hot.0.slow.load(Ordering::Relaxed))
    }

    #[inline]
    fn count(&self, word: Word, event: Event) {
        if let Some(tally) = &self.tally
            && !word.is_disabled()
        {
            tally.add(event);
        }
    }
}

impl Hot {
    #[inline]
    fn read(&self) -> Word {
        Word(self.word.load(Ordering::Acquire))
    }

    /// Only under the lock. The end of an open period is written before the word that makes callers look at it; a
    /// caller who sees a newer end than its word sees a later state, never an earlier one.
    #[inline]
    fn publish(&self, machine: &Machine) {
        let signal = machine.signal();
        let word = Word::new(&signal, machine.phase().state());
        if self.word.load(Ordering::Relaxed) != word.0 || !signal.admits {
            self.until.store(signal.rejects_until.as_nanos(), Ordering::Release);
            self.word.store(word.0, Ordering::Release);
        }
    }

    fn publish_slow(&self, machine: &Machine) {
        let slow = machine.settings().slow_call.map_or(u64::MAX, |slow| nanos(slow.threshold));
        self.slow.store(slow, Ordering::Relaxed);
    }
}

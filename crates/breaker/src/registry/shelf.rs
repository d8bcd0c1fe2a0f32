//! Where the breakers of a registry stand, and which one makes room for another.

use std::borrow::Borrow;
use std::collections::HashMap;
use std::hash::Hash;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::{CircuitBreaker, Clock, InvalidSettings, Settings, State};

const DEFAULT_CAPACITY: usize = 1024;
/// So many are asked to make room for a newcomer; a flood of made-up keys then costs the same for each of them.
const ASKED: usize = 16;

pub(super) struct RegistryShard<K, C> {
    settings: Settings,
    capacity: usize,
    places: HashMap<K, usize>,
    slots: Vec<Slot<K, C>>,
    /// The slot that is asked next to make room.
    hand: usize,
    overflowed: u64,
}

struct Slot<K, C> {
    key: K,
    breaker: CircuitBreaker<C>,
    /// Since the hand last came by.
    used: AtomicBool,
    own_settings: bool,
}

impl<K: Clone + Eq + Hash, C: Clock> RegistryShard<K, C> {
    pub(super) fn new(settings: Settings) -> Self {
        let capacity = DEFAULT_CAPACITY;
        Self {
            settings,
            capacity,
            places: HashMap::new(),
            slots: Vec::new(),
            hand: 0,
            overflowed: 0,
        }
    }

    pub(super) fn settings(&self) -> &Settings {
        &self.settings
    }

    pub(super) fn set_capacity(&mut self, breakers: usize) {
        self.capacity = breakers.max(1);
    }

    pub(super) fn find<Q>(&self, key: &Q) -> Option<CircuitBreaker<C>>
    where
        K: Borrow<Q>,
        Q: Eq + Hash + ?Sized,
    {
        let slot = self.slots.get(*self.places.get(key)?)?;
        // Written once per round of the hand, so that readers share the line.
        if !slot.used.load(Ordering::Relaxed) {
            slot.used.store(true, Ordering::Relaxed);
        }
        Some(slot.breaker.clone())
    }

    /// Keeps a new breaker, if there is room or one may go.
    pub(super) fn keep(&mut self, key: K, breaker: &CircuitBreaker<C>) {
        let breaker = breaker.clone();
        let slot =
            Slot { key: key.clone(), breaker, used: AtomicBool::new(true), own_settings: false };
        if self.slots.len() < self.capacity {
            self.places.insert(key, self.slots.len());
            self.slots.push(slot);
        } else if let Some(index) = self.room()
            && let Some(old) = self.slots.get_mut(index)
        {
            let old = std::mem::replace(old, slot);
            self.places.remove(&old.key);
            self.places.insert(key, index);
        } else {
            self.overflowed = self.overflowed.saturating_add(1);
        }
    }

    /// Keeps a breaker that has settings of its own, also beyond the capacity: a person asked for it.
    pub(super) fn keep_own(&mut self, key: K, breaker: &CircuitBreaker<C>) {
        if let Some(slot) = self.places.get(&key).and_then(|index| self.slots.get_mut(*index)) {
            slot.own_settings = true;
            return;
        }
        let breaker = breaker.clone();
        self.places.insert(key.clone(), self.slots.len());
        self.slots.push(Slot { key, breaker, used: AtomicBool::new(true), own_settings: true });
    }

    pub(super) fn reconfigure(&mut self, settings: Settings) -> Result<(), InvalidSettings> {
        for slot in self.slots.iter().filter(|slot| !slot.own_settings) {
            slot.breaker.reconfigure(settings.clone())?;
        }
        self.settings = settings;
        Ok(())
    }

    pub(super) fn remove<Q>(&mut self, key: &Q) -> Option<CircuitBreaker<C>>
    where
        K: Borrow<Q>,
        Q: Eq + Hash + ?Sized,
    {
        let index = self.places.remove(key)?;
        let removed = self.slots.swap_remove(index);
        if let Some(moved) = self.slots.get(index) {
            self.places.insert(moved.key.clone(), index);
        }
        Some(removed.breaker)
    }

    pub(super) fn all(&self) -> Vec<(K, CircuitBreaker<C>)> {
        self.slots.iter().map(|slot| (slot.key.clone(), slot.breaker.clone())).collect()
    }

    pub(super) fn len(&self) -> usize {
        self.slots.len()
    }

    pub(super) fn overflowed(&self) -> u64 {
        self.overflowed
    }

    /// A slot that may go. Twice round at most on a small shelf: the first pass takes the mark of use away.
    fn room(&mut self) -> Option<usize> {
        for _ in 0..ASKED.min(self.slots.len() * 2) {
            self.hand = (self.hand + 1) % self.slots.len().max(1);
            let slot = self.slots.get_mut(self.hand)?;
            let used = std::mem::replace(slot.used.get_mut(), false);
            if !used && slot.may_go() {
                return Some(self.hand);
            }
        }
        None
    }
}

impl<K, C: Clock> Slot<K, C> {
    fn may_go(&self) -> bool {
        if self.own_settings || self.breaker.is_held_elsewhere() {
            return false;
        }
        let snapshot = self.breaker.snapshot();
        let clean = snapshot.window.failed == 0 && snapshot.window.slow == 0;
        snapshot.state == State::Closed && clean
    }
}

//! The breakers that a registry holds, and which of them makes room for another.

use std::borrow::Borrow;
use std::collections::HashMap;
use std::hash::Hash;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::{CircuitBreaker, Clock, InvalidSettings, Settings, State};

const DEFAULT_CAPACITY: usize = 1024;
/// The slots that are examined to make room for a newcomer; a flood of made-up keys then costs the same for each of them.
const EXAMINED: usize = 16;

pub(super) struct BreakerSlots<K, C> {
    pub(super) settings: Settings,
    pub(super) capacity: usize,
    places: HashMap<K, usize>,
    pub(super) slots: Vec<Slot<K, C>>,
    /// The slot that is examined next.
    hand: usize,
    /// The newcomers that there was no room for.
    pub(super) overflowed: u64,
}

pub(super) struct Slot<K, C> {
    pub(super) key: K,
    pub(super) breaker: CircuitBreaker<C>,
    /// Since the hand last passed.
    used: AtomicBool,
    own_settings: bool,
}

impl<K: Clone + Eq + Hash, C: Clock> BreakerSlots<K, C> {
    pub(super) fn new(settings: Settings) -> Self {
        let (places, slots) = (HashMap::new(), Vec::new());
        Self { settings, capacity: DEFAULT_CAPACITY, places, slots, hand: 0, overflowed: 0 }
    }

    pub(super) fn find<Q: Eq + Hash + ?Sized>(&self, key: &Q) -> Option<CircuitBreaker<C>>
    where
        K: Borrow<Q>,
    {
        let slot = self.slots.get(*self.places.get(key)?)?;
        // Written once per round of the hand, so that readers share the cache line.
        if !slot.used.load(Ordering::Relaxed) {
            slot.used.store(true, Ordering::Relaxed);
        }
        Some(slot.breaker.clone())
    }

    /// Keeps a breaker, if there is room or another may go. One with settings of its own is always kept, and for good:
    /// a person asked for it.
    pub(super) fn keep(&mut self, key: K, breaker: &CircuitBreaker<C>, own_settings: bool) {
        if let Some(slot) = self.places.get(&key).and_then(|index| self.slots.get_mut(*index)) {
            slot.own_settings |= own_settings;
            return;
        }
        let (breaker, used) = (breaker.clone(), AtomicBool::new(true));
        let slot = Slot { key: key.clone(), breaker, used, own_settings };
        if own_settings || self.slots.len() < self.capacity {
            self.places.insert(key, self.slots.len());
            self.slots.push(slot);
        } else if let Some(index) = self.find_replaceable()
            && let Some(old) = self.slots.get_mut(index)
        {
            let old = std::mem::replace(old, slot);
            self.places.remove(&old.key);
            self.places.insert(key, index);
        } else {
            self.overflowed = self.overflowed.saturating_add(1);
        }
    }

    pub(super) fn reconfigure(&mut self, settings: Settings) -> Result<(), InvalidSettings> {
        for slot in self.slots.iter().filter(|slot| !slot.own_settings) {
            slot.breaker.reconfigure(settings.clone())?;
        }
        self.settings = settings;
        Ok(())
    }

    pub(super) fn remove<Q: Eq + Hash + ?Sized>(&mut self, key: &Q) -> Option<CircuitBreaker<C>>
    where
        K: Borrow<Q>,
    {
        let index = self.places.remove(key)?;
        let removed = self.slots.swap_remove(index);
        if let Some(moved) = self.slots.get(index) {
            self.places.insert(moved.key.clone(), index);
        }
        Some(removed.breaker)
    }

    /// A slot whose breaker may go. Few slots are passed twice at most: the first time clears the mark of use.
    fn find_replaceable(&mut self) -> Option<usize> {
        for _ in 0..EXAMINED.min(self.slots.len() * 2) {
            self.hand = (self.hand + 1) % self.slots.len().max(1);
            let slot = self.slots.get_mut(self.hand)?;
            let used = std::mem::replace(slot.used.get_mut(), false);
            if !used && slot.is_replaceable() {
                return Some(self.hand);
            }
        }
        None
    }
}

impl<K, C: Clock> Slot<K, C> {
    fn is_replaceable(&self) -> bool {
        if self.own_settings || self.breaker.is_held_elsewhere() {
            return false;
        }
        let snapshot = self.breaker.snapshot();
        let is_clean = snapshot.window.failed == 0 && snapshot.window.slow == 0;
        snapshot.state == State::Closed && is_clean
    }
}

//! One breaker for each key, made on first use.

mod slots;

use std::borrow::Borrow;
use std::fmt;
use std::hash::Hash;
use std::sync::{Arc, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};

use self::slots::BreakerSlots;
use crate::{CircuitBreaker, Clock, InvalidSettings, Settings, SystemClock, Transition};

type TransitionListener<K> = Arc<dyn Fn(&K, &Transition) + Send + Sync>;

/// One breaker for each key, made on first use.
///
/// It holds a bounded number of breakers. When it is full, a new key replaces a breaker that is closed, has no failure
/// in its window, no settings of its own, no handle elsewhere, and was not used lately. So made-up keys cannot replace a
/// breaker that protects something; where none can be replaced, the new breaker is not remembered.
///
/// ```
/// use fusebox_breaker::{Registry, Settings, State};
///
/// let registry: Registry<String> = Registry::new(Settings::default())?;
/// for _ in 0..5 {
///     let _ = registry.get("mcp:search").call(|| Err::<(), _>("refused"));
/// }
/// assert_eq!(registry.get("mcp:search").state(), State::Open);
/// assert_eq!(registry.get("mcp:files").state(), State::Closed);
/// # Ok::<(), fusebox_breaker::InvalidSettings>(())
/// ```
pub struct Registry<K, C = SystemClock> {
    slots: RwLock<BreakerSlots<K, C>>,
    clock: C,
    listener: Option<TransitionListener<K>>,
}

impl<K: Clone + Eq + Hash + Send + Sync + 'static> Registry<K> {
    /// Room for 1,024 breakers with these settings, on the system's clock.
    ///
    /// # Errors
    ///
    /// Settings that could never work.
    ///
    /// ```
    /// use fusebox_breaker::{Registry, Settings};
    ///
    /// let registry: Registry<String> = Registry::new(Settings::default())?;
    /// assert!(registry.is_empty());
    /// # Ok::<(), fusebox_breaker::InvalidSettings>(())
    /// ```
    pub fn new(settings: Settings) -> Result<Self, InvalidSettings> {
        Self::with_clock(settings, SystemClock)
    }
}

impl<K: Clone + Eq + Hash + Send + Sync + 'static, C: Clock + Clone> Registry<K, C> {
    /// As [`Registry::new`], on another clock.
    ///
    /// # Errors
    ///
    /// Settings that could never work.
    ///
    /// ```
    /// use fusebox_breaker::{ManualClock, Registry, Settings};
    ///
    /// let clock = ManualClock::default();
    /// let registry: Registry<String, _> = Registry::with_clock(Settings::default(), clock.clone())?;
    /// # Ok::<(), fusebox_breaker::InvalidSettings>(())
    /// ```
    pub fn with_clock(settings: Settings, clock: C) -> Result<Self, InvalidSettings> {
        settings.check()?;
        Ok(Self { slots: RwLock::new(BreakerSlots::new(settings)), clock, listener: None })
    }

    /// Room for so many breakers, at least one.
    ///
    /// ```
    /// use fusebox_breaker::{Registry, Settings};
    ///
    /// let registry: Registry<String> = Registry::new(Settings::default())?.capacity(50);
    /// # Ok::<(), fusebox_breaker::InvalidSettings>(())
    /// ```
    #[must_use]
    pub fn capacity(self, breakers: usize) -> Self {
        self.write().capacity = breakers.max(1);
        self
    }

    /// Calls `listener` at each change of state of breakers made from now on, as
    /// [`Builder::on_transition`](crate::Builder::on_transition) says.
    ///
    /// ```
    /// use fusebox_breaker::{Registry, Settings};
    ///
    /// let registry: Registry<String> = Registry::new(Settings::default())?
    ///     .capacity(100)
    ///     .on_transition(|tool, change| println!("{tool}: {} -> {}", change.from, change.to));
    /// registry.get("mcp:search").force_open();
    /// # Ok::<(), fusebox_breaker::InvalidSettings>(())
    /// ```
    #[must_use]
    pub fn on_transition(self, listener: impl Fn(&K, &Transition) + Send + Sync + 'static) -> Self {
        Self { listener: Some(Arc::new(listener)), ..self }
    }

    /// The breaker of this key. Allocates only where the key is new.
    ///
    /// ```
    /// use fusebox_breaker::{Registry, Settings};
    ///
    /// let registry: Registry<String> = Registry::new(Settings::default())?;
    /// let first = registry.get("mcp:search");
    /// first.force_open();
    /// assert_eq!(registry.get("mcp:search").state(), first.state());
    /// # Ok::<(), fusebox_breaker::InvalidSettings>(())
    /// ```
    pub fn get<Q: Eq + Hash + ToOwned<Owned = K> + ?Sized>(&self, key: &Q) -> CircuitBreaker<C>
    where
        K: Borrow<Q>,
    {
        if let Some(found) = self.read().find(key) {
            return found;
        }
        let mut slots = self.write();
        // Another thread may have made it meanwhile.
        if let Some(found) = slots.find(key) {
            return found;
        }
        let key = key.to_owned();
        let mut builder = CircuitBreaker::builder(slots.settings.clone()).clock(self.clock.clone());
        if let Some(listener) = &self.listener {
            let (listener, key) = (Arc::clone(listener), key.clone());
            builder = builder.on_transition(move |change| listener(&key, change));
        }
        let made = builder.build_checked();
        slots.keep(key, &made, false);
        made
    }

    /// Gives one key its own settings; its breaker is then kept until it is removed.
    ///
    /// # Errors
    ///
    /// Settings that could never work.
    ///
    /// ```
    /// use fusebox_breaker::{Registry, Settings, Trip};
    ///
    /// let registry: Registry<String> = Registry::new(Settings::default())?;
    /// let patient = Settings { trip: Trip::Consecutive { failures: 50 }, ..Settings::default() };
    /// registry.reconfigure_one("mcp:flaky", patient)?;
    /// # Ok::<(), fusebox_breaker::InvalidSettings>(())
    /// ```
    pub fn reconfigure_one<Q>(&self, key: &Q, settings: Settings) -> Result<(), InvalidSettings>
    where
        K: Borrow<Q>,
        Q: Eq + Hash + ToOwned<Owned = K> + ?Sized,
    {
        settings.check()?;
        let breaker = self.get(key);
        breaker.reconfigure(settings)?;
        self.write().keep(key.to_owned(), &breaker, true);
        Ok(())
    }

    /// Gives other settings to every breaker without its own settings, and to later ones. No state is lost.
    ///
    /// # Errors
    ///
    /// Settings that could never work.
    ///
    /// ```
    /// use fusebox_breaker::{Registry, Settings, State, Trip};
    ///
    /// let registry: Registry<String> = Registry::new(Settings::default())?;
    /// registry.reconfigure(Settings { trip: Trip::Consecutive { failures: 1 }, ..Settings::default() })?;
    /// let _ = registry.get("mcp:search").call(|| Err::<(), _>("refused"));
    /// assert_eq!(registry.get("mcp:search").state(), State::Open);
    /// # Ok::<(), fusebox_breaker::InvalidSettings>(())
    /// ```
    pub fn reconfigure(&self, settings: Settings) -> Result<(), InvalidSettings> {
        settings.check()?;
        self.write().reconfigure(settings)
    }

    /// Forgets a key; handles of its breaker stay valid.
    ///
    /// ```
    /// use fusebox_breaker::{Registry, Settings, State};
    ///
    /// let registry: Registry<String> = Registry::new(Settings::default())?;
    /// registry.get("mcp:search").force_open();
    /// assert!(registry.remove("mcp:search").is_some());
    /// assert_eq!(registry.get("mcp:search").state(), State::Closed);
    /// # Ok::<(), fusebox_breaker::InvalidSettings>(())
    /// ```
    pub fn remove<Q: Eq + Hash + ?Sized>(&self, key: &Q) -> Option<CircuitBreaker<C>>
    where
        K: Borrow<Q>,
    {
        self.write().remove(key)
    }

    /// Every key and its breaker, in no particular order: for metrics.
    ///
    /// ```
    /// use fusebox_breaker::{Registry, Settings};
    ///
    /// let registry: Registry<String> = Registry::new(Settings::default())?;
    /// let _ = registry.get("mcp:search");
    /// for (tool, breaker) in registry.all() {
    ///     println!("{tool}: {}", breaker.state());
    /// }
    /// # Ok::<(), fusebox_breaker::InvalidSettings>(())
    /// ```
    pub fn all(&self) -> Vec<(K, CircuitBreaker<C>)> {
        let slots = &self.read().slots;
        slots.iter().map(|slot| (slot.key.clone(), slot.breaker.clone())).collect()
    }

    /// How many breakers are held.
    ///
    /// ```
    /// use fusebox_breaker::{Registry, Settings};
    ///
    /// let registry: Registry<String> = Registry::new(Settings::default())?;
    /// let _ = registry.get("mcp:search");
    /// assert_eq!(registry.len(), 1);
    /// # Ok::<(), fusebox_breaker::InvalidSettings>(())
    /// ```
    pub fn len(&self) -> usize {
        self.read().slots.len()
    }

    /// Whether none is held.
    ///
    /// ```
    /// use fusebox_breaker::{Registry, Settings};
    ///
    /// let registry: Registry<String> = Registry::new(Settings::default())?;
    /// assert!(registry.is_empty());
    /// # Ok::<(), fusebox_breaker::InvalidSettings>(())
    /// ```
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// How many breakers were returned without being remembered, for lack of room.
    ///
    /// ```
    /// use fusebox_breaker::{Registry, Settings};
    ///
    /// let registry: Registry<u32> = Registry::new(Settings::default())?.capacity(1);
    /// let held = registry.get(&1);
    /// let _ = registry.get(&2);
    /// assert_eq!((registry.len(), registry.overflowed()), (1, 1));
    /// # drop(held);
    /// # Ok::<(), fusebox_breaker::InvalidSettings>(())
    /// ```
    pub fn overflowed(&self) -> u64 {
        self.read().overflowed
    }

    fn read(&self) -> RwLockReadGuard<'_, BreakerSlots<K, C>> {
        self.slots.read().unwrap_or_else(PoisonError::into_inner)
    }

    fn write(&self) -> RwLockWriteGuard<'_, BreakerSlots<K, C>> {
        self.slots.write().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<K, C> fmt::Debug for Registry<K, C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Registry").finish_non_exhaustive()
    }
}

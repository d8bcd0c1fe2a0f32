//! A machine as plain data, to be kept and made again.

use super::{Counts, Machine, Phase, Probes, Window};
use crate::{InvalidSettings, Settings, Timestamp};

/// A machine as plain data. With the `serde` feature it can be written and read.
///
/// ```
/// use fusebox_breaker::machine::Saved;
/// use fusebox_breaker::{Machine, Settings, Timestamp};
///
/// let mut machine = Machine::new(Settings::default(), 0, Timestamp::ZERO)?;
/// machine.force_open(&Timestamp::ZERO, &mut |_| {});
/// let saved: Saved = machine.save();
/// let again = Machine::restore(Settings::default(), 0, saved)?;
/// assert_eq!(again, machine);
/// # Ok::<(), fusebox_breaker::InvalidSettings>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Saved {
    /// The number of the epoch.
    pub epoch: u64,
    /// The state.
    pub phase: Phase,
    /// Opened this many times since it was last closed.
    pub attempts: u32,
    /// The latest time the machine has seen.
    pub latest: Timestamp,
    /// Failures in a row, while it is closed.
    #[cfg_attr(feature = "serde", serde(default))]
    pub streak: u32,
    /// What else a closed circuit remembers.
    pub window: Window,
    /// What a half-open one does.
    pub probes: Probes,
    /// Statistics.
    pub counts: Counts,
}

impl Machine {
    /// Everything but the settings and the seed.
    ///
    /// ```
    /// use fusebox_breaker::{Machine, Settings, Timestamp};
    ///
    /// let now = Timestamp::ZERO;
    /// let machine = Machine::new(Settings::default(), 0, now)?;
    /// assert_eq!(machine.save().epoch, machine.epoch());
    /// # Ok::<(), fusebox_breaker::InvalidSettings>(())
    /// ```
    pub fn save(&self) -> Saved {
        Saved {
            epoch: self.epoch,
            phase: self.phase,
            attempts: self.attempts,
            latest: self.latest,
            streak: self.streak,
            window: self.window.clone(),
            probes: self.probes.clone(),
            counts: self.counts,
        }
    }

    /// A machine as it was saved.
    ///
    /// A window that these settings would not make is started empty; failures in a row go on. Half-open whose probes do not add up becomes
    /// open with its period over, so that the next call is a probe.
    ///
    /// # Errors
    ///
    /// Settings that could never work.
    ///
    /// ```
    /// use fusebox_breaker::{Machine, Settings, Timestamp};
    ///
    /// let now = Timestamp::ZERO;
    /// let machine = Machine::new(Settings::default(), 0, now)?;
    /// let again = Machine::restore(Settings::default(), 0, machine.save())?;
    /// assert_eq!(again, machine);
    /// # Ok::<(), fusebox_breaker::InvalidSettings>(())
    /// ```
    pub fn restore(settings: Settings, seed: u64, saved: Saved) -> Result<Self, InvalidSettings> {
        let mut machine = Self::new(settings, seed, saved.latest)?;
        // Room for further epochs, whatever was stored.
        machine.epoch = saved.epoch.clamp(1, u64::MAX >> 16);
        machine.phase = saved.phase;
        machine.attempts = saved.attempts;
        machine.counts = saved.counts;
        machine.streak = saved.streak;
        if saved.window.fits(&machine.settings.trip) {
            machine.window = saved.window;
        }
        if saved.probes.is_sound(&machine.settings.half_open) {
            machine.probes = saved.probes;
            machine.probes.reserve(&machine.settings.half_open);
        } else if machine.phase == Phase::HalfOpen {
            machine.phase = Phase::Open { since: saved.latest, until: saved.latest };
        }
        Ok(machine)
    }
}

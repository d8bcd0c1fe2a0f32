//! A machine as plain data, to be stored and restored.

#[cfg(feature = "serde")]
use serde::{Deserialize, Serialize};

use super::{Counts, Machine, Phase, Probes, Window};
use crate::{InvalidSettings, Settings, Timestamp};

/// A machine as plain data, without its settings and seed. With the `serde` feature it can be serialized.
///
/// ```
/// use fusebox_breaker::machine::MachineRecord;
/// use fusebox_breaker::{Machine, Settings, Timestamp};
///
/// let mut machine = Machine::new(Settings::default(), 0, Timestamp::ZERO)?;
/// machine.force_open(&Timestamp::ZERO, &mut |_| {});
/// let record: MachineRecord = machine.save();
/// let again = Machine::restore(Settings::default(), 0, record)?;
/// assert_eq!(again, machine);
/// # Ok::<(), fusebox_breaker::InvalidSettings>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
pub struct MachineRecord {
    /// The number of the epoch.
    pub epoch: u64,
    /// The state.
    pub phase: Phase,
    /// Opened this many times since it was last closed.
    pub attempts: u32,
    /// The latest time the machine has seen: a clock that steps back is not followed.
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
    pub fn save(&self) -> MachineRecord {
        self.record.clone()
    }

    /// A machine as it was saved.
    ///
    /// A window that these settings would not make starts empty; failures in a row are kept. A half-open circuit with
    /// inconsistent probes becomes open with its period over, so that the next call is a probe.
    ///
    /// # Errors
    ///
    /// When the settings cannot work.
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
    pub fn restore(
        settings: Settings,
        seed: u64,
        mut record: MachineRecord,
    ) -> Result<Self, InvalidSettings> {
        settings.check()?;
        // Room for further epochs, whatever was stored.
        record.epoch = record.epoch.clamp(1, u64::MAX >> 16);
        if !record.window.fits(&settings.trip) {
            record.window = Window::new(&settings.trip, record.latest);
        }
        if record.probes.is_sound(&settings.half_open) {
            record.probes.reserve(&settings.half_open);
        } else {
            record.probes = Probes::new(&settings.half_open);
            if record.phase == Phase::HalfOpen {
                record.phase = Phase::Open { since: record.latest, until: record.latest };
            }
        }
        Ok(Self { settings, seed, record })
    }
}

//! Which calls can be answered without the machine, until it changes next.

use super::{Machine, Phase, Window};
use crate::Timestamp;

/// Which calls can be answered without the machine, until it changes next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Signal {
    pub(crate) epoch: u64,
    /// A call is admitted, and that changes nothing.
    pub(crate) admits: bool,
    /// Until when a call is rejected, and that changes nothing.
    pub(crate) shut: RejectUntil,
    /// A success of this epoch that is not slow changes nothing.
    pub(crate) success_is_nothing: bool,
    /// Until this time, successes of this epoch may be gathered, and recorded before the next other result.
    pub(crate) gathers_until: Option<Timestamp>,
}

/// Until when calls are rejected, for the states that time alone ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum RejectUntil {
    /// Not by time.
    No,
    /// An open period, and the latest time that the machine knows.
    Open { seen: Timestamp, until: Timestamp },
    /// Every probe of a half-open circuit is in use. Where one is free, until zero.
    Full { until: Timestamp },
}

impl Machine {
    #[inline]
    pub(crate) fn signal(&self) -> Signal {
        let (admits, shut) = match self.record.phase {
            Phase::Closed => (!matches!(self.record.window, Window::Tumbling(_)), RejectUntil::No),
            Phase::ForcedClosed | Phase::Disabled => (true, RejectUntil::No),
            Phase::ForcedOpen => (false, RejectUntil::No),
            Phase::Open { until, .. } => {
                (false, RejectUntil::Open { seen: self.record.latest, until })
            }
            Phase::HalfOpen => {
                let half_open = &self.settings.half_open;
                let room = self.record.probes.has_room(half_open);
                let until =
                    if room { Timestamp::ZERO } else { self.record.probes.next_change(half_open) };
                (false, RejectUntil::Full { until })
            }
        };
        let closed = self.record.phase == Phase::Closed;
        let nothing = if closed {
            self.record.streak == 0 && self.record.window.success_changes_nothing()
        } else {
            admits
        };
        Signal {
            epoch: self.record.epoch,
            admits,
            shut,
            success_is_nothing: nothing,
            gathers_until: if closed && !nothing { self.gathers_until() } else { None },
        }
    }

    fn gathers_until(&self) -> Option<Timestamp> {
        match &self.record.window {
            // A success only replaces an older result.
            Window::Calls(window) => window.is_full().then_some(Timestamp::MAX),
            // The content of the window stays the same until its newest bucket ends.
            Window::Time(window) => {
                window.newest_ends().filter(|_| self.no_success_opens(window.totals()))
            }
            Window::Streak | Window::Tumbling(_) => None,
        }
    }

    /// Whether successes that are gathered while a result is told may be told after it: in a full window of calls they
    /// open nothing.
    #[inline]
    pub(crate) fn absorbs_any_time(&self) -> bool {
        matches!(&self.record.window, Window::Calls(window) if window.is_full())
    }

    /// Adds successes that were gathered while the result before was told: late ones, if that began another epoch.
    #[cold]
    pub(crate) fn absorb_of(&mut self, successes: u64, epoch: u64) {
        if epoch == self.record.epoch {
            self.absorb(successes);
        } else {
            self.record.counts.late = self.record.counts.late.saturating_add(successes);
        }
    }

    /// Adds successes that were gathered.
    #[inline]
    pub(crate) fn absorb(&mut self, successes: u64) {
        if successes == 0 {
            return;
        }
        match &mut self.record.window {
            Window::Calls(window) => window.record_good(successes),
            Window::Time(window) => window.record_good(successes),
            Window::Streak | Window::Tumbling(_) => return,
        }
        self.record.streak = 0;
        self.record.counts.successes = self.record.counts.successes.saturating_add(successes);
    }
}

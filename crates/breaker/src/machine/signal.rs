//! What can be answered without the machine, until it is next changed.

use super::{Machine, Phase, Window};
use crate::Timestamp;

/// What can be answered without the machine, until it is next changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Signal {
    pub(crate) epoch: u64,
    /// A call is let through, and that changes nothing.
    pub(crate) admits: bool,
    /// A call is turned away before this moment, and that changes nothing.
    pub(crate) rejects_until: Timestamp,
    /// When that began. A coarse clock may be behind it.
    pub(crate) rejects_since: Timestamp,
    /// A success of this epoch that is not slow changes nothing.
    pub(crate) success_is_nothing: bool,
    /// Successes of this epoch may be gathered and told later, before the next other result.
    pub(crate) gathers_successes: bool,
}

impl Machine {
    #[inline]
    pub(crate) fn signal(&self) -> Signal {
        let epoch = self.epoch;
        let none = Timestamp::ZERO;
        let (admits, rejects_until) = match self.phase {
            Phase::Closed => (!matches!(self.window, Window::Tumbling(_)), none),
            Phase::ForcedClosed | Phase::Disabled => (true, none),
            Phase::ForcedOpen => (false, Timestamp::MAX),
            Phase::Open { until, .. } => (false, until),
            Phase::HalfOpen => {
                let half_open = &self.settings.half_open;
                let full = !self.probes.has_room(half_open);
                (false, if full { self.probes.next_change(half_open) } else { none })
            }
        };
        let closed = self.phase == Phase::Closed;
        let nothing = if closed { self.window.success_changes_nothing() } else { admits };
        let gathers = closed && !nothing && self.window.success_only_pushes_out();
        Signal {
            epoch,
            admits,
            rejects_until,
            rejects_since: self.phase.open_since().unwrap_or(none),
            success_is_nothing: nothing,
            gathers_successes: gathers,
        }
    }

    /// Successes that were gathered, told now.
    #[inline]
    pub(crate) fn absorb(&mut self, successes: u64) {
        if successes > 0
            && let Window::Calls(window) = &mut self.window
        {
            window.record_good(successes);
            self.counts.successes = self.counts.successes.saturating_add(successes);
        }
    }
}

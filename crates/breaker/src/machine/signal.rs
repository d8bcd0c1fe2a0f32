//! What can be answered without the machine, until it is next changed.

use super::{Machine, Phase, Window};
use crate::Timestamp;

/// What can be answered without the machine, until it is next changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Signal {
    pub(crate) epoch: u64,
    /// A call is let through, and that changes nothing.
    pub(crate) admits: bool,
    /// Until when a call is turned away, and that changes nothing.
    pub(crate) shut: Shut,
    /// A success of this epoch that is not slow changes nothing.
    pub(crate) success_is_nothing: bool,
    /// Successes of this epoch may be gathered and told later, before the next other result.
    pub(crate) gathers_successes: bool,
}

/// Until when calls are turned away, for the states that time alone ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shut {
    /// Not by time.
    No,
    /// An open period. A coarse clock may be behind its beginning.
    Open { since: Timestamp, until: Timestamp },
    /// Every probe of a half-open circuit is in use. Where one is free, until zero.
    Full { until: Timestamp },
}

impl Machine {
    #[inline]
    pub(crate) fn signal(&self) -> Signal {
        let (admits, shut) = match self.phase {
            Phase::Closed => (!matches!(self.window, Window::Tumbling(_)), Shut::No),
            Phase::ForcedClosed | Phase::Disabled => (true, Shut::No),
            Phase::ForcedOpen => (false, Shut::No),
            Phase::Open { since, until } => (false, Shut::Open { since, until }),
            Phase::HalfOpen => {
                let half_open = &self.settings.half_open;
                let room = self.probes.has_room(half_open);
                let until = if room { Timestamp::ZERO } else { self.probes.next_change(half_open) };
                (false, Shut::Full { until })
            }
        };
        let closed = self.phase == Phase::Closed;
        let nothing =
            if closed { self.streak == 0 && self.window.success_changes_nothing() } else { admits };
        let gathers = closed && !nothing && self.window.success_only_pushes_out();
        Signal {
            epoch: self.epoch,
            admits,
            shut,
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
            self.streak = 0;
            self.counts.successes = self.counts.successes.saturating_add(successes);
        }
    }
}

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
    /// A success of this epoch that is not slow changes nothing.
    pub(crate) success_is_nothing: bool,
}

impl Machine {
    #[inline]
    pub(crate) fn signal(&self) -> Signal {
        let epoch = self.epoch;
        let none = Timestamp::ZERO;
        let (admits, rejects_until, success_is_nothing) = match self.phase {
            Phase::Closed => {
                let tumbling = matches!(self.window, Window::Tumbling(_));
                (!tumbling, none, self.window.success_changes_nothing())
            }
            Phase::ForcedClosed | Phase::Disabled => (true, none, true),
            Phase::ForcedOpen => (false, Timestamp::MAX, false),
            Phase::Open { until, .. } => (false, until, false),
            Phase::HalfOpen => {
                let half_open = &self.settings.half_open;
                let full = !self.probes.has_room(half_open);
                let until = if full { self.probes.next_change(half_open) } else { none };
                (false, until, false)
            }
        };
        Signal { epoch, admits, rejects_until, success_is_nothing }
    }
}

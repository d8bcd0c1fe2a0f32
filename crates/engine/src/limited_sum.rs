//! A sum beside its limit: whether it is near it, whether nothing is left, and what more has to be added for room.

use crate::Ratio;

/// What is used, beside what may be, in one unit. Budgets of a task, calibrated limits and caps on what is spent are all
/// judged by it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LimitedSum {
    /// What is used.
    pub used: u64,
    /// What may be used, with what a person added.
    pub limit: u64,
}

impl LimitedSum {
    /// Whether nothing is left.
    #[must_use]
    pub fn is_used_up(self) -> bool {
        self.used >= self.limit
    }

    /// Whether more than the limit was used.
    #[must_use]
    pub fn is_exceeded(self) -> bool {
        self.used > self.limit
    }

    /// Whether this share of the limit is used.
    #[must_use]
    pub fn is_near(self, warn_at: Ratio) -> bool {
        warn_at.is_reached(self.used, self.limit)
    }

    /// What has to be added to the limit, so that this much more may be used from what was used or may be, whichever is
    /// more.
    #[must_use]
    pub fn addition_for(self, more: u64) -> u64 {
        self.used.saturating_sub(self.limit).saturating_add(more)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn m03_near_is_from_the_share_on_used_up_from_the_limit_on() {
        let at = |used| LimitedSum { used, limit: 10 };
        let facts = |used| (at(used).is_near(Ratio::FOUR_FIFTHS), at(used).is_used_up());
        assert_eq!(facts(7), (false, false));
        assert_eq!(facts(8), (true, false));
        assert_eq!(facts(9), (true, false));
        assert_eq!(facts(10), (true, true));
        assert!(!at(10).is_exceeded());
        assert!(at(11).is_exceeded());
    }

    #[test]
    fn m05_room_begins_at_what_was_used_or_may_be() {
        for (used, addition) in [(4, 5), (10, 5), (13, 8)] {
            assert_eq!(LimitedSum { used, limit: 10 }.addition_for(5), addition, "{used}");
        }
    }
}

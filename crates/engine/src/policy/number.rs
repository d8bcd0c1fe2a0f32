//! Checked numbers of a policy: a limit is positive or unlimited, a ratio lies in (0, 1].

use std::fmt;
use std::num::NonZeroU64;

use serde::{Deserialize, Serialize};

/// A positive whole number, or no limit at all.
///
/// The unit is the setting's own: units of work, milliseconds, or millionths of a US dollar.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Limit(Option<NonZeroU64>);

impl Limit {
    /// No limit.
    pub const UNLIMITED: Self = Self(None);

    /// At most `n`; `None` for zero, which is never a limit.
    #[must_use]
    pub const fn new(n: u64) -> Option<Self> {
        match NonZeroU64::new(n) {
            Some(n) => Some(Self(Some(n))),
            None => None,
        }
    }

    /// At most `n`, and at least 1: for numbers written in this program.
    #[must_use]
    pub const fn at(n: u64) -> Self {
        match NonZeroU64::new(n) {
            Some(n) => Self(Some(n)),
            None => Self(Some(NonZeroU64::MIN)),
        }
    }

    /// The number; `None` for no limit.
    #[must_use]
    pub fn get(self) -> Option<u64> {
        self.0.map(NonZeroU64::get)
    }

    /// Whether `used` units leave no room for another one.
    #[must_use]
    pub fn is_used_up(self, used: u64) -> bool {
        self.get().is_some_and(|limit| used >= limit)
    }
}

impl fmt::Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.get() {
            Some(n) => write!(f, "{n}"),
            None => f.write_str("unlimited"),
        }
    }
}

/// A share in (0, 1].
#[derive(Debug, Clone, Copy, PartialEq, PartialOrd, Serialize, Deserialize)]
#[serde(try_from = "f64", into = "f64")]
pub struct Ratio(f64);

impl Ratio {
    /// Checks that `share` lies in (0, 1].
    #[must_use]
    pub fn new(share: f64) -> Option<Self> {
        (share > 0.0 && share <= 1.0).then_some(Self(share))
    }

    /// The default share of a budget at which the agent is warned: 0.8.
    pub const FOUR_FIFTHS: Self = Self(0.8);

    /// Half of it.
    pub const HALF: Self = Self(0.5);

    /// All of it.
    pub const WHOLE: Self = Self(1.0);

    /// The share.
    #[must_use]
    pub fn get(self) -> f64 {
        self.0
    }

    /// The smallest whole number that reaches this share of `limit`; at least 1, so that a
    /// limit of 1 warns too.
    #[must_use]
    pub fn of(self, limit: u64) -> u64 {
        let exact = self.0 * limit as f64;
        // A share such as 0.8 is not exact in binary: 0.8 * 5 must give 4, not 5.
        let nearest = exact.round();
        let units = if (exact - nearest).abs() < 1e-6 { nearest } else { exact.ceil() };
        (units as u64).max(1)
    }

    /// Whether `used` reaches this share of `limit`. What is more than one unit away is not rounded: every event asks for
    /// every budget, and to round a number calls the C library.
    #[must_use]
    pub fn is_reached(self, used: u64, limit: u64) -> bool {
        used as f64 + 1.0 >= self.0 * limit as f64 && used >= self.of(limit)
    }
}

impl TryFrom<f64> for Ratio {
    type Error = String;
    fn try_from(share: f64) -> Result<Self, String> {
        Self::new(share).ok_or_else(|| format!("{share} is not a share in (0, 1]"))
    }
}

impl From<Ratio> for f64 {
    fn from(ratio: Ratio) -> Self {
        ratio.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn b07_zero_is_no_limit_and_a_ratio_lies_in_its_range() {
        assert_eq!(Limit::new(0), None);
        assert_eq!(Limit::new(3).and_then(Limit::get), Some(3));
        for share in [0.0, -0.5, 1.5, f64::NAN] {
            assert!(Ratio::new(share).is_none(), "{share}");
        }
        assert!(Ratio::new(1.0).is_some());
    }

    #[test]
    fn b02_the_warning_stands_on_the_first_unit_that_reaches_the_share() {
        for (share, limit, unit) in
            [(0.8, 200, 160), (0.8, 1, 1), (0.8, 5, 4), (0.8, 7, 6), (0.1, 3, 1), (1.0, 9, 9)]
        {
            assert_eq!(Ratio::new(share).map(|r| r.of(limit)), Some(unit), "{share} of {limit}");
        }
    }

    #[test]
    fn b02_a_share_is_reached_from_its_first_unit_on() {
        let limits = [1, 2, 3, 5, 7, 10, 199, 200, 1 << 40, 1 << 60, u64::MAX];
        for share in [0.001, 0.1, 0.333, 0.5, 0.8, 0.999, 1.0].map(Ratio) {
            for limit in limits {
                let first = share.of(limit);
                let of_limit = |used| (share.is_reached(used, limit), used, limit, share);
                assert!(of_limit(first).0, "{:?}", of_limit(first));
                assert!(!of_limit(first - 1).0, "{:?}", of_limit(first - 1));
                assert!(!of_limit(0).0 && of_limit(u64::MAX).0, "{limit} {share:?}");
            }
        }
    }
}

//! The threshold that at most a given share of good runs exceeds, by split conformal prediction.
//!
//! Where `n` good runs and the next one are exchangeable, the next one lies above the ⌈(n+1)(1−α)⌉-th smallest of them
//! with a probability of at most α, whatever their distribution.

use std::fmt;
use std::str::FromStr;

/// The largest share of good runs that a limit may stop, in whole hundredths of a percent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct GoodRunShare(u64);

const WHOLE: u64 = 10_000;

/// There are too few good runs for a bound.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("{have} good runs; a bound of {share} needs {need}")]
pub struct TooFewRuns {
    /// How many there are.
    pub have: usize,
    /// How many it takes.
    pub need: usize,
    /// The bound.
    pub share: GoodRunShare,
}

impl GoodRunShare {
    /// 5 %.
    pub const FIVE_PERCENT: Self = Self(500);

    /// The same bound for all of `limits` limits together.
    #[must_use]
    pub fn divided_by(self, limits: usize) -> Self {
        Self((self.0 / limits.max(1) as u64).max(1))
    }

    /// The number of good runs that it takes: ⌈1/α⌉ − 1.
    #[must_use]
    pub fn runs_needed(self) -> usize {
        usize::try_from(WHOLE.div_ceil(self.0)).unwrap_or(usize::MAX) - 1
    }

    /// ⌈(n+1)(1−α)⌉.
    fn rank_among(self, runs: usize) -> usize {
        let rank = (runs as u64 + 1).saturating_mul(WHOLE - self.0).div_ceil(WHOLE);
        usize::try_from(rank).unwrap_or(usize::MAX)
    }
}

impl FromStr for GoodRunShare {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        const WRONG: &str = "a share from 0.01% to 50%, such as 5% or 0.05";
        let (number, factor) = match text.trim().strip_suffix('%') {
            Some(percent) => (percent.trim_end(), 100.0),
            None => (text.trim(), 10_000.0),
        };
        let number: f64 = number.parse().map_err(|_| WRONG)?;
        let parts = (number * factor).round();
        if (1.0..=5_000.0).contains(&parts) { Ok(Self(parts as u64)) } else { Err(WRONG) }
    }
}

impl fmt::Display for GoodRunShare {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (whole, rest) = (self.0 / 100, self.0 % 100);
        match rest {
            0 => write!(f, "{whole} %"),
            rest if rest % 10 == 0 => write!(f, "{whole}.{} %", rest / 10),
            rest => write!(f, "{whole}.{rest:02} %"),
        }
    }
}

/// The ⌈(n+1)(1−α)⌉-th smallest amount of `n` good runs.
///
/// # Errors
/// When there are fewer than ⌈1/α⌉ − 1 of them.
pub fn conformal_threshold(mut amounts: Vec<u64>, share: GoodRunShare) -> Result<u64, TooFewRuns> {
    amounts.sort_unstable();
    let rank = share.rank_among(amounts.len());
    let found = rank.checked_sub(1).and_then(|at| amounts.get(at)).copied();
    found.ok_or(TooFewRuns { have: amounts.len(), need: share.runs_needed(), share })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn share(text: &str) -> GoodRunShare {
        text.parse().unwrap()
    }

    #[test]
    fn the_threshold_is_the_rank_that_the_theorem_names() {
        let to = |n: u64| (1..=n).collect::<Vec<_>>();
        let five = GoodRunShare::FIVE_PERCENT;
        assert_eq!(conformal_threshold(to(19), five), Ok(19));
        assert_eq!(conformal_threshold(to(39), five), Ok(38));
        assert_eq!(conformal_threshold(to(100), five), Ok(96));
        assert_eq!(conformal_threshold(to(999), five), Ok(950));
        assert_eq!(conformal_threshold(to(9), share("10%")), Ok(9));
        assert_eq!(conformal_threshold(to(99), share("0.01")), Ok(99));
        let few = conformal_threshold(to(18), five).unwrap_err();
        assert_eq!(few.to_string(), "18 good runs; a bound of 5 % needs 19");
        assert_eq!((few.have, few.need), (18, 19));
        assert!(conformal_threshold(to(98), share("1%")).is_err());
    }

    #[test]
    fn a_share_is_a_percentage_or_a_fraction() {
        for (text, shown, needed) in [
            ("5%", "5 %", 19),
            ("0.05", "5 %", 19),
            ("2.5 %", "2.5 %", 39),
            ("0.01%", "0.01 %", 9_999),
            ("50%", "50 %", 1),
            ("3%", "3 %", 33),
        ] {
            let share = share(text);
            assert_eq!((share.to_string().as_str(), share.runs_needed()), (shown, needed));
        }
        for wrong in ["", "5", "-1%", "NaN", "60%", "0%", "five"] {
            assert!(wrong.parse::<GoodRunShare>().is_err(), "{wrong}");
        }
        assert_eq!(share("5%").divided_by(2).to_string(), "2.5 %");
    }
}

//! The lengths of the outputs of the last iterations, and whether the newest declines.

use serde::{Deserialize, Serialize};

use crate::state::push_newest;

/// The most outputs that a newer one is compared with (docs/rules.md, L5).
const KEPT: usize = 10;
/// The fewest outputs that a newer one is compared with (docs/rules.md, L5).
const NEEDED: usize = 5;

/// The outputs of the last iterations, in characters, the newest last; 10 at most.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct OutputLengths(Vec<u64>);

impl OutputLengths {
    /// The lengths, the newest last.
    #[must_use]
    pub fn lengths(&self) -> &[u64] {
        &self.0
    }

    /// Adds the output of the next iteration. Returns its percentage of the baseline, rounded down: the
    /// median of at least 5 earlier ones, if that is not 0.
    pub(super) fn push(&mut self, length: u64) -> Option<u64> {
        let percent = self.percent_of_baseline(length);
        push_newest(&mut self.0, length, KEPT);
        percent
    }

    fn percent_of_baseline(&self, length: u64) -> Option<u64> {
        // Doubled, so that the middle of two lengths is whole.
        let twice_median = self.twice_median().filter(|median| *median > 0)?;
        u64::try_from(u128::from(length) * 200 / twice_median).ok()
    }

    fn twice_median(&self) -> Option<u128> {
        if self.0.len() < NEEDED {
            return None;
        }
        let mut sorted = self.0.clone();
        sorted.sort_unstable();
        let upper = sorted.get(sorted.len() / 2)?;
        let lower = sorted.get((sorted.len() - 1) / 2)?;
        Some(u128::from(*lower) + u128::from(*upper))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The percentage of the baseline that the last of these reaches.
    fn check(lengths: &[u64], expected: Option<u64>) {
        let mut outputs = OutputLengths::default();
        let mut last = None;
        for length in lengths {
            last = outputs.push(*length);
        }
        assert_eq!(last, expected, "{lengths:?}");
    }

    #[test]
    fn l05_an_output_is_compared_with_the_median_of_at_least_five() {
        check(&[100, 100, 100, 100, 30], None);
        check(&[100, 100, 100, 100, 100, 30], Some(30));
        check(&[1000, 1000, 1000, 1000, 1000, 699], Some(69));
        check(&[100, 100, 100, 100, 100, 0], Some(0));
        check(&[100, 100, 100, 100, 100, 250], Some(250));
        // One long output does not make the usual one.
        check(&[100, 100, 100, 100, 90_000, 31], Some(31));
        // The median of an even number lies between the two in the middle.
        check(&[0, 0, 0, 100, 100, 100, 15], Some(30));
    }

    #[test]
    fn l05_a_zero_baseline_compares_nothing() {
        check(&[0, 0, 0, 0, 0, 0], None);
        check(&[0, 0, 0, 100, 100, 0], None);
    }

    #[test]
    fn l05_only_the_last_ten_are_compared() {
        let mut lengths = vec![9_000; 5];
        lengths.extend([100; 10]);
        lengths.push(40);
        check(&lengths, Some(40));
    }

    #[test]
    fn the_largest_lengths_are_no_overflow() {
        check(&[u64::MAX; 6], Some(100));
        check(&[1, 1, 1, 1, 1, u64::MAX], None);
    }
}

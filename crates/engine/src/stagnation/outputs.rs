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

    /// Adds the output of the next iteration. Returns by how many percent it fell, if by `percent` or more
    /// below the median of at least 5 earlier ones that is not 0.
    pub(super) fn push(&mut self, length: u64, percent: u64) -> Option<u64> {
        let fall = self.fall(length).filter(|fall| *fall >= percent);
        push_newest(&mut self.0, length, KEPT);
        fall
    }

    fn fall(&self, length: u64) -> Option<u64> {
        // Doubled, so that the middle of two lengths is whole.
        let twice_median = self.twice_median().filter(|median| *median > 0)?;
        let fallen = twice_median.saturating_sub(u128::from(length) * 2);
        u64::try_from(fallen * 100 / twice_median).ok()
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

    /// How many percent the last of these fell, if by 70 or more.
    fn check(lengths: &[u64], expected: Option<u64>) {
        let mut outputs = OutputLengths::default();
        let mut last = None;
        for length in lengths {
            last = outputs.push(*length, 70);
        }
        assert_eq!(last, expected, "{lengths:?}");
    }

    #[test]
    fn l05_an_output_falls_below_the_median_of_at_least_five() {
        check(&[100, 100, 100, 100, 30], None);
        check(&[100, 100, 100, 100, 100, 30], Some(70));
        check(&[100, 100, 100, 100, 100, 31], None);
        check(&[100, 100, 100, 100, 100, 0], Some(100));
        // One long output does not make the usual one.
        check(&[100, 100, 100, 100, 90_000, 31], None);
        // The median of an even number lies between the two in the middle.
        check(&[0, 0, 0, 100, 100, 100, 15], Some(70));
        check(&[0, 0, 0, 100, 100, 100, 16], None);
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
        check(&lengths, None);
    }

    #[test]
    fn the_largest_lengths_are_no_overflow() {
        check(&[u64::MAX; 6], None);
        let mut lengths = [u64::MAX; 6];
        lengths[5] = 1;
        check(&lengths, Some(99));
    }
}

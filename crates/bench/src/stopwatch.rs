//! The one place of the benchmarks that reads a clock, and what is made of its readings.

use std::time::{Duration, Instant};

/// Batches that are not counted.
const WARM_UP: u32 = 3;

/// Does `work` and tells how long it took.
#[expect(clippy::disallowed_methods, reason = "the one place that measures")]
pub(crate) fn timed<T>(work: impl FnOnce() -> T) -> (T, Duration) {
    let start = Instant::now();
    let done = work();
    (done, start.elapsed())
}

/// What was measured of one thing, in one unit.
#[derive(Debug, Clone, Default)]
pub(crate) struct TimeSamples(Vec<f64>);

impl TimeSamples {
    pub(crate) const fn new() -> Self {
        Self(Vec::new())
    }

    pub(crate) fn add(&mut self, value: f64) {
        self.0.push(value);
    }

    pub(crate) fn median(&self) -> f64 {
        self.quantile(0.5)
    }

    /// The slow end of a speed.
    pub(crate) fn p10(&self) -> f64 {
        self.quantile(0.1)
    }

    pub(crate) fn p90(&self) -> f64 {
        self.quantile(0.9)
    }

    pub(crate) fn max(&self) -> f64 {
        self.quantile(1.0)
    }

    pub(crate) fn mean(&self) -> f64 {
        if self.0.is_empty() { 0.0 } else { self.0.iter().sum::<f64>() / self.0.len() as f64 }
    }

    /// The nearest rank; 0 without samples.
    fn quantile(&self, share: f64) -> f64 {
        let mut sorted = self.0.clone();
        sorted.sort_by(f64::total_cmp);
        let last = sorted.len().saturating_sub(1);
        let rank = (share * last as f64).round() as usize;
        sorted.get(rank).copied().unwrap_or_default()
    }
}

/// Runs a batch of `operations` for `rounds` times; nanoseconds for one operation.
pub(crate) fn per_operation(
    rounds: u32,
    operations: usize,
    mut batch: impl FnMut(),
) -> TimeSamples {
    let mut samples = TimeSamples::default();
    for round in 0..rounds + WARM_UP {
        let ((), took) = timed(&mut batch);
        if round >= WARM_UP {
            samples.add(took.as_nanos() as f64 / operations as f64);
        }
    }
    samples
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_are_nearest_ranks() {
        let close = |a: f64, b: f64| (a - b).abs() < 1e-9;
        let mut samples = TimeSamples::default();
        assert!(close(samples.median(), 0.0));
        for value in [9.0, 1.0, 5.0, 2.0, 100.0] {
            samples.add(value);
        }
        assert!(close(samples.median(), 5.0));
        assert!(close(samples.p90(), 100.0));
        assert!(close(samples.mean(), 23.4));
    }
}

//! The clock of the benchmarks, and the statistics of its readings.

use std::time::{Duration, Instant};

use crate::BenchError;

/// Batches that run before the first counted one.
const WARM_UP: u32 = 3;

/// Runs `work` and returns its result and how long it took.
#[expect(clippy::disallowed_methods, reason = "the one place that measures")]
pub(crate) fn timed<T>(work: impl FnOnce() -> T) -> (T, Duration) {
    let start = Instant::now();
    let done = work();
    (done, start.elapsed())
}

/// The duration of fallible work.
pub(crate) fn duration_of<T, E: Into<BenchError>>(
    work: impl FnOnce() -> Result<T, E>,
) -> Result<Duration, BenchError> {
    let (done, took) = timed(work);
    done.map_err(Into::into)?;
    Ok(took)
}

/// Milliseconds.
pub(crate) fn to_ms(took: Duration) -> f64 {
    took.as_secs_f64() * 1e3
}

/// Measurements of one thing, all in one unit.
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

/// Milliseconds of two things that were measured in turns.
#[derive(Debug, Default)]
pub(crate) struct PairedSamples {
    pub(crate) ours: TimeSamples,
    pub(crate) theirs: TimeSamples,
    /// Ours as a multiple of theirs, round by round.
    pub(crate) ratios: TimeSamples,
}

impl PairedSamples {
    /// Measures two things in each of `rounds` rounds. The order changes from round to round, so that other work on the
    /// machine affects both alike. One round before them warms the caches. Both get the number of the round.
    pub(crate) fn measure(
        rounds: u32,
        mut ours: impl FnMut(u32) -> Result<Duration, BenchError>,
        mut theirs: impl FnMut(u32) -> Result<Duration, BenchError>,
    ) -> Result<Self, BenchError> {
        let mut samples = Self::default();
        for round in 0..=rounds {
            let (our_time, their_time) = if round.is_multiple_of(2) {
                let our_time = ours(round)?;
                (our_time, theirs(round)?)
            } else {
                let their_time = theirs(round)?;
                (ours(round)?, their_time)
            };
            if round > 0 {
                samples.ours.add(to_ms(our_time));
                samples.theirs.add(to_ms(their_time));
                samples.ratios.add(our_time.as_secs_f64() / their_time.as_secs_f64());
            }
        }
        Ok(samples)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_close(a: f64, b: f64) -> bool {
        (a - b).abs() < 1e-9
    }

    #[test]
    fn quantiles_are_nearest_ranks() {
        let mut samples = TimeSamples::default();
        assert!(is_close(samples.median(), 0.0));
        for value in [9.0, 1.0, 5.0, 2.0, 100.0] {
            samples.add(value);
        }
        assert!(is_close(samples.median(), 5.0));
        assert!(is_close(samples.p90(), 100.0));
        assert!(is_close(samples.mean(), 23.4));
    }

    #[test]
    fn pairs_leave_out_the_first_round() {
        let ms = |n: u32| Ok(Duration::from_millis(u64::from(n)));
        let samples = PairedSamples::measure(3, |n| ms(10 * n), |n| ms(5 * n)).unwrap();
        assert!(is_close(samples.ours.median(), 20.0) && is_close(samples.theirs.median(), 10.0));
        assert!(is_close(samples.ratios.mean(), 2.0));
    }
}

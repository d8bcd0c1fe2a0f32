//! Rounds of about a millisecond, in a new order each time; a round that the machine disturbed does not count.
//!
//! A busy machine makes the run longer and, in the end, fail. It does not make it lie.

mod round;

use std::hash::{BuildHasher, RandomState};

pub(crate) use round::{Round, alone};

use crate::BenchError;
use crate::path::Path;
use crate::results::{Figure, Results};
use crate::subject::{Circuit, Subject, Worker};

/// How much longer than on a quiet machine a run may take before it is given up.
pub(crate) const PATIENCE: usize = 20;
/// A figure of fewer rounds than this is not given.
const FEWEST: usize = 5;

/// Every subject on every path that suits it.
pub(crate) fn all(
    subjects: Vec<Subject>,
    rounds: u32,
    say: &dyn Fn(&str),
) -> Result<Results, BenchError> {
    let mut lanes = Vec::new();
    for (index, subject) in subjects.iter().enumerate() {
        for path in Path::ALL.into_iter().filter(|path| path.suits(subject.family)) {
            lanes.push(Lane::new(index, subject, path)?);
        }
    }
    let shuffle = RandomState::new();
    let rounds = rounds as usize;
    for sweep in 0..rounds.saturating_mul(PATIENCE) {
        let mut open: Vec<&mut Lane> =
            lanes.iter_mut().filter(|lane| lane.rounds.len() < rounds).collect();
        if open.is_empty() {
            break;
        }
        if sweep > 0 && sweep % rounds == 0 {
            say(&format!("the machine is busy: {} figures to go", open.len()));
        }
        open.sort_by_key(|lane| shuffle.hash_one((sweep, lane.subject, lane.path as u8)));
        open.into_iter().for_each(Lane::round);
    }
    let figures = lanes.into_iter().map(|lane| lane.figure(&subjects));
    Ok(Results { figures: figures.collect::<Result<_, _>>()?, subjects, rounds })
}

/// One subject on one path.
struct Lane {
    subject: usize,
    path: Path,
    circuit: Circuit,
    worker: Box<dyn Worker>,
    calls: u32,
    /// Nanoseconds per call.
    rounds: Vec<f64>,
}

impl Lane {
    fn new(index: usize, subject: &Subject, path: Path) -> Result<Self, BenchError> {
        let circuit = path.prepare(subject)?;
        let worker = circuit();
        let mut lane = Self { subject: index, path, circuit, worker, calls: 32, rounds: vec![] };
        lane.calls = lane.calls_of_a_round();
        Ok(lane)
    }

    /// So many that a round takes about a millisecond.
    fn calls_of_a_round(&mut self) -> u32 {
        const ENOUGH: f64 = 200_000.0;
        loop {
            let took = self.turn().wall_ns;
            if took >= ENOUGH || self.calls > 1 << 23 {
                return ((f64::from(self.calls) * 1_000_000.0 / took.max(1.0)) as u32).max(16);
            }
            self.calls *= 2;
        }
    }

    fn turn(&mut self) -> Round {
        let (path, calls) = (self.path, self.calls);
        if path.by_two() {
            round::by_two(&self.circuit, self.worker.as_mut(), path, calls)
        } else {
            alone(|| path.run(self.worker.as_mut(), calls))
        }
    }

    fn round(&mut self) {
        let round = self.turn();
        if round.counts {
            self.rounds.push(round.wall_ns / f64::from(self.calls));
        }
    }

    fn figure(mut self, subjects: &[Subject]) -> Result<Figure, BenchError> {
        let subject = subjects.get(self.subject).ok_or("a lane without a subject")?;
        self.path.prove(subject, &self.circuit)?;
        let rounds = self.rounds.len();
        if rounds < FEWEST {
            let (name, path) = (subject.name, self.path);
            return Err(format!("{name}, {path:?}: the machine left only {rounds} rounds").into());
        }
        let (subject, path) = (self.subject, self.path);
        Ok(Figure { subject, path, rounds, nanos: median(&mut self.rounds) })
    }
}

/// The middle one; of an even number the upper of the two.
pub(crate) fn median(values: &mut [f64]) -> f64 {
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or(f64::NAN)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_middle_is_not_the_mean() {
        assert_eq!(median(&mut [900.0, 1.0, 2.0]), 2.0);
        assert!(median(&mut []).is_nan());
    }
}

//! What a call costs in a time window, by the number of calls that the window holds.

use fusebox_figures::{BenchReport, TableCell};

use crate::measure::{PATIENCE, alone, median};
use crate::results::cell;
use crate::subject::{Subject, Worker};
use crate::{BenchError, ours, peers};

const HELD: [u32; 4] = [100, 1_000, 10_000, 50_000];
/// A window may grow by a tenth while it is measured; then a new one is filled.
const GROWTH: u32 = 10;
/// Calls of one window in a round.
const MOST_CALLS: u32 = 500;
/// Small windows are measured many at a time, so that a round is long enough for the stopwatch.
const AT_A_TIME: u32 = 6_400;

/// Nanoseconds per call for each number of calls held.
pub(crate) struct WindowCosts {
    pub(crate) ours: [f64; HELD.len()],
    theirs: [f64; HELD.len()],
}

/// Measures both.
pub(crate) fn measure(quick: bool) -> Result<WindowCosts, BenchError> {
    let rounds = if quick { 9 } else { 31 };
    Ok(WindowCosts {
        ours: costs(&ours::long_window(), rounds)?,
        theirs: costs(&peers::long_window(), rounds)?,
    })
}

fn costs(subject: &Subject, rounds: usize) -> Result<[f64; HELD.len()], BenchError> {
    let mut costs = [0.0; HELD.len()];
    for (cost, held) in costs.iter_mut().zip(HELD) {
        *cost = cost_of(subject, held, rounds)
            .ok_or_else(|| format!("{} with {held} calls: the machine is busy", subject.name))?;
    }
    Ok(costs)
}

fn cost_of(subject: &Subject, held: u32, rounds: usize) -> Option<f64> {
    let calls = (held / GROWTH).min(MOST_CALLS);
    let windows = (AT_A_TIME / held).max(1);
    let filled = || -> Vec<Box<dyn Worker>> {
        let filled = |_| {
            let mut worker = subject.circuit()();
            worker.successes(held);
            worker
        };
        (0..windows).map(filled).collect()
    };
    let mut found = Vec::new();
    let mut workers = filled();
    let mut grown = 0;
    for _ in 0..rounds * PATIENCE {
        if grown + calls > held / GROWTH {
            workers = filled();
            grown = 0;
        }
        grown += calls;
        let round = alone(|| workers.iter_mut().for_each(|worker| worker.successes(calls)));
        if round.counts {
            found.push(round.wall_ns / f64::from(calls * windows));
        }
        if found.len() == rounds {
            break;
        }
    }
    (found.len() * 3 >= rounds).then(|| median(&mut found))
}

impl WindowCosts {
    pub(crate) fn add_table(&self, report: &mut BenchReport) {
        let rows = HELD.iter().zip(self.ours.iter().zip(&self.theirs));
        let row = |(held, (ours, theirs)): (&u32, (&f64, &f64))| {
            vec![TableCell::Number(f64::from(*held), 0), cell(*ours), cell(*theirs)]
        };
        let columns = &["calls held", "**fusebox**", "tower-resilience"];
        let title = "A success in a time window, ns per call";
        report.add_table(title, columns, rows.map(row).collect());
    }
}

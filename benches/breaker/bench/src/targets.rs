//! What is asked of ours, as ratios in one run.

use fusebox_figures::BenchReport;

use crate::BenchError;
use crate::allocations::AllocationCounts;
use crate::held::WindowCosts;
use crate::ours::{CONSECUTIVE, COUNT_WINDOW};
use crate::path::Path::{Closed, ClosedByTwo, Rejected};
use crate::peers::{BREAKER_TOWER, FAILSAFE, RECLOSER};
use crate::results::Results;
use crate::subject::Family::{Sync, Tower};

pub(crate) fn add_checks(
    report: &mut BenchReport,
    results: &Results,
    held: &WindowCosts,
    counted: &AllocationCounts,
) -> Result<(), BenchError> {
    let sync = |name, path| results.nanos(Sync, name, path);
    let tower = |name| results.nanos(Tower, name, Closed);
    let recloser = sync(RECLOSER, Closed)?;
    let failsafe = sync(FAILSAFE, ClosedByTwo)?;
    let best = results.best_peer(Sync, Rejected)?;
    let [fewest, .., most] = held.ours;
    let row = sync(CONSECUTIVE, ClosedByTwo)? / failsafe;
    let window = sync(COUNT_WINDOW, ClosedByTwo)? / failsafe;
    for (what, ratio, at_most) in [
        ("consecutive, closed, to recloser", sync(CONSECUTIVE, Closed)? / recloser, 0.5),
        ("consecutive, closed, two threads, to failsafe", row, 0.2),
        ("count window, closed, to recloser", sync(COUNT_WINDOW, Closed)? / recloser, 0.8),
        ("count window, closed, two threads, to failsafe", window, 0.5),
        ("rejection, to the best library", sync(CONSECUTIVE, Rejected)? / best, 0.5),
        ("tower layer, closed, to breaker", tower(CONSECUTIVE)? / tower(BREAKER_TOWER)?, 0.5),
        ("time window, 50,000 calls held to 100", most / fewest, 1.25),
    ] {
        report.add_check(what, ratio, at_most, " ×");
    }
    report.add_check("allocations on any path, the most", counted.most_of_ours(), 0.0, "");
    Ok(())
}

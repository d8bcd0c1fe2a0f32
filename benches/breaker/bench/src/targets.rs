//! What is asked of ours, as ratios in one run.

use fusebox_figures::TargetCheck;

use crate::BenchError;
use crate::allocations::Counted;
use crate::held::Held;
use crate::ours;
use crate::path::Path::{Closed, ClosedByTwo, Rejected};
use crate::peers::{BREAKER_TOWER, FAILSAFE, RECLOSER};
use crate::results::Results;
use crate::subject::Family::{Sync, Tower};

pub(crate) fn checks(
    results: &Results,
    held: &Held,
    counted: &Counted,
) -> Result<Vec<TargetCheck>, BenchError> {
    let recloser = results.nanos(Sync, RECLOSER, Closed)?;
    let failsafe = results.nanos(Sync, FAILSAFE, ClosedByTwo)?;
    let ratio = |what: &str, name, path, to: f64, at_most| -> Result<TargetCheck, BenchError> {
        let found = results.nanos(Sync, name, path)? / to;
        Ok(TargetCheck { what: what.to_owned(), found, at_most, unit: " ×" })
    };
    let best = results.best_peer(Sync, Rejected)?;
    let [fewest, .., most] = held.ours;
    Ok(vec![
        ratio("consecutive, closed, to recloser", ours::CONSECUTIVE, Closed, recloser, 0.5)?,
        ratio(
            "consecutive, closed, two threads, to failsafe",
            ours::CONSECUTIVE,
            ClosedByTwo,
            failsafe,
            0.2,
        )?,
        ratio("count window, closed, to recloser", ours::COUNT_WINDOW, Closed, recloser, 0.8)?,
        ratio(
            "count window, closed, two threads, to failsafe",
            ours::COUNT_WINDOW,
            ClosedByTwo,
            failsafe,
            0.5,
        )?,
        ratio("rejection, to the best library", ours::CONSECUTIVE, Rejected, best, 0.5)?,
        TargetCheck {
            what: "tower layer, closed, to breaker".to_owned(),
            found: results.nanos(Tower, ours::CONSECUTIVE, Closed)?
                / results.nanos(Tower, BREAKER_TOWER, Closed)?,
            at_most: 0.5,
            unit: " ×",
        },
        TargetCheck {
            what: "time window, 50,000 calls held to 100".to_owned(),
            found: most / fewest,
            at_most: 1.25,
            unit: " ×",
        },
        TargetCheck {
            what: "allocations on any path, the most".to_owned(),
            found: counted.most_of_ours(),
            at_most: 0.0,
            unit: "",
        },
    ])
}

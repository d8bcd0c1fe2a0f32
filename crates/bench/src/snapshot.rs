//! What a loop's look at the files costs, beside `git status` of the same files.

use std::path::Path;

use fusebox_git::Repository;

use crate::BenchError;
use crate::checkpoint::{FILES, git, ms, path, prepare};
use crate::stopwatch::{TimeSamples, timed};
use fusebox_figures::{BenchReport, FigureTable, TableCell, TargetCheck};

/// Files that were changed since the snapshot before: what nobody touched, what an iteration
/// changes, and a great sweep.
const CHANGED: [usize; 3] = [0, 10, 100];
/// A snapshot takes at most so many times as long as `git status`.
const MOST: f64 = 1.0;
/// Changes, and rounds of them, before anything is measured.
const SETTLING: usize = 20;

/// The table, and the ratios to hold.
pub(crate) fn measure(quick: bool, report: &mut BenchReport) -> Result<(), BenchError> {
    let dir = tempfile::tempdir()?;
    let top = dir.path().join("repo");
    prepare(&top, FILES, 0, 0)?;
    let repository = Repository::find(&top)?.ok_or("no repository was made")?;
    // A disk that was just given so many files is slow to make more for a while.
    beside_status(&repository, &top, SETTLING, SETTLING)?;
    let mut rows = Vec::new();
    for changed in CHANGED {
        let rounds = if quick { 4 } else { 20 };
        let [ours, theirs, ratios] = beside_status(&repository, &top, changed, rounds)?;
        rows.push(vec![
            TableCell::Number(changed as f64, 0),
            TableCell::Number(ours.median(), 0),
            TableCell::Number(theirs.median(), 0),
            TableCell::Number(ratios.median(), 2),
        ]);
        let what = format!("snapshot of {FILES} files, {changed} changed × git status");
        let found = ratios.median();
        report.checks.push(TargetCheck { what, found, at_most: MOST, unit: " ×" });
        // The next case begins with nothing to commit.
        git(&top, &["commit", "-q", "-a", "--allow-empty", "-m", "next"])?;
    }
    report.tables.push(FigureTable {
        title: format!("A snapshot of {FILES} files, as a loop takes two in each iteration"),
        columns: &["files changed since the last", "snapshot, ms", "git status, ms", "ratio"],
        rows,
    });
    Ok(())
}

/// Milliseconds of snapshots and of `git status`, in turns, and their ratios.
fn beside_status(
    repository: &Repository,
    top: &Path,
    changed: usize,
    rounds: usize,
) -> Result<[TimeSamples; 3], BenchError> {
    let [mut ours, mut theirs, mut ratios] = [const { TimeSamples::new() }; 3];
    let snapshot = || timed(|| repository.snapshot());
    let status = || timed(|| git(top, &["status"]));
    for round in 0..=rounds {
        for n in 0..changed {
            std::fs::write(path(top, n), format!("changed {changed} {round}\n"))?;
        }
        // What else the machine does meets both alike.
        let (seen, asked) = if round % 2 == 0 {
            let seen = snapshot();
            (seen, status())
        } else {
            let asked = status();
            (snapshot(), asked)
        };
        seen.0?;
        asked.0?;
        // The first round warms the caches.
        if round > 0 {
            ours.add(ms(seen.1));
            theirs.add(ms(asked.1));
            ratios.add(ms(seen.1) / ms(asked.1));
        }
    }
    Ok([ours, theirs, ratios])
}

//! A snapshot of a loop's files beside `git status` of the same files.

use std::path::Path;

use fusebox_git::Repository;

use crate::BenchError;
use crate::checkpoint::{FILES, file_path, git, prepare_repository};
use crate::stopwatch::{PairedSamples, duration_of};
use fusebox_figures::{BenchReport, TableCell};

/// Files changed since the last snapshot: none, what one iteration changes, and a large edit.
const CHANGED: [usize; 3] = [0, 10, 100];
/// The largest time of a snapshot, as a multiple of `git status`.
const MAX_RATIO: f64 = 1.0;
/// Rounds, and files changed in each, before anything is measured.
const SETTLING_ROUNDS: u32 = 20;

/// Adds the table and a target for each of its rows.
pub(crate) fn measure(quick: bool, report: &mut BenchReport) -> Result<(), BenchError> {
    let dir = tempfile::tempdir()?;
    let top = dir.path().join("repo");
    prepare_repository(&top, FILES, 0, 0)?;
    let repository = Repository::find(&top)?.ok_or("no repository was made")?;
    // A disk that was just given many files is slow to make more for a while.
    beside_status(&repository, &top, SETTLING_ROUNDS as usize, SETTLING_ROUNDS)?;
    let mut rows = Vec::new();
    for changed in CHANGED {
        let samples = beside_status(&repository, &top, changed, if quick { 4 } else { 20 })?;
        let PairedSamples { ours, theirs, ratios } = samples;
        let mut row = TableCell::row(changed.to_string(), &[ours.median(), theirs.median()], 0);
        row.push(TableCell::Number(ratios.median(), 2));
        rows.push(row);
        let what = format!("snapshot of {FILES} files, {changed} changed × git status");
        report.add_check(what, ratios.median(), MAX_RATIO, " ×");
        // The next case begins with nothing to commit.
        git(&top, &["commit", "-q", "-a", "--allow-empty", "-m", "next"])?;
    }
    report.add_table(
        format!("A snapshot of {FILES} files, as a loop takes two in each iteration"),
        &["files changed since the last", "snapshot, ms", "git status, ms", "ratio"],
        rows,
    );
    Ok(())
}

/// Measures snapshots and `git status` in turns, with `changed` files rewritten before each round.
fn beside_status(
    repository: &Repository,
    top: &Path,
    changed: usize,
    rounds: u32,
) -> Result<PairedSamples, BenchError> {
    let rewritten = std::cell::Cell::new(None);
    let rewrite_files = |round: u32| -> Result<(), BenchError> {
        if rewritten.replace(Some(round)) != Some(round) {
            for n in 0..changed {
                std::fs::write(file_path(top, n), format!("changed {changed} {round}\n"))?;
            }
        }
        Ok(())
    };
    PairedSamples::measure(
        rounds,
        |round| {
            rewrite_files(round)?;
            duration_of(|| repository.snapshot())
        },
        |round| {
            rewrite_files(round)?;
            duration_of(|| git(top, &["status"]))
        },
    )
}

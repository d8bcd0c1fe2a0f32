//! Folds many sources in parallel; the results are in the order of the sources.

use std::cmp::Reverse;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use fusebox_engine::Policy;
use fusebox_replay::{
    DamagedFile, ReplayOutcome, ReplayTotals, ReplayedSession, SessionFiles, replay,
};

use crate::read_progress::ReadProgress;

/// A source and its outcome.
#[derive(Debug)]
pub(super) struct FoldedFiles<'a> {
    /// The source.
    pub(super) source: &'a SessionFiles,
    /// The outcome.
    pub(super) replayed: ReplayOutcome,
}

impl FoldedFiles<'_> {
    /// Its sessions, in the order in which they begin.
    pub(super) fn sessions(&self) -> impl Iterator<Item = &ReplayedSession> {
        self.replayed.sessions.iter()
    }

    /// The main file, for people and programs.
    pub(super) fn file(&self) -> String {
        self.source.files.first().map(|file| file.display().to_string()).unwrap_or_default()
    }
}

/// The totals of all sources.
pub(super) fn totals(folded: &[FoldedFiles<'_>]) -> ReplayTotals {
    let mut totals = ReplayTotals::default();
    folded.iter().for_each(|one| totals.add(&one.replayed));
    totals
}

/// Sources to fold.
#[derive(Debug, Clone, Copy)]
pub(super) struct FoldJob<'a> {
    /// The sources.
    pub(super) sources: &'a [SessionFiles],
    /// The number of threads.
    pub(super) jobs: usize,
}

impl<'a> FoldJob<'a> {
    /// Bytes to read.
    pub(super) fn size(&self) -> u64 {
        self.sources.iter().map(|source| source.size).sum()
    }

    /// Folds all sources, the largest first so that no thread waits for it at the end.
    pub(super) fn fold(&self, policy: &Policy, progress: &ReadProgress) -> Vec<FoldedFiles<'a>> {
        let mut order: Vec<usize> = (0..self.sources.len()).collect();
        order.sort_by_key(|n| Reverse(self.sources[*n].size));
        let next = AtomicUsize::new(0);
        let done = Mutex::new(Vec::with_capacity(order.len()));
        std::thread::scope(|scope| {
            for _ in 0..self.jobs.min(order.len()) {
                scope.spawn(|| {
                    while let Some(n) = order.get(next.fetch_add(1, Ordering::Relaxed)) {
                        let source = &self.sources[*n];
                        let folded = FoldedFiles { source, replayed: fold_one(source, policy) };
                        progress.advance(source.size);
                        done.lock().unwrap_or_else(PoisonError::into_inner).push((*n, folded));
                    }
                });
            }
        });
        let mut done = done.into_inner().unwrap_or_else(PoisonError::into_inner);
        done.sort_by_key(|(n, _)| *n);
        done.into_iter().map(|(_, folded)| folded).collect()
    }
}

/// Folds one source. A file that makes the reader panic counts as damaged.
fn fold_one(source: &SessionFiles, policy: &Policy) -> ReplayOutcome {
    catch_unwind(AssertUnwindSafe(|| replay(source, policy))).unwrap_or_else(|_| {
        let reason = "the reader failed; a bug".to_owned();
        let damaged = source.files.first().map(|file| DamagedFile { file: file.clone(), reason });
        ReplayOutcome { damaged: damaged.into_iter().collect(), ..ReplayOutcome::default() }
    })
}

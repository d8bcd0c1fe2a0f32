//! Folds many sources at a time; results stand in the order of the sources.

use std::cmp::Reverse;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use fusebox_engine::Policy;
use fusebox_replay::{
    DamagedFile, ReplayOutcome, ReplayTotals, ReplayedSession, SessionFiles, replay,
};

use super::progress::ReadProgress;

/// A source and what came of it.
#[derive(Debug)]
pub(super) struct FoldedFiles<'a> {
    /// What was read.
    pub(super) source: &'a SessionFiles,
    /// What came of it.
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

/// What all of it comes to.
pub(super) fn totals(folded: &[FoldedFiles<'_>]) -> ReplayTotals {
    let mut totals = ReplayTotals::default();
    folded.iter().for_each(|one| totals.add(&one.replayed));
    totals
}

/// Sources to be folded.
#[derive(Debug, Clone, Copy)]
pub(super) struct FoldJob<'a> {
    /// What is read.
    pub(super) sources: &'a [SessionFiles],
    /// So many at a time.
    pub(super) jobs: usize,
}

impl<'a> FoldJob<'a> {
    /// Bytes to read.
    pub(super) fn size(&self) -> u64 {
        self.sources.iter().map(|source| source.size).sum()
    }

    /// Folds all of them, the largest first so that none is waited for at the end.
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

/// A file that brings the reader down is damaged like any other: the rest goes on.
fn fold_one(source: &SessionFiles, policy: &Policy) -> ReplayOutcome {
    catch_unwind(AssertUnwindSafe(|| replay(source, policy))).unwrap_or_else(|_| ReplayOutcome {
        damaged: source
            .files
            .iter()
            .take(1)
            .map(|file| DamagedFile {
                file: file.clone(),
                reason: "the reader failed; a bug".to_owned(),
            })
            .collect(),
        ..ReplayOutcome::default()
    })
}

//! The journal: a file in the git dir that records which rollback was begun.

use std::collections::BTreeSet;
use std::io::Write;
use std::path::PathBuf;

use crate::capture::CapturedState;
use crate::diff::TreeChange;
use crate::file::remove_if_exists;
use crate::repository::Repository;
use crate::state_commit::StateCommit;
use crate::{AttemptRef, Checkpoint, CheckpointName, GitError, ObjectId, Result};

const FILE: &str = "fusebox-rollback";
const FORMAT: &str = "fusebox-rollback 1";

/// A rollback that was begun.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct RollbackJournal {
    pub(super) name: CheckpointName,
    /// The commit of the checkpoint.
    pub(super) target: ObjectId,
    /// The attempt that holds the state before: its number and its commit.
    number: u32,
    commit: ObjectId,
}

fn path(repository: &Repository) -> PathBuf {
    repository.git_dir().join(FILE)
}

impl RollbackJournal {
    pub(super) fn new(checkpoint: &Checkpoint, attempt: &AttemptRef) -> Self {
        Self {
            name: checkpoint.name.clone(),
            target: checkpoint.record.commit.clone(),
            number: attempt.number,
            commit: attempt.commit.clone(),
        }
    }

    /// The journal, if there is one that can be read.
    pub(super) fn read(repository: &Repository) -> Option<Self> {
        let text = std::fs::read_to_string(path(repository)).ok()?;
        let mut lines = text.lines();
        (lines.next()? == FORMAT).then_some(())?;
        Some(Self {
            name: CheckpointName::decode(lines.next()?)?,
            target: ObjectId::parse(lines.next()?)?,
            number: lines.next()?.parse().ok()?,
            commit: ObjectId::parse(lines.next()?)?,
        })
    }

    /// Writes it atomically and syncs it to disk.
    pub(super) fn write(&self, repository: &Repository) -> Result<()> {
        let path = path(repository);
        let new = path.with_extension("new");
        let Self { name, target, number, commit } = self;
        let text = format!("{FORMAT}\n{}\n{target}\n{number}\n{commit}\n", name.encoded());
        remove_if_exists(&new)?;
        std::fs::File::create_new(&new)
            .and_then(|mut file| file.write_all(text.as_bytes()).and_then(|()| file.sync_all()))
            .and_then(|()| std::fs::rename(&new, &path))
            .map_err(GitError::file("written", &path))
    }

    pub(super) fn remove(repository: &Repository) -> Result<()> {
        remove_if_exists(&path(repository))
    }

    /// The attempt that it names, if it still exists.
    pub(super) fn attempt(&self, repository: &Repository) -> Option<AttemptRef> {
        let mut attempts = repository.attempts(&self.name).ok()?.into_iter();
        attempts.find(|found| found.number == self.number && found.commit == self.commit)
    }
}

/// Whether the attempt and the target together hold everything of the present state, so that no second
/// attempt is needed.
pub(super) fn is_saved(
    repository: &Repository,
    now: &CapturedState,
    attempt: &AttemptRef,
    target: &StateCommit,
) -> Result<bool> {
    let before = StateCommit::read(repository, &attempt.reference(), &attempt.commit)?;
    let head = repository.head()?.commit;
    Ok(repository.vault_holds(&now.vaulted.secret, [&before.commit, &target.commit])?
        && (head == before.head.commit || head == target.head.commit)
        && repository.is_mix_of(&now.files, &before.commit, &target.commit)?
        && repository.is_mix_of(&now.index, &before.index, &target.index)?
        && repository.has_same_extras(now, [&before, target])?)
}

impl Repository {
    /// Whether every file of `tree` is the same in `a` or in `b`.
    fn is_mix_of(&self, tree: &ObjectId, a: &ObjectId, b: &ObjectId) -> Result<bool> {
        let differing = |other| {
            let changes = self.compare_trees(tree, other)?.into_iter();
            let own = changes.filter(|change: &TreeChange| change.old.is_some());
            Ok::<BTreeSet<_>, GitError>(own.map(|change| change.path).collect())
        };
        Ok(differing(a)?.is_disjoint(&differing(b)?))
    }

    /// Whether one of the states has the extras of the present index, or that has none.
    fn has_same_extras(&self, now: &CapturedState, states: [&StateCommit; 2]) -> Result<bool> {
        let Some(extras) = &now.extras_tree else { return Ok(true) };
        for commit in states.iter().filter_map(|state| state.extras.as_ref()) {
            if self.compare_trees(extras, commit)?.is_empty() {
                return Ok(true);
            }
        }
        Ok(false)
    }
}

//! The journal: one small file in the git dir that says which rollback was begun.

use std::io::Write;
use std::path::PathBuf;

use crate::capture::CapturedState;
use crate::private::remove;
use crate::record::StateCommit;
use crate::repository::Repository;
use crate::{AttemptRef, Checkpoint, CheckpointName, GitError, ObjectId, record};

const FILE: &str = "fusebox-rollback";
const FORMAT: &str = "fusebox-rollback 1";

/// A rollback that was begun.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct RollbackJournal {
    pub(super) name: CheckpointName,
    /// The commit of the checkpoint.
    pub(super) target: ObjectId,
    /// The attempt that holds the state before.
    number: u32,
    kept: ObjectId,
}

pub(super) fn path(repository: &Repository) -> PathBuf {
    repository.git_dir().join(FILE)
}

/// The journal, if there is one that can be read.
pub(super) fn read(repository: &Repository) -> Option<RollbackJournal> {
    let text = std::fs::read_to_string(path(repository)).ok()?;
    let mut lines = text.lines();
    (lines.next()? == FORMAT).then_some(())?;
    Some(RollbackJournal {
        name: CheckpointName::decode(lines.next()?)?,
        target: ObjectId::parse(lines.next()?)?,
        number: lines.next()?.parse().ok()?,
        kept: ObjectId::parse(lines.next()?)?,
    })
}

impl RollbackJournal {
    pub(super) fn of(checkpoint: &Checkpoint, attempt: &AttemptRef) -> Self {
        Self {
            name: checkpoint.name.clone(),
            target: checkpoint.record.commit.clone(),
            number: attempt.number,
            kept: attempt.commit.clone(),
        }
    }

    /// Writes it whole, on disk before anything changes.
    pub(super) fn write(&self, repository: &Repository) -> Result<(), GitError> {
        let path = path(repository);
        let new = path.with_extension("new");
        let Self { name, target, number, kept } = self;
        let text = format!("{FORMAT}\n{}\n{target}\n{number}\n{kept}\n", name.encoded());
        remove(&new)?;
        std::fs::File::create_new(&new)
            .and_then(|mut file| file.write_all(text.as_bytes()).and_then(|()| file.sync_all()))
            .and_then(|()| std::fs::rename(&new, &path))
            .map_err(GitError::file("written", &path))
    }

    /// The attempt that it names, if it is still there.
    pub(super) fn attempt(
        &self,
        repository: &Repository,
        name: &CheckpointName,
    ) -> Option<AttemptRef> {
        let attempts = repository.attempts(name).ok()?;
        attempts.into_iter().find(|found| found.number == self.number && found.commit == self.kept)
    }

    /// The attempt that it names, when the present state has nothing that neither that attempt nor
    /// the checkpoint holds: no second attempt is needed.
    pub(super) fn still_holds(
        &self,
        repository: &Repository,
        now: &CapturedState,
        name: &CheckpointName,
        target: &StateCommit,
    ) -> Result<Option<AttemptRef>, GitError> {
        let Some(attempt) = self.attempt(repository, name) else { return Ok(None) };
        let before = record::read(repository, &attempt.reference(), &attempt.commit)?;
        let head = repository.head()?.commit;
        let head_known = head == before.head.commit || head == target.head.commit;
        let known = head_known
            && mixed_of(repository, &now.files, &before.commit, &target.commit)?
            && mixed_of(repository, &now.index, &before.index, &target.index)?
            && beside_known(repository, now, [&before, target])?;
        Ok(known.then_some(attempt))
    }
}

/// Whether every file of `now` is as it is in `a` or in `b`.
fn mixed_of(
    repository: &Repository,
    now: &ObjectId,
    a: &ObjectId,
    b: &ObjectId,
) -> Result<bool, GitError> {
    let differ = |other| {
        let changes = repository.compare(now, other)?;
        let there = changes.into_iter().filter(|raw| raw.old.is_some());
        Ok::<_, GitError>(there.map(|raw| raw.path).collect::<std::collections::BTreeSet<_>>())
    };
    Ok(differ(a)?.is_disjoint(&differ(b)?))
}

fn beside_known(
    repository: &Repository,
    now: &CapturedState,
    known: [&StateCommit; 2],
) -> Result<bool, GitError> {
    let Some(extras) = &now.extras else { return Ok(true) };
    for commit in known.iter().filter_map(|record| record.extras.as_ref()) {
        if repository.compare(extras, commit)?.is_empty() {
            return Ok(true);
        }
    }
    Ok(false)
}

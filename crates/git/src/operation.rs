//! A merge, a rebase or the like in progress: which one, and where it is.

use std::fmt;

use crate::repository::Repository;
use crate::{GitError, ObjectId, Result};

/// Bytes of a state file that are read.
const MAX_STATE_FILE: usize = 1 << 20;

/// An operation that git does in several steps.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum GitOperation {
    /// `git rebase`
    Rebase,
    /// `git am`
    Am,
    /// `git merge`
    Merge,
    /// `git cherry-pick`
    CherryPick,
    /// `git revert`
    Revert,
    /// `git bisect`
    Bisect,
}

/// An operation in progress, and a digest of where it is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct OperationState {
    pub(crate) operation: GitOperation,
    pub(crate) position: ObjectId,
}

/// An operation, the file whose existence shows it, and the files that say where it is.
type OperationFiles = (GitOperation, &'static str, &'static [&'static str]);

/// In the order in which they are looked for: a rebase contains cherry-picks.
const OPERATION_FILES: &[OperationFiles] = &[
    (
        GitOperation::Rebase,
        "rebase-merge",
        &[
            "rebase-merge/head-name",
            "rebase-merge/onto",
            "rebase-merge/orig-head",
            "rebase-merge/done",
            "REBASE_HEAD",
        ],
    ),
    (GitOperation::Am, "rebase-apply/applying", &["rebase-apply/next", "rebase-apply/last"]),
    (
        GitOperation::Rebase,
        "rebase-apply",
        &[
            "rebase-apply/head-name",
            "rebase-apply/onto",
            "rebase-apply/orig-head",
            "rebase-apply/next",
        ],
    ),
    (GitOperation::Merge, "MERGE_HEAD", &["MERGE_HEAD"]),
    (GitOperation::CherryPick, "CHERRY_PICK_HEAD", &["CHERRY_PICK_HEAD", "sequencer/todo"]),
    (GitOperation::Revert, "REVERT_HEAD", &["REVERT_HEAD", "sequencer/todo"]),
    (GitOperation::Bisect, "BISECT_LOG", &["BISECT_LOG"]),
];

impl OperationState {
    /// The operation in progress, if there is one.
    pub(crate) fn read(repository: &Repository) -> Result<Option<Self>> {
        let git_dir = repository.git_dir();
        let exists = |(_, file, _): &&OperationFiles| git_dir.join(file).symlink_metadata().is_ok();
        let Some((operation, _, files)) = OPERATION_FILES.iter().find(exists) else {
            return Ok(None);
        };
        let mut state = Vec::new();
        for name in *files {
            let mut bytes = std::fs::read(git_dir.join(name)).unwrap_or_default();
            bytes.truncate(MAX_STATE_FILE);
            state.extend_from_slice(format!("{name} {}\n", bytes.len()).as_bytes());
            state.append(&mut bytes);
        }
        let command = repository.git().command("hash-object").arg("--stdin");
        Ok(Some(Self { operation: *operation, position: command.stdin(state).object_id()? }))
    }
}

/// Checks that a rollback may begin: the operation in progress has to be the one of the checkpoint.
pub(crate) fn check_same(
    checkpoint: Option<&OperationState>,
    now: Option<&OperationState>,
) -> Result<()> {
    if checkpoint == now {
        return Ok(());
    }
    let message = match (now, checkpoint) {
        (Some(now), _) => format!(
            "a {} is in progress that was not there, or elsewhere, at the checkpoint; {}, then roll back",
            now.operation,
            now.operation.how_to_end()
        ),
        (None, Some(checkpoint)) => format!(
            "the checkpoint was made in the middle of a {} that has ended since, and git cannot \
             take it up again; take single files back with `git restore --source=<tag> -- <path>`",
            checkpoint.operation
        ),
        (None, None) => return Ok(()),
    };
    Err(GitError::Operation(message))
}

impl GitOperation {
    /// The name of the git command.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Rebase => "rebase",
            Self::Am => "am",
            Self::Merge => "merge",
            Self::CherryPick => "cherry-pick",
            Self::Revert => "revert",
            Self::Bisect => "bisect",
        }
    }

    /// The operation of this name.
    pub(crate) fn parse(name: &str) -> Option<Self> {
        let mut operations = OPERATION_FILES.iter().map(|(operation, ..)| *operation);
        operations.find(|operation| operation.name() == name)
    }

    fn how_to_end(self) -> String {
        if self == Self::Bisect {
            return "end it with `git bisect reset`".to_owned();
        }
        format!(
            "take it back with `git {self} --abort`, or forget it and keep the files with `git {self} --quit`"
        )
    }
}

impl fmt::Display for GitOperation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

//! A merge, a rebase or the like in progress: which, and whether it is still the same one.

use std::fmt;
use std::path::Path;

use crate::git::GitRunner;
use crate::{GitError, ObjectId};

/// Bytes of a state file that are looked at.
const MOST: usize = 1 << 20;

/// Something that git does in several steps.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum GitOperation {
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

/// An operation and a digest of where it is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct OperationState {
    pub(crate) operation: GitOperation,
    pub(crate) place: ObjectId,
}

/// One kind: its word, the file that shows it, and the files that say where it is.
struct OperationMarker {
    operation: GitOperation,
    word: &'static str,
    shown_by: &'static str,
    place: &'static [&'static str],
}

/// In the order in which they are looked for: a rebase picks commits on its way.
const KINDS: &[OperationMarker] = &[
    OperationMarker {
        operation: GitOperation::Rebase,
        word: "rebase",
        shown_by: "rebase-merge",
        place: &[
            "rebase-merge/head-name",
            "rebase-merge/onto",
            "rebase-merge/orig-head",
            "rebase-merge/done",
            "REBASE_HEAD",
        ],
    },
    OperationMarker {
        operation: GitOperation::Am,
        word: "am",
        shown_by: "rebase-apply/applying",
        place: &["rebase-apply/next", "rebase-apply/last"],
    },
    OperationMarker {
        operation: GitOperation::Rebase,
        word: "rebase",
        shown_by: "rebase-apply",
        place: &[
            "rebase-apply/head-name",
            "rebase-apply/onto",
            "rebase-apply/orig-head",
            "rebase-apply/next",
        ],
    },
    OperationMarker {
        operation: GitOperation::Merge,
        word: "merge",
        shown_by: "MERGE_HEAD",
        place: &["MERGE_HEAD"],
    },
    OperationMarker {
        operation: GitOperation::CherryPick,
        word: "cherry-pick",
        shown_by: "CHERRY_PICK_HEAD",
        place: &["CHERRY_PICK_HEAD", "sequencer/todo"],
    },
    OperationMarker {
        operation: GitOperation::Revert,
        word: "revert",
        shown_by: "REVERT_HEAD",
        place: &["REVERT_HEAD", "sequencer/todo"],
    },
    OperationMarker {
        operation: GitOperation::Bisect,
        word: "bisect",
        shown_by: "BISECT_LOG",
        place: &["BISECT_LOG"],
    },
];

/// What is in progress in this git dir.
pub(crate) fn in_progress(
    git: &GitRunner,
    git_dir: &Path,
) -> Result<Option<OperationState>, GitError> {
    let there = |kind: &&OperationMarker| git_dir.join(kind.shown_by).symlink_metadata().is_ok();
    let Some(kind) = KINDS.iter().find(there) else { return Ok(None) };
    let mut state = Vec::new();
    for name in kind.place {
        let mut bytes = std::fs::read(git_dir.join(name)).unwrap_or_default();
        bytes.truncate(MOST);
        state.extend_from_slice(format!("{name} {}\n", bytes.len()).as_bytes());
        state.append(&mut bytes);
    }
    let place = git.call("hash-object").arg("--stdin").input(state).id()?;
    Ok(Some(OperationState { operation: kind.operation, place }))
}

/// Whether a rollback may begin: nothing is in progress that was not at the checkpoint, and the
/// reverse.
pub(crate) fn check(
    then: Option<&OperationState>,
    now: Option<&OperationState>,
) -> Result<(), GitError> {
    match (then, now) {
        (None, None) => Ok(()),
        (Some(then), Some(now)) if then == now => Ok(()),
        (_, Some(now)) => Err(GitError::Operation(format!(
            "a {} is in progress that was not there, or elsewhere, at the checkpoint; {}, then roll back",
            now.operation,
            now.operation.way_out()
        ))),
        (Some(then), None) => Err(GitError::Operation(format!(
            "the checkpoint was made in the middle of a {} that has ended since, and git cannot \
             take it up again; take single files back with `git restore --source=<tag> -- <path>`",
            then.operation
        ))),
    }
}

impl GitOperation {
    pub(crate) fn word(self) -> &'static str {
        KINDS.iter().find(|kind| kind.operation == self).map_or("", |kind| kind.word)
    }

    pub(crate) fn parse(word: &str) -> Option<Self> {
        KINDS.iter().find(|kind| kind.word == word).map(|kind| kind.operation)
    }

    /// How a person ends it.
    fn way_out(self) -> String {
        match self {
            Self::Bisect => "end it with `git bisect reset`".to_owned(),
            Self::Rebase | Self::Am | Self::Merge | Self::CherryPick | Self::Revert => {
                let word = self.word();
                format!(
                    "take it back with `git {word} --abort`, or forget it and keep the files with `git {word} --quit`"
                )
            }
        }
    }
}

impl fmt::Display for GitOperation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

//! Checkpoints, rollbacks and snapshots of a git working tree.
//!
//! A **checkpoint** is a commit of the whole working state under a private ref. Making one changes neither
//! HEAD nor the index nor any file. A **rollback** first saves the present state as an **attempt**,
//! then resets branch, index and files to the checkpoint. A **snapshot** identifies the working
//! state, so that two points in time can be compared.
//!
//! | file | purpose |
//! |---|---|
//! | `command`, `environment` | runs one git process: settings, time limit, output |
//! | `repository`, `private_dir` | paths of a repository; our locked folder in its git dir |
//! | `ref_name`, `object_id` | checked types: task ids as ref names, object ids |
//! | `index`, `index_extras` | an index file; what it holds that a tree cannot |
//! | `capture`, `obstacle` | writes the working state as trees, files that a restore would overwrite included |
//! | `state_commit` | writes and reads the commit of a state |
//! | `checkpoint`, `attempt`, `state_refs`, `restore`, `forget` | the refs to states: made, listed, restored, removed |
//! | `linked_tree` | a work tree of its own with the files of a checkpoint |
//! | `untracked`, `secret_name`, `vault` | untracked files of which git gets no content: large ones, and secret ones, which are kept outside git |
//! | `operation` | merges, rebases and the like in progress |
//! | `rollback` | the plan, its steps, and how an interrupted one is completed |
//! | `snapshot` | identifies the working state, cheaply when little changed |
//! | `diff` | what differs between two states |
//!
//! # What a state does not hold
//!
//! - Ignored files, and untracked files above 100 MiB, unless a rollback would overwrite them. Both
//!   stay on disk.
//! - Untracked files that look secret. They are in the vault, if the repository has one.
//! - The content of submodules and nested repositories: only their commit is recorded.
//! - Empty folders.
//! - What git's own filters drop, such as line endings under `core.autocrlf`. Filters run as in any
//!   git command; they are programs that the repository's configuration names.

mod add_all;
mod attempt;
mod capture;
mod checkpoint;
mod command;
mod diff;
mod environment;
mod error;
mod failpoint;
mod file;
mod forget;
mod git_path;
mod ignored;
mod index;
mod index_extras;
mod linked_tree;
mod object_id;
mod obstacle;
mod operation;
mod overview;
mod private_dir;
mod ref_name;
mod repository;
mod restore;
mod rollback;
mod secret_name;
mod snapshot;
mod state_commit;
mod state_refs;
#[cfg(test)]
mod tests;
mod untracked;
mod vault;

pub use attempt::AttemptRef;
pub use checkpoint::{Checkpoint, CheckpointOutcome};
pub use diff::{
    ChangeKind, CommitSummary, DiffFormat, DiffSide, DiffText, FileChange, StateComparison,
};
pub use error::{GitError, Result};
pub use forget::RemovedRefs;
pub use linked_tree::LinkedTree;
pub use object_id::ObjectId;
pub use overview::WorkTreeOverview;
pub use ref_name::CheckpointName;
pub use repository::{HeadPosition, Repository};
pub use restore::RestoredFiles;
pub use rollback::{HeadMove, RollbackOutcome, RollbackPlan};
pub use snapshot::WorktreeSnapshot;
pub use state_commit::StateCommit;
pub use state_refs::{CheckpointRef, StateRefs};

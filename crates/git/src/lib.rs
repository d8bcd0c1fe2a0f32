//! The git side: checkpoints, rollback, what changed.
//!
//! A **checkpoint** is a commit of the whole working state, made beside the person's history: HEAD,
//! the index and the files are not touched. A **rollback** first keeps the present state as an
//! **attempt**, then takes branch tip, index and files back. A **snapshot** names the working state
//! so that two moments can be compared.
//!
//! | file | what |
//! |---|---|
//! | `git`, `environment` | one git process: its settings, its time limit, its answer |
//! | `repository`, `private` | where things are; the folder in the git dir that is ours |
//! | `name`, `object` | checked types: task ids as ref names, object ids |
//! | `index`, `capture`, `extras`, `large` | the working state as trees: files, index, what an index has beside a tree, what is too large |
//! | `record` | the commit of a state, written and read back |
//! | `checkpoint`, `attempts`, `restore`, `forget` | what is kept, and for how long |
//! | `operation` | merges and the like in progress |
//! | `in_the_way` | what is not kept yet, and stands where a file has to return |
//! | `rollback` | the plan, its steps, and how a killed one is finished |
//! | `snapshot` | the working state by name, cheap to take again |
//! | `changes`, `shown` | what changed, and what a report shows |
//!
//! # What is not kept
//!
//! Ignored files and untracked ones of more than 100 MiB, unless they stand where a file of the
//! checkpoint has to return: both stay on disk as they are; what is inside a
//! submodule or another repository (only its commit is noted); empty folders; what git's own
//! filters drop (line endings under `core.autocrlf`). Filters run as git runs them: they are
//! programs that the repository's configuration names.

mod attempts;
mod capture;
mod changes;
mod checkpoint;
mod environment;
mod error;
mod extras;
mod failpoint;
mod forget;
mod git;
mod in_the_way;
mod index;
mod large;
mod name;
mod object;
mod operation;
mod private;
mod record;
mod repository;
mod restore;
mod rollback;
mod shown;
mod snapshot;
#[cfg(test)]
mod tests;

pub use attempts::AttemptRef;
pub use changes::{ChangeKind, DiffFormat, DiffSide, DiffText, FileChange};
pub use checkpoint::{Checkpoint, CheckpointOutcome};
pub use error::GitError;
pub use forget::RemovedRefs;
pub use name::CheckpointName;
pub use object::ObjectId;
pub use operation::GitOperation;
pub use record::StateCommit;
pub use repository::{HeadPosition, Repository};
pub use restore::RestoredFiles;
pub use rollback::{HeadMove, RollbackOutcome, RollbackPlan};
pub use shown::{CommitSummary, StatusLine};
pub use snapshot::WorktreeSnapshot;

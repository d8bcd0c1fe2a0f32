//! Why a run cannot be started or supervised.

use std::path::PathBuf;

use fusebox_runtime::RuntimeError;
use fusebox_runtime::answer::AnswerError;
use fusebox_store::StoreError;

/// The result of a function of this crate.
pub type Result<T, E = SupervisorError> = std::result::Result<T, E>;

/// Why a run cannot be started or supervised.
#[derive(Debug, thiserror::Error)]
pub enum SupervisorError {
    /// The command cannot be started.
    #[error("{program}: {error}")]
    Start {
        /// The program.
        program: String,
        /// Why.
        error: std::io::Error,
    },
    /// A folder that was open before leads around a confinement.
    #[error(
        "descriptor {descriptor} is the open folder {}, which would lead around the confinement; \
         close it (`{descriptor}<&-`)", path.display()
    )]
    OpenFolder {
        /// The number of the descriptor.
        descriptor: String,
        /// The folder.
        path: PathBuf,
    },
    /// A file or folder cannot be watched.
    #[error("cannot watch {}: {error}", path.display())]
    WatchFiles {
        /// The file or folder.
        path: PathBuf,
        /// Why.
        error: String,
    },
    /// A system call that supervision needs failed.
    #[error("cannot watch over a process: {0}")]
    System(#[from] std::io::Error),
    /// The store cannot be read or written.
    #[error(transparent)]
    Runtime(#[from] RuntimeError),
    /// The files could not be returned to the checkpoint.
    #[error(transparent)]
    Git(#[from] fusebox_git::GitError),
    /// An event of the run was not decided.
    #[error(transparent)]
    Answer(#[from] AnswerError),
}

impl From<StoreError> for SupervisorError {
    fn from(error: StoreError) -> Self {
        Self::Runtime(error.into())
    }
}

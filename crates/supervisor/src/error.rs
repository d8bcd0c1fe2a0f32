//! Why a run could not be begun or kept.

use fusebox_runtime::RuntimeError;
use fusebox_store::StoreError;

/// Why a run could not be begun or kept.
#[derive(Debug, thiserror::Error)]
pub enum SupervisorError {
    /// There is no command.
    #[error("there is no command to run")]
    NoCommand,
    /// The command cannot be started.
    #[error("{program}: {error}")]
    Start {
        /// The program.
        program: String,
        /// Why.
        error: std::io::Error,
    },
    /// The system does not give what supervision takes.
    #[error("cannot watch over a process: {0}")]
    System(#[from] std::io::Error),
    /// What is remembered cannot be read or written.
    #[error(transparent)]
    Runtime(#[from] RuntimeError),
}

impl From<StoreError> for SupervisorError {
    fn from(error: StoreError) -> Self {
        Self::Runtime(error.into())
    }
}

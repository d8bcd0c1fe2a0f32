//! Errors of commands: what happened, what to do next, and the exit code.

use std::error::Error;
use std::fmt::Display;

use fusebox_supervisor::SupervisorError;

use crate::style;

/// Exit codes of every command.
pub(crate) mod exit {
    /// The command did what was asked.
    pub(crate) const OK: u8 = 0;
    /// The command failed.
    pub(crate) const FAILED: u8 = 1;
    /// The command line, an input line or a policy is wrong.
    pub(crate) const USAGE: u8 = 2;
    /// A breaker opened; with `replay --fail-on-trip`, a recorded session would have been stopped.
    pub(crate) const TRIPPED: u8 = 3;
    /// A budget of `run` or `loop` was used up.
    pub(crate) const BUDGET: u8 = 4;
    /// `run` or `loop` was interrupted.
    pub(crate) const INTERRUPTED: u8 = 130;
}

/// What a command or a part of one returns.
pub(crate) type Result<T, E = CliError> = std::result::Result<T, E>;

/// Why a command failed. The kind alone decides the exit code.
#[derive(Debug)]
pub(crate) struct CliError {
    kind: ErrorKind,
    source: Box<dyn Error + Send + Sync>,
    hints: Vec<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum ErrorKind {
    Failed,
    Usage,
}

impl CliError {
    /// The system or the state did not allow it.
    pub(crate) fn failed(source: impl Into<Box<dyn Error + Send + Sync>>) -> Self {
        Self { kind: ErrorKind::Failed, source: source.into(), hints: Vec::new() }
    }

    /// What was typed or written is wrong.
    pub(crate) fn usage(source: impl Into<Box<dyn Error + Send + Sync>>) -> Self {
        Self { kind: ErrorKind::Usage, source: source.into(), hints: Vec::new() }
    }

    /// The value of a flag or an argument is wrong.
    pub(crate) fn of_flag<E: Display>(flag: &str) -> impl Fn(E) -> Self {
        move |error| Self::usage(format!("{flag}: {error}"))
    }

    /// Adds what to do next.
    pub(crate) fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hints.push(hint.into());
        self
    }

    /// The exit code that the kind decides.
    pub(crate) fn exit_code(&self) -> u8 {
        match self.kind {
            ErrorKind::Failed => exit::FAILED,
            ErrorKind::Usage => exit::USAGE,
        }
    }

    /// The error and its hints, one line each.
    pub(crate) fn text(&self) -> String {
        let message = without_control(&self.source.to_string());
        let error = format!("{} {message}", style::error("error:"));
        let label = style::command("hint:");
        let hints = self.hints.iter().map(|hint| format!("{label} {}", without_control(hint)));
        std::iter::once(error).chain(hints).collect::<Vec<_>>().join("\n")
    }
}

/// Names of files and sessions come from outside: without control characters but line breaks.
fn without_control(text: &str) -> String {
    text.chars().map(|c| if c.is_control() && c != '\n' { ' ' } else { c }).collect()
}

impl Display for CliError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.source.fmt(f)
    }
}

impl From<fusebox_runtime::RuntimeError> for CliError {
    fn from(error: fusebox_runtime::RuntimeError) -> Self {
        Self::failed(error).hint("`fusebox doctor` examines the state and says more")
    }
}

impl From<fusebox_runtime::answer::AnswerError> for CliError {
    fn from(error: fusebox_runtime::answer::AnswerError) -> Self {
        Self::failed(error).hint("`fusebox doctor` examines the state and says more")
    }
}

impl From<fusebox_store::StoreError> for CliError {
    fn from(error: fusebox_store::StoreError) -> Self {
        Self::from(fusebox_runtime::RuntimeError::from(error))
    }
}

impl From<SupervisorError> for CliError {
    fn from(error: SupervisorError) -> Self {
        match error {
            SupervisorError::Start { .. }
            | SupervisorError::OpenFolder { .. }
            | SupervisorError::WatchFiles { .. } => Self::usage(error),
            SupervisorError::System(_) => Self::failed(error),
            SupervisorError::Runtime(error) => error.into(),
            SupervisorError::Git(error) => error.into(),
            SupervisorError::Answer(error) => error.into(),
        }
    }
}

impl From<fusebox_git::GitError> for CliError {
    fn from(error: fusebox_git::GitError) -> Self {
        use fusebox_git::GitError::{NoAttempt, NoCheckpoint};

        const KEPT: &str = "`fusebox attempts list` shows what was kept";
        let is_missing = matches!(error, NoCheckpoint(_) | NoAttempt { .. });
        let failed = Self::failed(error);
        if is_missing { failed.hint(KEPT) } else { failed }
    }
}

impl From<serde_json::Error> for CliError {
    fn from(error: serde_json::Error) -> Self {
        Self::failed(format!("cannot write the result as JSON: {error}"))
    }
}

impl From<std::io::Error> for CliError {
    fn from(error: std::io::Error) -> Self {
        Self::failed(error)
    }
}

//! What a person reads when a command cannot do its work: what happened, and what to do next.

use std::process::ExitCode;

use crate::context::Context;
use crate::style;

/// Exit codes of every command.
pub(crate) mod exit {
    /// It did what was asked.
    pub(crate) const OK: u8 = 0;
    /// It could not.
    pub(crate) const FAILED: u8 = 1;
    /// The command line, an input line or a policy is wrong.
    pub(crate) const USAGE: u8 = 2;
    /// `replay --fail-on-trip`: a recorded session would have been stopped.
    pub(crate) const TRIPPED: u8 = 3;
}

/// Why a command could not do its work; the kind alone decides the exit code.
#[derive(Debug)]
pub(crate) struct CliError {
    kind: Kind,
    message: String,
    hints: Vec<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Failed,
    Usage,
}

impl CliError {
    /// The world was not as it had to be.
    pub(crate) fn failed(message: impl Into<String>) -> Self {
        Self { kind: Kind::Failed, message: message.into(), hints: Vec::new() }
    }

    /// What was typed or written is wrong.
    pub(crate) fn usage(message: impl Into<String>) -> Self {
        Self { kind: Kind::Usage, message: message.into(), hints: Vec::new() }
    }

    /// What to do next; several are possible.
    pub(crate) fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hints.push(hint.into());
        self
    }

    /// Tells it on stderr and gives the exit code.
    pub(crate) fn report(&self, context: &Context) -> ExitCode {
        context.inform(&format!(
            "{}error:{:#} {}",
            style::ERROR,
            style::ERROR,
            lines(&self.message)
        ));
        for hint in &self.hints {
            let hint = lines(hint);
            context.inform(&format!("{}hint:{:#} {hint}", style::COMMAND, style::COMMAND));
        }
        ExitCode::from(match self.kind {
            Kind::Failed => exit::FAILED,
            Kind::Usage => exit::USAGE,
        })
    }
}

/// Names of files and sessions come from outside: without control characters but line breaks.
fn lines(text: &str) -> String {
    text.chars().map(|c| if c.is_control() && c != '\n' { ' ' } else { c }).collect()
}

impl std::fmt::Display for CliError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.message)
    }
}

impl From<fusebox_runtime::RuntimeError> for CliError {
    fn from(error: fusebox_runtime::RuntimeError) -> Self {
        Self::failed(error.to_string()).hint("`fusebox doctor` looks at the state and says more")
    }
}

impl From<fusebox_store::StoreError> for CliError {
    fn from(error: fusebox_store::StoreError) -> Self {
        Self::from(fusebox_runtime::RuntimeError::from(error))
    }
}

impl From<std::io::Error> for CliError {
    fn from(error: std::io::Error) -> Self {
        Self::failed(error.to_string())
    }
}

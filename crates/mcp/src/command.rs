//! Starts `fusebox` and waits for what it prints.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The `fusebox` that answers.
#[derive(Debug)]
pub(crate) struct FuseboxProgram {
    path: PathBuf,
}

/// What a command printed.
#[derive(Debug)]
pub(crate) struct CommandOutput {
    /// Whether it ended with 0.
    pub(crate) is_success: bool,
    /// Its results.
    pub(crate) stdout: String,
    /// What it said beside them; an error above all.
    pub(crate) stderr: String,
}

impl FuseboxProgram {
    pub(crate) fn new(path: &Path) -> Self {
        Self { path: path.to_owned() }
    }

    /// Runs a command to its end. It reads nothing: standard input is the connection to the client.
    pub(crate) fn run<S: AsRef<str>>(&self, words: &[S]) -> CommandOutput {
        let mut command = Command::new(&self.path);
        command.args(words.iter().map(AsRef::as_ref)).stdin(Stdio::null());
        match command.output() {
            Ok(output) => CommandOutput {
                is_success: output.status.success(),
                stdout: String::from_utf8_lossy(&output.stdout).into_owned(),
                stderr: String::from_utf8_lossy(&output.stderr).into_owned(),
            },
            Err(error) => CommandOutput {
                is_success: false,
                stdout: String::new(),
                stderr: format!("fusebox cannot be started: {error}"),
            },
        }
    }
}

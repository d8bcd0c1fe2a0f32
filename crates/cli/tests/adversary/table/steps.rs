//! Attempts that take several calls.

use crate::attempt::{Attempt, Call};

/// One call of such an attempt.
#[derive(Debug, Clone, Copy)]
pub(super) enum Step {
    /// A command line.
    Shell(&'static str),
    /// A whole file, from the project.
    Write(&'static str, &'static str),
}

/// The attempt that takes these calls. It goes on after them where a line ends so.
pub(super) fn attempt(steps: &[Step]) -> Attempt {
    let call = |step: &Step| match *step {
        Step::Shell(line) => Call::Shell(line.to_owned()),
        Step::Write(file, text) => Call::Write(file.to_owned(), text.to_owned()),
    };
    let is_left = |step: &Step| matches!(step, Step::Shell(line) if line.ends_with('&'));
    Attempt { waits: steps.iter().any(is_left), ..Attempt::new(steps.iter().map(call).collect()) }
}

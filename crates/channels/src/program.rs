//! A program that is run with a message on its standard input.

use std::process::Command;

use fusebox_advisor::{AskOptions, run_program};

use crate::{DeliveryError, REQUEST_TIME, SendContext};

/// A program that is run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ProgramRequest {
    /// The program and its arguments.
    pub(crate) words: Vec<String>,
    /// What it reads.
    pub(crate) input: String,
}

impl ProgramRequest {
    pub(crate) fn send(&self, context: &SendContext<'_>) -> Result<(), DeliveryError> {
        let Some((name, args)) = self.words.split_first() else {
            return Err(DeliveryError::Never("the command is empty".to_owned()));
        };
        let mut command = Command::new(name);
        command.args(args);
        let options = AskOptions { time: REQUEST_TIME, dir: context.dir, variables: &[] };
        run_program(command, self.input.as_bytes(), &options)
            .map_err(|error| DeliveryError::later(format!("{name}: {error}")))
    }
}

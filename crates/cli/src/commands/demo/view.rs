//! Shows the steps: to people at a pace that can be followed, to programs as one JSON object a line.

use std::io::IsTerminal;
use std::time::Duration;

use super::screen;
use super::step::Step;
use crate::context::Context;
use crate::error::CliError;

/// Where the steps are shown.
#[derive(Debug, Clone, Copy)]
pub(super) struct View<'a> {
    context: &'a Context,
    form: Form,
}

#[derive(Debug, Clone, Copy)]
enum Form {
    Screen { paced: bool },
    Json,
}

impl<'a> View<'a> {
    /// For programs, or for people; nobody watches a pipe, so only a terminal has pauses.
    pub(super) fn of(context: &'a Context, json: bool, fast: bool) -> Self {
        let paced = !fast && std::io::stdout().is_terminal();
        let form = if json { Form::Json } else { Form::Screen { paced } };
        Self { context, form }
    }

    /// Shows one step.
    pub(super) fn show(&self, step: &Step<'_>) -> Result<(), CliError> {
        match self.form {
            Form::Json => {
                let line = serde_json::to_string(step)
                    .map_err(|error| CliError::failed(format!("cannot write a step: {error}")))?;
                self.context.print(&line)
            }
            Form::Screen { paced } => {
                self.context.print(&screen::lines(step, self.context).join("\n"))?;
                if paced {
                    std::thread::sleep(pause(step));
                }
                Ok(())
            }
        }
    }
}

/// Time to read a step.
fn pause(step: &Step<'_>) -> Duration {
    Duration::from_millis(match step {
        Step::Call(call) if call.told.is_some() => 900,
        Step::Call(_) => 200,
        Step::Message { .. } => 200,
        Step::Breaker { .. } => 400,
        Step::Start { .. } | Step::Act { .. } | Step::Prompt { .. } => 700,
        Step::Incident { .. } => 2_500,
        Step::Summary(_) => 0,
    })
}

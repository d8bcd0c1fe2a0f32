//! `fusebox loop reset`.

use fusebox_engine::event::ControlOrder;

use super::its_task;
use crate::commands::order;
use crate::context::Context;
use crate::error::{CliError, exit};
use crate::person::PersonArgs;

/// Begin to count again: what a loop counted in a row and against `--max` is forgotten, and an open
/// one may go on, with one iteration that decides.
///
/// Totals and history stay. Only a person may do this, in a terminal outside the agent.
/// `fusebox reset TASK --guidance "..."` does the same with a word for the agent.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The task of the loop. Without it, the loop of this folder.
    #[arg(value_name = "TASK")]
    task: Option<String>,
    #[command(flatten)]
    person: PersonArgs,
}

pub(super) fn run(args: &Args, context: &Context) -> Result<u8, CliError> {
    let id = its_task::meant(args.task.as_deref(), context, &context.runtime(None)?)?;
    let control = ControlOrder::Reset { guidance: None, test: None };
    let question = format!("Let the loop of {id} begin to count again?");
    order::give(context, id.as_str(), &control, args.person, &question)?;
    context.print(&format!("{id}: counts begin again; totals and history stay."))?;
    Ok(exit::OK)
}

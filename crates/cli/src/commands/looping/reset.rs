//! `fusebox loop reset`.

use fusebox_engine::event::ControlOrder;

use super::loop_task;
use crate::commands::order;
use crate::person::PersonArgs;
use crate::{Context, Result};

/// Start the counts of a loop again: those of iterations in a row, and that against `--max`.
///
/// An open loop may continue, with one iteration that decides. Totals and history stay. Only a
/// person may do this, in a terminal outside the agent. `fusebox reset TASK --guidance "..."` does
/// the same with a message to the agent.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The task of the loop. Without it, the loop of this folder.
    #[arg(value_name = "TASK")]
    task: Option<String>,
    #[command(flatten)]
    person: PersonArgs,
}

pub(super) fn run(args: &Args, context: &Context) -> Result<()> {
    let id = loop_task::find(args.task.as_deref(), context, &context.runtime(None)?)?;
    let control = ControlOrder::Reset { guidance: None, test: None };
    let question = format!("Start the counts of the loop of {id} again?");
    order::confirm_and_send(context, id.as_str(), &control, args.person, &question)?;
    context.say(&format!("{id}: the counts start again; totals and history stay."))
}

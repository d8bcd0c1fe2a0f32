//! `fusebox task show`.

use fusebox_runtime::query;

use super::task_breaker::TaskBreaker;
use super::{policy_of, text};
use crate::{Context, Result, task_choice};

/// Show a task: its limits and attempts, its sessions, and what is open.
///
/// It changes nothing.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// The task or a session of it; without one the active task of this folder, else that of the
    /// latest session.
    #[arg(value_name = "ID")]
    id: Option<String>,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

pub(super) fn run(args: &Args, context: &Context) -> Result<()> {
    let runtime = context.runtime(None)?;
    let chosen = task_choice::find(context, &runtime, args.id.as_deref())?;
    let view = query::task(runtime.store(), &chosen.task)?;
    context.print_result(args.json, &view, |view| {
        let policy = policy_of::task(context, &runtime, view)?;
        let breaker = TaskBreaker::read(&runtime, view)?;
        Ok(text::task_text(view, &breaker, &policy, context.columns()))
    })
}

//! `fusebox task list`.

use fusebox_runtime::query;

use super::task_breaker::TaskBreaker;
use super::{policy_of, text};
use crate::text_table::TextTable;
use crate::{Context, Result, style, task_choice};

/// List the active tasks, the latest first.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Completed tasks as well.
    #[arg(long)]
    all: bool,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

pub(super) fn run(args: &Args, context: &Context) -> Result<()> {
    let runtime = context.runtime(None)?;
    let views = query::tasks(runtime.store(), !args.all)?;
    let empty = match args.all {
        true => "There is no task. `fusebox task start ID` starts one.",
        false => "No task is active. `fusebox task start ID` starts one.",
    };
    context.print_list(args.json, &views, empty, |views| {
        let sessions = task_choice::sessions(&runtime)?;
        let mut table = TextTable::right_aligned(&[2]);
        table.push(["STATE", "TASK", "STARTED", "SLICE AND ATTEMPTS"].map(style::column_name));
        for view in views {
            let policy = policy_of::task(context, &runtime, view)?;
            table.push(text::list_row(view, &TaskBreaker::among(view, &sessions), &policy));
        }
        Ok(table.lines(context.columns()))
    })
}

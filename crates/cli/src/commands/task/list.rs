//! `fusebox task list`.

use fusebox_runtime::query;

use super::standing::{self, Standing};
use super::{policy_of, text};
use crate::context::Context;
use crate::error::{CliError, exit};

/// List the tasks that go on, the latest first.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Those that were completed as well.
    #[arg(long)]
    all: bool,
    /// For programs.
    #[arg(long)]
    json: bool,
}

pub(super) fn run(args: &Args, context: &Context) -> Result<u8, CliError> {
    let runtime = context.runtime(None)?;
    let views = query::tasks(runtime.store(), !args.all)?;
    if args.json {
        context.json(&views)?;
    } else if views.is_empty() {
        let which = if args.all { "" } else { " goes on" };
        context.inform(&format!("No task{which}. `fusebox task start ID` names one."));
    } else {
        let sessions = standing::sessions(context, &runtime)?;
        for view in &views {
            let standing = Standing::of(view, &sessions);
            let policy = policy_of::task(context, &runtime, view)?;
            context.print(&text::short(view, &standing, &policy, context))?;
        }
    }
    Ok(exit::OK)
}

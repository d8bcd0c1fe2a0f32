//! `fusebox task show`.

use fusebox_runtime::query;

use super::standing::{self, Standing};
use super::{choice, policy_of, text};
use crate::context::Context;
use crate::error::{CliError, exit};

/// Show a task: its limits and attempts, its sessions, and what is open.
///
/// It never changes anything.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// The task or a session of it; without one the open task of this folder, else that of the latest
    /// session.
    #[arg(value_name = "ID")]
    id: Option<String>,
    /// For programs.
    #[arg(long)]
    json: bool,
}

pub(super) fn run(args: &Args, context: &Context) -> Result<u8, CliError> {
    let runtime = context.runtime(None)?;
    let chosen = choice::of(context, &runtime, args.id.as_deref())?;
    let view = query::task(runtime.store(), &chosen.task)?;
    if args.json {
        context.json(&view)?;
    } else {
        let policy = policy_of::task(context, &runtime, &view)?;
        let standing = Standing::of(&view, &standing::sessions(context, &runtime)?);
        context.print(&text::whole(&view, &standing, &policy, context))?;
    }
    Ok(exit::OK)
}

//! `fusebox doctor`.

mod check;
mod clients;
mod policy;
mod programs;
mod self_test;
mod sessions;
mod state;

use serde_json::json;

use self::check::{Checks, Mark};
use crate::context::Context;
use crate::error::{CliError, exit};

/// Look for what is wrong: programs, state, policy, hooks; and say what to do.
///
/// It also lets the hook answer a test call, in a state of its own. Ends with 0 when nothing is
/// broken and with 1 when something is.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// For programs.
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args, context: &Context) -> Result<u8, CliError> {
    let mut checks = Checks::default();
    programs::check(context, &mut checks);
    let policy = policy::check(context, &mut checks);
    clients::check(context, policy.as_ref(), &mut checks);
    if let Some(runtime) = state::check(context, &mut checks) {
        sessions::check(context, &runtime, &mut checks);
    }
    let ok = checks.worst() < Mark::Bad;
    if args.json {
        context.json(&json!({ "ok": ok, "checks": checks.all() }))?;
    } else {
        context.print(&checks.text())?;
    }
    Ok(if ok { exit::OK } else { exit::FAILED })
}

//! `fusebox doctor`.

mod check;
pub(crate) mod client_version;
mod clients;
pub(crate) mod each_client;
mod policy;
mod programs;
mod self_test;
mod sessions;
mod state;

use serde_json::json;

use self::check::{CheckLevel, CheckReport};
use crate::{Context, Result, exit};

/// Check programs, policy, hooks and state, and say what to repair.
///
/// It also lets the hook answer a test call, and once more as each client would start it, in a state
/// folder of its own. Ends with 0 when nothing
/// is broken and with 1 when something is.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args, context: &Context) -> Result<u8> {
    let mut report = CheckReport::default();
    programs::check(&mut report);
    let policy = policy::check(context, &mut report);
    clients::check(context, policy.as_ref(), &mut report);
    let clients = each_client::check(context, &mut report);
    if let Some(runtime) = state::check(context, &mut report) {
        policy::check_withheld(context, &mut report);
        sessions::check(context, &runtime, &mut report);
    }
    let ok = report.worst() < CheckLevel::Bad;
    let document = json!({ "ok": ok, "checks": report.all, "clients": clients });
    context.print_result(args.json, &document, |_| Ok(report.text(context.columns())))?;
    Ok(if ok { exit::OK } else { exit::FAILED })
}

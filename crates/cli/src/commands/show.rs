//! `fusebox show`.

use fusebox_engine::Incident;
use fusebox_runtime::query::{self, Attempt};
use serde::Serialize;

use crate::context::Context;
use crate::error::{CliError, exit};
use crate::incident_text;

/// Show the report of one incident: what happened, the evidence, and what to do next.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// The incident (the beginning of its id is enough); the latest without it.
    incident: Option<String>,
    /// For programs.
    #[arg(long)]
    json: bool,
}

/// The incident with the calls before it.
#[derive(Serialize)]
struct Shown<'a> {
    #[serde(flatten)]
    incident: &'a Incident,
    calls: &'a [Attempt],
}

pub(crate) fn run(args: &Args, context: &Context) -> Result<u8, CliError> {
    let runtime = context.runtime(None)?;
    let incident = match &args.incident {
        Some(prefix) => super::incidents::find(&runtime, prefix)?,
        None => query::incidents(runtime.store(), &Default::default())?
            .into_iter()
            .next()
            .ok_or_else(|| CliError::failed("there is no incident yet"))?,
    };
    let calls = query::before(runtime.store(), &incident)?;
    if args.json {
        context.json(&Shown { incident: &incident, calls: &calls })?;
    } else {
        context.print(&incident_text::report(&incident, &calls, context.now()))?;
    }
    Ok(exit::OK)
}

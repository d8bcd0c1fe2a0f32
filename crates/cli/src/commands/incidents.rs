//! `fusebox incidents`.

use fusebox_engine::{Incident, SessionId};
use fusebox_runtime::query;
use fusebox_store::IncidentFilter;

use crate::context::Context;
use crate::error::{CliError, exit};
use crate::incident_text;

/// List incidents, the latest first: every time a breaker opened.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Only those of this session.
    #[arg(long, value_name = "ID")]
    session: Option<String>,
    /// Only those whose breaker is still open.
    #[arg(long)]
    open: bool,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args, context: &Context) -> Result<u8, CliError> {
    let session = match &args.session {
        Some(session) => Some(
            SessionId::parse(session.as_str())
                .map_err(|error| CliError::usage(format!("--session: {error}")))?,
        ),
        None => None,
    };
    let runtime = context.runtime(None)?;
    let filter =
        IncidentFilter { session: session.as_ref(), open_only: args.open, ..Default::default() };
    let incidents = query::incidents(runtime.store(), &filter)?;
    if args.json {
        context.json(&incidents)?;
    } else if incidents.is_empty() {
        context.inform("No incident.");
    } else {
        for incident in &incidents {
            let line = incident_text::list_line(incident, context.now(), context.columns());
            context.print(&line)?;
        }
    }
    Ok(exit::OK)
}

/// The one incident whose id begins with `prefix`.
pub(crate) fn find(runtime: &fusebox_runtime::Runtime, prefix: &str) -> Result<Incident, CliError> {
    let mut found = query::find_incidents(runtime.store(), prefix)?.into_iter();
    match (found.next(), found.next()) {
        (Some(incident), None) => Ok(incident),
        (None, _) => Err(CliError::failed(format!("no incident begins with `{prefix}`"))
            .hint("`fusebox incidents` lists them")),
        (Some(_), Some(_)) => {
            Err(CliError::failed(format!("several incidents begin with `{prefix}`"))
                .hint("give more of the id"))
        }
    }
}

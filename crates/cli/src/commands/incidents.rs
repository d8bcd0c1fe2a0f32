//! `fusebox incidents`.

use fusebox_engine::{Incident, SessionId};
use fusebox_runtime::{Runtime, query};
use fusebox_store::IncidentFilter;

use crate::{CliError, Context, Result, incident_text};

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

pub(crate) fn run(args: &Args, context: &Context) -> Result<()> {
    let session = args.session.as_deref().map(SessionId::parse).transpose();
    let session = session.map_err(CliError::of_flag("--session"))?;
    let runtime = context.runtime(None)?;
    let filter =
        IncidentFilter { session: session.as_ref(), open_only: args.open, ..Default::default() };
    let incidents = query::incidents(runtime.store(), &filter)?;
    context.print_list(args.json, &incidents, "No incident.", |incidents| {
        let line = |incident| incident_text::list_line(incident, context.columns());
        Ok(incidents.iter().map(line).collect())
    })
}

/// The incident with this id, if the store has it.
pub(crate) fn by_id(runtime: &Runtime, id: &str) -> Result<Option<Incident>> {
    Ok(query::find_incidents(runtime.store(), id)?.into_iter().next())
}

/// The one incident whose id begins with `prefix`.
pub(crate) fn find(runtime: &Runtime, prefix: &str) -> Result<Incident> {
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

//! `fusebox metrics`.

mod exposition;

use std::io::Write;
use std::path::{Path, PathBuf};

use fusebox_runtime::query;
use fusebox_spend::SpendSummary;
use fusebox_store::IncidentFilter;

use self::exposition::MetricSources;
use crate::commands::service;
use crate::spend_records::SpendRecords;
use crate::{CliError, Context, Result};

const EXAMPLES: &str = "\
Examples:
  fusebox metrics
  fusebox metrics --textfile /var/lib/node_exporter/fusebox.prom";

/// Print metrics in the Prometheus text format.
///
/// Trips of agents and of shared breakers, calls of guarded tools by their outcome, the time in which
/// breakers turned calls away, and what models cost by the records of the clients. Rules and a
/// dashboard are in `contrib/`.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// Write to this file instead, whole or not at all; its name ends in `.prom`.
    #[arg(long, value_name = "PATH")]
    textfile: Option<PathBuf>,
}

pub(crate) fn run(args: &Args, context: &Context) -> Result<()> {
    let runtime = context.runtime(None)?;
    let services = service::views(context, &runtime)?;
    let store = runtime.store();
    let filter = IncidentFilter { open_only: true, ..IncidentFilter::default() };
    let open_incidents = query::incidents(store, &filter)?.len();
    let totals = store.read().counters()?;
    let spent = match SpendRecords::read(context)? {
        Some(records) => records.by_model_and_role(context)?,
        None => SpendSummary::default(),
    };
    let sources =
        MetricSources { totals, services: &services, open_incidents, spent: &spent.groups };
    let text = sources.to_text();
    match &args.textfile {
        None => context.print(text.trim_end())?,
        Some(path) => write_whole(path, &text)?,
    }
    Ok(())
}

/// Writes the file in one step, so that its reader never sees a part of it.
fn write_whole(path: &Path, text: &str) -> Result<()> {
    use std::os::unix::fs::PermissionsExt as _;
    if path.extension().is_none_or(|ending| ending != "prom") {
        return Err(CliError::usage("--textfile: the name must end in .prom")
            .hint("node_exporter reads no other files"));
    }
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let failed = |error: std::io::Error| CliError::failed(format!("{}: {error}", path.display()));
    let mut file = tempfile::Builder::new()
        .prefix(".fusebox-")
        // The collector runs as another user.
        .permissions(std::fs::Permissions::from_mode(0o644))
        .tempfile_in(folder.unwrap_or(Path::new(".")))
        .map_err(failed)?;
    file.write_all(text.as_bytes()).map_err(failed)?;
    file.persist(path).map_err(|error| failed(error.error))?;
    Ok(())
}

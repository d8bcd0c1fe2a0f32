//! `fusebox incidents`.

use fusebox_engine::{Incident, IncidentStatus, TaskId};
use fusebox_runtime::{Runtime, query};
use fusebox_spend::CostSum;
use fusebox_store::IncidentFilter;
use serde::Serialize;

use crate::cli::StoreArgs;
use crate::incident_text::{self, IncidentRow};
use crate::spend_records::{self, IncidentCost, SpendRecords};
use crate::{CliError, Context, Result, task_choice};

/// List incidents, the latest first: every time a breaker opened.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Only those of this session (the beginning of its id is enough).
    #[arg(long, value_name = "ID")]
    session: Option<String>,
    /// Only those whose breaker is still open.
    #[arg(long)]
    open: bool,
    /// Only the latest N.
    #[arg(long, short = 'n', value_name = "N")]
    last: Option<usize>,
    /// Print JSON.
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    pub(crate) store: StoreArgs,
}

pub(crate) fn run(args: &Args, context: &Context) -> Result<()> {
    let runtime = context.runtime(None)?;
    let session = match &args.session {
        Some(prefix) => Some(task_choice::session_named(&runtime, prefix)?.session),
        None => None,
    };
    let filter =
        IncidentFilter { session: session.as_ref(), open_only: args.open, ..Default::default() };
    let mut rows = Vec::new();
    let incidents = query::incidents(runtime.store(), &filter)?;
    for incident in incidents.into_iter().take(args.last.unwrap_or(usize::MAX)) {
        let origin = query::incident_origin(runtime.store(), &incident)?;
        rows.push(IncidentRow { incident, origin });
    }
    let records = SpendRecords::read(context)?;
    let costs: Vec<Option<IncidentCost>> = rows
        .iter()
        .map(|row| records.as_ref().and_then(|records| records.of_incident(&row.incident)))
        .collect();
    if args.json {
        let priced = |(row, cost): (_, &Option<IncidentCost>)| PricedIncident {
            row,
            cost_usd: cost.map(|cost| cost.session),
            cost_after_usd: cost.map(|cost| cost.after),
        };
        return context.json(&rows.iter().zip(&costs).map(priced).collect::<Vec<_>>());
    }
    context.print_list(false, &rows, "No incident.", |rows| {
        Ok(incident_text::list_lines(rows, context.columns()))
    })?;
    let after = costs.iter().flatten().map(|cost| cost.after);
    let after = after.fold(CostSum::default(), CostSum::with);
    if !after.usd.is_zero() {
        let after = spend_records::shown(after);
        context.inform(&format!("{after} was spent in these sessions after they were stopped"));
    }
    Ok(())
}

/// An incident, and what its session cost.
#[derive(Debug, Serialize)]
struct PricedIncident<'a> {
    #[serde(flatten)]
    row: &'a IncidentRow,
    cost_usd: Option<CostSum>,
    cost_after_usd: Option<CostSum>,
}

/// The incident with this id, if the store has it.
pub(crate) fn by_id(runtime: &Runtime, id: &str) -> Result<Option<Incident>> {
    Ok(query::find_incidents(runtime.store(), id)?.into_iter().next())
}

/// The open incident of a task or a session, or the one whose id begins so.
pub(crate) fn open_of(runtime: &Runtime, target: &str) -> Result<Incident> {
    if let Ok(task) = TaskId::parse(target) {
        let filter = IncidentFilter { task: Some(&task), ..IncidentFilter::default() };
        let of_task = query::incidents(runtime.store(), &filter)?;
        if let Some(open) = of_task.into_iter().find(|one| one.status == IncidentStatus::Open) {
            return Ok(open);
        }
    }
    find(runtime, target)
}

/// The incident that is named, as [`find`] has it; without a name the latest of all.
pub(crate) fn find_or_latest(runtime: &Runtime, name: Option<&str>) -> Result<Incident> {
    if let Some(prefix) = name {
        return find(runtime, prefix);
    }
    let latest = query::incidents(runtime.store(), &IncidentFilter::default())?.into_iter().next();
    latest.ok_or_else(|| CliError::failed("there is no incident yet"))
}

/// The one incident whose id begins with `prefix`, else the latest of the one session whose id does.
pub(crate) fn find(runtime: &Runtime, prefix: &str) -> Result<Incident> {
    let prefix = task_choice::id_prefix(prefix);
    let mut found = query::find_incidents(runtime.store(), prefix)?;
    if found.len() > 1 {
        return Err(CliError::failed(format!("several incidents begin with `{prefix}`"))
            .hint("give more of the id"));
    }
    if found.is_empty() {
        let view = task_choice::session_named(runtime, prefix)?;
        let filter = IncidentFilter { session: Some(&view.session), ..Default::default() };
        found = query::incidents(runtime.store(), &filter)?;
        // What opened its task may have happened in another session of that.
        if let Some(id) = view.incident.as_ref().filter(|_| found.is_empty()) {
            found = query::find_incidents(runtime.store(), id)?;
        }
    }
    found.into_iter().next().ok_or_else(|| {
        CliError::failed(format!("nothing has stopped the session `{prefix}`"))
            .hint("`fusebox incidents` lists what was stopped")
    })
}

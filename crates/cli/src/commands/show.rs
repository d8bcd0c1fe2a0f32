//! `fusebox show`.

pub(super) mod first_screen;
mod lines;
mod pager;
pub(super) mod terminal;

use fusebox_engine::Incident;
use fusebox_report::Diagnostic;
use fusebox_runtime::query::IncidentContext;
use fusebox_runtime::{Runtime, query};
use serde::Serialize;

use super::incidents;
use crate::cli::StoreArgs;
use crate::incident_text::IncidentRecord;
use crate::spend_records::SpendRecords;
use crate::{Context, Result, display};

/// The widest column of text.
pub(super) const WIDTH: usize = 100;

const EXAMPLES: &str = "\
Examples:
  fusebox show                          the latest incident
  fusebox show 3f9c --markdown | gh issue comment 42 --body-file -
  fusebox show 3f9c --json | jq -r .specific_question";

/// Show the report of one incident: what happened, what was tried, and what to do next.
///
/// It never changes anything.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// The incident, or the session of which the latest is meant (the beginning of an id is enough);
    /// the latest of all without it.
    incident: Option<String>,
    /// Only its first screen: who was stopped, why, and how to answer.
    #[arg(long, conflicts_with_all = ["json", "markdown"])]
    brief: bool,
    /// As Markdown, for an issue or a file.
    #[arg(long, conflicts_with = "json")]
    markdown: bool,
    /// Only what a retry of the run would be told before its prompt.
    #[arg(long, conflicts_with_all = ["brief", "json", "markdown"])]
    retry_prompt: bool,
    /// For programs: the report as docs/diagnostic.schema.json has it, and the incident as `record`.
    #[arg(long)]
    json: bool,
    /// Do not stop at the end of each screen.
    #[arg(long)]
    no_pager: bool,
    #[command(flatten)]
    pub(crate) store: StoreArgs,
}

/// The report with the incident it is about.
#[derive(Serialize)]
struct ReportWithRecord<'a> {
    #[serde(flatten)]
    report: &'a Diagnostic,
    record: IncidentRecord<'a>,
}

pub(crate) fn run(args: &Args, context: &Context) -> Result<()> {
    let runtime = context.runtime(None)?;
    let incident = incidents::find_or_latest(&runtime, args.incident.as_deref())?;
    let report = incident_report(&runtime, &incident)?;
    let calls = query::calls_before(runtime.store(), &incident)?;
    let around = context_of(&runtime, &incident, context)?;
    let records = SpendRecords::read(context)?;
    let cost = records.and_then(|records| records.of_incident(&incident));
    let record = IncidentRecord { incident: &incident, calls: &calls, context: &around, cost };
    if args.json {
        context.json(&ReportWithRecord { report: &report, record })?;
    } else if args.retry_prompt {
        context.print(&report.retry_prompt(&incident.reason(), None, "<the prompt of the run>"))?;
    } else if args.markdown {
        context.print(report.markdown().trim_end())?;
    } else {
        let width = WIDTH.min(context.columns());
        let text = match args.brief {
            true => first_screen::lines(&report, &record, width).join("\n"),
            false => terminal::text(&report, Some(&record), width),
        };
        if args.no_pager { context.print(&text)? } else { pager::print(context, &text)? }
    }
    Ok(())
}

/// The whole report of an incident as a terminal shows it, without what its session cost.
pub(super) fn terminal_text(
    runtime: &Runtime,
    incident: &Incident,
    context: &Context,
    width: usize,
) -> Result<String> {
    let report = incident_report(runtime, incident)?;
    let calls = query::calls_before(runtime.store(), incident)?;
    let around = context_of(runtime, incident, context)?;
    let record = IncidentRecord { incident, calls: &calls, context: &around, cost: None };
    Ok(terminal::text(&report, Some(&record), WIDTH.min(width)))
}

/// Who was stopped and where, with folders as a person writes them.
fn context_of(
    runtime: &Runtime,
    incident: &Incident,
    context: &Context,
) -> Result<IncidentContext> {
    let mut around = query::incident_context(runtime.store(), incident)?;
    around.folder = around.folder.map(|folder| display::folder(&folder, context));
    Ok(around)
}

/// The report of an incident: the one that was composed at its trip, else what is known now.
pub(super) fn incident_report(runtime: &Runtime, incident: &Incident) -> Result<Diagnostic> {
    Ok(fusebox_effects::incident_report(runtime.store(), incident)?)
}

//! `fusebox run --dry-run`: prints the prompt that a retry would have, and starts nothing.

use fusebox_engine::TaskId;
use fusebox_runtime::{Runtime, agent_run};

use super::plan::RunArgs;
use super::{prompt, retries};
use crate::commands::{incidents, show};
use crate::{CliError, Context, Result, task_choice};

/// The runs that are looked at for the last trip.
const RUNS: u32 = 50;
/// The task where none is named.
const NO_TASK: &str = "none";

pub(super) fn print(args: &RunArgs, given: Option<&str>, context: &Context) -> Result<()> {
    let runtime = context.runtime(None)?;
    let (task, _) = task_choice::find_for_run(context, &runtime, args.task(), NO_TASK)?;
    let order = match given {
        Some(given) => prompt::text_of(given)?,
        None => {
            let found = args.agent().split_prompt(args.command());
            found.map(|(_, prompt)| prompt).ok_or_else(|| CliError::usage(retries::NO_PROMPT))?
        }
    };
    let Some(incident) = last_incident(&runtime, &task, context)? else {
        context.note("no run of it has tripped yet; a retry would be told the report of its trip before this");
        return context.print(&order);
    };
    let report = show::incident_report(&runtime, &incident)?;
    context.print(&report.retry_prompt(&incident.reason(), None, &order))
}

/// The last trip of the task's runs; where no task is named, of the runs in this folder.
fn last_incident(
    runtime: &Runtime,
    task: &TaskId,
    context: &Context,
) -> Result<Option<fusebox_engine::Incident>> {
    let named = Some(task).filter(|task| task.as_str() != NO_TASK);
    let runs = agent_run::latest(runtime.store(), named, RUNS)?;
    let folder = context.dir.to_string_lossy();
    let mut here = runs.into_iter().filter(|run| named.is_some() || run.folder == folder);
    let Some(id) = here.find_map(|run| run.incident) else { return Ok(None) };
    incidents::by_id(runtime, id.as_str())
}

//! How a run ended: what is said, and the exit code.

use std::fs;
use std::io::Write;
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt};
use std::path::PathBuf;

use fusebox_engine::{BreakerState, Incident, IncidentId, IncidentStatus, TaskId};
use fusebox_runtime::{Runtime, agent_run, query};
use fusebox_supervisor::run::Outcome;
use fusebox_supervisor::{Finished, SupervisorError, Why};
use signal::SIGINT;

use super::code;
use crate::commands::show;
use crate::commands::task::choice;
use crate::context::Context;
use crate::error::CliError;
use crate::{display, style};

mod signal {
    /// What a terminal sends for Ctrl-C.
    pub(super) const SIGINT: i32 = 2;
}

/// Says what there is to say, delivers what was queued, and gives the exit code.
pub(crate) fn tell(
    ran: &Outcome,
    runtime: &mut Runtime,
    context: &Context,
) -> Result<u8, CliError> {
    let (record, finished) = (&ran.record, &ran.finished);
    beside(finished, context);
    let path = context.variables.path.as_deref().unwrap_or_default();
    fusebox_effects::drain_outbox(runtime, path, context.now())?;
    if let Why::Tripped(tripped) = &finished.why {
        circuit_open(&tripped.incident, record.task.as_str(), runtime, context)?;
        let budget = tripped.rule().is_budget();
        return Ok(if budget { code::BUDGET } else { code::TRIPPED });
    }
    let interrupted = matches!(finished.why, Why::Interrupted(_))
        || finished.signal == Some(SIGINT)
        || finished.exit_code == Some(i32::from(code::INTERRUPTED));
    match &record.failure_reason {
        Some(reason) => context.inform(&format!("fusebox: {}", display::one_line(reason, 300))),
        None => return Ok(code::OK),
    }
    Ok(if interrupted { code::INTERRUPTED } else { code::FAILED })
}

/// What there is to say of a command beside its end.
pub(crate) fn beside(finished: &Finished, context: &Context) {
    if finished.left_behind > 0 {
        let (verb, processes) = match finished.left_behind {
            1 => ("was", "1 process".to_owned()),
            many => ("were", format!("{many} processes")),
        };
        context.inform(&format!("fusebox: {processes} that the command left behind {verb} ended"));
    }
    if finished.lines_passed_over > 0 {
        let lines = finished.lines_passed_over;
        context.inform(&format!("fusebox: {lines} lines of output were not read"));
    }
}

/// A task that waits for a person is not begun again: says so and gives the exit code.
pub(crate) fn refused(
    task: &TaskId,
    runtime: &Runtime,
    context: &Context,
) -> Result<Option<u8>, CliError> {
    let store = runtime.store();
    let view = query::task(store, task)?;
    let of_task = view.incident.filter(|_| view.state == BreakerState::Open);
    let last = agent_run::latest(store, Some(task), 1)?;
    let of_run = last.into_iter().find_map(|run| run.incident).map(|id| id.to_string());
    for id in of_task.into_iter().chain(of_run) {
        let found = query::find_incidents(store, &id)?.into_iter().next();
        let open = found.filter(|incident| incident.status == IncidentStatus::Open);
        if let Some(incident) = open {
            circuit_open(&incident.id, task.as_str(), runtime, context)?;
            let budget = incident.rule().is_budget();
            return Ok(Some(if budget { code::BUDGET } else { code::TRIPPED }));
        }
    }
    Ok(None)
}

/// The lines that a script looks for, and what a person can do.
pub(crate) fn circuit_open(
    id: &IncidentId,
    task: &str,
    runtime: &Runtime,
    context: &Context,
) -> Result<(), CliError> {
    let incident = query::find_incidents(runtime.store(), id.as_str())?.into_iter().next();
    let Some(incident) = incident else {
        context.inform(&format!("circuit_open: incident {id}"));
        return Ok(());
    };
    let reason = display::one_line(&incident.cause.cause(), 300);
    context.inform(&format!("{}: {reason}", style::paint(style::ERROR, "circuit_open")));
    match report(&incident, runtime, context) {
        Ok(file) => context.inform(&format!("report: {}", file.display())),
        Err(error) => context.inform(&format!("report: fusebox show {id} ({error})")),
    }
    context.inform(&format!(
        "next: fusebox reset {} --guidance \"…\", then run it again",
        choice::typed(task)
    ));
    Ok(())
}

/// Writes the report of an incident beside the store.
fn report(incident: &Incident, runtime: &Runtime, context: &Context) -> Result<PathBuf, CliError> {
    let report = show::incident_report(runtime, incident)?;
    let dir = context.home()?.state_dir.join("reports");
    fs::DirBuilder::new().recursive(true).mode(0o700).create(&dir)?;
    // What stands in the store is no name of a file before it is looked at.
    let name: String = incident.id.as_str().chars().filter(char::is_ascii_alphanumeric).collect();
    let file = dir.join(format!("{name}.md"));
    let mut options = fs::OpenOptions::new();
    options.write(true).create(true).truncate(true).mode(0o600);
    options.open(&file)?.write_all(report.markdown().as_bytes())?;
    Ok(file)
}

/// Why a run could not be begun or kept, for a person.
pub(crate) fn error(error: SupervisorError) -> CliError {
    match error {
        SupervisorError::Start { .. } | SupervisorError::NoCommand => {
            CliError::usage(error.to_string())
        }
        SupervisorError::System(_) => CliError::failed(error.to_string()),
        SupervisorError::Runtime(error) => error.into(),
    }
}

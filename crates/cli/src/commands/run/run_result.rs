//! The end of a run: what is printed, and the exit code.

use std::io::Write;
use std::path::PathBuf;

use fusebox_engine::{BreakerState, Incident, IncidentId, IncidentStatus, TaskId};
use fusebox_runtime::{Runtime, agent_run, query};
use fusebox_supervisor::run::Outcome;
use fusebox_supervisor::{EndReason, FinishedCommand, SupervisorError};

use crate::commands::show;
use crate::{CliError, Context, display, exit, style};

/// What a terminal sends for Ctrl-C.
const SIGINT: i32 = 2;

/// Prints the result, delivers the queued effects, and returns the exit code.
pub(super) fn print(
    outcome: &Outcome,
    runtime: &mut Runtime,
    context: &Context,
) -> Result<u8, CliError> {
    let (record, finished) = (&outcome.record, &outcome.finished);
    print_leftovers(finished, context);
    context.drain_effects(runtime)?;
    if let EndReason::Tripped(tripped) = &finished.why {
        print_circuit_open(&tripped.incident, &record.task, runtime, context)?;
        return Ok(trip_code(tripped.rule().is_budget()));
    }
    let Some(reason) = &record.failure_reason else { return Ok(exit::OK) };
    context.inform(&format!("fusebox: {}", display::one_line(reason, 300)));
    let was_interrupted = matches!(finished.why, EndReason::Interrupted(_))
        || finished.signal == Some(SIGINT)
        || finished.exit_code == Some(i32::from(exit::INTERRUPTED));
    Ok(if was_interrupted { exit::INTERRUPTED } else { exit::FAILED })
}

/// The exit code after a trip.
pub(crate) fn trip_code(is_budget: bool) -> u8 {
    if is_budget { exit::BUDGET } else { exit::TRIPPED }
}

/// Prints which processes were ended and which lines were not read.
pub(crate) fn print_leftovers(finished: &FinishedCommand, context: &Context) {
    match finished.left_behind {
        0 => {}
        1 => context.inform("fusebox: 1 process that the command left behind was ended"),
        many => context
            .inform(&format!("fusebox: {many} processes that the command left behind were ended")),
    }
    if finished.lines_passed_over > 0 {
        let lines = finished.lines_passed_over;
        context.inform(&format!("fusebox: {lines} lines of output were not read"));
    }
}

/// Refuses a task whose breaker is open: prints why and returns the exit code.
pub(crate) fn refuse_open_task(
    task: &TaskId,
    runtime: &Runtime,
    context: &Context,
) -> Result<Option<u8>, CliError> {
    let store = runtime.store();
    let view = query::task(store, task)?;
    let of_task = view.incident.filter(|_| view.state == BreakerState::Open);
    let latest = agent_run::latest(store, Some(task), 1)?;
    let of_run = latest.into_iter().find_map(|run| run.incident).map(|id| id.to_string());
    for id in of_task.into_iter().chain(of_run) {
        let incident = query::find_incidents(store, &id)?.into_iter().next();
        if let Some(incident) = incident.filter(|i| i.status == IncidentStatus::Open) {
            print_circuit_open(&incident.id, task, runtime, context)?;
            return Ok(Some(trip_code(incident.rule().is_budget())));
        }
    }
    Ok(None)
}

/// Prints the lines that a script looks for, and what a person can do.
pub(crate) fn print_circuit_open(
    id: &IncidentId,
    task: &TaskId,
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
    match write_report(&incident, runtime, context) {
        Ok(file) => context.inform(&format!("report: {}", file.display())),
        Err(error) => context.inform(&format!("report: fusebox show {id} ({error})")),
    }
    let task = display::shell_word(task.as_str());
    context.inform(&format!("next: fusebox reset {task} --guidance \"…\", then run it again"));
    Ok(())
}

/// Writes the report of an incident beside the store.
fn write_report(
    incident: &Incident,
    runtime: &Runtime,
    context: &Context,
) -> Result<PathBuf, CliError> {
    let report = show::incident_report(runtime, incident)?;
    // An id from the store is not a file name until it has been checked.
    let name: String = incident.id.as_str().chars().filter(char::is_ascii_alphanumeric).collect();
    let (path, mut file) = context.private_file("reports", &format!("{name}.md"), true)?;
    file.write_all(report.markdown().as_bytes())?;
    Ok(path)
}

/// Why a run could not start or continue.
pub(crate) fn to_cli_error(error: SupervisorError) -> CliError {
    match error {
        SupervisorError::Start { .. } | SupervisorError::NoCommand => CliError::usage(error),
        SupervisorError::System(_) => CliError::failed(error),
        SupervisorError::Runtime(error) => error.into(),
    }
}

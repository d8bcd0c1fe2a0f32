//! The end of a run: what is printed, and the exit code.

use std::io::Write;
use std::path::PathBuf;

use fusebox_engine::{BreakerState, Incident, IncidentStatus, Rule, TaskId, TripRecord};
use fusebox_runtime::{Runtime, agent_run, query};
use fusebox_supervisor::run::RunOutcome;
use fusebox_supervisor::{ChildExit, EndReason, FinishedCommand};

use crate::commands::{incidents, show};
use crate::{Context, Result, clock, display, exit, style};

/// What a terminal sends for Ctrl-C.
const SIGINT: i32 = 2;

/// Prints the result, delivers the queued effects, and returns the exit code.
pub(super) fn print(outcome: &RunOutcome, runtime: &mut Runtime, context: &Context) -> Result<u8> {
    let (record, finished) = (&outcome.record, &outcome.finished);
    print_leftovers(finished, context);
    context.drain_effects(runtime, &context.run_authority(record.incident.as_ref()))?;
    if let EndReason::Tripped(tripped) = &finished.why {
        return print_trip(tripped, &record.task, runtime, context);
    }
    let Some(reason) = &record.failure_reason else { return Ok(exit::OK) };
    context.inform(&format!("fusebox: {}", display::one_line(reason, 300)));
    let was_interrupted = matches!(finished.why, EndReason::Interrupted(_))
        || finished.exit == Some(ChildExit::Signal(SIGINT))
        || finished.exit == Some(ChildExit::Code(i32::from(exit::INTERRUPTED)));
    Ok(if was_interrupted { exit::INTERRUPTED } else { exit::FAILED })
}

/// Prints which processes were ended and which lines were not read.
pub(crate) fn print_leftovers(finished: &FinishedCommand, context: &Context) {
    match finished.left_behind {
        0 => {}
        1 => context.inform("fusebox: 1 process that the command left behind was ended"),
        many => context
            .inform(&format!("fusebox: {many} processes that the command left behind were ended")),
    }
    if finished.skipped_lines > 0 {
        let lines = finished.skipped_lines;
        context.inform(&format!("fusebox: {lines} lines of output were not read"));
    }
}

/// Refuses a task whose breaker is open: prints why and returns the exit code.
pub(crate) fn refuse_open_task(
    task: &TaskId,
    runtime: &mut Runtime,
    context: &Context,
) -> Result<Option<u8>> {
    runtime.close_caps_with_room(clock::now())?;
    let store = runtime.store();
    let view = query::task(store, task)?;
    let of_task = view.incident.filter(|_| view.state == BreakerState::Open);
    let latest = agent_run::latest(store, Some(task), 1)?;
    let of_run = latest.into_iter().find_map(|run| run.incident).map(|id| id.to_string());
    for id in of_task.into_iter().chain(of_run) {
        let incident = incidents::by_id(runtime, &id)?;
        if let Some(incident) = incident.filter(|i| i.status == IncidentStatus::Open) {
            return print_circuit_open(&incident, task, runtime, context).map(Some);
        }
    }
    Ok(None)
}

/// Prints that a trip has ended a run. Returns the exit code.
pub(crate) fn print_trip(
    tripped: &TripRecord,
    task: &TaskId,
    runtime: &Runtime,
    context: &Context,
) -> Result<u8> {
    if let Some(incident) = incidents::by_id(runtime, tripped.incident.as_str())? {
        return print_circuit_open(&incident, task, runtime, context);
    }
    context.inform(&format!("circuit_open: incident {}", tripped.incident));
    Ok(trip_code(tripped.rule()))
}

/// Prints the lines that a script looks for, and what a person can do. Returns the exit code.
pub(crate) fn print_circuit_open(
    incident: &Incident,
    task: &TaskId,
    runtime: &Runtime,
    context: &Context,
) -> Result<u8> {
    let reason = display::one_line(&incident.cause.cause(), 300);
    context.inform(&format!("{}: {reason}", style::error("circuit_open")));
    match write_report(incident, runtime, context) {
        Ok(file) => context.inform(&format!("report: {}", file.display())),
        Err(error) => context.inform(&format!("report: fusebox show {} ({error})", incident.id)),
    }
    let task = display::shell_word(task.as_str());
    // A reset gives no room beyond a cap.
    let reset = || format!("fusebox reset {task} --guidance \"…\"");
    let answer = incident.cause.allow_command().unwrap_or_else(reset);
    context.inform(&format!("next: {answer}, then run it again"));
    Ok(trip_code(incident.rule()))
}

fn trip_code(rule: Rule) -> u8 {
    if rule.limits_use() { exit::BUDGET } else { exit::TRIPPED }
}

/// Writes the report of an incident beside the store.
fn write_report(incident: &Incident, runtime: &Runtime, context: &Context) -> Result<PathBuf> {
    let report = show::incident_report(runtime, incident)?;
    // An id from the store is not a file name until it has been checked.
    let name: String = incident.id.as_str().chars().filter(char::is_ascii_alphanumeric).collect();
    let (path, mut file) = context.private_file("reports", &format!("{name}.md"), true)?;
    file.write_all(report.markdown().as_bytes())?;
    Ok(path)
}

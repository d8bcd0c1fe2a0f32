//! Carries out the deliveries of the outbox, each exactly once.
//!
//! The hook only queues them and never links this crate. [`drain_outbox`] claims deliveries under a
//! lease, so that two processes never carry out the same one.

mod checkpoint;
mod desktop;
mod forget;
mod hand_over;
mod project_file;
mod report;
mod repository;

use std::error::Error;

use fusebox_engine::{Duration, Incident, IncidentId, TaskId, Timestamp};
use fusebox_runtime::checkpoint::TaskFolder;
use fusebox_runtime::hand_over::HandOver;
use fusebox_runtime::{Runtime, RuntimeError, query, task, work};
use fusebox_store::{DeliveryOutcome, OutboxKind, OutboxRow};

pub use checkpoint::{
    make_checkpoint, no_repository_message, return_to_checkpoint, to_checkpoint_result,
};
pub use forget::forget_git_refs;
pub use report::{incident_report, keep_analysis};
pub use repository::find_repository;

/// How long a claimed delivery belongs to one process.
const LEASE: Duration = Duration::from_secs(60);
/// Deliveries that are claimed at once.
const BATCH: u32 = 16;

/// Carries out every delivery that is due. `path` lists the folders of programs, as `PATH` does.
///
/// # Errors
/// When the store fails. The error of a delivery is stored with it.
pub fn drain_outbox(runtime: &mut Runtime, path: &str, now: Timestamp) -> Result<(), RuntimeError> {
    loop {
        let claimed = runtime.store_mut().write(|tx| tx.claim_outbox(now, LEASE, BATCH))?;
        if claimed.is_empty() {
            return Ok(());
        }
        for row in &claimed {
            let outcome = match deliver(runtime, row, path, now) {
                Ok(()) => DeliveryOutcome::Done,
                Err(error) => DeliveryOutcome::Failed { error: error.to_string() },
            };
            runtime.store_mut().write(|tx| tx.finish_outbox(row, &outcome))?;
        }
    }
}

fn deliver(
    runtime: &mut Runtime,
    row: &OutboxRow,
    path: &str,
    now: Timestamp,
) -> Result<(), Box<dyn Error>> {
    match &row.kind {
        OutboxKind::DesktopNote => {
            let incident = incident(runtime, row)?;
            let around = query::incident_context(runtime.store(), &incident)
                .map_err(|error| error.to_string())?;
            Ok(desktop::notify(&incident, &around, path)?)
        }
        OutboxKind::Report => {
            let incident = incident(runtime, row)?;
            Ok(report::store(runtime, &incident, now)?)
        }
        OutboxKind::HandOver => {
            let wanted = HandOver::read(&row.body).ok_or("it names no file")?;
            hand_over::write(runtime, &wanted)
        }
        OutboxKind::Checkpoint => checkpoint::deliver_checkpoint(runtime, &task_folder(row)?),
        OutboxKind::Attempt => {
            checkpoint::save_tripped_state(runtime, &task_folder(row)?, &incident(runtime, row)?)
        }
        OutboxKind::Purge => forget::deliver_purge(runtime, &row.body, now),
        OutboxKind::Calibrate => Ok(work::keep_limits_current(runtime, now)?),
        OutboxKind::Escalation => escalate(runtime, &row.body),
        OutboxKind::Other(other) => {
            Err(format!("this version does not know deliveries of kind `{other}`").into())
        }
    }
}

fn task_folder(row: &OutboxRow) -> Result<TaskFolder, &'static str> {
    TaskFolder::read(&row.body).ok_or("it names no folder")
}

/// Handles a trip of an unattended run. The person has been notified of the trip itself; for a task
/// about an issue, the issue would have to be told as well.
fn escalate(runtime: &Runtime, body: &str) -> Result<(), Box<dyn Error>> {
    let body: serde_json::Value = serde_json::from_str(body)?;
    let task = body.get("task").and_then(|task| task.as_str()).unwrap_or_default();
    let task = task::find(runtime.store(), &TaskId::parse(task)?)?;
    match task.and_then(|task| task.issue) {
        Some(issue) => Err(format!("this version does not write to issues: tell {issue}").into()),
        None => Ok(()),
    }
}

fn incident(runtime: &Runtime, row: &OutboxRow) -> Result<Incident, Box<dyn Error>> {
    let id = IncidentId::parse(row.key.as_str())?;
    let incidents = query::find_incidents(runtime.store(), id.as_str())?;
    Ok(incidents.into_iter().next().ok_or("the incident is gone")?)
}

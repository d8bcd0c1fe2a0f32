//! Carries out what was decided: each delivery of the outbox exactly once.
//!
//! The hook only queues and never links this. [`drain_outbox`] claims what is due under a lease, so that
//! two drains never deliver the same thing.

mod checkpoint;
mod desktop;
mod forget;
mod report;

use fusebox_engine::{Duration, Incident, IncidentId, TaskId, Timestamp};
use fusebox_runtime::checkpoint::TaskFolder;
use fusebox_runtime::{Runtime, RuntimeError, query, task};
use fusebox_store::{DeliveryOutcome, OutboxKind, OutboxRow};

pub use checkpoint::{make_checkpoint, no_repository_message};
pub use forget::forget_git_refs;

/// How long a claimed delivery belongs to one drain.
const LEASE: Duration = Duration::from_secs(60);
/// Deliveries claimed at once.
const BATCH: u32 = 16;

/// Delivers everything that is due. `path` is where programs are looked for, as in `PATH`.
///
/// # Errors
/// When the store fails. A delivery that fails is written down with its reason.
pub fn drain_outbox(runtime: &mut Runtime, path: &str, now: Timestamp) -> Result<(), RuntimeError> {
    loop {
        let claimed = runtime.store_mut().write(|tx| tx.claim_outbox(now, LEASE, BATCH))?;
        if claimed.is_empty() {
            return Ok(());
        }
        for row in &claimed {
            let settled = match deliver(runtime, row, path, now) {
                Ok(()) => DeliveryOutcome::Done,
                Err(error) => DeliveryOutcome::Failed { error },
            };
            runtime.store_mut().write(|tx| tx.finish_outbox(row, &settled))?;
        }
    }
}

fn deliver(
    runtime: &mut Runtime,
    row: &OutboxRow,
    path: &str,
    now: Timestamp,
) -> Result<(), String> {
    match &row.kind {
        OutboxKind::DesktopNote => desktop::notify(&incident(runtime, row)?, path),
        OutboxKind::Report => {
            let incident = incident(runtime, row)?;
            report::store(runtime, &incident, now).map_err(|error| error.to_string())
        }
        OutboxKind::Checkpoint => checkpoint::make(runtime, &place(row)?),
        OutboxKind::Attempt => checkpoint::keep_at_trip(&place(row)?, &incident(runtime, row)?),
        OutboxKind::Purge => forget::old(runtime, &row.body, now),
        OutboxKind::Escalation => escalate(runtime, &row.body),
        OutboxKind::Other(other) => {
            Err(format!("this version does not know deliveries of kind `{other}`"))
        }
    }
}

fn place(row: &OutboxRow) -> Result<TaskFolder, String> {
    TaskFolder::read(&row.body).ok_or_else(|| "it says no place".to_owned())
}

/// A trip of an unattended run. Its person has been notified of the trip itself; a task that is about
/// an issue needs more than that.
fn escalate(runtime: &Runtime, body: &str) -> Result<(), String> {
    let body: serde_json::Value = serde_json::from_str(body).map_err(|error| error.to_string())?;
    let task = body.get("task").and_then(|task| task.as_str()).unwrap_or_default();
    let task = TaskId::parse(task).map_err(|error| error.to_string())?;
    let task = task::find(runtime.store(), &task).map_err(|error| error.to_string())?;
    match task.and_then(|task| task.issue) {
        Some(issue) => Err(format!("this version does not write to issues: tell {issue}")),
        None => Ok(()),
    }
}

fn incident(runtime: &Runtime, row: &OutboxRow) -> Result<Incident, String> {
    let id = IncidentId::parse(row.key.as_str()).map_err(|error| error.to_string())?;
    let found =
        query::find_incidents(runtime.store(), id.as_str()).map_err(|error| error.to_string())?;
    Ok(found.into_iter().next().ok_or("the incident is gone")?)
}

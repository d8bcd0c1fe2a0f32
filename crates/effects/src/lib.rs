//! Carries out the deliveries of the outbox, each exactly once.
//!
//! The hook only queues them and never links this crate. [`drain_outbox`] claims deliveries under a
//! lease, so that two processes never carry out the same one.

mod advisor_environment;
mod advisor_records;
mod checkpoint;
mod desktop;
mod escalation;
mod forget;
mod hand_over;
mod inbox;
mod judge;
mod learn;
mod project_file;
mod refs_without_task;
mod report;
mod repository;

use std::error::Error;

use fusebox_engine::{Duration, EscalationSettings, Incident, IncidentId, Timestamp};
use fusebox_runtime::checkpoint::TaskFolder;
use fusebox_runtime::escalation::MessageOrder;
use fusebox_runtime::hand_over::HandOver;
use fusebox_runtime::{Runtime, RuntimeError, clock, query, work};
use fusebox_store::{DeliveryOutcome, DeliveryState, OutboxKind, OutboxRow, failpoint};

pub use advisor_environment::{ADVISOR_VARIABLES, PrivateFolder};
pub use advisor_records::FOLDER as ADVISOR_RECORDS;
pub use checkpoint::{
    checkpoint_tree, make_checkpoint, no_repository_message, return_to_checkpoint,
    to_checkpoint_result,
};
pub use escalation::{ChannelRequest, channel_problems, channel_requests, queue_for_person};
pub use forget::forget_git_refs;
pub use inbox::{
    AnswerAuthority, AnswerMistake, IgnoredAnswer, InboxFinding, InboxOutcome, InboxSecrets,
    apply_reply, inbox_secrets, read_inbox,
};
pub use learn::{earlier_pattern, keep_patterns_current};
pub use refs_without_task::{
    MissingTask, RefsWithoutTask, find_refs_without_task, remove_checkpoint_without_task,
};
pub use report::{incident_report, keep_analysis, keep_finding};
pub use repository::find_repository;

/// How long a claimed delivery belongs to one process: longer than the slowest one takes.
const LEASE: Duration = Duration::from_secs(120);
const _: () = assert!(LEASE.0 > fusebox_channels::DELIVERY_TIME.as_secs() * 1_000);
/// Deliveries that are claimed at once: one, since a slow server must not use up the lease of the next.
const BATCH: u32 = 1;

/// What deliveries need of the process that makes them.
#[derive(Clone, Copy)]
pub struct DrainContext<'a> {
    /// The folders of programs, as `PATH` lists them.
    pub path: &'a str,
    /// The trips whose answers this process may read and whose codes it may send.
    pub answers: &'a AnswerAuthority,
    /// Reads which channels carry the news of a trip.
    pub escalate: &'a dyn Fn() -> Result<EscalationSettings, String>,
}

/// Carries out every delivery that is due.
///
/// # Errors
/// When the store fails. The error of a delivery is stored with it.
pub fn drain_outbox(runtime: &mut Runtime, context: &DrainContext<'_>) -> Result<(), RuntimeError> {
    loop {
        let now = clock::now();
        let claimed = runtime.store_mut().write(|tx| tx.claim_outbox(now, LEASE, BATCH))?;
        if claimed.is_empty() {
            return Ok(());
        }
        for row in &claimed {
            let delivered = if row.kind == OutboxKind::Message {
                escalation::deliver(runtime, row, context)
            } else {
                deliver(runtime, row, context, now).map(|()| DeliveryOutcome::Done)
            };
            let outcome =
                delivered.unwrap_or_else(|error| escalation::after_error(row, error.as_ref()));
            failpoint::reach("before-mark");
            runtime.store_mut().write(|tx| tx.finish_outbox(row, &outcome))?;
            failpoint::reach("after-mark");
        }
    }
}

/// When the next message is due that waits, if any does. One with a code is left to others.
///
/// # Errors
/// When the store fails.
pub fn next_message(runtime: &Runtime) -> Result<Option<Timestamp>, RuntimeError> {
    let rows = runtime.store().read().undelivered()?;
    let carries_code =
        |row: &OutboxRow| MessageOrder::read(&row.body).is_some_and(|order| order.carries_code);
    let messages =
        rows.into_iter().filter(|row| row.kind == OutboxKind::Message && !carries_code(row));
    let due = messages.filter_map(|row| match row.delivery {
        DeliveryState::Pending { not_before, .. } => Some(not_before),
        DeliveryState::Done | DeliveryState::Failed { .. } => None,
    });
    Ok(due.min())
}

fn deliver(
    runtime: &mut Runtime,
    row: &OutboxRow,
    context: &DrainContext<'_>,
    now: Timestamp,
) -> Result<(), Box<dyn Error>> {
    match &row.kind {
        OutboxKind::DesktopNote => {
            let incident = incident(runtime, row)?;
            let around = query::incident_context(runtime.store(), &incident)
                .map_err(|error| error.to_string())?;
            Ok(desktop::notify(&incident, &around, context.path)?)
        }
        OutboxKind::Report => {
            let incident = incident(runtime, row)?;
            report::store(runtime, &incident, now)?;
            learn::learn_from_trip(runtime, &incident, now)?;
            escalation::queue_at_trip(runtime, &incident, context)
        }
        OutboxKind::HandOver => {
            let wanted = HandOver::read(&row.body).ok_or("it names no file")?;
            hand_over::write(runtime, &wanted)
        }
        OutboxKind::Checkpoint => checkpoint::deliver_checkpoint(runtime, &task_folder(row)?),
        OutboxKind::Attempt => {
            checkpoint::save_tripped_state(runtime, &task_folder(row)?, &incident(runtime, row)?)
        }
        OutboxKind::Judge => judge::deliver(runtime, &row.body, now),
        OutboxKind::Purge => forget::deliver_purge(runtime, &row.body, now),
        OutboxKind::Learn => Ok(keep_patterns_current(runtime, &row.body, now)?),
        OutboxKind::Calibrate => Ok(work::keep_limits_current(runtime, now)?),
        OutboxKind::Escalation => escalation::queue_of_run(runtime, &row.body, context),
        OutboxKind::Message => Err("a message is sent by itself".into()),
        OutboxKind::Other(other) => {
            Err(format!("this version does not know deliveries of kind `{other}`").into())
        }
    }
}

fn task_folder(row: &OutboxRow) -> Result<TaskFolder, &'static str> {
    TaskFolder::read(&row.body).ok_or("it names no folder")
}

fn incident(runtime: &Runtime, row: &OutboxRow) -> Result<Incident, Box<dyn Error>> {
    find_incident(runtime, &IncidentId::parse(row.key.as_str())?)
}

fn find_incident(runtime: &Runtime, id: &IncidentId) -> Result<Incident, Box<dyn Error>> {
    Ok(query::find_incident(runtime.store(), id)?.ok_or("the incident is gone")?)
}

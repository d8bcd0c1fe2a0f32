//! The checkpoint of a task, from this side of git: queued with the decision that asks for it, and
//! waited for outside of any transaction.

use std::time::Duration;

use fusebox_engine::event::{CheckpointResult, ControlOrder};
use fusebox_engine::state::{CHECKPOINT_WAIT_MS, CheckpointStage, CheckpointState, SessionState};
use fusebox_engine::{AgentId, Event, EventKind, SessionId, TaskId, Timestamp};
use fusebox_store::{OutboxKind, Store, StoreTx};
use serde::{Deserialize, Serialize};

pub use crate::event_answer::CheckpointWait;
use crate::{PolicySet, Runtime, RuntimeError, clock, codec, query};

/// How often a call that waits looks.
const PAUSE: Duration = Duration::from_millis(4);
/// How often it looks at most: a clock that stands still must not hold a call.
const LOOKS: u64 = CHECKPOINT_WAIT_MS / 4;

/// What is to be kept, and where: the body of a delivery.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TaskFolder {
    /// The session that receives the outcome.
    pub session: SessionId,
    /// The task.
    pub task: TaskId,
    /// The folder that is worked on.
    pub folder: String,
}

impl TaskFolder {
    /// Reads the body of a delivery.
    #[must_use]
    pub fn read(body: &str) -> Option<Self> {
        serde_json::from_str(body).ok()
    }

    /// The folder of a session, if its client reported one.
    pub(crate) fn of(session: &SessionId, state: &SessionState, task: &TaskId) -> Option<Self> {
        let folder = state.folder.clone()?;
        Some(Self { session: session.clone(), task: task.clone(), folder })
    }

    pub(crate) fn body(&self) -> Result<String, RuntimeError> {
        codec::json("a delivery", self)
    }
}

/// Queues a checkpoint; returns whether it was queued now.
pub(crate) fn queue(
    tx: &mut dyn StoreTx,
    folder: &TaskFolder,
    now: Timestamp,
) -> Result<bool, RuntimeError> {
    // A task that was completed and begun again gets another checkpoint: the time makes the key new.
    let key = format!("{} {}", now.0, folder.task);
    Ok(tx.queue(&OutboxKind::Checkpoint, &key, &folder.body()?, now)?)
}

/// Waits for a checkpoint that is queued or being made. No lock is held.
pub fn wait(store: &Store, wait: &CheckpointWait) {
    for _ in 0..LOOKS {
        let on_its_way =
            state(store, &wait.task).is_ok_and(|state| state.stage == CheckpointStage::Asked);
        if !on_its_way || clock::now() >= wait.until {
            return;
        }
        std::thread::sleep(PAUSE);
    }
}

/// What is known of a task's checkpoint.
///
/// # Errors
/// When the store fails.
pub fn state(store: &Store, task: &TaskId) -> Result<CheckpointState, RuntimeError> {
    query::checkpoint(store, task)
}

/// Records the outcome of a task's checkpoint.
///
/// # Errors
/// When the store fails.
pub fn became(
    runtime: &mut Runtime,
    session: &SessionId,
    task: &TaskId,
    became: CheckpointResult,
    now: Timestamp,
) -> Result<(), RuntimeError> {
    let event = Event {
        session: session.clone(),
        id: None,
        at: None,
        agent: AgentId::main(),
        kind: EventKind::Control(ControlOrder::Checkpoint { task: task.clone(), became }),
    };
    runtime.decide(&PolicySet::default(), &event, now).map(drop)
}

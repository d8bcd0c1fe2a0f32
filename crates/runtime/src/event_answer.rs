//! The answer to one event.

use fusebox_engine::{TaskId, Timestamp, Verdict};

/// An answer, and what the caller has to know about it.
#[derive(Debug, Clone, PartialEq)]
pub struct EventAnswer {
    /// The verdict.
    pub verdict: Verdict,
    /// The event was seen before; this is the verdict it got then.
    pub duplicate: bool,
    /// Effects are queued and wait to be carried out.
    pub effects: bool,
    /// The call waits for the task's checkpoint before it is answered.
    pub wait: Option<CheckpointWait>,
}

/// A call that waits for the checkpoint of its task.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CheckpointWait {
    /// The task.
    pub task: TaskId,
    /// The end of the wait.
    pub until: Timestamp,
}

//! The breaker of a task: its own, or that of an agent that serves it.

use fusebox_engine::BreakerState;
use fusebox_runtime::Runtime;
use fusebox_runtime::query::{SessionView, TaskView};

use crate::{Result, task_choice};

/// The worst breaker of a task.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct TaskBreaker {
    /// The worst state of the task and its sessions.
    pub(crate) state: BreakerState,
    /// Why it is open, if it is.
    pub(crate) reason: Option<String>,
    /// The open incident, if any.
    pub(crate) incident: Option<String>,
}

impl TaskBreaker {
    /// The worst breaker of a task as the store has it now.
    pub(crate) fn read(runtime: &Runtime, view: &TaskView) -> Result<Self> {
        Ok(Self::among(view, &task_choice::sessions_of_task(runtime, &view.task)?))
    }

    /// The worst breaker of a task and of those of `sessions` that serve it. The task's own
    /// incident comes first.
    pub(super) fn among(view: &TaskView, sessions: &[SessionView]) -> Self {
        let serving = || sessions.iter().filter(|session| session.task == view.task);
        let state = serving().map(|session| session.state).chain([view.state]).max();
        let open = serving().find(|session| session.incident.is_some());
        let (reason, incident) = match open.filter(|_| view.incident.is_none()) {
            Some(session) => (&session.reason, &session.incident),
            None => (&view.reason, &view.incident),
        };
        Self {
            state: state.unwrap_or_default(),
            reason: reason.clone(),
            incident: incident.clone(),
        }
    }
}

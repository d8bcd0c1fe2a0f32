//! How the breaker of a task stands: its own, and those of the agents that serve it.

use fusebox_engine::BreakerState;
use fusebox_runtime::query::{self, SessionView, TaskView};
use fusebox_runtime::{PolicySet, Runtime};

use crate::context::Context;
use crate::error::CliError;

/// The worst breaker of a task.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Standing {
    /// Its state.
    pub(crate) state: BreakerState,
    /// Why it is open, if it is.
    pub(crate) reason: Option<String>,
    /// The open incident, if any.
    pub(crate) incident: Option<String>,
}

/// How every session stands, the latest first.
pub(crate) fn sessions(context: &Context, runtime: &Runtime) -> Result<Vec<SessionView>, CliError> {
    Ok(query::sessions(runtime.store(), &PolicySet::default(), context.now())?)
}

impl Standing {
    /// The task's own breaker or, where one of its sessions stands worse, that one's.
    pub(crate) fn of(view: &TaskView, sessions: &[SessionView]) -> Self {
        let of_task = || sessions.iter().filter(|session| session.task == view.task);
        let state = of_task().map(|session| session.state).chain([view.state]).max();
        let open = of_task().find(|session| session.incident.is_some());
        let session = open.filter(|_| view.incident.is_none());
        Self {
            state: state.unwrap_or_default(),
            reason: session.map_or_else(|| view.reason.clone(), |session| session.reason.clone()),
            incident: session
                .map_or_else(|| view.incident.clone(), |session| session.incident.clone()),
        }
    }
}

//! The state between events: one record per agent, session and task.
//!
//! Each record has a durable part (counters, breaker, memory of named loops; named fields) and an
//! agent also has a [`CallWindow`] (rings of digests), which may be dropped when the meaning of
//! digests changes. Every record is bounded, so a decision costs the same at any length.

mod agent;
mod call_ids;
mod checkpoint;
pub(crate) mod digests;
mod memory;
mod packed;
mod recent_calls;
mod retried_check;
mod session;
mod shown_files;
mod task;
mod window;

pub use agent::{AgentState, GrowingEdits, RefusalCounts, ToldSigns};
pub use checkpoint::{CHECKPOINT_WAIT_MS, CheckpointStage, CheckpointState};
pub use memory::{LoopMemory, LoopStage, ProgressMark, RefusalTarget};
pub use recent_calls::RecentCalls;
pub use retried_check::RetriedCheck;
pub(crate) use retried_check::failures_that_came_back;
pub(crate) use session::WAITS_ON_BYTES;
pub use session::{
    AgentTrip, JudgeState, NOTICE_BYTES, NestedAgent, PauseStage, PolicyDigests, QueuedNotice,
    ReportedWork, ServiceCall, SessionActivity, SessionState, SessionTotals,
};
pub use shown_files::ShownFiles;
pub use task::{BudgetUsage, TaskState};
pub use window::{CallInFlight, CallWindow, CompletedCall, EditEffect, LABEL_BYTES, WINDOW};
pub(crate) use window::{CallRound, TALK, short};

use crate::spend::{CapLimit, CapName, CapScope, CapStanding, CapWindow};
use crate::{AgentId, Limit, LimitedSum, PicoUsd, Policy, TaskId};

/// The records that one event reads and changes.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Scopes {
    /// The conversation.
    pub agent: AgentState,
    /// The session.
    pub session: SessionState,
    /// The unit of work.
    pub task: TaskState,
}

/// A cap of a task since a person's prompt.
#[derive(Debug, Clone, Copy)]
pub(crate) struct PromptCap {
    pub(crate) scope: CapScope,
    spent: u64,
    /// With what a person added.
    limit: CapLimit,
}

impl PromptCap {
    pub(crate) fn sum(self) -> LimitedSum {
        LimitedSum { used: self.spent, limit: self.limit.amount() }
    }

    pub(crate) fn standing(self, task: &TaskId) -> CapStanding {
        CapStanding {
            name: CapName { scope: self.scope, window: CapWindow::Lifetime },
            subject: task.to_string(),
            spent: self.limit.with_amount(self.spent),
            limit: self.limit,
            until: None,
            incident: None,
        }
    }
}

impl Scopes {
    /// How far the caps of the task since a person's prompt have come, which `[limits]` and `[unattended]` set.
    #[must_use]
    pub fn caps_since_prompt(&self, policy: &Policy, task: &TaskId) -> Vec<CapStanding> {
        self.prompt_caps(policy).map(|cap| cap.standing(task)).collect()
    }

    /// The same, without their names.
    pub(crate) fn prompt_caps(&self, policy: &Policy) -> impl Iterator<Item = PromptCap> + use<> {
        let usd = |limit: Limit| limit.get().map(|n| CapLimit::Usd(PicoUsd::from_micros(n)));
        let net = self.session.has_unattended_net().then_some(policy.unattended.cost_micros);
        let caps = [
            (CapScope::PromptOutput, policy.limits.output_tokens.get().map(CapLimit::Tokens)),
            (CapScope::Prompt, usd(policy.limits.cost_micros)),
            (CapScope::UnattendedPrompt, net.and_then(usd)),
        ];
        let used = &self.task.used;
        let found = caps.map(|(scope, limit)| {
            let limit = limit?;
            let (spent, added) = used.spent_and_added(limit);
            let limit = limit.with_amount(limit.amount().saturating_add(added));
            Some(PromptCap { scope, spent, limit })
        });
        found.into_iter().flatten()
    }

    /// Notes that a subagent begins, and returns its depth. Where the client names no parent, it is the
    /// agent that last asked for a subagent.
    pub(crate) fn begin_subagent(
        &mut self,
        agent: &AgentId,
        parent: Option<&AgentId>,
        depth: Option<u32>,
    ) -> u32 {
        let spawner = parent.or(self.session.last_spawner.as_ref()).filter(|one| *one != agent);
        let parent = spawner.cloned().unwrap_or_else(AgentId::main);
        let depth = self.session.agent_begins(agent, &parent, depth);
        self.agent.parent = Some(parent);
        depth
    }

    /// The call of a guarded tool that a result with this id ends, as an index into
    /// [`SessionState::service_calls`]; without an id, the one that the window would take for the digest of
    /// the call.
    #[must_use]
    pub fn service_call_index(&self, id: Option<u64>, call: Option<u64>) -> Option<usize> {
        let calls = &self.session.service_calls;
        if calls.is_empty() {
            return None;
        }
        match id {
            Some(id) => calls.iter().position(|call| call.call == id),
            None => {
                let asked =
                    self.agent.window.call_in_flight(None, call).filter(|asked| asked.id == 0)?;
                calls.iter().position(|call| call.call == 0 && call.tool == asked.tool)
            }
        }
    }
}

/// Whether a field has its default value. Records are read and written at every event, so they name
/// only the other fields.
pub(crate) fn is_default<T: Default + PartialEq>(field: &T) -> bool {
    *field == T::default()
}

/// Adds an entry, and keeps the newest `cap`.
pub(crate) fn push_newest<T>(list: &mut Vec<T>, entry: T, cap: usize) {
    list.push(entry);
    keep_newest(list, cap);
}

/// Keeps the newest `cap` entries.
pub(crate) fn keep_newest<T>(list: &mut Vec<T>, cap: usize) {
    if list.len() > cap {
        list.drain(..list.len() - cap);
    }
}

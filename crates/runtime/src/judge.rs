//! The question to a judge outside: queued with the event that asks for it, answered by a delivery.

use fusebox_engine::state::Scopes;
use fusebox_engine::{AgentId, Decision, FindingSubject, Observation, Policy, SessionId};
use serde::{Deserialize, Serialize};

use crate::{Runtime, RuntimeError, clock, codec, session_policy};

/// What is asked about.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct JudgeQuestion {
    /// The session.
    pub session: SessionId,
    /// The conversation of that session.
    pub agent: AgentId,
    /// Changes since the last green run.
    pub changes: u64,
    /// Calls since anything was accepted.
    pub calls: u64,
    /// The number of the event that asks.
    event: u64,
}

impl JudgeQuestion {
    /// The question that this decision asks, if it does.
    pub(crate) fn of(
        decision: &Decision,
        observation: &Observation,
        scopes: &Scopes,
    ) -> Option<Self> {
        decision.verdict.findings.iter().find_map(|finding| {
            let FindingSubject::JudgeAsked { changes, calls } = finding.subject else {
                return None;
            };
            Some(Self {
                session: observation.session.clone(),
                agent: observation.agent.clone(),
                changes,
                calls,
                event: scopes.session.events,
            })
        })
    }

    /// The key of its delivery.
    pub(crate) fn key(&self) -> String {
        format!("{}:{}", self.session, self.event)
    }

    /// The body of its delivery.
    pub(crate) fn body(&self) -> Result<String, RuntimeError> {
        codec::json("a question to the judge", self)
    }

    /// Reads the body of a delivery.
    #[must_use]
    pub fn read(body: &str) -> Option<Self> {
        serde_json::from_str(body).ok()
    }

    /// The policy that the session obeys; `None` where the store does not have it any more.
    ///
    /// # Errors
    /// When the store fails.
    pub fn policy(&self, runtime: &mut Runtime) -> Result<Option<Policy>, RuntimeError> {
        let session = runtime.session(&self.session, clock::now())?;
        let Some(held) = session.policy else { return Ok(None) };
        let set = session_policy::of_digest(runtime.store().read(), held.holds)?;
        Ok(set.map(|set| set.of(session.role.as_deref()).clone()))
    }
}

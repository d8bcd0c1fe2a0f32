//! The durable record of one trip.

use serde::{Deserialize, Serialize};

use crate::{AgentId, Finding, IncidentId, Rule, SessionId, TaskId, Timestamp};

/// One trip.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Incident {
    /// Its id.
    pub id: IncidentId,
    /// Where it happened.
    pub session: SessionId,
    /// Which conversation.
    pub agent: AgentId,
    /// Which task.
    pub task: TaskId,
    /// When.
    pub at: Timestamp,
    /// The rule that is named first.
    pub rule: Rule,
    /// One sentence for people.
    pub reason: String,
    /// The call that was refused or seen last, short and redacted.
    pub call: Option<String>,
    /// Everything the rules saw, worst first.
    pub findings: Vec<Finding>,
    /// Whether it was only observed: nothing was denied.
    pub observed_only: bool,
    /// How it stands.
    pub status: IncidentStatus,
    /// The agent's own summary, from its report or its last words.
    pub summary: Option<String>,
    /// What a person said.
    pub guidance: Option<String>,
    /// When it was closed.
    pub closed_at: Option<Timestamp>,
}

/// How an incident stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum IncidentStatus {
    /// The breaker is open and waits for a person.
    Open,
    /// A person gave guidance and the agent went on.
    Guided,
    /// A person closed the breaker without a word.
    Reset,
    /// A person said that it was wrong.
    Dismissed,
    /// The cooldown of a loop passed, and it was tried once more.
    CooledDown,
    /// Observe mode: it was written down only.
    Observed,
}

/// A change to an incident, carried out by the runtime in the same transaction.
#[derive(Debug, Clone, PartialEq)]
pub enum IncidentChange {
    /// A trip opened it.
    Opened(Box<Incident>),
    /// The agent said what it did; a report replaces last words, never the other way round.
    Summary {
        /// Which incident.
        incident: IncidentId,
        /// The text, short and redacted.
        text: String,
        /// Whether it is the agent's report, not its last words.
        reported: bool,
    },
    /// It was closed.
    Closed {
        /// Which incident.
        incident: IncidentId,
        /// How.
        status: IncidentStatus,
        /// What a person said.
        guidance: Option<String>,
        /// When.
        at: Timestamp,
    },
}

//! The durable record of one trip.

use std::cmp::Reverse;

use serde::{Deserialize, Serialize};

use crate::finding::StoredCause;
use crate::{AgentId, Finding, IncidentId, Rule, SessionId, TaskId, Timestamp};

/// The record of one trip.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(from = "IncidentJson", into = "IncidentJson")]
pub struct Incident {
    /// Its id.
    pub id: IncidentId,
    /// The session that tripped.
    pub session: SessionId,
    /// The conversation of that session.
    pub agent: AgentId,
    /// The task of that session.
    pub task: TaskId,
    /// When it tripped.
    pub at: Timestamp,
    /// The finding that opened the breaker.
    pub cause: Finding,
    /// The label of the call that was asked for, if the event was a tool request.
    pub call: Option<String>,
    /// Every finding of the event, in the order in which the rules were checked.
    pub findings: Vec<Finding>,
    /// Whether it was only observed: nothing was denied.
    pub observed_only: bool,
    /// Its status.
    pub status: IncidentStatus,
    /// The agent's own summary, from its report or its last message.
    pub summary: Option<String>,
    /// What a person said.
    pub guidance: Option<String>,
    /// When it was closed.
    pub closed_at: Option<Timestamp>,
}

/// The status of an incident.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum IncidentStatus {
    /// The breaker is open and waits for a person.
    Open,
    /// A person gave guidance and the agent continued.
    Guided,
    /// A person closed the breaker without guidance.
    Reset,
    /// A person said that the trip was wrong.
    Dismissed,
    /// The task was tried again in a fresh session, with the analysis of the trip.
    Retried,
    /// The cooldown of a loop passed, and one more iteration was allowed.
    CooledDown,
    /// Observe mode: the trip was only recorded.
    Observed,
}

/// A change to an incident. The runtime applies it in the transaction of the event.
#[derive(Debug, Clone, PartialEq)]
pub enum IncidentChange {
    /// A trip opened it.
    Opened(Box<Incident>),
    /// The agent summarized its work. A report replaces a last message, never the reverse.
    Summary {
        /// The incident.
        incident: IncidentId,
        /// The text, short and redacted.
        text: String,
        /// Whether it is the agent's report; otherwise it is its last message.
        reported: bool,
    },
    /// It was closed.
    Closed {
        /// The incident.
        incident: IncidentId,
        /// Its new status.
        status: IncidentStatus,
        /// What a person said.
        guidance: Option<String>,
        /// When it happened.
        at: Timestamp,
    },
}

impl Incident {
    /// An incident whose breaker is open and waits for a person; nothing is known beside its cause.
    #[must_use]
    pub fn open(
        id: IncidentId,
        (session, agent, task): (SessionId, AgentId, TaskId),
        at: Timestamp,
        cause: Finding,
    ) -> Self {
        Self {
            id,
            session,
            agent,
            task,
            at,
            cause,
            call: None,
            findings: Vec::new(),
            observed_only: false,
            status: IncidentStatus::Open,
            summary: None,
            guidance: None,
            closed_at: None,
        }
    }

    /// The rule that opened the breaker.
    #[must_use]
    pub fn rule(&self) -> Rule {
        self.cause.rule
    }

    /// The sentence that says why, for people.
    #[must_use]
    pub fn reason(&self) -> String {
        self.cause.cause()
    }

    /// The JSON form for the store, which keeps the data of the cause.
    pub fn to_stored(&self) -> impl Serialize {
        let cause = Some(StoredCause(self.cause.clone()));
        IncidentJson { cause, ..IncidentJson::from(self.clone()) }
    }
}

/// An incident in JSON: the rule and the sentence say the cause; a stored one has its data too.
#[derive(Serialize, Deserialize)]
struct IncidentJson {
    id: IncidentId,
    session: SessionId,
    agent: AgentId,
    task: TaskId,
    at: Timestamp,
    rule: Rule,
    reason: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    cause: Option<StoredCause>,
    call: Option<String>,
    findings: Vec<Finding>,
    observed_only: bool,
    status: IncidentStatus,
    summary: Option<String>,
    guidance: Option<String>,
    closed_at: Option<Timestamp>,
}

impl From<IncidentJson> for Incident {
    fn from(json: IncidentJson) -> Self {
        let of_rule = json.findings.iter().filter(|finding| finding.rule == json.rule);
        let worst = of_rule.min_by_key(|finding| Reverse(finding.level)).cloned();
        let known = json.cause.map(|cause| cause.0).or(worst);
        let cause = known.unwrap_or_else(|| Finding::from_sentence(json.rule, json.reason));
        Self {
            cause,
            id: json.id,
            session: json.session,
            agent: json.agent,
            task: json.task,
            at: json.at,
            call: json.call,
            findings: json.findings,
            observed_only: json.observed_only,
            status: json.status,
            summary: json.summary,
            guidance: json.guidance,
            closed_at: json.closed_at,
        }
    }
}

impl From<Incident> for IncidentJson {
    fn from(incident: Incident) -> Self {
        Self {
            rule: incident.rule(),
            reason: incident.reason(),
            cause: None,
            id: incident.id,
            session: incident.session,
            agent: incident.agent,
            task: incident.task,
            at: incident.at,
            call: incident.call,
            findings: incident.findings,
            observed_only: incident.observed_only,
            status: incident.status,
            summary: incident.summary,
            guidance: incident.guidance,
            closed_at: incident.closed_at,
        }
    }
}

//! The answers of the shared breakers of tools and services to a call. They are facts on the logged
//! event, so that the fold reads nothing but its own records.

use fusebox_breaker::State;
use fusebox_breaker::machine::Totals;
use serde::{Deserialize, Serialize};

use crate::state::is_default;
use crate::{Finding, FindingLevel, FindingSubject, Rule};

/// The permission of one breaker to make one call.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct BreakerTicket {
    /// The breaker: `mcp:jira/search`, or `mcp:jira` for all tools of that service.
    pub key: String,
    /// Its epoch; a result of an earlier epoch changes nothing (S3).
    pub epoch: u64,
    /// The number of a probe, from 1; 0 for an ordinary call.
    #[serde(default, skip_serializing_if = "is_default")]
    pub probe: u32,
}

/// The answer of the breakers to a call about to be made.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ServiceAdmission {
    /// The ticket of the breaker that refuses the call, else of the tool's breaker.
    #[serde(flatten)]
    pub ticket: BreakerTicket,
    /// The ticket of the service's breaker, if the service has several tools.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub roll_up: Option<BreakerTicket>,
    /// Whether the call may be made.
    pub admitted: bool,
    /// Milliseconds until another call may pass; `None` if unknown.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub retry_after_ms: Option<u64>,
    /// The state of the breaker `ticket.key`.
    pub state: State,
    /// Why it opened last.
    #[serde(default, skip_serializing_if = "is_default")]
    pub by: OpenCause,
    /// The threshold that opens it: failures in a row or percent of failures, as `by` says.
    #[serde(default)]
    pub threshold: u64,
}

/// The measure that opens a breaker.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum OpenCause {
    /// Failures in a row.
    #[default]
    InARow,
    /// The share of failures.
    Rate,
}

/// What a result reports to the breakers.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ServiceFeedback {
    /// The ticket of the tool's breaker.
    #[serde(flatten)]
    pub ticket: BreakerTicket,
    /// How the result counts.
    pub outcome: ServiceOutcome,
    /// The class of its error.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
    /// Breakers that this result opened.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub opened: Vec<OpenedBreaker>,
}

/// How a result counts for a breaker.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ServiceOutcome {
    /// The tool answered.
    Success,
    /// The call failed.
    Failure,
    /// The result says nothing about the service.
    Neutral,
}

/// A breaker that opened.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct OpenedBreaker {
    /// The breaker.
    pub key: String,
    /// Whether it is the breaker of a whole service.
    #[serde(default, skip_serializing_if = "is_default")]
    pub roll_up: bool,
    /// For how long, in milliseconds.
    pub open_for_ms: u64,
    /// Why it opened, before any probe.
    #[serde(default, skip_serializing_if = "is_default")]
    pub by: OpenCause,
    /// The threshold that opens it: failures in a row or percent of failures, as `by` says.
    pub threshold: u64,
    /// The calls that opened it; none if a probe failed.
    #[serde(default)]
    pub calls: Totals,
}

impl ServiceAdmission {
    /// The finding of a refused call or of a probe; `None` for an ordinary call.
    pub(crate) fn finding(&self) -> Option<Finding> {
        let mut tickets = self.roll_up.iter().chain([&self.ticket]);
        let refused = Some(&self.ticket).filter(|_| !self.admitted);
        let ticket = refused.or_else(|| tickets.find(|ticket| ticket.probe > 0))?;
        let key = ticket.key.clone();
        let of_service = if self.admitted {
            key != self.ticket.key
        } else {
            self.roll_up.as_ref().is_some_and(|service| service.key == key)
        };
        let rule = self.by.rule(of_service);
        let (level, subject) = if self.admitted {
            (FindingLevel::Warning, FindingSubject::ProbedService(key))
        } else {
            let retry_after_ms = self.retry_after_ms;
            (FindingLevel::Block, FindingSubject::RefusedService { key, retry_after_ms })
        };
        Some(Finding::new(rule, level, self.threshold, self.threshold).about(subject))
    }
}

impl OpenedBreaker {
    /// The agent whose call opened it is warned: the next one is refused.
    pub(crate) fn finding(&self) -> Finding {
        let Totals { calls, failed, .. } = self.calls;
        let observed = match self.by {
            OpenCause::Rate if calls > 0 => failed.saturating_mul(100) / calls,
            OpenCause::Rate | OpenCause::InARow => self.threshold,
        };
        Finding::new(self.by.rule(self.roll_up), FindingLevel::Warning, observed, self.threshold)
            .about(FindingSubject::OpenedBreaker(self.clone()))
    }
}

impl OpenCause {
    fn rule(self, of_service: bool) -> Rule {
        match self {
            Self::Rate => Rule::FailureRate,
            Self::InARow if of_service => Rule::ServiceThreshold,
            Self::InARow => Rule::FailureThreshold,
        }
    }
}

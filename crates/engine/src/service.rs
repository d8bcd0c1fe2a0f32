//! What the shared breakers of tools and services said to a call: facts on the logged event, so that
//! the fold needs no table but its own records.

use fusebox_breaker::State;
use fusebox_breaker::machine::Totals;
use serde::{Deserialize, Serialize};

use crate::{Finding, FindingLevel, FindingSubject, Rule};

/// Leave of one breaker to make one call.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct BreakerTicket {
    /// The breaker: `mcp:jira/search`, or `mcp:jira` for all tools of that service.
    pub key: String,
    /// Its epoch; a result of an earlier one changes nothing (S3).
    pub epoch: u64,
    /// The number of a probe, from 1; 0 for an ordinary call.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub probe: u32,
}

/// What the breakers said to a call before it was made.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ServiceAdmission {
    /// The one that turned it away, else the tool's.
    #[serde(flatten)]
    pub ticket: BreakerTicket,
    /// The service's, where the tool is one of several.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub roll_up: Option<BreakerTicket>,
    /// Whether the call may be made.
    pub admitted: bool,
    /// Time until another call may be let through, in milliseconds; `None` where nobody can tell.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub retry_after_ms: Option<u64>,
    /// The state of `ticket.key` then.
    pub state: State,
    /// What opened it last.
    #[serde(default, skip_serializing_if = "OpenCause::is_in_a_row")]
    pub by: OpenCause,
    /// The failures in a row that open it, or the percent of failures, as `by` says.
    #[serde(default)]
    pub threshold: u64,
}

/// What opens a breaker.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum OpenCause {
    /// Failures in a row.
    #[default]
    InARow,
    /// The share of failures.
    Rate,
}

/// What the breakers were told by a result.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ServiceFeedback {
    /// The leave that the call had of its tool's breaker.
    #[serde(flatten)]
    pub ticket: BreakerTicket,
    /// What it was.
    pub outcome: ServiceOutcome,
    /// The class of its error.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
    /// Breakers that this result opened.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub opened: Vec<OpenedBreaker>,
}

/// What a result was to a breaker.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ServiceOutcome {
    /// The tool answered.
    Success,
    /// It failed, and that counts.
    Failure,
    /// It says nothing about the service.
    Neutral,
}

/// A breaker that opened.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct OpenedBreaker {
    /// Which.
    pub key: String,
    /// Whether it is that of a whole service.
    #[serde(default, skip_serializing_if = "is_false")]
    pub roll_up: bool,
    /// For how long, in milliseconds.
    pub open_for_ms: u64,
    /// What opened it, before any probe.
    #[serde(default, skip_serializing_if = "OpenCause::is_in_a_row")]
    pub by: OpenCause,
    /// The failures in a row that open it, or the percent of failures, as `by` says.
    pub threshold: u64,
    /// The calls that opened it; none where a probe failed.
    #[serde(default)]
    pub calls: Totals,
}

impl ServiceAdmission {
    /// The finding of a refused call or of a probe; `None` for an ordinary call.
    pub(crate) fn finding(&self) -> Option<Finding> {
        let (key, level, subject) = if self.admitted {
            let mut tickets = self.roll_up.iter().chain([&self.ticket]);
            let key = tickets.find(|ticket| ticket.probe > 0)?.key.clone();
            (key.clone(), FindingLevel::Warning, FindingSubject::ProbedService(key))
        } else {
            let key = self.ticket.key.clone();
            let retry_after_ms = self.retry_after_ms;
            let subject = FindingSubject::RefusedService { key: key.clone(), retry_after_ms };
            (key, FindingLevel::Block, subject)
        };
        let of_service = if self.admitted {
            key != self.ticket.key
        } else {
            self.roll_up.as_ref().is_some_and(|service| service.key == key)
        };
        let rule = self.by.rule(of_service);
        Some(Finding::new(rule, level, self.threshold, self.threshold).about(subject))
    }
}

impl OpenedBreaker {
    /// A notice for people; the agent is told when it calls again.
    pub(crate) fn finding(&self) -> Finding {
        let Totals { calls, failed, .. } = self.calls;
        let observed = match self.by {
            OpenCause::Rate if calls > 0 => failed.saturating_mul(100) / calls,
            OpenCause::Rate | OpenCause::InARow => self.threshold,
        };
        Finding::new(self.by.rule(self.roll_up), FindingLevel::Notice, observed, self.threshold)
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

    #[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks for a reference")]
    fn is_in_a_row(&self) -> bool {
        *self == Self::InARow
    }
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks for a reference")]
fn is_zero(number: &u32) -> bool {
    *number == 0
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks for a reference")]
fn is_false(flag: &bool) -> bool {
    !*flag
}

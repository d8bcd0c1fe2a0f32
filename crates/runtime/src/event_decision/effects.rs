//! Queues what follows from one event: checkpoints, copies of the work, reports, notices, purges.

use fusebox_engine::state::Scopes;
use fusebox_engine::{
    Decision, Duration, Fact, Incident, IncidentChange, NotifyChannel, Observation, Policy,
    Timestamp,
};
use fusebox_store::OutboxKind;
use serde::{Deserialize, Serialize};

use super::EventDecision;
use crate::checkpoint::{self, CheckpointWait, TaskFolder};
use crate::hand_over::{HandOver, HandOverCause};
use crate::judge::JudgeQuestion;
use crate::{RuntimeError, codec, escalation};

/// The body of a queued purge.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct PurgeBody {
    /// What was last touched before this time is forgotten.
    pub before: Timestamp,
    /// Kept attempts that are older than this are forgotten too.
    pub keep_attempts: Duration,
}

const DAY_MS: u64 = 24 * 3_600_000;

impl EventDecision<'_> {
    /// Queues what follows from the event. Says whether anything was queued, and what the call waits for.
    pub(super) fn queue_effects(
        &mut self,
        policy: &Policy,
        decision: &Decision,
        observation: &Observation,
        scopes: &Scopes,
    ) -> Result<(bool, Option<CheckpointWait>), RuntimeError> {
        let task = &observation.task;
        let folder = || TaskFolder::of(&observation.session, &scopes.session, task);
        let mut queued = false;
        if let Some(incident) = opened_incident(decision) {
            if !incident.observed_only
                && scopes.task.checkpoint.tag().is_some()
                && let Some(folder) = folder()
            {
                // Before the report, which may name the copy.
                queued |= self.queue(OutboxKind::Attempt, incident.id.as_str(), &folder.body()?)?;
            }
            queued |= self.queue_report(incident, policy)?;
        }
        queued |= self.queue_hand_over(decision, policy)?;
        for change in &decision.changes {
            if let IncidentChange::Closed { incident, .. } = change {
                queued |= escalation::queue_end(self.tx, incident, self.now)?;
            }
        }
        let wanted = &decision.checkpoint;
        if wanted.make
            && let Some(folder) = folder()
        {
            queued |= checkpoint::queue(self.tx, &folder, self.now)?;
        }
        if matches!(observation.fact, Fact::SessionStart(_)) {
            queued |= self.queue_purge(policy)?;
        }
        if policy.limits.calibrated && matches!(observation.fact, Fact::SessionEnd) {
            let end = format!("{}:{}", observation.session, scopes.session.events);
            queued |= self.queue(OutboxKind::Calibrate, &end, "")?;
        }
        if let Some(question) = JudgeQuestion::of(decision, observation, scopes) {
            queued |= self.queue(OutboxKind::Judge, &question.key(), &question.body()?)?;
        }
        let session = &scopes.session;
        let has_learnt = session.totals.incident.is_some() || session.seen_before_told;
        if has_learnt
            && matches!(observation.fact, Fact::SessionEnd)
            && let Some(project) = session.project()
        {
            let end = format!("{}:{}", observation.session, session.events);
            queued |= self.queue(OutboxKind::Learn, &end, project)?;
        }
        let wait = wanted.wait_until.map(|until| CheckpointWait { task: task.clone(), until });
        Ok((queued, wait))
    }

    fn queue_report(&mut self, incident: &Incident, policy: &Policy) -> Result<bool, RuntimeError> {
        let id = incident.id.as_str();
        let mut queued = self.queue(OutboxKind::Report, id, id)?;
        // The bell is part of the answer; the desktop is reached after it.
        if !incident.observed_only && policy.notify.contains(&NotifyChannel::Desktop) {
            queued |= self.queue(OutboxKind::DesktopNote, id, id)?;
        }
        Ok(queued)
    }

    /// Queues the page for the project, after the report that it is made of.
    fn queue_hand_over(
        &mut self,
        decision: &Decision,
        policy: &Policy,
    ) -> Result<bool, RuntimeError> {
        let Some(file) = &policy.report.hand_over else { return Ok(false) };
        let mut queued = false;
        for change in &decision.changes {
            let of = match change {
                IncidentChange::Opened(incident) if !incident.observed_only => {
                    HandOverCause::Trip(incident.id.clone())
                }
                IncidentChange::Summary { incident, .. } => {
                    HandOverCause::Summary(incident.clone())
                }
                IncidentChange::Opened(_) | IncidentChange::Closed { .. } => continue,
            };
            queued |= HandOver { of, file: file.clone() }.queue(self.tx, self.now)?;
        }
        Ok(queued)
    }

    /// Queues a purge, once a day and only where something is older than `retention`.
    ///
    /// The day is one that another session has seen as well: a clock that jumped ahead purges nothing.
    fn queue_purge(&mut self, policy: &Policy) -> Result<bool, RuntimeError> {
        let day = (self.now.0 / DAY_MS).to_string();
        if self.tx.effect(&OutboxKind::Purge, &day)?.is_some() {
            return Ok(false);
        }
        let Some(beside) = self.tx.newest_beside(&self.event.session)? else { return Ok(false) };
        let before = self.now.min(beside).0.saturating_sub(policy.retention.0);
        if self.tx.oldest_event()?.is_none_or(|oldest| oldest.0 >= before) {
            return Ok(false);
        }
        let keep_attempts = policy.attempts.keep_attempts;
        let body = PurgeBody { before: Timestamp(before), keep_attempts };
        self.queue(OutboxKind::Purge, &day, &codec::json("a delivery", &body)?)
    }

    fn queue(&mut self, kind: OutboxKind, key: &str, body: &str) -> Result<bool, RuntimeError> {
        Ok(self.tx.queue(&kind, key, body, self.now)?)
    }
}

fn opened_incident(decision: &Decision) -> Option<&Incident> {
    decision.changes.iter().find_map(|change| match change {
        IncidentChange::Opened(incident) => Some(incident.as_ref()),
        IncidentChange::Summary { .. } | IncidentChange::Closed { .. } => None,
    })
}

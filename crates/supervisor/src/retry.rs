//! Guided retry: after a trip the same order runs in a fresh session, with the analysis before its prompt.

use fusebox_effects::incident_report;
use fusebox_engine::event::ControlOrder;
use fusebox_engine::{Event, EventKind, Incident, TripRecord};
use fusebox_report::Diagnostic;
use fusebox_runtime::{clock, query};

use crate::{CommandSpec, Result, RunContext};

/// A retry that is to follow a trip.
#[derive(Debug, Clone, PartialEq)]
pub struct GuidedRetry {
    /// Its number, from 1.
    pub number: u64,
    /// How many there may be.
    pub of: u64,
    /// The trip.
    pub incident: Incident,
    /// Its report.
    pub report: Diagnostic,
}

impl GuidedRetry {
    /// The retry after this trip, and closes its breaker for it. `None` where the policy has none left, where
    /// the trip asks for a person, or where the prompt is not known.
    pub(crate) fn after(
        trip: &TripRecord,
        spec: &CommandSpec,
        context: &mut RunContext<'_>,
    ) -> Result<Option<Self>> {
        let of = context.policy(spec.role.as_deref()).guided.retries();
        let Some(before) = spec.retries else { return Ok(None) };
        if !trip.rule().is_retried() || before >= of {
            return Ok(None);
        }
        let found = query::find_incidents(context.runtime.store(), trip.incident.as_str())?;
        let Some(incident) = found.into_iter().next() else { return Ok(None) };
        let report = incident_report(context.runtime.store(), &incident)?;
        let event = Event {
            session: incident.session.clone(),
            id: None,
            at: None,
            agent: incident.agent.clone(),
            kind: EventKind::Control(ControlOrder::Retry),
        };
        context.runtime.order(&event, clock::now())?;
        Ok(Some(Self { number: before + 1, of, incident, report }))
    }

    /// The prompt of the fresh session. `task` is the original prompt, word for word.
    #[must_use]
    pub fn prompt(&self, task: &str) -> String {
        self.report.retry_prompt(&self.incident.reason(), task)
    }
}

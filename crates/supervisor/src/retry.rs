//! Guided retry: after a trip the same order runs in a fresh session, with the analysis before its prompt.

use fusebox_effects::{incident_report, return_to_checkpoint};
use fusebox_engine::event::ControlOrder;
use fusebox_engine::{Event, EventKind, Incident, IncidentId, IncidentStatus};
use fusebox_report::Diagnostic;
use fusebox_runtime::agent_run::AgentRun;
use fusebox_runtime::{Runtime, clock, query};
use fusebox_store::Store;

use crate::analyst::{self, AskOutcome};
use crate::{CommandSpec, FinishedCommand, Result, RunContext, debugger};

/// A retry that is to follow a trip. The breaker stays open until the command of the retry has started.
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
    /// The ref that holds the failed work, where the retry starts from the checkpoint.
    pub kept: Option<String>,
}

impl GuidedRetry {
    /// The retry after this trip, which is analysed first. `None` where the policy has none left, where the trip
    /// asks for a person, where the prompt is not known, or where somebody wants the run to end.
    pub(crate) fn after(
        incident: &IncidentId,
        spec: &CommandSpec,
        record: &AgentRun,
        finished: &FinishedCommand,
        context: &mut RunContext<'_>,
    ) -> Result<Option<Self>> {
        let Some(incident) = query::find_incident(context.runtime.store(), incident)? else {
            return Ok(None);
        };
        let mut asked = analyst::ask(&incident, spec, record, finished, context)?;
        if asked == AskOutcome::Ended {
            asked = debugger::look_for_cause(&incident, spec, context)?;
        }
        let of = context.policy(spec.role.as_deref()).guided.retries();
        let before = spec.retries.filter(|before| *before < of && incident.rule().is_retried());
        let Some(before) = before.filter(|_| asked == AskOutcome::Ended) else {
            return Ok(None);
        };
        let report = incident_report(context.runtime.store(), &incident)?;
        Ok(Some(Self { number: before + 1, of, incident, report, kept: None }))
    }

    /// The prompt of the fresh session. `task` is the original prompt, word for word.
    #[must_use]
    pub fn prompt(&self, task: &str) -> String {
        self.report.retry_prompt(&self.incident.reason(), self.kept.as_deref(), task)
    }

    /// Returns the files to the checkpoint of the task where the policy wants that; the failed work is kept as
    /// an attempt.
    ///
    /// # Errors
    /// When there is no checkpoint, or git fails. The breaker stays open then.
    pub fn prepare_files(
        &mut self,
        spec: &CommandSpec,
        context: &mut RunContext<'_>,
    ) -> Result<()> {
        if context.policy(spec.role.as_deref()).guided.from_checkpoint {
            let kept = return_to_checkpoint(context.runtime, &spec.task, &spec.dir)?;
            (context.inform)(&format!(
                "fusebox: the files are back at the checkpoint; the failed work is kept as {kept}"
            ));
            self.kept = Some(kept);
        }
        Ok(())
    }

    /// Whether the breaker is still open, because the command of the retry has not started.
    ///
    /// # Errors
    /// When the store fails.
    pub fn is_unstarted(&self, store: &Store) -> Result<bool> {
        let incident = query::find_incident(store, &self.incident.id)?;
        Ok(incident.is_some_and(|incident| incident.status == IncidentStatus::Open))
    }
}

/// Closes the breaker that this incident opened, for the retry that has started.
pub(crate) fn close_breaker(incident: &Incident, runtime: &mut Runtime) -> Result<()> {
    let event = Event {
        session: incident.session.clone(),
        id: None,
        at: None,
        agent: incident.agent.clone(),
        kind: EventKind::Control(ControlOrder::Retry),
    };
    Ok(runtime.order(&event, clock::now()).map(drop)?)
}

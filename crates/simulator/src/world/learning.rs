//! Keeps what the runtime's deliveries learn from earlier runs and trips, so that later sessions are told of it.

use fusebox_engine::{FindingSubject, IncidentId, Timestamp, TrippedFailure};
use fusebox_runtime::failure_patterns::{self, AdviceSource, PatternAdvice};
use fusebox_runtime::{query, work};

use super::SimulatedWorld;
use crate::{SimulationError, events};

impl SimulatedWorld<'_> {
    /// Keeps the limit of tool calls that finished work of the project would give.
    pub(super) fn keep_calibrated(&mut self) -> Result<(), SimulationError> {
        let Some(limit) = self.life.rules.plain.calibrated else { return Ok(()) };
        let at = Timestamp(self.clock);
        let store = self.hooks[0].store_mut();
        Ok(store
            .write(|tx| work::keep_limit_of_calls(tx, events::CLIENT, events::FOLDER, limit, at))?)
    }

    /// Notes each failing test that tripped, with advice after which a run passed.
    pub(super) fn learn(&mut self, opened: &[String]) -> Result<(), SimulationError> {
        for id in opened.iter().filter(|_| self.life.rules.plain.learns) {
            let store = self.hooks[0].store();
            let Some(incident) = query::find_incident(store, &IncidentId::parse(id.as_str())?)?
            else {
                continue;
            };
            let FindingSubject::FailingTest { name, .. } = &incident.cause.subject else {
                continue;
            };
            let history = query::call_history(store, &incident)?;
            let failure = TrippedFailure::of(&incident, history.calls());
            let failure = failure.ok_or_else(|| format!("nothing shows how {name} failed"))?;
            let mut known = failure_patterns::of_project(store.read(), events::FOLDER)?;
            let of = (&incident.id, &incident.task);
            known.note_trip(&failure, incident.rule(), of, incident.at);
            let Some(pattern) = known.patterns.last_mut() else { continue };
            pattern.note_advice(PatternAdvice {
                incident: incident.id.clone(),
                by: AdviceSource::Person,
                text: "use make".to_owned(),
                has_passed: Some(true),
            });
            let (at, store) = (incident.at, self.hooks[0].store_mut());
            store.write(|tx| failure_patterns::keep(tx, events::FOLDER, &known, at))?;
            self.model.learn_failing_test(name);
        }
        Ok(())
    }
}

//! Learns from trips: which failure it was, what was done about it, and whether the next run passed.

use fusebox_engine::{Incident, IncidentStatus, Timestamp, TrippedFailure};
use fusebox_runtime::agent_run::{self, AgentRun, FinalStatus};
use fusebox_runtime::failure_patterns::{
    self, AdviceSource, FailurePattern, PatternAdvice, PatternMatch, ProjectPatterns,
};
use fusebox_runtime::{Runtime, RuntimeError, query};
use fusebox_store::Store;

use crate::incident_report;

/// Adds a trip to the pattern of its failure, where the calls before it show one.
pub(crate) fn learn_from_trip(
    runtime: &mut Runtime,
    incident: &Incident,
    now: Timestamp,
) -> Result<(), RuntimeError> {
    if incident.observed_only {
        return Ok(());
    }
    let Some((folder, failure)) = tripped_failure(runtime.store(), incident)? else {
        return Ok(());
    };
    let of = (&incident.id, &incident.task);
    update(runtime, &folder, now, |known| {
        known.note_trip(&failure, incident.rule(), of, incident.at);
    })
}

/// The pattern of the failure that an incident is about, where an earlier trip of the project was about it too.
///
/// # Errors
/// When the store fails.
pub fn earlier_pattern(
    store: &Store,
    incident: &Incident,
) -> Result<Option<FailurePattern>, RuntimeError> {
    let Some((folder, failure)) = tripped_failure(store, incident)? else { return Ok(None) };
    let known = failure_patterns::of_project(store.read(), &folder)?;
    let is_earlier = |pattern: &FailurePattern| {
        pattern.sign == failure.sign && pattern.incidents.iter().any(|id| *id != incident.id)
    };
    Ok(known.patterns.into_iter().find(is_earlier))
}

/// The project of the session that tripped, and the failure that it tripped over.
fn tripped_failure(
    store: &Store,
    incident: &Incident,
) -> Result<Option<(String, TrippedFailure)>, RuntimeError> {
    let Some(folder) = query::project(store, &incident.session)? else { return Ok(None) };
    let history = query::call_history(store, incident)?;
    Ok(TrippedFailure::of(incident, history.calls()).map(|failure| (folder, failure)))
}

/// Notes for the patterns of a project what was done about their trips, and how the runs ended that came after and those
/// that were told of them.
///
/// # Errors
/// When the store fails.
pub fn keep_patterns_current(
    runtime: &mut Runtime,
    folder: &str,
    now: Timestamp,
) -> Result<(), RuntimeError> {
    let before = failure_patterns::of_project(runtime.store().read(), folder)?;
    if before.patterns.is_empty() {
        return Ok(());
    }
    let runs = agent_run::records(runtime.store(), None, u32::MAX)?;
    let mut learnt = before.clone();
    for pattern in &mut learnt.patterns {
        learn_advice(pattern, runtime.store(), &runs)?;
        settle_matches(pattern, &runs);
    }
    if learnt == before {
        return Ok(());
    }
    // Another process may have noted a trip or a match meanwhile: what was learnt is added to that.
    update(runtime, folder, now, |known| {
        for pattern in &mut known.patterns {
            let of_sign = |other: &&FailurePattern| other.sign == pattern.sign;
            let Some(learnt) = learnt.patterns.iter().find(of_sign) else { continue };
            for advice in &learnt.advice {
                pattern.note_advice(advice.clone());
            }
            for told in &mut pattern.matches {
                let is_same = |other: &&_| is_same_match(other, told);
                told.has_passed =
                    learnt.matches.iter().find(is_same).and_then(|other| other.has_passed);
            }
        }
    })
}

fn is_same_match(one: &PatternMatch, other: &PatternMatch) -> bool {
    one.session == other.session && one.at == other.at
}

fn update(
    runtime: &mut Runtime,
    folder: &str,
    now: Timestamp,
    change: impl Fn(&mut ProjectPatterns),
) -> Result<(), RuntimeError> {
    let store = runtime.store_mut();
    store.write(|tx| {
        let mut known = failure_patterns::of_project(&*tx, folder)?;
        change(&mut known);
        failure_patterns::keep(tx, folder, &known, now)
    })
}

/// Notes what a person or a retry did about each trip, and whether the next run of its task passed.
fn learn_advice(
    pattern: &mut FailurePattern,
    store: &Store,
    runs: &[AgentRun],
) -> Result<(), RuntimeError> {
    for id in pattern.incidents.clone() {
        let Some(incident) = query::find_incident(store, &id)? else { continue };
        let Some((by, text)) = advice(&incident, store)? else { continue };
        let has_passed = next_run_passed(&incident, runs);
        pattern.note_advice(PatternAdvice { incident: id, by, text, has_passed });
    }
    Ok(())
}

/// What was done about a trip.
fn advice(
    incident: &Incident,
    store: &Store,
) -> Result<Option<(AdviceSource, String)>, RuntimeError> {
    if let Some(guidance) = &incident.guidance {
        return Ok(Some((AdviceSource::Person, guidance.clone())));
    }
    if incident.status != IncidentStatus::Retried {
        return Ok(None);
    }
    let analysis = incident_report(store, incident)?.analysis;
    Ok(analysis.map(|analysis| (AdviceSource::Retry, analysis.plan.join(" "))))
}

/// Whether the run passed that ended first after the answer to this trip; `None` while there is none.
fn next_run_passed(incident: &Incident, runs: &[AgentRun]) -> Option<bool> {
    let answered_at = incident.closed_at?;
    let is_next = |run: &&AgentRun| {
        let is_own_trip = run.incident.as_ref() == Some(&incident.id) && has_failed(run);
        run.task == incident.task && run.ended_at >= Some(answered_at) && !is_own_trip
    };
    let next = runs.iter().rev().find(is_next)?;
    let is_other_trip =
        next.circuit_breaker_triggered && next.incident.as_ref() != Some(&incident.id);
    Some(!has_failed(next) && !is_other_trip)
}

/// Notes how the sessions ended that were told of the pattern.
fn settle_matches(pattern: &mut FailurePattern, runs: &[AgentRun]) {
    for told in pattern.matches.iter_mut().filter(|told| told.has_passed.is_none()) {
        let is_of = |run: &&AgentRun| {
            run.session.as_ref() == Some(&told.session) && run.ended_at >= Some(told.at)
        };
        let run = runs.iter().rev().find(is_of);
        told.has_passed = run.map(|run| !has_failed(run) && !run.circuit_breaker_triggered);
    }
}

fn has_failed(run: &AgentRun) -> bool {
    run.final_status == Some(FinalStatus::Failure)
}

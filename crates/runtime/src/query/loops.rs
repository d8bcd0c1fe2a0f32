//! How a loop stands, and whether it may go on.

use std::collections::BTreeMap;

use fusebox_engine::stagnation::{LoopPhase, LoopState};
use fusebox_engine::state::TaskState;
use fusebox_engine::{
    BreakerState, Finding, FindingLevel, Incident, IncidentStatus, LoopRecovery, Policy, Rule,
    TaskId, Timestamp, TripRecord, Verdict, VerdictAction,
};
use fusebox_store::{IncidentFilter, ScopeKind, Store, StoreError};
use serde::Serialize;

use super::incidents;
use crate::codec::{self, StoredRecord};
use crate::{PolicySet, RuntimeError, task};

/// Openings that are shown.
const OPENINGS: usize = 20;

/// How the loop of a task stands. Reading it changes nothing: an open loop whose cooldown passed is
/// open until its next event.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct LoopStatus {
    /// The task that it works on.
    pub task: TaskId,
    /// Its breaker.
    pub state: BreakerState,
    /// What half-open stands for: `watching` while it stands still, `probing` where one iteration
    /// decides.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub half_open: Option<&'static str>,
    /// Whether the next iteration may begin.
    pub allow_continue: bool,
    /// Why it is open, if it is.
    pub reason: Option<String>,
    /// The open incident, if any.
    pub incident: Option<String>,
    /// When an open loop is tried again without a person.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub retry_at: Option<Timestamp>,
    /// Iterations in a row without progress.
    pub consecutive_no_progress: u64,
    /// The error at the end of the last iteration, and how often in a row; empty where it had none.
    pub error_counts: BTreeMap<String, u64>,
    /// Characters put out by the last iterations, the newest last; 10 at most.
    pub output_trend: Vec<u64>,
    /// When an iteration made progress last.
    pub last_progress: Option<Timestamp>,
    /// The number of that iteration.
    pub last_progress_iteration: Option<u64>,
    /// Iterations since then that asked instead of working.
    pub questions: u64,
    /// Iterations in a row in which permissions were denied.
    pub denials: u64,
    /// Iterations since the last progress in which the agent said that it is done.
    pub claims_complete: u64,
    /// The most tests that ever passed, where they are counted.
    pub best_tests_passing: Option<u64>,
    /// Iterations since a person spoke last: what `--max` of `fusebox loop` counts.
    pub iterations_since_reset: u64,
    /// Iterations in all.
    pub iterations: u64,
    /// Iterations with progress in all.
    pub with_progress: u64,
    /// Iterations that ended with an error in all.
    pub failures: u64,
    /// How often it opened.
    pub total_opens: u64,
    /// The last times that it opened, the newest last; 20 at most.
    pub history: Vec<LoopOpening>,
}

/// One time that a loop opened.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct LoopOpening {
    /// The incident.
    pub incident: String,
    /// When.
    pub at: Timestamp,
    /// The rule that is named first.
    pub rule: Rule,
    /// One sentence for people.
    pub reason: String,
    /// How it ended, if it did.
    pub status: IncidentStatus,
    /// When it ended.
    pub closed_at: Option<Timestamp>,
    /// What a person said.
    pub guidance: Option<String>,
}

/// How the loop of a task stands; one that nobody knows is closed, one that cannot be read is open.
/// `now` tells whether a cooldown has passed.
///
/// # Errors
/// When the store fails.
pub fn loop_status(
    store: &Store,
    policies: &PolicySet,
    id: &TaskId,
    now: Timestamp,
) -> Result<LoopStatus, RuntimeError> {
    let read = match store.read().scope(ScopeKind::Task, id.as_str()) {
        Ok(row) => codec::read::<TaskState>(row.as_ref()),
        Err(StoreError::Row { .. }) => StoredRecord::Corrupt,
        Err(error) => return Err(error.into()),
    };
    let history = history(store, id)?;
    let StoredRecord::State(state) = read else {
        return Ok(LoopStatus { history, ..unreadable(id) });
    };
    let named = task::find(store, id)?;
    let role = named.as_ref().and_then(|named| named.role.clone());
    let patch = named.map(|named| named.patch).filter(|patch| !patch.is_null());
    let own = patch.and_then(|patch| policies.patched(&patch));
    let policy = own.as_ref().unwrap_or(policies).of(role.as_deref());
    Ok(LoopStatus { history, ..status(id, &state, policy, now) })
}

fn status(id: &TaskId, task: &TaskState, policy: &Policy, now: Timestamp) -> LoopStatus {
    let looping = &task.looping;
    let tripped = task.breaker.trip_record();
    let retry_at = tripped.and_then(|tripped| retry_at(tripped, policy));
    let state = task.state();
    LoopStatus {
        state,
        half_open: half_open(state, looping.phase),
        allow_continue: state != BreakerState::Open || retry_at.is_some_and(|at| at <= now),
        reason: tripped.map(|tripped| tripped.cause.cause()),
        incident: tripped.map(|tripped| tripped.incident.to_string()),
        retry_at,
        ..counts(id, looping)
    }
}

fn counts(id: &TaskId, looping: &LoopState) -> LoopStatus {
    let error = looping.error.iter().map(|error| (error.line.clone(), error.count));
    LoopStatus {
        task: id.clone(),
        state: BreakerState::Closed,
        half_open: None,
        allow_continue: true,
        reason: None,
        incident: None,
        retry_at: None,
        consecutive_no_progress: looping.idle,
        error_counts: error.collect(),
        output_trend: looping.outputs.lengths().to_vec(),
        last_progress: looping.last_progress.map(|(_, at)| at),
        last_progress_iteration: looping.last_progress.map(|(iteration, _)| iteration),
        questions: looping.asked,
        denials: looping.denials,
        claims_complete: looping.claims,
        best_tests_passing: looping.best_tests,
        iterations_since_reset: looping.round,
        iterations: looping.totals.iterations,
        with_progress: looping.totals.progress,
        failures: looping.totals.failures,
        total_opens: looping.totals.opens,
        history: Vec::new(),
    }
}

/// L13: what cannot be read is open.
fn unreadable(id: &TaskId) -> LoopStatus {
    LoopStatus {
        state: BreakerState::Open,
        allow_continue: false,
        reason: Some(format!("{}: {}", Rule::StateCorrupt.name(), Rule::StateCorrupt.title())),
        ..counts(id, &LoopState::default())
    }
}

/// When the cooldown of an open loop ends; a budget has none.
fn retry_at(tripped: &TripRecord, policy: &Policy) -> Option<Timestamp> {
    match policy.stagnation.recovery {
        LoopRecovery::Cooldown(length) if tripped.rule().judges_loops() => {
            Some(tripped.since.after(length))
        }
        LoopRecovery::Cooldown(_) | LoopRecovery::Manual => None,
    }
}

fn half_open(state: BreakerState, phase: LoopPhase) -> Option<&'static str> {
    match phase {
        LoopPhase::Watching if state == BreakerState::HalfOpen => Some("watching"),
        LoopPhase::Probing if state == BreakerState::HalfOpen => Some("probing"),
        LoopPhase::Closed | LoopPhase::Watching | LoopPhase::Probing => None,
    }
}

/// The last times that the loop opened: the incidents outlive every reset.
fn history(store: &Store, id: &TaskId) -> Result<Vec<LoopOpening>, RuntimeError> {
    let filter = IncidentFilter { task: Some(id), ..IncidentFilter::default() };
    let of_loop = |incident: &Incident| incident.rule().judges_loops();
    let newest = incidents(store, &filter)?.into_iter().filter(of_loop).take(OPENINGS);
    let mut openings: Vec<LoopOpening> = newest
        .map(|incident| LoopOpening {
            incident: incident.id.to_string(),
            at: incident.at,
            rule: incident.rule(),
            reason: incident.reason(),
            status: incident.status,
            closed_at: incident.closed_at,
            guidance: incident.guidance,
        })
        .collect();
    openings.reverse();
    Ok(openings)
}

/// What whoever drives a loop does after an event.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct LoopDecision {
    /// Whether the next iteration may begin.
    pub allow_continue: bool,
    /// The breaker.
    pub state: BreakerState,
    /// Why it is as it is, where a rule or an open breaker says so.
    pub reason: Option<String>,
}

impl From<&Verdict> for LoopDecision {
    fn from(verdict: &Verdict) -> Self {
        let told =
            verdict.findings.first().filter(|finding| finding.level >= FindingLevel::Warning);
        Self {
            allow_continue: verdict.verdict < VerdictAction::Deny,
            state: verdict.state,
            reason: told.map(Finding::message).or_else(|| verdict.context.clone()),
        }
    }
}

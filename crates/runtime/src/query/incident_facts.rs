//! The facts that the report of an incident is composed of, read from the store.

use std::collections::BTreeMap;
use std::path::Path;

use fusebox_engine::test_run::{TestRun, TestRunEnd};
use fusebox_engine::{
    AgentId, Incident, IncidentFacts, SessionId, TaskId, TestRunRecord, Timestamp,
};
use fusebox_store::Store;

use super::slice_state;
use super::source_statement::statement;
use crate::{RuntimeError, query, task};

/// The report that was composed when the incident tripped, as JSON.
///
/// # Errors
/// When the store fails.
pub fn stored_report(store: &Store, incident: &Incident) -> Result<Option<String>, RuntimeError> {
    Ok(store.read().report(&incident.id)?)
}

/// The facts of an incident: everything that the report of its trip is composed of.
///
/// # Errors
/// When the store fails.
pub fn incident_facts(store: &Store, incident: &Incident) -> Result<IncidentFacts, RuntimeError> {
    let (session, task, at) = (incident.session.clone(), incident.task.clone(), incident.at);
    let mut facts = facts_until(store, session, task, at)?;
    facts.calls = query::calls_before(store, incident)?;
    facts.history = query::call_history(store, incident)?;
    facts.incident = Some(incident.clone());
    Ok(facts)
}

/// The facts of a task as it stands, whether anything tripped or not. `session` is the one that
/// worked on it last.
///
/// # Errors
/// When the store fails.
pub fn task_facts(
    store: &Store,
    task: &TaskId,
    session: &SessionId,
    now: Timestamp,
) -> Result<IncidentFacts, RuntimeError> {
    let mut facts = facts_until(store, session.clone(), task.clone(), now)?;
    facts.calls = query::last_calls(store, session, &AgentId::main(), now)?;
    let attempts = query::task(store, task)?.per_test_attempts;
    let fails = |name: &String| {
        name == TestRun::SUITE || attempts.get(name).is_some_and(|test| test.failing)
    };
    let failed = last_failed_run(&facts.runs).map(|run| run.failed.clone()).unwrap_or_default();
    facts.passed_since =
        failed.into_iter().map(|test| test.name).filter(|name| !fails(name)).collect();
    Ok(facts)
}

/// What the store and the source files tell of the task up to a time.
fn facts_until(
    store: &Store,
    session: SessionId,
    task: TaskId,
    at: Timestamp,
) -> Result<IncidentFacts, RuntimeError> {
    let named = task::find(store, &task)?;
    let folder = match &named {
        Some(task) => Some(task.folder.clone()),
        None => query::folder(store, &session)?,
    };
    let mut runs = query::runs(store, &task)?;
    runs.retain(|run| run.at <= at);
    let folder = folder.as_deref().map(Path::new);
    let contract = named.as_ref().and_then(|task| task.contract.as_deref()).map(Path::new);
    let failing_statements = folder.map(|folder| failing_statements(&runs, folder));
    let cost = query::session_cost(store, &session)?;
    Ok(IncidentFacts {
        cost,
        slice_name: named.as_ref().and_then(|task| task.slice.clone()),
        slice_state: folder.and_then(|folder| slice_state::read(folder, contract)),
        scope_touches: query::task(store, &task)?.scope_violations,
        checkpoint: query::checkpoint(store, &task)?,
        runs,
        failing_statements: failing_statements.unwrap_or_default(),
        ..IncidentFacts::new(session, task, at)
    })
}

fn last_failed_run(runs: &[TestRunRecord]) -> Option<&TestRunRecord> {
    runs.iter().rfind(|run| run.end == TestRunEnd::Failed)
}

/// The statements at which the tests of the last failed run failed, by the test's name.
fn failing_statements(runs: &[TestRunRecord], folder: &Path) -> BTreeMap<String, String> {
    let failed = last_failed_run(runs).map(|run| run.failed.as_slice()).unwrap_or_default();
    let statements = failed.iter().filter_map(|test| {
        let found = statement(folder, test.file.as_deref()?, test.line?)?;
        Some((test.name.clone(), found))
    });
    statements.collect()
}

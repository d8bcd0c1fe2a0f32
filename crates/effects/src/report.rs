//! The report of a trip, composed while everything it is about still exists.

use std::path::Path;

use fusebox_engine::test_run::FileChangeKind;
use fusebox_engine::{Incident, TaskId, Timestamp, WorkSinceCheckpoint};
use fusebox_git::{ChangeKind, Repository};
use fusebox_report::{Analysis, Diagnostic};
use fusebox_runtime::{Runtime, RuntimeError, clock, query};
use fusebox_store::Store;

use crate::checkpoint;

/// Composes the report of an incident and stores it.
pub(crate) fn store(
    runtime: &mut Runtime,
    incident: &Incident,
    now: Timestamp,
) -> Result<(), RuntimeError> {
    let mut facts = query::incident_facts(runtime.store(), incident)?;
    if let Some(folder) = query::folder(runtime.store(), &incident.session)? {
        let folder = Path::new(&folder);
        if facts.checkpoint.tag().is_some() {
            facts.since_checkpoint = work_since_checkpoint(&incident.task, folder);
        }
        facts.branch = branch(folder);
    }
    let mut report = Diagnostic::compose(&facts);
    let known = query::stored_report(runtime.store(), incident)?;
    let known = known.and_then(|body| serde_json::from_str::<Diagnostic>(&body).ok());
    if let Some(known) = known {
        report.debugger_finding = known.debugger_finding;
        if known.analysis.as_ref().is_some_and(|analysis| analysis.analyst.is_outside()) {
            report.analysis = known.analysis;
        }
    }
    put(runtime, incident, &report, now)
}

/// Keeps the analysis of an analyst outside with the report of an incident, in place of the built-in one.
///
/// # Errors
/// When the store fails.
pub fn keep_analysis(
    runtime: &mut Runtime,
    incident: &Incident,
    analysis: Analysis,
) -> Result<(), RuntimeError> {
    amend(runtime, incident, |report| report.analysis = Some(analysis))
}

/// Keeps what a debugger found with the report of an incident.
///
/// # Errors
/// When the store fails.
pub fn keep_finding(
    runtime: &mut Runtime,
    incident: &Incident,
    finding: String,
) -> Result<(), RuntimeError> {
    amend(runtime, incident, |report| report.debugger_finding = Some(finding))
}

/// Changes the stored report of an incident, which is made first where there is none.
fn amend(
    runtime: &mut Runtime,
    incident: &Incident,
    change: impl FnOnce(&mut Diagnostic),
) -> Result<(), RuntimeError> {
    if query::stored_report(runtime.store(), incident)?.is_none() {
        store(runtime, incident, clock::now())?;
    }
    let mut report = incident_report(runtime.store(), incident)?;
    change(&mut report);
    put(runtime, incident, &report, clock::now())
}

fn put(
    runtime: &mut Runtime,
    incident: &Incident,
    report: &Diagnostic,
    now: Timestamp,
) -> Result<(), RuntimeError> {
    let body = serde_json::to_string(report)
        .map_err(|source| RuntimeError::Write { what: "a report", source })?;
    Ok(runtime.store_mut().write(|tx| tx.put_report(&incident.id, now, &body))?)
}

/// The report of an incident: the one that was composed at its trip, else what is known now.
///
/// # Errors
/// When the store fails.
pub fn incident_report(store: &Store, incident: &Incident) -> Result<Diagnostic, RuntimeError> {
    let stored = query::stored_report(store, incident)?;
    let facts = query::incident_facts(store, incident)?;
    Ok(Diagnostic::stored_or_composed(stored.as_deref(), &facts))
}

/// The branch that is checked out; `None` where git cannot say, since the report does not need it.
fn branch(folder: &Path) -> Option<String> {
    Repository::find(folder).ok()??.branch().ok()?
}

/// What differs from the checkpoint; `None` where git cannot say.
pub(crate) fn work_since_checkpoint(task: &TaskId, folder: &Path) -> Option<WorkSinceCheckpoint> {
    let found = checkpoint::compare_with_checkpoint(task, folder).ok()??;
    let change = |change: fusebox_git::FileChange| {
        let kind = match change.kind {
            ChangeKind::Added => FileChangeKind::Created,
            ChangeKind::Deleted => FileChangeKind::Deleted,
            ChangeKind::Modified => FileChangeKind::Modified,
        };
        (change.path.to_string_lossy().into_owned(), kind)
    };
    Some(WorkSinceCheckpoint {
        files: found.changes.into_iter().map(change).collect(),
        lines_added: found.lines_added,
        lines_removed: found.lines_removed,
    })
}

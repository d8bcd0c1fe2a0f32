//! The report of a trip, composed while everything it is about still exists.

use std::path::Path;

use fusebox_engine::test_run::FileChangeKind;
use fusebox_engine::{Incident, TaskId, Timestamp};
use fusebox_git::ChangeKind;
use fusebox_report::Diagnostic;
use fusebox_runtime::{Runtime, RuntimeError, query};

use crate::checkpoint;

/// Composes the report of an incident and stores it.
pub(crate) fn store(
    runtime: &mut Runtime,
    incident: &Incident,
    now: Timestamp,
) -> Result<(), RuntimeError> {
    let mut facts = query::incident_facts(runtime.store(), incident)?;
    if facts.checkpoint.tag().is_some()
        && let Some(folder) = query::folder(runtime.store(), &incident.session)?
    {
        facts.files_changed = files_changed(&incident.task, Path::new(&folder));
    }
    let body = serde_json::to_string(&Diagnostic::compose(&facts))
        .map_err(|source| RuntimeError::Write { what: "a report", source })?;
    Ok(runtime.store_mut().write(|tx| tx.put_report(&incident.id, now, &body))?)
}

/// The files that differ from the checkpoint; none where git cannot say, since the report does not
/// need them.
pub(crate) fn files_changed(task: &TaskId, folder: &Path) -> Vec<(String, FileChangeKind)> {
    let changes = checkpoint::changes_since_checkpoint(task, folder).unwrap_or_default();
    let change = |change: fusebox_git::FileChange| {
        let kind = match change.kind {
            ChangeKind::Added => FileChangeKind::Created,
            ChangeKind::Deleted => FileChangeKind::Deleted,
            ChangeKind::Modified => FileChangeKind::Modified,
        };
        (change.path.to_string_lossy().into_owned(), kind)
    };
    changes.into_iter().map(change).collect()
}

//! The report of a trip, made while everything it is made of is there.

use std::path::Path;

use fusebox_engine::{Incident, Timestamp};
use fusebox_git::ChangeKind;
use fusebox_report::{ChangeType, Diagnostic, ModifiedFile};
use fusebox_runtime::{Runtime, RuntimeError, query};

use crate::checkpoint;

/// Makes it and keeps it with the incident.
pub(crate) fn make(
    runtime: &mut Runtime,
    incident: &Incident,
    now: Timestamp,
) -> Result<(), RuntimeError> {
    let mut report = Diagnostic::of(&query::incident_facts(runtime.store(), incident)?);
    if report.checkpoint.is_some()
        && let Some(folder) = query::folder(runtime.store(), &incident.session)?
    {
        add_files(&mut report, incident, Path::new(&folder));
    }
    let body = serde_json::to_string(&report)
        .map_err(|source| RuntimeError::Write { what: "a report", source })?;
    Ok(runtime.store_mut().write(|tx| tx.put_report(&incident.id, now, &body))?)
}

/// Files that git has seen changing since the checkpoint, and no test run has told of: a shell
/// command can write anything.
fn add_files(report: &mut Diagnostic, incident: &Incident, folder: &Path) {
    // The report is whole without them.
    let Ok(changes) = checkpoint::changed(&incident.task, folder) else { return };
    for change in changes {
        let file = change.path.to_string_lossy().into_owned();
        let files = &mut report.cumulative_files_modified;
        // Clients tell whole paths, git tells them from the top.
        let known = |one: &ModifiedFile| Path::new(&one.file).ends_with(&change.path);
        if files.len() >= Diagnostic::MAX_FILES {
            return;
        }
        if files.iter().any(known) {
            continue;
        }
        let change_type = match change.kind {
            ChangeKind::Added => ChangeType::Created,
            ChangeKind::Deleted => ChangeType::Deleted,
            ChangeKind::Modified => ChangeType::Modified,
        };
        files.push(ModifiedFile { file, change_type, attempts: Vec::new() });
    }
}

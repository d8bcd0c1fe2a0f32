//! What goes wrong with the store: statements that fail, rubbish, other versions.

use std::fs;
use std::path::Path;

use fusebox_runtime::Runtime;
use fusebox_store::{FILE, ScopeKind, ScopeRow, StoreError};
use rusqlite::Connection;

use crate::deed::CrashPoint;

/// From now on the process "ends" at this point: the statement there fails, and the transaction
/// is given up as after a kill.
pub(crate) fn set(dir: &Path, point: CrashPoint) -> Result<(), String> {
    let place = match point {
        CrashPoint::Agent => "scope WHEN NEW.kind = 1",
        CrashPoint::Session => "scope WHEN NEW.kind = 2",
        CrashPoint::Task => "scope WHEN NEW.kind = 3",
        CrashPoint::Incident => "incident",
        CrashPoint::Effect => "outbox",
    };
    run(
        dir,
        &format!(
            "CREATE TRIGGER fault BEFORE INSERT ON {place} BEGIN SELECT RAISE(ABORT, 'x'); END"
        ),
    )
}

pub(crate) fn clear(dir: &Path) -> Result<(), String> {
    run(dir, "DROP TRIGGER fault")
}

/// The file as version 1 had it; nobody has it open.
pub(crate) fn old_schema(dir: &Path) -> Result<(), String> {
    run(
        dir,
        "DROP TABLE task; DROP TABLE tail; DROP TABLE run; DROP TABLE report;
         PRAGMA user_version = 1",
    )
}

fn run(dir: &Path, sql: &str) -> Result<(), String> {
    let conn = Connection::open(dir.join(FILE)).map_err(|error| error.to_string())?;
    conn.execute_batch(sql).map_err(|error| format!("{sql}: {error}"))
}

/// Rubbish in place of the database; nobody has it open.
pub(crate) fn rubbish(dir: &Path) -> Result<(), String> {
    for suffix in ["-wal", "-shm"] {
        let _ = fs::remove_file(dir.join(format!("{FILE}{suffix}")));
    }
    fs::write(dir.join(FILE), [b'?'; 8_192]).map_err(|error| error.to_string())
}

/// Every window gets another version, so that the next reader drops it.
pub(crate) fn age_windows(runtime: &mut Runtime) -> Result<(), String> {
    let aged = runtime.store_mut().write(|tx| {
        for (key, row) in tx.scopes(ScopeKind::Agent)? {
            let row = ScopeRow { window_version: row.window_version + 1, ..row };
            tx.save_scope(ScopeKind::Agent, &key, &row)?;
        }
        Ok::<_, StoreError>(())
    });
    aged.map_err(|error| error.to_string())
}

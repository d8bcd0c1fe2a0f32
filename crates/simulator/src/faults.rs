//! Damages the store: statements that fail, garbage, other versions.

use std::fs;
use std::path::Path;

use fusebox_runtime::Runtime;
use fusebox_store::{FILE, ScopeKind, ScopeRow, StoreError};
use rusqlite::Connection;

use crate::step::CrashPoint;

/// Makes every process "end" at this point from now on: the statement fails, and the transaction is rolled back as after
/// a kill.
pub(crate) fn set_crash(dir: &Path, point: CrashPoint) -> Result<(), String> {
    let table = match point {
        CrashPoint::Agent => "scope WHEN NEW.kind = 1",
        CrashPoint::Session => "scope WHEN NEW.kind = 2",
        CrashPoint::Task => "scope WHEN NEW.kind = 3",
        CrashPoint::Incident => "incident",
        CrashPoint::Effect => "outbox",
    };
    execute(
        dir,
        &format!(
            "CREATE TRIGGER fault BEFORE INSERT ON {table} BEGIN SELECT RAISE(ABORT, 'x'); END"
        ),
    )
}

/// Removes the crash point.
pub(crate) fn clear_crash(dir: &Path) -> Result<(), String> {
    execute(dir, "DROP TRIGGER fault")
}

/// Turns the database into one of schema version 1. No process may have it open.
pub(crate) fn downgrade_schema(dir: &Path) -> Result<(), String> {
    execute(
        dir,
        "DROP TABLE task; DROP TABLE tail; DROP TABLE run; DROP TABLE report;
         PRAGMA user_version = 1",
    )
}

fn execute(dir: &Path, sql: &str) -> Result<(), String> {
    let conn = Connection::open(dir.join(FILE)).map_err(|error| error.to_string())?;
    conn.execute_batch(sql).map_err(|error| format!("{sql}: {error}"))
}

/// Overwrites the database with garbage. No process may have it open.
pub(crate) fn overwrite(dir: &Path) -> Result<(), String> {
    for suffix in ["-wal", "-shm"] {
        let _ = fs::remove_file(dir.join(format!("{FILE}{suffix}")));
    }
    fs::write(dir.join(FILE), [b'?'; 8_192]).map_err(|error| error.to_string())
}

/// Gives every window another version, so that the next reader drops it.
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

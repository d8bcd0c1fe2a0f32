//! Damages the store: statements that fail, garbage, other versions.

use std::fs;
use std::path::Path;

use fusebox_runtime::Runtime;
use fusebox_store::{FILE, OpenNotes, ScopeKind, ScopeRow};
use rusqlite::Connection;

use crate::SimulationError;
use crate::step::CrashPoint;

/// Makes every process "end" at this point from now on: the statement fails, and the transaction is rolled back as after
/// a kill.
pub(crate) fn set_crash(dir: &Path, point: CrashPoint) -> Result<(), SimulationError> {
    let table = match point {
        CrashPoint::Agent => "scope WHEN NEW.kind = 1",
        CrashPoint::Session => "scope WHEN NEW.kind = 2",
        CrashPoint::Task => "scope WHEN NEW.kind = 3",
        CrashPoint::Incident => "incident",
        CrashPoint::Effect => "outbox",
    };
    let fail = "BEGIN SELECT RAISE(ABORT, 'x'); END";
    let trigger = |how: &str| format!("CREATE TRIGGER fault_{how} BEFORE {how} ON {table} {fail};");
    let is_state = table.starts_with("scope");
    let ways = if is_state { &["INSERT", "UPDATE"][..] } else { &["INSERT"] };
    execute(dir, &ways.iter().map(|how| trigger(how)).collect::<String>())
}

/// Removes the crash point.
pub(crate) fn clear_crash(dir: &Path) -> Result<(), SimulationError> {
    execute(dir, "DROP TRIGGER fault_INSERT; DROP TRIGGER IF EXISTS fault_UPDATE")
}

/// Turns the database into one of schema version 1. No process may have it open.
pub(crate) fn downgrade_schema(dir: &Path) -> Result<(), SimulationError> {
    let tables = ["task", "document"].map(|table| format!("DROP TABLE {table};"));
    let columns = [("scope", "beside"), ("log", "earlier")]
        .map(|(table, column)| format!("ALTER TABLE {table} DROP COLUMN {column};"));
    execute(dir, &format!("{}{}PRAGMA user_version = 1", tables.concat(), columns.concat()))
}

fn execute(dir: &Path, sql: &str) -> Result<(), SimulationError> {
    let conn = Connection::open(dir.join(FILE))?;
    conn.execute_batch(sql).map_err(|error| format!("{sql}: {error}").into())
}

/// Overwrites the database with garbage. No process may have it open.
pub(crate) fn overwrite(dir: &Path) -> Result<(), SimulationError> {
    for suffix in ["-wal", "-shm"] {
        let _ = fs::remove_file(dir.join(format!("{FILE}{suffix}")));
    }
    Ok(fs::write(dir.join(FILE), [b'?'; 8_192])?)
}

/// Empties the database. No process may have it open.
pub(crate) fn empty(dir: &Path) -> Result<(), SimulationError> {
    overwrite(dir)?;
    Ok(fs::write(dir.join(FILE), "")?)
}

/// The notes of open sessions.
pub(crate) fn notes(dir: &Path) -> OpenNotes {
    OpenNotes::beside(dir)
}

/// Empties every note of an open session.
pub(crate) fn empty_notes(dir: &Path) -> Result<(), SimulationError> {
    for note in fs::read_dir(dir.join("open")).into_iter().flatten() {
        fs::write(note?.path(), "")?;
    }
    Ok(())
}

/// Gives every window another version, so that the next reader drops it.
pub(crate) fn age_windows(runtime: &mut Runtime) -> Result<(), SimulationError> {
    runtime.store_mut().write(|tx| {
        for (key, row) in tx.scopes(ScopeKind::Agent, "")? {
            let row = ScopeRow { window_version: row.window_version + 1, ..row };
            tx.save_scope(ScopeKind::Agent, &key, &row)?;
        }
        Ok(())
    })
}

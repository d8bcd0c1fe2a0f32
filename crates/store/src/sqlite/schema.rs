//! The tables, and how a file gets them.

use std::path::Path;

use rusqlite::{Connection, OpenFlags, Transaction, TransactionBehavior};

use super::StoreGate;
use crate::StoreError;

/// The version that this build writes, kept in the file as `user_version`.
#[expect(clippy::cast_possible_wrap, reason = "a handful of steps")]
pub const SCHEMA_VERSION: i64 = STEPS.len() as i64;

/// Step `n` takes a file from version `n` to `n + 1`. A released step is never edited.
const STEPS: &[&str] = &[
    include_str!("schema/v1.sql"),
    include_str!("schema/v2.sql"),
    include_str!("schema/v3.sql"),
    include_str!("schema/v4.sql"),
    include_str!("schema/v5.sql"),
    include_str!("schema/v6.sql"),
    include_str!("schema/v7.sql"),
    include_str!("schema/v8.sql"),
    include_str!("schema/v9.sql"),
    include_str!("schema/v10.sql"),
];

/// The version of the file; 0 is a new one.
pub(crate) fn version(conn: &Connection) -> rusqlite::Result<i64> {
    conn.query_row("PRAGMA user_version", [], |row| row.get(0))
}

/// Brings a file to [`SCHEMA_VERSION`], whatever it has now, and says whether it was empty. Others that
/// open the same new file wait at the gate; the first one does the work.
pub(crate) fn prepare(
    conn: Connection,
    dir: &Path,
    file: &Path,
) -> Result<(Connection, bool), StoreError> {
    let failed = |error| StoreError::sqlite(file, error);
    let _gate = StoreGate::alone(dir)?;
    let found = version(&conn).map_err(failed)?;
    if found < 0 {
        let detail = format!("its schema version is {found}");
        return Err(StoreError::Corrupt { file: file.to_owned(), detail });
    }
    if found > SCHEMA_VERSION {
        return Err(StoreError::Newer { file: file.to_owned(), found, known: SCHEMA_VERSION });
    }
    if found > 0 {
        upgrade(&conn).map_err(failed)?;
        return Ok((conn, false));
    }
    let wal = journal(&conn, "PRAGMA journal_mode = WAL").and_then(|()| upgrade(&conn));
    let Err(refused) = wal else { return Ok((conn, true)) };
    drop(conn);
    without_shared_memory(file).map(|conn| (conn, true)).map_err(|_| failed(refused))
}

/// Takes the steps that are missing, all or none.
pub(crate) fn upgrade(conn: &Connection) -> rusqlite::Result<()> {
    let tx = Transaction::new_unchecked(conn, TransactionBehavior::Immediate)?;
    let found = version(conn)?;
    for step in STEPS.iter().skip(usize::try_from(found).unwrap_or(0)) {
        conn.execute_batch(step)?;
    }
    conn.pragma_update(None, "user_version", SCHEMA_VERSION)?;
    tx.commit()
}

/// Makes the tables where the file system cannot share memory between processes, so that a
/// write-ahead log is of no use. The new file has one by the time SQLite finds out, and only a
/// connection that is alone can take it back. A rollback journal is slower and as safe.
fn without_shared_memory(file: &Path) -> rusqlite::Result<Connection> {
    let conn = Connection::open_with_flags(file, OpenFlags::SQLITE_OPEN_READ_WRITE)?;
    journal(&conn, "PRAGMA locking_mode = EXCLUSIVE")?;
    journal(&conn, "PRAGMA journal_mode = DELETE")?;
    journal(&conn, "PRAGMA locking_mode = NORMAL")?;
    upgrade(&conn)?;
    Ok(conn)
}

fn journal(conn: &Connection, pragma: &str) -> rusqlite::Result<()> {
    conn.query_row(pragma, [], |_| Ok(()))
}

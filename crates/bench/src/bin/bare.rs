//! The floor: a program that runs the hook's transaction and nothing else.
//!
//! It reads the event from standard input without parsing it, opens the same database with the same settings, runs the
//! same statements with rows of the same sizes, and closes it in the same way. The rest of the hook's cost is reading,
//! observing and deciding.
//!
//! `bench-bare DIR SESSION ID N BYTES`: the state directory, the session, the event's id and number, and the length of its
//! observation.

use std::io::Read;
use std::path::Path;
use std::process::ExitCode;
use std::time::Duration;

use rusqlite::{Connection, OpenFlags, OptionalExtension, TransactionBehavior, params};

/// The store leaves a write-ahead log shorter than this to the next opener.
const LOG_BYTES: u64 = 128 * 4120;

const FIND: &str = "SELECT n, agent, at_ms, observation, verdict FROM log
                 WHERE session = ?1 AND id = ?2";
const LOAD: &str = "SELECT durable, recent, recent_version, beside, open, at_ms FROM scope
             WHERE kind = ?1 AND key = ?2";
const APPEND: &str =
    "INSERT INTO log (session, n, id, agent, task, at_ms, kind, observation, verdict,
                   policy, versions, earlier)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12)";
const SAVE: &str =
    "UPDATE scope SET durable = ?3, recent = ?4, recent_version = ?5, beside = ?6, open = ?7,
               at_ms = ?8 WHERE kind = ?1 AND key = ?2";

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [dir, session, id, n, bytes] = args.as_slice() else { return ExitCode::from(2) };
    let (Ok(n), Ok(bytes)) = (n.parse(), bytes.parse()) else { return ExitCode::from(2) };
    let mut input = Vec::with_capacity(8 << 10);
    if std::io::stdin().lock().read_to_end(&mut input).is_err() {
        return ExitCode::from(3);
    }
    let file = Path::new(dir).join("fusebox.db");
    match work(&file, &RawEvent { session, id, n, observation: "x".repeat(bytes) }) {
        Ok(()) => ExitCode::SUCCESS,
        Err(_) => ExitCode::FAILURE,
    }
}

struct RawEvent<'a> {
    session: &'a str,
    id: &'a str,
    n: i64,
    observation: String,
}

struct ScopeBytes {
    kind: u8,
    key: String,
    durable: String,
    recent: Vec<u8>,
    recent_version: u32,
    beside: String,
    open: bool,
    at_ms: i64,
}

fn work(file: &Path, event: &RawEvent<'_>) -> rusqlite::Result<()> {
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let mut conn = Connection::open_with_flags(file, flags)?;
    conn.busy_timeout(Duration::from_secs(3))?;
    conn.query_row("PRAGMA user_version", [], |row| row.get::<_, i64>(0))?;
    conn.execute_batch("PRAGMA synchronous = NORMAL")?;
    transaction(&mut conn, event)?;
    let log = file.with_file_name("fusebox.db-wal");
    if std::fs::metadata(log).is_ok_and(|log| log.len() < LOG_BYTES) {
        // The system closes it.
        std::mem::forget(conn);
    }
    Ok(())
}

fn transaction(conn: &mut Connection, event: &RawEvent<'_>) -> rusqlite::Result<()> {
    let tx = conn.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let RawEvent { session, id, n, observation } = event;
    tx.query_row(FIND, params![session, id], |_| Ok(())).optional()?;
    let agent = format!("{session}\u{1f}main");
    let rows = [load(&tx, 2, session)?, load(&tx, 1, &agent)?, load(&tx, 3, session)?];
    let at_ms = rows[0].at_ms + 1;
    let (kind, policy, versions) = ("request", 7_i64, 1_001);
    tx.execute(
        APPEND,
        params![
            session,
            n,
            id,
            "main",
            session,
            at_ms,
            kind,
            observation,
            "",
            policy,
            versions,
            ""
        ],
    )?;
    for mut row in rows {
        change(&mut row, id.ends_with("request"));
        let ScopeBytes { kind, key, durable, recent, recent_version, beside, open, .. } = row;
        tx.execute(SAVE, params![kind, key, durable, recent, recent_version, beside, open, at_ms])?;
    }
    tx.commit()
}

fn load(conn: &Connection, kind: u8, key: &str) -> rusqlite::Result<ScopeBytes> {
    conn.query_row(LOAD, params![kind, key], |row| {
        Ok(ScopeBytes {
            kind,
            key: key.to_owned(),
            durable: row.get(0)?,
            recent: row.get(1)?,
            recent_version: row.get(2)?,
            beside: row.get(3)?,
            open: row.get(4)?,
            at_ms: row.get(5)?,
        })
    })
}

/// Bytes that an open call adds to the agent's record and to the session's; its result removes them. SQLite moves a row
/// whose length changes, which costs more than overwriting it.
const OPEN_CALL: [usize; 2] = [120, 20];

/// Changes the content as much as the hook does: SQLite does not write a page that stays the same.
fn change(row: &mut ScopeBytes, begins: bool) {
    let [in_agent, in_session] = OPEN_CALL;
    let by = 24.min(row.recent.len());
    row.recent.rotate_left(by);
    row.durable = if row.durable.contains('1') {
        row.durable.replacen('1', "2", 4)
    } else {
        row.durable.replace('2', "1")
    };
    match (row.kind, begins) {
        (1, true) => row.recent.resize(row.recent.len() + in_agent, 1),
        (1, false) => row.recent.truncate(row.recent.len().saturating_sub(in_agent)),
        (2, true) => row.durable.push_str(&" ".repeat(in_session)),
        (2, false) => row.durable.truncate(row.durable.len().saturating_sub(in_session)),
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> String {
        text.split_whitespace().collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn the_statements_are_those_of_the_store() {
        let log = words(include_str!("../../../store/src/sqlite/log.rs"));
        let scope = words(include_str!("../../../store/src/sqlite/scope.rs"));
        let open = words(include_str!("../../../store/src/sqlite/open.rs"));
        let store = words(include_str!("../../../store/src/sqlite.rs"));
        for (source, part) in [
            (&log, FIND),
            (&log, APPEND),
            (&scope, LOAD),
            (&scope, SAVE),
            (&open, "PRAGMA synchronous = NORMAL"),
            (&store, "const LOG_BYTES: u64 = 128 * 4120;"),
        ] {
            assert!(source.contains(&words(part)), "not a statement of the store: {part}");
        }
    }
}

//! opencode's store since its version 1.2: a SQLite database with a row for each message.

use std::io::{Error, Result};
use std::path::Path;
use std::time::Duration;

use fusebox_engine::Timestamp;
use fusebox_usage::{OPENCODE, ReaderState, read_opencode_row};
use rusqlite::{Connection, OpenFlags, Row};

use crate::file_reader::FileReading;
use crate::found_files::FileStamp;

/// The first bytes of a database.
const MAGIC: &[u8] = b"SQLite format 3\0";
/// How long a write of the client is waited for.
const BUSY_TIMEOUT: Duration = Duration::from_secs(2);
/// The responses. A response counts once, however often its row is read.
const RESPONSES: &str = "SELECT session_id, id, data, time_created FROM message
    WHERE instr(data, '\"tokens\"') ORDER BY time_created, id";

/// Whether a file that begins with `head` is a database.
pub(crate) fn is_database(head: &[u8]) -> bool {
    head.starts_with(MAGIC)
}

/// Reads all responses of a store. One of another program, which has no messages, gives none.
pub(crate) fn read_store(path: &Path, stamp: FileStamp) -> Result<FileReading> {
    let mut reading = FileReading::default();
    reading.progress.stamp = stamp;
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let store = Connection::open_with_flags(path, flags).map_err(Error::other)?;
    store.busy_timeout(BUSY_TIMEOUT).map_err(Error::other)?;
    if !store.table_exists(None, "message").map_err(Error::other)? {
        return Ok(reading);
    }
    read_rows(&store, &mut reading).map_err(Error::other)?;
    reading.progress.format = OPENCODE.name.to_owned();
    Ok(reading)
}

fn read_rows(store: &Connection, reading: &mut FileReading) -> rusqlite::Result<()> {
    let mut statement = store.prepare(RESPONSES)?;
    let mut rows = statement.query([])?;
    while let Some(row) = rows.next()? {
        // The type of a column binds nobody in SQLite: a value may be of another one, or none.
        if read_row(row, reading).is_err() {
            reading.damaged += 1;
        }
    }
    Ok(())
}

fn read_row(row: &Row<'_>, reading: &mut FileReading) -> rusqlite::Result<()> {
    let (session, id) = (row.get_ref(0)?.as_bytes()?, row.get_ref(1)?.as_bytes()?);
    let created: i64 = row.get(3)?;
    let created = Timestamp(u64::try_from(created).unwrap_or_default());
    let mut state = ReaderState::default();
    let ledger = &mut reading.ledger;
    read_opencode_row([session, id], row.get_ref(2)?.as_bytes()?, &mut state, &mut |record| {
        ledger.add(OPENCODE.client, &record, record.at.unwrap_or(created));
    });
    reading.damaged += state.damaged;
    Ok(())
}

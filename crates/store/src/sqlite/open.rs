//! Opens the database of a state directory: makes it, or moves a corrupt one out of the way.

use std::fs::{self, DirBuilder, OpenOptions};
use std::io::{self, ErrorKind};
use std::os::unix::fs::{DirBuilderExt as _, MetadataExt as _, OpenOptionsExt as _};
use std::path::{Path, PathBuf};
use std::time::Duration;

use fusebox_engine::Timestamp;
use rusqlite::config::DbConfig;
use rusqlite::{Connection, OpenFlags};

use super::{SqliteStore, StoreGate, beside, schema};
use crate::failpoint::reach;
use crate::{OpenedStore, Store, StoreError};

/// The name of the database in its directory.
pub const FILE: &str = "fusebox.db";

/// How long one process waits for the others.
const PATIENCE: Duration = Duration::from_secs(3);

/// Creating, and setting aside, each bring a next try; others may do either at the same time.
const TRIES: u32 = 8;

const NOT_A_FILE: &str = "this is not a regular file; move it away";

/// Which file lies at a path, whatever it is called later.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct FileIdentity {
    device: u64,
    inode: u64,
}

impl SqliteStore {
    /// Opens the database in `dir`; both are made when missing, for this user alone.
    pub(crate) fn open(dir: &Path, now: Timestamp) -> Result<OpenedStore, StoreError> {
        let file = dir.join(FILE);
        let mut set_aside = None;
        let mut last = StoreError::Busy { file: file.clone() };
        for _ in 0..TRIES {
            match attach(dir, &file)? {
                AttachResult::Store { store, is_new } => {
                    reach("after-open");
                    return Ok(OpenedStore { store: Store::of(*store), set_aside, is_new });
                }
                AttachResult::Missing => create(dir, &file)?,
                AttachResult::Corrupt(identity, error) => {
                    set_aside = move_away(dir, &file, identity, now)?.or(set_aside);
                    last = error;
                }
            }
        }
        Err(last)
    }
}

/// Opens the database in `dir` to read it, also where it takes no writes or a newer Fusebox wrote it.
pub(crate) fn read_only(dir: &Path) -> Result<Store, StoreError> {
    open_read_only(dir).map(Store::of)
}

/// The same as a connection of its own.
pub(super) fn open_read_only(dir: &Path) -> Result<SqliteStore, StoreError> {
    let file = dir.join(FILE);
    FileIdentity::at(&file)?;
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY
        | OpenFlags::SQLITE_OPEN_NO_MUTEX
        | OpenFlags::SQLITE_OPEN_URI;
    let connect = |mode: &str| {
        let conn = Connection::open_with_flags(format!("{}?{mode}", uri(&file)), flags)?;
        distrust_schema(&conn)?;
        schema::version(&conn).map(|_| conn)
    };
    // Where its side files are gone and none can be made, the file is read as it is.
    let conn = connect("mode=ro").or_else(|_| connect("immutable=1"));
    let conn = conn.map_err(|error| StoreError::sqlite(&file, error))?;
    Ok(SqliteStore { conn, file, identity: None, is_durable: false })
}

fn uri(file: &Path) -> String {
    let path = file.to_string_lossy();
    let path = path.replace('%', "%25").replace('?', "%3f").replace('#', "%23");
    format!("file:{path}")
}

/// Sets a database aside and starts a new one. It is still open, so that its inode is not given to
/// another file.
pub(super) fn set_aside(store: &SqliteStore, now: Timestamp) -> Result<OpenedStore, StoreError> {
    let (Some(identity), Some(dir)) = (store.identity, store.file.parent()) else {
        return Ok(OpenedStore { store: Store::in_memory()?, set_aside: None, is_new: true });
    };
    let set_aside = move_away(dir, &store.file, identity, now)?;
    let opened = SqliteStore::open(dir, now)?;
    Ok(OpenedStore { set_aside: set_aside.or(opened.set_aside), ..opened })
}

enum AttachResult {
    Store { store: Box<SqliteStore>, is_new: bool },
    Missing,
    Corrupt(FileIdentity, StoreError),
}

fn attach(dir: &Path, file: &Path) -> Result<AttachResult, StoreError> {
    let Some(gate) = StoreGate::shared(dir)? else { return Ok(AttachResult::Missing) };
    // Asked before the file is opened: at worst it names a file that is gone, never a newer one.
    let Some(identity) = FileIdentity::at(file)? else { return Ok(AttachResult::Missing) };
    match connect(dir, file, gate) {
        Ok((conn, is_new)) => {
            let file = file.to_owned();
            let store = SqliteStore { conn, file, identity: Some(identity), is_durable: false };
            Ok(AttachResult::Store { store: Box::new(store), is_new })
        }
        Err(error @ StoreError::Corrupt { .. }) => Ok(AttachResult::Corrupt(identity, error)),
        Err(error) => Err(error),
    }
}

/// Connects to the database, and says whether it was empty.
fn connect(dir: &Path, file: &Path, gate: StoreGate) -> Result<(Connection, bool), StoreError> {
    let failed = |error| StoreError::sqlite(file, error);
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let mut conn = Connection::open_with_flags(file, flags).map_err(failed)?;
    conn.busy_timeout(PATIENCE).map_err(failed)?;
    let found = schema::version(&conn).map_err(failed)?;
    drop(gate);
    let mut is_new = false;
    if found != schema::SCHEMA_VERSION {
        (conn, is_new) = schema::prepare(conn, dir, file)?;
    }
    // It also reads the schema, so that a damaged one is found here.
    conn.execute_batch("PRAGMA synchronous = NORMAL").map_err(failed)?;
    Ok((conn, is_new))
}

/// Carries out no triggers and reads no views.
pub(super) fn distrust_schema(conn: &Connection) -> rusqlite::Result<()> {
    conn.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_TRIGGER, false)?;
    conn.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_VIEW, false)?;
    Ok(())
}

fn create(dir: &Path, file: &Path) -> Result<(), StoreError> {
    DirBuilder::new()
        .recursive(true)
        .mode(0o700)
        .create(dir)
        .map_err(|error| StoreError::io(dir, error))?;
    // Alone: the close below would drop SQLite's locks of this same process.
    let _gate = StoreGate::alone(dir)?;
    // SQLite gives the `-wal` and `-shm` files the mode of the database.
    match OpenOptions::new().write(true).create_new(true).mode(0o600).open(file) {
        Ok(_) => Ok(()),
        Err(error) if error.kind() == ErrorKind::AlreadyExists => Ok(()),
        Err(error) => Err(StoreError::io(file, error)),
    }
}

/// Renames the database and its side files. `None`: another process already did.
fn move_away(
    dir: &Path,
    file: &Path,
    corrupt: FileIdentity,
    now: Timestamp,
) -> Result<Option<PathBuf>, StoreError> {
    let _gate = StoreGate::alone(dir)?;
    if FileIdentity::at(file)? != Some(corrupt) {
        return Ok(None);
    }
    let mut stamp = now.0;
    let mut target = beside(file, &format!(".corrupt-{stamp}"));
    while target.exists() {
        stamp += 1;
        target = beside(file, &format!(".corrupt-{stamp}"));
    }
    // The database last: if this process ends half way, the next opener continues from here.
    for suffix in ["-wal", "-shm", ""] {
        match fs::rename(beside(file, suffix), beside(&target, suffix)) {
            Ok(()) => {}
            Err(error) if error.kind() == ErrorKind::NotFound => {}
            Err(error) => return Err(StoreError::io(file, error)),
        }
    }
    Ok(Some(target))
}

impl FileIdentity {
    /// Which file lies at `path`; `None` when there is none.
    fn at(path: &Path) -> Result<Option<Self>, StoreError> {
        match fs::metadata(path) {
            Ok(found) if found.is_file() => {
                Ok(Some(Self { device: found.dev(), inode: found.ino() }))
            }
            Ok(_) => Err(StoreError::io(path, io::Error::other(NOT_A_FILE))),
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
            Err(error) => Err(StoreError::io(path, error)),
        }
    }
}

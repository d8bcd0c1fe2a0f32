//! The sessions with an open breaker, in a side file that outlives the database.
//!
//! It is read when the database has no state of a session: after a corrupt one was set aside,
//! what was open stays open.

use std::fs::{self, File, OpenOptions};
use std::io::{ErrorKind, Write as _};
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::{Path, PathBuf};

use fusebox_engine::{IncidentId, SessionId, TaskId, Timestamp};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::StoreError;
use crate::sqlite::StoreGate;

/// One session with an open breaker.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct OpenEntry {
    /// The session.
    pub session: SessionId,
    /// The incident that opened it.
    pub incident: IncidentId,
    /// Since when.
    #[serde(rename = "since_ms")]
    pub since: Timestamp,
    /// One sentence for people.
    pub reason: String,
    /// The named task that is open with it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub task: Option<TaskId>,
    /// Other sessions that served the task by then.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub others: Vec<SessionId>,
}

impl OpenEntry {
    /// Whether it holds this session, which serves this task.
    #[must_use]
    pub fn holds(&self, session: &SessionId, task: Option<&TaskId>) -> bool {
        self.session == *session
            || self.others.contains(session)
            || self.task.is_some() && self.task.as_ref() == task
    }
}

/// `open.json` of a state directory.
#[derive(Debug, Clone)]
pub struct OpenList {
    dir: PathBuf,
}

#[derive(Serialize)]
struct OpenListFile<'a> {
    version: u32,
    open: &'a [OpenEntry],
}

impl OpenList {
    /// The list of a state directory, which exists.
    #[must_use]
    pub fn of(dir: &Path) -> Self {
        Self { dir: dir.to_owned() }
    }

    /// The sessions on the list, in the order in which they opened. Entries that cannot be read
    /// are passed over, and so is a file that is none of ours.
    ///
    /// # Errors
    /// When there is a file and the system does not let it be read.
    pub fn read(&self) -> Result<Vec<OpenEntry>, StoreError> {
        let file = self.file();
        let text = match fs::read(&file) {
            Ok(text) => text,
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Vec::new()),
            Err(error) => return Err(StoreError::io(&file, error)),
        };
        let mut json: Value = serde_json::from_slice(&text).unwrap_or_default();
        let entries = match json.get_mut("open").map(Value::take) {
            Some(Value::Array(entries)) => entries,
            _ => Vec::new(),
        };
        Ok(entries.into_iter().filter_map(|entry| serde_json::from_value(entry).ok()).collect())
    }

    /// Puts a session on the list, in place of its earlier entry.
    ///
    /// # Errors
    /// When the file cannot be read or written.
    pub fn add(&self, entry: OpenEntry) -> Result<(), StoreError> {
        self.change(|open| {
            open.retain(|other| other.session != entry.session);
            open.push(entry);
        })
    }

    /// Takes a session off the list, and with it what holds its task.
    ///
    /// # Errors
    /// When the file cannot be read or written.
    pub fn remove(&self, session: &SessionId, task: Option<&TaskId>) -> Result<(), StoreError> {
        self.change(|open| open.retain(|entry| !entry.holds(session, task)))
    }

    fn change(&self, change: impl FnOnce(&mut Vec<OpenEntry>)) -> Result<(), StoreError> {
        let _gate = StoreGate::alone(&self.dir)?;
        let before = self.read()?;
        let mut after = before.clone();
        change(&mut after);
        if before == after { Ok(()) } else { self.replace(&after) }
    }

    /// Writes beside the file and renames, so that a reader sees the old list or the new one.
    fn replace(&self, open: &[OpenEntry]) -> Result<(), StoreError> {
        let new = self.dir.join("open.json.new");
        let failed = |error| StoreError::io(&new, error);
        let text = serde_json::to_vec(&OpenListFile { version: 1, open })
            .map_err(|error| failed(error.into()))?;
        let mut file: File = OpenOptions::new()
            .write(true)
            .create(true)
            .truncate(true)
            .mode(0o600)
            .open(&new)
            .map_err(failed)?;
        file.write_all(&text).and_then(|()| file.sync_data()).map_err(failed)?;
        fs::rename(&new, self.file()).map_err(failed)
    }

    fn file(&self) -> PathBuf {
        self.dir.join("open.json")
    }
}

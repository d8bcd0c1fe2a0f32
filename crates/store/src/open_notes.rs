//! The sessions with an open breaker, as notes in a folder that does not fail together with the database.
//!
//! Each trip has one note, written before the transaction commits and removed after the breaker closed.
//! A session that the database does not know is open while there is a note of it: a note that was emptied
//! or replaced still says that there was a trip.

use std::fs::{self, DirBuilder, DirEntry, OpenOptions};
use std::io::{self, Read as _, Write as _};
use std::os::unix::fs::{DirBuilderExt as _, OpenOptionsExt as _};
use std::path::{Path, PathBuf};

use fusebox_engine::{IncidentId, SessionId, TaskId, Timestamp};
use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::xxh3_64;

use crate::{StoreError, own_file};

/// A note is smaller than this, in bytes.
const MAX_BYTES: u64 = 1 << 20;
/// How the names of the notes of tasks begin.
const TASK_PREFIX: &str = "task-";

/// The note of one trip.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct OpenNote {
    /// The session.
    pub session: SessionId,
    /// The incident that opened it; unknown where the note cannot be read.
    pub incident: Option<IncidentId>,
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

impl OpenNote {
    /// Whether it holds this session, which serves this task.
    #[must_use]
    pub fn holds(&self, session: &SessionId, task: Option<&TaskId>) -> bool {
        self.session == *session
            || self.others.contains(session)
            || self.task.is_some() && self.task.as_ref() == task
    }

    /// A note that is there and cannot be read.
    fn unreadable(session: &SessionId) -> Self {
        Self {
            session: session.clone(),
            incident: None,
            since: Timestamp(0),
            reason: "the note of its trip cannot be read".to_owned(),
            task: None,
            others: Vec::new(),
        }
    }

    /// The name of its file: ids are never file names.
    fn name(&self) -> String {
        self.task.as_ref().map_or_else(|| session_name(&self.session), task_name)
    }
}

fn session_name(session: &SessionId) -> String {
    format!("session-{:016x}.json", xxh3_64(session.as_str().as_bytes()))
}

fn task_name(task: &TaskId) -> String {
    format!("{TASK_PREFIX}{:016x}.json", xxh3_64(task.as_str().as_bytes()))
}

/// The notes in one folder, which need not exist.
#[derive(Debug, Clone)]
pub struct OpenNotes {
    dir: PathBuf,
}

#[derive(Serialize)]
struct NoteFile<'a> {
    version: u32,
    #[serde(flatten)]
    note: &'a OpenNote,
}

impl OpenNotes {
    /// The notes in this folder.
    #[must_use]
    pub fn of(dir: impl Into<PathBuf>) -> Self {
        Self { dir: dir.into() }
    }

    /// The notes beside a database, for a store that has no place apart from it.
    #[must_use]
    pub fn beside(state_dir: &Path) -> Self {
        Self::of(state_dir.join("open"))
    }

    /// The number of notes; `None` where there never was one.
    #[must_use]
    pub fn count(&self) -> Option<usize> {
        Some(fs::read_dir(&self.dir).ok()?.count())
    }

    /// Every note that can be read.
    #[must_use]
    pub fn all(&self) -> Vec<OpenNote> {
        let entries = fs::read_dir(&self.dir).into_iter().flatten().flatten();
        entries.filter_map(|entry| read(&entry.path()).ok().flatten()).collect()
    }

    /// The notes under the names of this session and of the task that it serves.
    #[must_use]
    pub fn named(&self, session: &SessionId, task: Option<&TaskId>) -> Vec<OpenNote> {
        let task = task.filter(|task| task.as_str() != session.as_str());
        let names = [Some(session_name(session)), task.map(task_name)];
        let note = |name: String| {
            let path = self.dir.join(name);
            match read(&path) {
                Ok(Some(note)) if note.holds(session, task) => Some(note),
                Err(error) if error.kind() == io::ErrorKind::NotFound => None,
                _ if fs::symlink_metadata(&path).is_err() => None,
                _ => Some(OpenNote::unreadable(session)),
            }
        };
        names.into_iter().flatten().filter_map(note).collect()
    }

    /// Every note that holds a session which serves this task, whatever its name. Notes that cannot be read come first.
    #[must_use]
    pub fn holding(&self, session: &SessionId, task: Option<&TaskId>) -> Vec<OpenNote> {
        let mut notes = self.named(session, task);
        notes.extend(self.tasks_holding(session, task));
        notes.sort_by_key(|note| note.incident.is_some());
        notes
    }

    /// Whether a note that can be read holds a session which serves this task.
    #[must_use]
    pub fn has_readable_note(&self, session: &SessionId, task: Option<&TaskId>) -> bool {
        self.named(session, task).iter().any(|note| note.incident.is_some())
            || self.tasks_holding(session, task).next().is_some()
    }

    /// The notes of tasks that hold a session which serves this task. Only they hold sessions that their names do not
    /// name: the notes of other sessions, one for each trip that is open, are not read.
    fn tasks_holding(
        &self,
        session: &SessionId,
        task: Option<&TaskId>,
    ) -> impl Iterator<Item = OpenNote> {
        let entries = fs::read_dir(&self.dir).into_iter().flatten().flatten();
        let of_task = |entry: &DirEntry| {
            entry.file_name().as_encoded_bytes().starts_with(TASK_PREFIX.as_bytes())
        };
        let note = |entry: DirEntry| read(&entry.path()).ok().flatten();
        entries.filter(of_task).filter_map(note).filter(move |note| note.holds(session, task))
    }

    /// Writes a note, in place of an earlier one of the same session or task.
    ///
    /// # Errors
    /// When the folder or the file cannot be written.
    pub fn put(&self, note: &OpenNote) -> Result<(), StoreError> {
        let file = self.dir.join(note.name());
        let new = file.with_extension("new");
        let failed = |error| StoreError::io(&new, error);
        let text = serde_json::to_vec(&NoteFile { version: 1, note })
            .map_err(|error| failed(error.into()))?;
        let mut folder = DirBuilder::new();
        folder.recursive(true).mode(0o700).create(&self.dir).map_err(failed)?;
        // Whatever lies there is not written to.
        let _ = fs::remove_file(&new);
        let mut created = OpenOptions::new()
            .write(true)
            .create_new(true)
            .mode(0o600)
            .open(&new)
            .map_err(failed)?;
        created.write_all(&text).and_then(|()| created.sync_data()).map_err(failed)?;
        // A reader sees the old note or the new one.
        fs::rename(&new, &file).map_err(failed)
    }

    /// Removes every note that holds a session which serves this task.
    ///
    /// # Errors
    /// When one cannot be removed.
    pub fn remove(&self, session: &SessionId, task: Option<&TaskId>) -> Result<(), StoreError> {
        let own = [Some(session_name(session)), task.map(task_name)].into_iter().flatten();
        let held: Vec<OpenNote> = self.tasks_holding(session, task).collect();
        for name in own.chain(held.iter().map(OpenNote::name)) {
            self.remove_file(&self.dir.join(name))?;
        }
        Ok(())
    }

    /// Removes everything in the folder.
    ///
    /// # Errors
    /// When a file cannot be removed.
    pub fn clear(&self) -> Result<(), StoreError> {
        let entries = fs::read_dir(&self.dir).into_iter().flatten().flatten();
        entries.map(|entry| entry.path()).try_for_each(|file| self.remove_file(&file))
    }

    fn remove_file(&self, file: &Path) -> Result<(), StoreError> {
        match fs::remove_file(file) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => {
                Err(StoreError::io(file, error))
            }
            Ok(()) | Err(_) => Ok(()),
        }
    }
}

/// The note in a file; `None` where the file holds none.
fn read(path: &Path) -> io::Result<Option<OpenNote>> {
    let Some((file, meta)) = own_file::open(path)? else { return Ok(None) };
    let size = usize::try_from(meta.len().min(MAX_BYTES)).unwrap_or_default();
    // Room for the end too, so that one read takes all.
    let mut text = Vec::with_capacity(size + 1);
    file.take(MAX_BYTES).read_to_end(&mut text)?;
    let note: Option<OpenNote> = serde_json::from_slice(&text).ok();
    Ok(note.filter(|note| note.incident.is_some()))
}

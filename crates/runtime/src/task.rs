//! Named tasks: started and ended by a person, and served by whatever session works in their
//! folder. Without one, a session is its own task.

use std::collections::BTreeMap;
use std::path::Path;

use fusebox_engine::{EventKind, TaskId, Timestamp};
use fusebox_store::{Store, StoreTx, TaskRow};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::agent_run::Verification;
use crate::risk::TaskEstimate;
use crate::{PolicySet, RuntimeError, codec};

/// A named task.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Task {
    /// Its id, as the person gave it.
    pub id: TaskId,
    /// The folder it is worked on in, absolute.
    pub folder: String,
    /// What the person calls the slice of work.
    #[serde(default)]
    pub slice: Option<String>,
    /// The role of its agents, where they have none of their own.
    #[serde(default)]
    pub role: Option<String>,
    /// The issue it is about: `OWNER/REPO#N`.
    #[serde(default)]
    pub issue: Option<String>,
    /// The file with its contract.
    #[serde(default)]
    pub contract: Option<String>,
    /// What must hold when it is done.
    #[serde(default)]
    pub criteria: Vec<String>,
    /// The command line that has to succeed before it counts as complete.
    #[serde(default)]
    pub verify: Option<String>,
    /// What the person expects it to take.
    #[serde(default)]
    pub estimate: TaskEstimate,
    /// How it was verified last.
    #[serde(default)]
    pub verification: Option<Verification>,
    /// Where the files of its scope come from; none where nobody named any, or a setting did.
    #[serde(default)]
    pub files_from: Option<FilesFrom>,
    /// Settings of its own, as written.
    #[serde(default)]
    pub set: BTreeMap<String, String>,
    /// What these settings change in a policy: a JSON merge patch.
    #[serde(default, skip_serializing_if = "Value::is_null")]
    pub patch: Value,
    /// When it was started first.
    pub started_at: Timestamp,
    /// When it was completed, if it was.
    #[serde(default)]
    pub completed_at: Option<Timestamp>,
}

/// Where the files of a task's scope come from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FilesFrom {
    /// A person named them.
    Person,
    /// The slice's entry in `GRAPH.json`.
    Graph,
    /// The folders of the files that its contract names.
    Contract,
}

impl FilesFrom {
    /// Its name for people.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Person => "--files",
            Self::Graph => "GRAPH.json",
            Self::Contract => "the contract",
        }
    }
}

impl Task {
    /// A task with an id, a folder and nothing else.
    #[must_use]
    pub fn new(id: TaskId, folder: &Path, at: Timestamp) -> Self {
        Self {
            id,
            folder: folder.to_string_lossy().into_owned(),
            slice: None,
            role: None,
            issue: None,
            contract: None,
            criteria: Vec::new(),
            verify: None,
            estimate: TaskEstimate::default(),
            verification: None,
            files_from: None,
            set: BTreeMap::new(),
            patch: Value::Null,
            started_at: at,
            completed_at: None,
        }
    }

    /// Whether it is active.
    #[must_use]
    pub fn is_open(&self) -> bool {
        self.completed_at.is_none()
    }
}

/// Keeps a task in place of the one with the same id.
///
/// # Errors
/// When the store fails.
pub fn keep(store: &mut Store, task: &Task, now: Timestamp) -> Result<(), RuntimeError> {
    let row = TaskRow {
        id: task.id.clone(),
        folder: task.folder.clone(),
        open: task.is_open(),
        at: now,
        body: codec::json("a task", task)?,
    };
    Ok(store.write(|tx| tx.put_task(&row))?)
}

/// Keeps with a named task how its work was verified; does nothing for one that nobody started.
///
/// # Errors
/// When the store fails.
pub fn note_verification(
    store: &mut Store,
    id: &TaskId,
    verification: &Verification,
    now: Timestamp,
) -> Result<(), RuntimeError> {
    let Some(task) = find(store, id)? else { return Ok(()) };
    keep(store, &Task { verification: Some(verification.clone()), ..task }, now)
}

/// The task with this id, if a person ever started it.
///
/// # Errors
/// When the store fails.
pub fn find(store: &Store, id: &TaskId) -> Result<Option<Task>, RuntimeError> {
    Ok(store.read().task(id)?.and_then(|row| read(&row)))
}

/// Named tasks, the latest first.
///
/// # Errors
/// When the store fails.
pub fn all(store: &Store, open_only: bool) -> Result<Vec<Task>, RuntimeError> {
    Ok(store.read().tasks(open_only)?.iter().filter_map(read).collect())
}

/// The open task that is worked on in `folder` or in one above it.
///
/// # Errors
/// When the store fails.
pub fn of_folder(store: &Store, folder: &Path) -> Result<Option<Task>, RuntimeError> {
    above(store.read(), folder)
}

fn above(reader: &dyn StoreTx, folder: &Path) -> Result<Option<Task>, RuntimeError> {
    for folder in folder.ancestors().filter(|folder| folder.is_absolute()) {
        if let Some(row) = reader.task_of_folder(&folder.to_string_lossy())? {
            return Ok(read(&row));
        }
    }
    Ok(None)
}

fn read(row: &TaskRow) -> Option<Task> {
    serde_json::from_str(&row.body).ok()
}

/// A session's first event without a task: that of the open task of its folder, and with the
/// task's role where it has none. `None` where nothing is to be added.
pub(crate) fn joined(
    reader: &dyn StoreTx,
    kind: &EventKind,
) -> Result<Option<EventKind>, RuntimeError> {
    let EventKind::SessionStart(start) = kind else { return Ok(None) };
    let task = match (&start.task, &start.cwd) {
        (Some(id), _) => reader.task(id)?.and_then(|row| read(&row)),
        (None, Some(cwd)) => above(reader, Path::new(cwd))?,
        (None, None) => None,
    };
    Ok(task.map(|task| {
        let mut start = start.clone();
        start.role = start.role.take().or(task.role);
        start.task = Some(task.id);
        EventKind::SessionStart(start)
    }))
}

/// The named task that an event concerns.
pub(crate) fn named(reader: &dyn StoreTx, id: &TaskId) -> Result<Option<Task>, RuntimeError> {
    Ok(reader.task(id)?.and_then(|row| read(&row)))
}

/// The policies that hold for a task: with its own settings, where it has any.
///
/// # Errors
/// When the store fails.
pub fn policies(
    store: &Store,
    policies: PolicySet,
    id: &TaskId,
) -> Result<PolicySet, RuntimeError> {
    let patch = patch(store.read(), id)?;
    Ok(patch.and_then(|patch| policies.patched(&patch)).unwrap_or(policies))
}

/// What a task's own settings change in a policy.
pub(crate) fn patch(reader: &dyn StoreTx, id: &TaskId) -> Result<Option<Value>, RuntimeError> {
    Ok(named(reader, id)?.map(|task| task.patch).filter(|patch| !patch.is_null()))
}

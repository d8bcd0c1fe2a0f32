//! Tasks: the units of work that outlive sessions.

use fusebox_engine::{TaskId, Timestamp};

use crate::StoreError;

/// One task.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TaskRow {
    /// Its id.
    pub id: TaskId,
    /// The folder that it is worked on in, as one exact path.
    pub folder: String,
    /// Whether it is active: [`Store::purge`](crate::Store::purge) keeps it and its events then.
    pub open: bool,
    /// When it was last touched.
    pub at: Timestamp,
    /// The whole of it, as JSON.
    pub body: String,
}

/// Named tasks.
pub trait TaskRows {
    /// Keeps a task in place of the one with the same id.
    ///
    /// # Errors
    /// When the database takes no writes.
    fn put_task(&mut self, row: &TaskRow) -> Result<(), StoreError>;

    /// A task, if there is one.
    ///
    /// # Errors
    /// [`StoreError::Row`] when it is unreadable, or why the database is.
    fn task(&self, id: &TaskId) -> Result<Option<TaskRow>, StoreError>;

    /// The tasks, all or the open ones alone, the latest first.
    ///
    /// # Errors
    /// As [`Self::task`].
    fn tasks(&self, open_only: bool) -> Result<Vec<TaskRow>, StoreError>;

    /// The latest open task of exactly this folder.
    ///
    /// # Errors
    /// As [`Self::task`].
    fn task_of_folder(&self, folder: &str) -> Result<Option<TaskRow>, StoreError>;
}

//! Files that an agent must not change in certain ways, as a person last left them.

use std::path::{Path, PathBuf};

use fusebox_engine::Timestamp;

use crate::StoreError;

/// A file as a person left it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct AcceptedFile {
    /// Its content; `None` where the file does not exist.
    pub content: Option<Vec<u8>>,
    /// Its permissions; `None` where they are not known: there is no file, or an earlier version kept it.
    pub mode: Option<u32>,
}

/// Accepted files, by their paths.
pub trait AcceptedFileRows {
    /// Keeps a file as it is accepted, in place of what was kept before. It is not withheld any more.
    ///
    /// # Errors
    /// When the database takes no writes.
    fn accept_file(
        &mut self,
        path: &Path,
        file: &AcceptedFile,
        at: Timestamp,
    ) -> Result<(), StoreError>;

    /// The file as it was accepted, if it ever was.
    ///
    /// # Errors
    /// [`StoreError::Row`] when it is unreadable, or why the database is.
    fn accepted_file(&self, path: &Path) -> Result<Option<AcceptedFile>, StoreError>;

    /// Notes that a file is not as it was accepted, and that nobody has accepted the difference.
    ///
    /// # Errors
    /// When the database takes no writes.
    fn withhold_file(&mut self, path: &Path, at: Timestamp) -> Result<(), StoreError>;

    /// The files that are withheld, by their paths.
    ///
    /// # Errors
    /// [`StoreError::Row`] when one is unreadable, or why the database is.
    fn withheld_files(&self) -> Result<Vec<PathBuf>, StoreError>;
}

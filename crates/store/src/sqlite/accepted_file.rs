//! The table `accepted_file`.

use std::path::Path;

use fusebox_engine::Timestamp;
use rusqlite::params;

use super::SqliteStore;
use super::columns::ms;
use crate::{AcceptedFile, AcceptedFileRows, StoreError};

impl AcceptedFileRows for SqliteStore {
    fn accept_file(
        &mut self,
        path: &Path,
        file: &AcceptedFile,
        at: Timestamp,
    ) -> Result<(), StoreError> {
        self.execute(
            "INSERT INTO accepted_file (path, content, at_ms) VALUES (?1, ?2, ?3)
             ON CONFLICT (path) DO UPDATE SET content = ?2, at_ms = ?3",
            params![path.to_string_lossy(), file.content, ms(at)],
        )?;
        Ok(())
    }

    fn accepted_file(&self, path: &Path) -> Result<Option<AcceptedFile>, StoreError> {
        self.one(
            "SELECT content FROM accepted_file WHERE path = ?1",
            params![path.to_string_lossy()],
            |row| Ok(AcceptedFile { content: row.get(0)? }),
        )
    }
}

//! Accepted files, in the table `document`, whose `rank` holds the permissions of a file.

use std::path::{Path, PathBuf};

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
            "INSERT OR REPLACE INTO document (kind, key, at_ms, body, rank)
             VALUES ('accepted_file', ?1, ?2, ?3, ?4)",
            params![path.to_string_lossy(), ms(at), file.content, file.mode.unwrap_or_default()],
        )?;
        self.execute(
            "DELETE FROM document WHERE kind = 'withheld_file' AND key = ?1",
            params![path.to_string_lossy()],
        )?;
        Ok(())
    }

    fn accepted_file(&self, path: &Path) -> Result<Option<AcceptedFile>, StoreError> {
        self.one(
            "SELECT body, rank FROM document WHERE kind = 'accepted_file' AND key = ?1",
            params![path.to_string_lossy()],
            |row| {
                let mode: u32 = row.get(1)?;
                Ok(AcceptedFile { content: row.get(0)?, mode: (mode != 0).then_some(mode) })
            },
        )
    }

    fn withhold_file(&mut self, path: &Path, at: Timestamp) -> Result<(), StoreError> {
        self.execute(
            "INSERT OR REPLACE INTO document (kind, key, at_ms) VALUES ('withheld_file', ?1, ?2)",
            params![path.to_string_lossy(), ms(at)],
        )?;
        Ok(())
    }

    fn withheld_files(&self) -> Result<Vec<PathBuf>, StoreError> {
        // Hooks ask at every event: a range of the primary key reads no other row.
        self.all("SELECT key FROM document WHERE kind = 'withheld_file' ORDER BY key", [], |row| {
            Ok(PathBuf::from(row.get::<_, String>(0)?))
        })
    }
}

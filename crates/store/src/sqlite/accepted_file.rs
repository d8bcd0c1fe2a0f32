//! The table `accepted_file`.

use std::path::{Path, PathBuf};

use fusebox_engine::Timestamp;
use rusqlite::params;

use super::SqliteStore;
use super::columns::ms;
use crate::{AcceptedFile, AcceptedFileRows, StoreError};

/// Begins the row of a file that is withheld. The paths of accepted files are absolute.
const WITHHELD: &str = "withheld:";

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
        self.execute("DELETE FROM accepted_file WHERE path = ?1", params![withheld_key(path)])?;
        Ok(())
    }

    fn accepted_file(&self, path: &Path) -> Result<Option<AcceptedFile>, StoreError> {
        self.one(
            "SELECT content FROM accepted_file WHERE path = ?1",
            params![path.to_string_lossy()],
            |row| Ok(AcceptedFile { content: row.get(0)? }),
        )
    }

    fn withhold_file(&mut self, path: &Path, at: Timestamp) -> Result<(), StoreError> {
        self.execute(
            "INSERT INTO accepted_file (path, content, at_ms) VALUES (?1, NULL, ?2)
             ON CONFLICT (path) DO UPDATE SET at_ms = ?2",
            params![withheld_key(path), ms(at)],
        )?;
        Ok(())
    }

    fn withheld_files(&self) -> Result<Vec<PathBuf>, StoreError> {
        // A range of the primary key: what hooks ask at every event reads no other row.
        self.all(
            "SELECT substr(path, length(?1) + 1) FROM accepted_file
             WHERE path >= ?1 AND path < ?1 || char(0x10ffff) ORDER BY path",
            params![WITHHELD],
            |row| Ok(PathBuf::from(row.get::<_, String>(0)?)),
        )
    }
}

fn withheld_key(path: &Path) -> String {
    format!("{WITHHELD}{}", path.display())
}

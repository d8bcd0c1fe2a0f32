//! Reports of incidents, in the table `document`.

use fusebox_engine::{IncidentId, Timestamp};
use rusqlite::params;

use super::SqliteStore;
use super::columns::ms;
use crate::{ReportRows, StoreError};

impl ReportRows for SqliteStore {
    fn put_report(
        &mut self,
        incident: &IncidentId,
        at: Timestamp,
        body: &str,
    ) -> Result<(), StoreError> {
        self.execute(
            "INSERT OR REPLACE INTO document (kind, key, at_ms, body) VALUES ('report', ?1, ?2, ?3)",
            params![incident.as_str(), ms(at), body],
        )?;
        Ok(())
    }

    fn report(&self, incident: &IncidentId) -> Result<Option<String>, StoreError> {
        self.one(
            "SELECT body FROM document WHERE kind = 'report' AND key = ?1",
            params![incident.as_str()],
            |row| row.get(0),
        )
    }
}

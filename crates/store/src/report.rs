//! The reports of incidents, as they were made at the trip.

use fusebox_engine::{IncidentId, Timestamp};
use rusqlite::params;

use crate::columns::ms;
use crate::{StoreError, StoreReader, StoreTx};

impl StoreTx<'_> {
    /// Keeps the report of an incident, as JSON, in place of the one before.
    ///
    /// # Errors
    /// When the database takes no writes.
    pub fn put_report(
        &mut self,
        incident: &IncidentId,
        at: Timestamp,
        body: &str,
    ) -> Result<(), StoreError> {
        self.execute(
            "INSERT OR REPLACE INTO report (incident, at_ms, body) VALUES (?1, ?2, ?3)",
            params![incident.as_str(), ms(at), body],
        )?;
        Ok(())
    }
}

impl StoreReader<'_> {
    /// The report of an incident, if one was made.
    ///
    /// # Errors
    /// [`StoreError::Row`] when it is unreadable, or why the database is.
    pub fn report(&self, incident: &IncidentId) -> Result<Option<String>, StoreError> {
        self.one("SELECT body FROM report WHERE incident = ?1", params![incident.as_str()], |row| {
            row.get(0)
        })
    }
}

//! The reports of incidents, as they were made at the trip.

use fusebox_engine::{IncidentId, Timestamp};

use crate::StoreError;

/// Reports of incidents.
pub trait ReportRows {
    /// Keeps the report of an incident, as JSON, in place of the one before.
    ///
    /// # Errors
    /// When the database takes no writes.
    fn put_report(
        &mut self,
        incident: &IncidentId,
        at: Timestamp,
        body: &str,
    ) -> Result<(), StoreError>;

    /// The report of an incident, if one was made.
    ///
    /// # Errors
    /// [`StoreError::Row`] when it is unreadable, or why the database is.
    fn report(&self, incident: &IncidentId) -> Result<Option<String>, StoreError>;
}

//! Finds the open session whose conversation a forked one goes on with.
//!
//! A client names no parent when a fork begins, and writes the copied conversation down only with the
//! first answer of the model: so it is looked for at each event up to the first result of a call.

use fusebox_engine::event::ForkOfOpen;
use fusebox_engine::state::SessionState;
use fusebox_engine::{SessionId, Timestamp};

use crate::answer::EventBatch;
use crate::query::open_cause;
use crate::{Runtime, RuntimeError};

impl Runtime {
    /// The open session that the batch's session is a fork of, if it is one.
    pub(crate) fn fork_of_open(
        &self,
        batch: &EventBatch<'_>,
        session: &SessionState,
        now: Timestamp,
    ) -> Result<Option<ForkOfOpen>, RuntimeError> {
        let (Some(transcript), Some(notes)) = (batch.transcript, self.notes()) else {
            return Ok(None);
        };
        if !session.is_fork_of_unknown {
            return Ok(None);
        }
        let own = batch.events.first().map(|event| &event.session);
        let noted =
            notes.all().into_iter().flat_map(|note| note.others.into_iter().chain([note.session]));
        let open: Vec<SessionId> = noted.filter(|session| Some(session) != own).collect();
        let Some(parent) = (!open.is_empty()).then(|| transcript.copied_from(&open)).flatten()
        else {
            return Ok(None);
        };
        let cause = open_cause(self.store(), &parent, now)?;
        Ok(cause.map(|cause| ForkOfOpen { parent, cause }))
    }
}

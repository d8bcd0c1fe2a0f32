//! Finds the open session whose conversation a forked one goes on with.
//!
//! A client names no parent when a fork begins, and writes the copied conversation down only with the
//! first answer of the model: so it is looked for at each event until it is known, up to the first result
//! of a call.

use fusebox_engine::event::ForkOfOpen;
use fusebox_engine::state::SessionState;
use fusebox_engine::{SessionId, Timestamp};

use crate::answer::{CopySource, EventBatch};
use crate::query::open_cause;
use crate::{Runtime, RuntimeError};

/// What is known of where a forked session comes from.
#[derive(Debug)]
pub(crate) enum ForkOrigin {
    /// Nothing yet, or it is no fork.
    Unknown,
    /// No session that is open: it is not looked for again.
    NotOpen,
    /// A session that is open.
    Open(ForkOfOpen),
}

impl Runtime {
    /// Whether the batch's session is a fork of an open one.
    pub(crate) fn fork_origin(
        &self,
        batch: &EventBatch<'_>,
        session: &SessionState,
        now: Timestamp,
    ) -> Result<ForkOrigin, RuntimeError> {
        let (Some(transcript), Some(notes)) = (batch.transcript, self.notes()) else {
            return Ok(ForkOrigin::Unknown);
        };
        if !session.is_fork_of_unknown {
            return Ok(ForkOrigin::Unknown);
        }
        let own = batch.events.first().map(|event| &event.session);
        let noted =
            notes.all().into_iter().flat_map(|note| note.others.into_iter().chain([note.session]));
        let open: Vec<SessionId> = noted.filter(|session| Some(session) != own).collect();
        if open.is_empty() {
            return Ok(ForkOrigin::Unknown);
        }
        let parent = match transcript.copied_from(&open) {
            CopySource::Unknown => return Ok(ForkOrigin::Unknown),
            CopySource::Nobody => return Ok(ForkOrigin::NotOpen),
            CopySource::Session(parent) => parent,
        };
        let cause = open_cause(self.store(), &parent, now)?;
        Ok(cause
            .map_or(ForkOrigin::NotOpen, |cause| ForkOrigin::Open(ForkOfOpen { parent, cause })))
    }
}

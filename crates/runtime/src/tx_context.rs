//! What all events of one transaction share.

use std::cell::{OnceCell, RefCell};
use std::path::Path;

use fusebox_engine::{EventId, OnError, SessionId, TaskId};
use fusebox_store::OpenNotes;

use crate::event_decision::UnloggedUsage;
use crate::imported_prices;
use crate::load::{PositionMove, UnsavedScopes};
use crate::record_cache::RecordCache;
use crate::spend::MachineCaps;

/// Values shared by all events decided in one transaction.
pub(crate) struct TxContext<'a> {
    /// Paths that agents must not write to.
    pub(crate) protected: &'a [String],
    /// The files of hooks that are there and that Fusebox alone writes.
    pub(crate) hook_files: &'a [String],
    /// The folder of the state; none in memory.
    pub(crate) state_dir: Option<&'a Path>,
    /// The prices that a person imported, once they were read.
    pub(crate) imported_prices: OnceCell<String>,
    /// The notes of open sessions.
    pub(crate) notes: Option<&'a OpenNotes>,
    /// The records of the last event that are not saved yet.
    pub(crate) unsaved: RefCell<Option<UnsavedScopes>>,
    /// What the model spent before the next event, which is not in the log yet.
    pub(crate) unlogged: RefCell<Option<UnloggedUsage>>,
    /// The last event that was read on from a position which moves with this transaction.
    pub(crate) read_on: RefCell<Option<EventId>>,
    /// How far the client's record of a session is read with this transaction, until the session's row is read.
    pub(crate) moved: RefCell<Option<PositionMove>>,
    /// What becomes of a session that is under way and that nothing is known of.
    pub(crate) lost_state: Option<OnError>,
    /// The records that were read or saved last, by this transaction or before it.
    pub(crate) records: &'a RefCell<RecordCache>,
    /// The transaction was begun anew, because the log had an event already or was newer than its session's record: now the
    /// log is asked for both.
    pub(crate) doubted: bool,
    /// The sums of caps with a row of their own that this transaction has saved.
    pub(crate) machine_caps: MachineCaps,
    /// Takes the sessions whose breaker closed, with their tasks.
    pub(crate) closed: RefCell<Vec<(SessionId, TaskId)>>,
}

impl TxContext<'_> {
    /// The prices that a person imported; nothing where none can be read.
    pub(crate) fn imported_prices(&self) -> &str {
        let read = || self.state_dir.and_then(|folder| imported_prices::read(folder).ok());
        self.imported_prices.get_or_init(|| read().unwrap_or_default())
    }
}

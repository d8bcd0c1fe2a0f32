//! The log: every event of every session, in the order of commits.

use fusebox_engine::{AgentId, EventId, SessionId, TaskId, Timestamp};

use crate::StoreError;

/// An event to write.
#[derive(Debug, Clone, Copy)]
pub struct LogRow<'a> {
    /// Its session.
    pub session: &'a SessionId,
    /// Its number in the session. Whoever counts from the session's saved state and meets a
    /// number that is taken has read an old state.
    pub n: u64,
    /// Its id, which a repeat has too.
    pub id: &'a EventId,
    /// Which conversation.
    pub agent: &'a AgentId,
    /// Which task.
    pub task: &'a TaskId,
    /// When it happened.
    pub at: Timestamp,
    /// The name of the fact.
    pub kind: &'a str,
    /// What it means, as JSON.
    pub observation: &'a str,
    /// The answer, as JSON; empty for a plain `allow`.
    pub verdict: &'a str,
    /// The digest of the policy that decided.
    pub policy: u64,
    /// The versions of what observed and decided, packed.
    pub versions: u32,
    /// The event before it, where that stands in this row.
    pub earlier: Option<EarlierEvent<'a>>,
}

/// An event that stands in the row of the next one, so that it takes no row of its own. Its number is the one before, it
/// was answered with a plain `allow`, and all else is the same. It is not found by its id.
#[derive(Debug, Clone, Copy)]
pub struct EarlierEvent<'a> {
    /// Its id.
    pub id: &'a EventId,
    /// The name of the fact.
    pub kind: &'a str,
    /// What it means, as JSON.
    pub observation: &'a str,
}

/// How the log took an event.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum AppendOutcome {
    /// It is new, at this place in the order of commits.
    New(u64),
    /// Its id is in the log already; nothing was changed.
    Duplicate {
        /// The answer of the first time.
        verdict: String,
    },
}

/// What the log knows of an event whose id comes again.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DecidedEvent {
    /// Its number in the session.
    pub n: u64,
    /// Which conversation.
    pub agent: AgentId,
    /// When it happened.
    pub at: Timestamp,
    /// What it means, as JSON.
    pub observation: String,
    /// The answer, as JSON; empty for a plain `allow`.
    pub verdict: String,
}

/// An event as it lies in the log; the fields are those of [`LogRow`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LoggedEvent {
    /// Its place in the order of commits. An event in the row of the next one has the same.
    pub seq: u64,
    /// Its session.
    pub session: SessionId,
    /// Its number in the session.
    pub n: u64,
    /// Its id.
    pub id: EventId,
    /// Which conversation.
    pub agent: AgentId,
    /// Which task.
    pub task: TaskId,
    /// When it happened.
    pub at: Timestamp,
    /// The name of the fact.
    pub kind: String,
    /// What it means, as JSON.
    pub observation: String,
    /// The answer, as JSON; empty for a plain `allow`.
    pub verdict: String,
    /// The digest of the policy that decided.
    pub policy: u64,
    /// The versions of what observed and decided.
    pub versions: u32,
}

/// Which events.
#[derive(Debug, Clone, Copy)]
pub enum LogSelection<'a> {
    /// Every one.
    All,
    /// Those of a session.
    Session(&'a SessionId),
    /// Those of a task, over all of its sessions.
    Task(&'a TaskId),
}

/// Which sessions to list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SessionSelection<'a> {
    /// All of them.
    All,
    /// So many with the latest events, and those with an open incident.
    NewestAndOpen(u32),
    /// The one with this id.
    Id(&'a SessionId),
    /// Those whose ids begin with this text.
    IdPrefix(&'a str),
    /// Those whose last event belongs to this task.
    OfTask(&'a TaskId),
}

/// One session, as the log knows it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SessionRow {
    /// Its id.
    pub session: SessionId,
    /// The task of its last event.
    pub task: TaskId,
    /// When its first event happened.
    pub first: Timestamp,
    /// When its last event happened.
    pub last: Timestamp,
    /// How many events it has.
    pub events: u64,
}

/// The log.
pub trait LogRows {
    /// Writes an event at the end of the log.
    ///
    /// # Errors
    /// [`StoreError::LostUpdate`] when its number is taken by another event, or why the database
    /// takes no writes.
    fn append(&mut self, row: &LogRow<'_>) -> Result<AppendOutcome, StoreError>;

    /// The newest event with this id, or with this id, `#` and eight digits, if there is one in the log.
    ///
    /// # Errors
    /// Why the database cannot be read.
    fn find_event(
        &self,
        session: &SessionId,
        id: &EventId,
    ) -> Result<Option<DecidedEvent>, StoreError>;

    /// The events of up to `limit` rows after the place `after` (0: from the first), in the order of commits.
    ///
    /// # Errors
    /// [`StoreError::Row`] when one of them is unreadable, or why the database is.
    fn log(
        &self,
        select: LogSelection<'_>,
        after: u64,
        limit: u32,
    ) -> Result<Vec<LoggedEvent>, StoreError>;

    /// The events of the newest `limit` rows of a session, the oldest of them first.
    ///
    /// # Errors
    /// As [`Self::log`].
    fn newest(&self, session: &SessionId, limit: u32) -> Result<Vec<LoggedEvent>, StoreError>;

    /// How many calls of an agent the session has before its event number `n`, the first of its row.
    ///
    /// # Errors
    /// Why the database cannot be read.
    fn calls_before(&self, session: &SessionId, agent: &AgentId, n: u64)
    -> Result<u64, StoreError>;

    /// The place of the last event; 0 where there is none.
    ///
    /// # Errors
    /// Why the database cannot be read.
    fn end_of_log(&self) -> Result<u64, StoreError>;

    /// When the first event that is left was written, of those whose time can be read.
    ///
    /// # Errors
    /// Why the database cannot be read.
    fn oldest_event(&self) -> Result<Option<Timestamp>, StoreError>;

    /// When the newest event of any other session was written, of those whose time can be read.
    ///
    /// # Errors
    /// Why the database cannot be read.
    fn newest_beside(&self, session: &SessionId) -> Result<Option<Timestamp>, StoreError>;

    /// The number that the next event of a session gets.
    ///
    /// # Errors
    /// Why the database cannot be read.
    fn next_number(&self, session: &SessionId) -> Result<u64, StoreError>;

    /// Sessions in the log, the one with the latest event first.
    ///
    /// # Errors
    /// As [`Self::log`].
    fn sessions(&self, selection: SessionSelection<'_>) -> Result<Vec<SessionRow>, StoreError>;
}

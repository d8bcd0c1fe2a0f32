//! The outbox: effects to carry out, each exactly once.
//!
//! An effect is queued in the transaction that decided it. Whoever drains takes some on a lease,
//! carries them out and settles each; a lease that runs out (its holder died) lets another try,
//! and the number of the attempt tells a late holder that it is no longer asked.

use fusebox_engine::{Duration, Timestamp};

use crate::StoreError;

/// What kind of effect is to be carried out. The stored names never change.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum OutboxKind {
    /// Make the checkpoint of a task.
    Checkpoint,
    /// Keep a copy of the work at a trip.
    Attempt,
    /// Write the report of an incident.
    Report,
    /// Write into the project where the work stands.
    HandOver,
    /// Show a note on the desktop.
    DesktopNote,
    /// Tell people about a trip of an unattended run.
    Escalation,
    /// Send a message through one channel.
    Message,
    /// Ask a judge outside whether an agent still gets anywhere.
    Judge,
    /// Forget what is old.
    Purge,
    /// Keep calibrated limits current.
    Calibrate,
    /// Note what helped against failures of a project.
    Learn,
    /// A kind of another version.
    Other(String),
}

impl OutboxKind {
    /// The kinds that this version knows, with their stored names.
    const NAMES: &[(Self, &str)] = &[
        (Self::Checkpoint, "checkpoint"),
        (Self::Attempt, "attempt"),
        (Self::Report, "report"),
        (Self::HandOver, "hand_over"),
        (Self::DesktopNote, "notify.desktop"),
        (Self::Escalation, "escalate"),
        (Self::Message, "message"),
        (Self::Judge, "judge"),
        (Self::Purge, "purge"),
        (Self::Calibrate, "calibrate"),
        (Self::Learn, "learn"),
    ];

    /// The stored name.
    #[must_use]
    pub fn name(&self) -> &str {
        if let Self::Other(name) = self {
            return name;
        }
        Self::NAMES.iter().find(|(kind, _)| kind == self).map_or("", |(_, name)| name)
    }

    /// The kind with this stored name.
    #[must_use]
    pub fn from_name(name: &str) -> Self {
        let known = Self::NAMES.iter().find(|(_, known)| *known == name);
        known.map_or_else(|| Self::Other(name.to_owned()), |(kind, _)| kind.clone())
    }
}

/// One effect.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OutboxRow {
    /// Its place in the order in which effects were queued.
    pub seq: u64,
    /// What to do.
    pub kind: OutboxKind,
    /// What it is about; an effect of one kind and key is queued once in a lifetime.
    pub key: String,
    /// What it takes, as JSON.
    pub body: String,
    /// When it was queued.
    pub queued: Timestamp,
    /// How it stands.
    pub delivery: DeliveryState,
    /// How often it was tried; the number of a claimed effect's own attempt.
    pub attempts: u64,
}

impl OutboxRow {
    /// No effect rests longer: one that does was put off by a wrong clock.
    pub const LONGEST_REST: Duration = Duration(24 * 3_600_000);

    /// Whether it is to be carried out now: it is pending, nobody holds it, and it does not rest.
    #[must_use]
    pub fn is_due(&self, now: Timestamp) -> bool {
        match self.delivery {
            DeliveryState::Pending { not_before, .. } => {
                not_before <= now || not_before > now.after(Self::LONGEST_REST)
            }
            DeliveryState::Done | DeliveryState::Failed { .. } => false,
        }
    }
}

/// How an effect stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum DeliveryState {
    /// To be tried from this time on; before it, someone holds it or it rests.
    Pending {
        /// The time.
        not_before: Timestamp,
        /// Why the latest attempt failed; empty before the first, and of one that was killed.
        error: String,
    },
    /// Carried out.
    Done,
    /// Given up.
    Failed {
        /// Why.
        error: String,
    },
}

/// How an attempt ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum DeliveryOutcome {
    /// It was carried out.
    Done,
    /// It is tried again later.
    Retry {
        /// Not before this time.
        at: Timestamp,
        /// What went wrong.
        error: String,
    },
    /// It is given up.
    Failed {
        /// Why.
        error: String,
    },
}

/// The outbox.
pub trait OutboxRows {
    /// Queues an effect, unless one of this kind and key ever was; says whether it did.
    ///
    /// # Errors
    /// When the database takes no writes.
    fn queue(
        &mut self,
        kind: &OutboxKind,
        key: &str,
        body: &str,
        at: Timestamp,
    ) -> Result<bool, StoreError>;

    /// Takes up to `limit` effects for the length of `lease`, oldest first, but questions to a judge
    /// last, since they take long; nobody else gets
    /// them before `now + lease`. One that rests for over a day was put off by a wrong clock, and
    /// is taken too.
    ///
    /// # Errors
    /// When the database takes no writes.
    fn claim_outbox(
        &mut self,
        now: Timestamp,
        lease: Duration,
        limit: u32,
    ) -> Result<Vec<OutboxRow>, StoreError>;

    /// Says how the attempt on a claimed effect ended. `false`: the lease had run out and
    /// another attempt began, so that nothing was changed.
    ///
    /// # Errors
    /// When the database takes no writes.
    fn finish_outbox(
        &mut self,
        claimed: &OutboxRow,
        settled: &DeliveryOutcome,
    ) -> Result<bool, StoreError>;

    /// Every effect that is not carried out, in the order in which they were queued: pending ones
    /// and given-up ones.
    ///
    /// # Errors
    /// [`StoreError::Row`] when one is unreadable, or why the database is.
    fn undelivered(&self) -> Result<Vec<OutboxRow>, StoreError>;

    /// One effect, whatever became of it.
    ///
    /// # Errors
    /// As [`Self::undelivered`].
    fn effect(&self, kind: &OutboxKind, key: &str) -> Result<Option<OutboxRow>, StoreError>;
}

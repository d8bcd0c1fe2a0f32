//! The outbox: effects to carry out, each exactly once.
//!
//! An effect is queued in the transaction that decided it. Whoever drains takes some on a lease,
//! carries them out and settles each; a lease that runs out (its holder died) lets another try,
//! and the number of the attempt tells a late holder that it is no longer asked.

use fusebox_engine::{Duration, Timestamp};
use rusqlite::{Row, params};

use crate::columns::{count, ms, timestamp, unsigned};
use crate::{StoreError, StoreReader, StoreTx};

/// No effect rests longer.
const LONGEST_REST: Duration = Duration(24 * 3_600_000);

/// What kind of effect is to be carried out. The stored names never change.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum OutboxKind {
    /// Make the checkpoint of a task.
    Checkpoint,
    /// Keep a copy of the work at a trip.
    Attempt,
    /// Write the report of an incident.
    Report,
    /// Show a note on the desktop.
    DesktopNote,
    /// Tell people about a trip of an unattended run.
    Escalation,
    /// Forget what is old.
    Purge,
    /// A kind of another version.
    Other(String),
}

impl OutboxKind {
    /// The kinds that this version knows, with their stored names.
    const NAMES: &[(Self, &str)] = &[
        (Self::Checkpoint, "checkpoint"),
        (Self::Attempt, "attempt"),
        (Self::Report, "report"),
        (Self::DesktopNote, "notify.desktop"),
        (Self::Escalation, "escalate"),
        (Self::Purge, "purge"),
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

/// How an effect stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum DeliveryState {
    /// To be tried from this time on; before it, someone holds it or it rests.
    Pending {
        /// The time.
        not_before: Timestamp,
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

impl StoreTx<'_> {
    /// Queues an effect, unless one of this kind and key ever was; says whether it did.
    ///
    /// # Errors
    /// When the database takes no writes.
    pub fn queue(
        &mut self,
        kind: &OutboxKind,
        key: &str,
        body: &str,
        at: Timestamp,
    ) -> Result<bool, StoreError> {
        let queued = self.execute(
            "INSERT INTO outbox (kind, key, body, queued_ms) VALUES (?1, ?2, ?3, ?4)
             ON CONFLICT (kind, key) DO NOTHING",
            params![kind.name(), key, body, ms(at)],
        )?;
        Ok(queued == 1)
    }

    /// Takes up to `limit` effects, oldest first, for the length of `lease`; nobody else gets
    /// them before `now + lease`. One that rests for over a day was put off by a wrong clock, and
    /// is taken too.
    ///
    /// # Errors
    /// When the database takes no writes.
    pub fn claim_outbox(
        &mut self,
        now: Timestamp,
        lease: Duration,
        limit: u32,
    ) -> Result<Vec<OutboxRow>, StoreError> {
        let mut claimed = self.all(
            &format!(
                "UPDATE outbox SET attempts = attempts + 1, not_before_ms = ?2
                 WHERE seq IN (SELECT seq FROM outbox WHERE state = 0
                   AND (not_before_ms <= ?1 OR not_before_ms > ?4) ORDER BY seq LIMIT ?3)
                 RETURNING {COLUMNS}"
            ),
            params![ms(now), ms(now.after(lease)), limit, ms(now.after(LONGEST_REST))],
            read,
        )?;
        claimed.sort_by_key(|row| row.seq);
        Ok(claimed)
    }

    /// Says how the attempt on a claimed effect ended. `false`: the lease had run out and
    /// another attempt began, so that nothing was changed.
    ///
    /// # Errors
    /// When the database takes no writes.
    pub fn finish_outbox(
        &mut self,
        claimed: &OutboxRow,
        settled: &DeliveryOutcome,
    ) -> Result<bool, StoreError> {
        let (state, not_before, error) = match settled {
            DeliveryOutcome::Done => (1, Timestamp(0), ""),
            DeliveryOutcome::Retry { at, error } => (0, *at, error.as_str()),
            DeliveryOutcome::Failed { error } => (2, Timestamp(0), error.as_str()),
        };
        let changed = self.execute(
            "UPDATE outbox SET state = ?3, not_before_ms = ?4, error = ?5
             WHERE seq = ?1 AND attempts = ?2 AND state = 0",
            params![count(claimed.seq), count(claimed.attempts), state, ms(not_before), error],
        )?;
        Ok(changed == 1)
    }
}

const COLUMNS: &str = "seq, kind, key, body, queued_ms, attempts, state, not_before_ms, error";

impl StoreReader<'_> {
    /// Every effect that is not carried out, in the order in which they were queued: pending ones
    /// and given-up ones.
    ///
    /// # Errors
    /// [`StoreError::Row`] when one is unreadable, or why the database is.
    pub fn undelivered(&self) -> Result<Vec<OutboxRow>, StoreError> {
        self.all(&format!("SELECT {COLUMNS} FROM outbox WHERE state <> 1 ORDER BY seq"), [], read)
    }

    /// One effect, whatever became of it.
    ///
    /// # Errors
    /// As [`StoreReader::undelivered`].
    pub fn effect(&self, kind: &OutboxKind, key: &str) -> Result<Option<OutboxRow>, StoreError> {
        self.one(
            &format!("SELECT {COLUMNS} FROM outbox WHERE kind = ?1 AND key = ?2"),
            params![kind.name(), key],
            read,
        )
    }
}

fn read(row: &Row<'_>) -> rusqlite::Result<OutboxRow> {
    let delivery = match row.get::<_, i64>(6)? {
        0 => DeliveryState::Pending { not_before: timestamp(row, 7)? },
        1 => DeliveryState::Done,
        2 => DeliveryState::Failed { error: row.get(8)? },
        other => return Err(rusqlite::Error::IntegralValueOutOfRange(6, other)),
    };
    Ok(OutboxRow {
        seq: unsigned(row, 0)?,
        kind: OutboxKind::from_name(&row.get::<_, String>(1)?),
        key: row.get(2)?,
        body: row.get(3)?,
        queued: timestamp(row, 4)?,
        delivery,
        attempts: unsigned(row, 5)?,
    })
}

//! The table `outbox`.

use fusebox_engine::{Duration, Timestamp};
use rusqlite::{Row, params};

use super::SqliteStore;
use super::columns::{count, ms, timestamp, unsigned};
use crate::{DeliveryOutcome, DeliveryState, OutboxKind, OutboxRow, OutboxRows, StoreError};

impl OutboxRows for SqliteStore {
    fn queue(
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

    fn claim_outbox(
        &mut self,
        now: Timestamp,
        lease: Duration,
        limit: u32,
    ) -> Result<Vec<OutboxRow>, StoreError> {
        let mut claimed = self.all(
            &format!(
                "UPDATE outbox SET attempts = attempts + 1, not_before_ms = ?2
                 WHERE seq IN (SELECT seq FROM outbox WHERE state = 0
                   AND (not_before_ms <= ?1 OR not_before_ms > ?4)
                   ORDER BY kind = 'judge', seq LIMIT ?3)
                 RETURNING {COLUMNS}"
            ),
            params![ms(now), ms(now.after(lease)), limit, ms(now.after(OutboxRow::LONGEST_REST))],
            read,
        )?;
        claimed.sort_by_key(|row| row.seq);
        Ok(claimed)
    }

    fn finish_outbox(
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

    fn undelivered(&self) -> Result<Vec<OutboxRow>, StoreError> {
        self.all(&format!("SELECT {COLUMNS} FROM outbox WHERE state <> 1 ORDER BY seq"), [], read)
    }

    fn effect(&self, kind: &OutboxKind, key: &str) -> Result<Option<OutboxRow>, StoreError> {
        self.one(
            &format!("SELECT {COLUMNS} FROM outbox WHERE kind = ?1 AND key = ?2"),
            params![kind.name(), key],
            read,
        )
    }
}

const COLUMNS: &str = "seq, kind, key, body, queued_ms, attempts, state, not_before_ms, error";

fn read(row: &Row<'_>) -> rusqlite::Result<OutboxRow> {
    let delivery = match row.get::<_, i64>(6)? {
        0 => DeliveryState::Pending { not_before: timestamp(row, 7)?, error: row.get(8)? },
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

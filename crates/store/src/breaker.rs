//! Breakers that all sessions share, one row each, and totals.

use fusebox_engine::Timestamp;
use rusqlite::{Row, params};

use crate::columns::{ms, timestamp, unsigned};
use crate::{StoreError, StoreReader, StoreTx};

/// Breakers that are kept at most; for a new one the least telling goes.
pub const MAX_BREAKERS: u32 = 256;

/// One shared breaker.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BreakerRow {
    /// Its name.
    pub key: String,
    /// What it has to tell.
    pub rank: BreakerRank,
    /// When it was last touched.
    pub at: Timestamp,
    /// The whole of it, as JSON.
    pub body: String,
}

/// What a breaker has to tell, the least first: that one is let go first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum BreakerRank {
    /// Nothing: closed, without a failure.
    Clean,
    /// Failures.
    Failing,
    /// It is open, or tries a probe.
    Open,
    /// A person set it; it is never let go.
    Held,
}

impl StoreTx<'_> {
    /// Keeps a breaker in place of the one with the same key. Where it is new and there are
    /// [`MAX_BREAKERS`], the oldest of those with the least to tell goes; where a person holds all
    /// of them, this one is not kept.
    ///
    /// # Errors
    /// When the database takes no writes.
    pub fn put_breaker(&mut self, row: &BreakerRow) -> Result<(), StoreError> {
        let rank = row.rank as u8;
        let known = self.execute(
            "UPDATE breaker SET rank = ?2, at_ms = ?3, body = ?4 WHERE key = ?1",
            params![row.key, rank, ms(row.at), row.body],
        )?;
        if known > 0 {
            return Ok(());
        }
        self.execute(
            "DELETE FROM breaker WHERE (SELECT count(*) FROM breaker) >= ?1 AND key IN
               (SELECT key FROM breaker WHERE rank < 3 ORDER BY rank, at_ms, key LIMIT 1)",
            params![MAX_BREAKERS],
        )?;
        self.execute(
            "INSERT INTO breaker (key, rank, at_ms, body) SELECT ?1, ?2, ?3, ?4
               WHERE (SELECT count(*) FROM breaker) < ?5",
            params![row.key, rank, ms(row.at), row.body, MAX_BREAKERS],
        )?;
        Ok(())
    }

    /// Adds one to a total.
    ///
    /// # Errors
    /// When the database takes no writes.
    pub fn count(&mut self, name: &str) -> Result<(), StoreError> {
        self.execute(
            "INSERT INTO counter (name, value) VALUES (?1, 1)
               ON CONFLICT (name) DO UPDATE SET value = value + 1",
            params![name],
        )?;
        Ok(())
    }
}

const COLUMNS: &str = "SELECT key, rank, at_ms, body FROM breaker";

impl StoreReader<'_> {
    /// A breaker, if it is kept.
    ///
    /// # Errors
    /// [`StoreError::Row`] when it is unreadable, or why the database is.
    pub fn breaker(&self, key: &str) -> Result<Option<BreakerRow>, StoreError> {
        self.one(&format!("{COLUMNS} WHERE key = ?1"), params![key], read)
    }

    /// Every breaker, by its key.
    ///
    /// # Errors
    /// As [`StoreReader::breaker`].
    pub fn breakers(&self) -> Result<Vec<BreakerRow>, StoreError> {
        self.all(&format!("{COLUMNS} ORDER BY key"), [], read)
    }

    /// Every total, by its name.
    ///
    /// # Errors
    /// As [`StoreReader::breaker`].
    pub fn counters(&self) -> Result<Vec<(String, u64)>, StoreError> {
        self.all("SELECT name, value FROM counter ORDER BY name", [], |row| {
            Ok((row.get(0)?, unsigned(row, 1)?))
        })
    }
}

fn read(row: &Row<'_>) -> rusqlite::Result<BreakerRow> {
    let rank = match row.get::<_, u8>(1)? {
        0 => BreakerRank::Clean,
        1 => BreakerRank::Failing,
        2 => BreakerRank::Open,
        _ => BreakerRank::Held,
    };
    Ok(BreakerRow { key: row.get(0)?, rank, at: timestamp(row, 2)?, body: row.get(3)? })
}

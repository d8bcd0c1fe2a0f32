//! The table `breaker` and `counter`.

use rusqlite::{Row, params};

use super::SqliteStore;
use super::columns::{ms, timestamp, unsigned};
use crate::{BreakerRank, BreakerRow, BreakerRows, MAX_BREAKERS, StoreError};

impl BreakerRows for SqliteStore {
    fn put_breaker(&mut self, row: &BreakerRow) -> Result<(), StoreError> {
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

    fn count(&mut self, name: &str) -> Result<(), StoreError> {
        self.execute(
            "INSERT INTO counter (name, value) VALUES (?1, 1)
               ON CONFLICT (name) DO UPDATE SET value = value + 1",
            params![name],
        )?;
        Ok(())
    }

    fn breaker(&self, key: &str) -> Result<Option<BreakerRow>, StoreError> {
        self.one(&format!("{COLUMNS} WHERE key = ?1"), params![key], read)
    }

    fn breakers(&self) -> Result<Vec<BreakerRow>, StoreError> {
        self.all(&format!("{COLUMNS} ORDER BY key"), [], read)
    }

    fn counters(&self) -> Result<Vec<(String, u64)>, StoreError> {
        self.all("SELECT name, value FROM counter ORDER BY name", [], |row| {
            Ok((row.get(0)?, unsigned(row, 1)?))
        })
    }
}

const COLUMNS: &str = "SELECT key, rank, at_ms, body FROM breaker";

fn read(row: &Row<'_>) -> rusqlite::Result<BreakerRow> {
    let rank = match row.get::<_, u8>(1)? {
        0 => BreakerRank::Clean,
        1 => BreakerRank::Failing,
        2 => BreakerRank::Open,
        _ => BreakerRank::Held,
    };
    Ok(BreakerRow { key: row.get(0)?, rank, at: timestamp(row, 2)?, body: row.get(3)? })
}

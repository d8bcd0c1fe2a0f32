//! Shared breakers and totals, in the table `document`.

use rusqlite::{Row, params};

use super::SqliteStore;
use super::columns::{ms, timestamp, unsigned};
use crate::{BreakerRank, BreakerRow, BreakerRows, MAX_BREAKERS, StoreError};

impl BreakerRows for SqliteStore {
    fn put_breaker(&mut self, row: &BreakerRow) -> Result<(), StoreError> {
        let rank = row.rank as u8;
        let known = self.execute(
            "UPDATE document SET rank = ?2, at_ms = ?3, body = ?4 WHERE kind = 'breaker' AND key = ?1",
            params![row.key, rank, ms(row.at), row.body],
        )?;
        if known > 0 {
            return Ok(());
        }
        self.execute(
            "DELETE FROM document WHERE kind = 'breaker'
               AND (SELECT count(*) FROM document WHERE kind = 'breaker') >= ?1
               AND key IN (SELECT key FROM document WHERE kind = 'breaker' AND rank < 3
                           ORDER BY rank, at_ms, key LIMIT 1)",
            params![MAX_BREAKERS],
        )?;
        self.execute(
            "INSERT INTO document (kind, key, rank, at_ms, body) SELECT 'breaker', ?1, ?2, ?3, ?4
               WHERE (SELECT count(*) FROM document WHERE kind = 'breaker') < ?5",
            params![row.key, rank, ms(row.at), row.body, MAX_BREAKERS],
        )?;
        Ok(())
    }

    fn count(&mut self, name: &str) -> Result<(), StoreError> {
        self.execute(
            "INSERT INTO document (kind, key, body) VALUES ('total', ?1, 1)
               ON CONFLICT (kind, key) DO UPDATE SET body = body + 1",
            params![name],
        )?;
        Ok(())
    }

    fn breaker(&self, key: &str) -> Result<Option<BreakerRow>, StoreError> {
        self.one(&format!("{COLUMNS} AND key = ?1"), params![key], read)
    }

    fn breakers(&self) -> Result<Vec<BreakerRow>, StoreError> {
        self.all(&format!("{COLUMNS} ORDER BY key"), [], read)
    }

    fn counters(&self) -> Result<Vec<(String, u64)>, StoreError> {
        self.all("SELECT key, body FROM document WHERE kind = 'total' ORDER BY key", [], |row| {
            Ok((row.get(0)?, unsigned(row, 1)?))
        })
    }
}

const COLUMNS: &str = "SELECT key, rank, at_ms, body FROM document WHERE kind = 'breaker'";

fn read(row: &Row<'_>) -> rusqlite::Result<BreakerRow> {
    let rank = match row.get::<_, u8>(1)? {
        0 => BreakerRank::Clean,
        1 => BreakerRank::Failing,
        2 => BreakerRank::Open,
        _ => BreakerRank::Held,
    };
    Ok(BreakerRow { key: row.get(0)?, rank, at: timestamp(row, 2)?, body: row.get(3)? })
}

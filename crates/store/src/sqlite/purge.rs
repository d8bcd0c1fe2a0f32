//! What every table forgets.

use fusebox_engine::Timestamp;
use rusqlite::params;

use super::SqliteStore;
use super::columns::ms;
use crate::purge::PurgeRows;
use crate::{PurgeCounts, PurgeRequest, StoreError};

impl PurgeRows for SqliteStore {
    fn forget(&mut self, what: PurgeRequest) -> Result<PurgeCounts, StoreError> {
        match what {
            PurgeRequest::Before(time) => before(self, time),
            PurgeRequest::Everything => everything(self),
        }
    }
}

fn before(tx: &SqliteStore, time: Timestamp) -> Result<PurgeCounts, StoreError> {
    let time = params![ms(time)];
    Ok(PurgeCounts {
        events: tx.execute(
            "DELETE FROM log WHERE task IN (
               SELECT task FROM log GROUP BY task HAVING max(at_ms) < ?1
               EXCEPT SELECT task FROM incident WHERE open = 1
               EXCEPT SELECT id FROM task WHERE open = 1)",
            time,
        )?,
        // A state goes with its events: a session that lost its own would number its next event
        // like one that is still in the log.
        scopes: tx.execute(
            "DELETE FROM scope WHERE at_ms < ?1 AND open = 0 AND kind <> 5 AND key NOT IN (
               SELECT CASE scope.kind WHEN 1 THEN session || char(31) || agent
                 WHEN 2 THEN session ELSE task END FROM log)",
            time,
        )?,
        incidents: tx.execute("DELETE FROM incident WHERE at_ms < ?1 AND open = 0", time)?,
        effects: tx.execute("DELETE FROM outbox WHERE queued_ms < ?1 AND state <> 0", time)?,
        policies: tx.execute(
            "DELETE FROM policy WHERE at_ms < ?1 AND digest NOT IN (SELECT policy FROM log)
               AND seq NOT IN (SELECT max(seq) FROM policy GROUP BY place)",
            time,
        )?,
        processes: tx.execute("DELETE FROM process WHERE at_ms < ?1", time)?,
        tasks: tx.execute("DELETE FROM task WHERE at_ms < ?1 AND open = 0", time)?,
        tails: tx.execute(
            "DELETE FROM scope WHERE at_ms < ?1 AND kind = 5
               AND substr(key, 1, instr(key, char(31)) - 1) NOT IN (SELECT session FROM log)",
            time,
        )?,
        runs: tx.execute(
            "DELETE FROM document WHERE kind = 'test_run' AND at_ms < ?1
               AND task NOT IN (SELECT task FROM log)
               AND task NOT IN (SELECT id FROM task WHERE open = 1)",
            time,
        )?,
        reports: tx.execute(
            "DELETE FROM document WHERE kind = 'report' AND at_ms < ?1
               AND key NOT IN (SELECT id FROM incident)",
            time,
        )?,
        agent_runs: tx.execute(
            "DELETE FROM document WHERE kind IN ('agent_run', 'session_record')
               AND at_ms < ?1 AND rank = 0",
            time,
        )?,
        breakers: tx.execute(
            "DELETE FROM document WHERE kind = 'breaker' AND at_ms < ?1 AND rank < 3",
            time,
        )?,
    })
}

fn everything(tx: &SqliteStore) -> Result<PurgeCounts, StoreError> {
    Ok(PurgeCounts {
        events: tx.execute("DELETE FROM log", [])?,
        scopes: tx.execute("DELETE FROM scope WHERE kind <> 5", [])?,
        incidents: tx.execute("DELETE FROM incident", [])?,
        effects: tx.execute("DELETE FROM outbox", [])?,
        policies: tx.execute("DELETE FROM policy", [])?,
        processes: tx.execute("DELETE FROM process", [])?,
        tasks: tx.execute("DELETE FROM task", [])?,
        tails: tx.execute("DELETE FROM scope", [])?,
        runs: documents(tx, "kind = 'test_run'")?,
        reports: documents(tx, "kind = 'report'")?,
        agent_runs: documents(tx, "kind IN ('agent_run', 'session_record')")?,
        breakers: {
            let breakers = documents(tx, "kind = 'breaker'")?;
            // Whatever else there is: it is counted nowhere.
            documents(tx, "1")?;
            breakers
        },
    })
}

/// Deletes all documents of a kind.
fn documents(tx: &SqliteStore, filter: &str) -> Result<usize, StoreError> {
    tx.execute(&format!("DELETE FROM document WHERE {filter}"), [])
}

//! Keeps the calibrated limits current: one row for each client and project, read when a session begins and written
//! after one has ended, outside the hook.

use std::collections::BTreeMap;

use fusebox_engine::event::CalibratedLimit;
use fusebox_engine::state::SessionState;
use fusebox_engine::{Fact, Observation, Policy, Timestamp};
use fusebox_store::{ScopeKind, ScopeRow, StoreError, StoreTx};

use super::{GoodRunShare, WorkMeasure, WorkRecord, finished_work, propose};
use crate::{Runtime, RuntimeError, codec};

/// The beginning of the keys of the rows.
const PREFIX: &str = "calibrated:";

/// The key of a client in a project.
fn key(client: &str, folder: &str) -> String {
    format!("{PREFIX}{client}\u{1f}{folder}")
}

/// Adds the limit that fits to the start of a session. No row is read where limits are not calibrated.
pub(crate) fn meet_calibrated(
    reader: &dyn StoreTx,
    policy: &Policy,
    observation: &mut Observation,
    session: &SessionState,
) -> Result<(), RuntimeError> {
    if !policy.limits.calibrated {
        return Ok(());
    }
    let Fact::SessionStart(start) = &mut observation.fact else { return Ok(()) };
    let client = start.client.as_ref().or(session.client.as_ref());
    let folder = start.cwd.as_ref().or(session.folder.as_ref());
    if let (Some(client), Some(folder)) = (client, folder) {
        start.calibrated = stored(reader, &key(client, folder))?;
    }
    Ok(())
}

/// The stored limit; one that cannot be read is made again after the next session.
fn stored(reader: &dyn StoreTx, key: &str) -> Result<Option<CalibratedLimit>, RuntimeError> {
    match reader.scope(ScopeKind::Machine, key) {
        Ok(row) => Ok(row.and_then(|row| serde_json::from_str(&row.durable).ok())),
        Err(StoreError::Row { .. }) => Ok(None),
        Err(error) => Err(error.into()),
    }
}

/// Computes the limit of every client and project anew from what the store knows of finished work.
///
/// A limit that stopped any of that work does not fall: what it stopped is missing among the good runs, and a number from
/// the rest would fall again and again.
///
/// # Errors
/// When the store fails.
pub fn keep_limits_current(runtime: &mut Runtime, now: Timestamp) -> Result<(), RuntimeError> {
    let records = finished_work(runtime.store(), now)?;
    let mut groups: BTreeMap<String, Vec<&WorkRecord>> = BTreeMap::new();
    for record in records.iter().filter(|record| !record.folder.is_empty()) {
        groups.entry(key(&record.client, &record.folder)).or_default().push(record);
    }
    for (key, records) in groups {
        let proposed = propose(&records, WorkMeasure::ToolCalls, GoodRunShare::FIVE_PERCENT);
        let Ok(proposed) = proposed else { continue };
        let new = CalibratedLimit {
            tool_calls: proposed.limit,
            within: proposed.within as u64,
            runs: proposed.runs as u64,
        };
        let before = stored(runtime.store().read(), &key)?;
        let has_stopped = records.iter().any(|record| record.hit_calibrated);
        let is_kept =
            before.is_some_and(|before| has_stopped && before.tool_calls > new.tool_calls);
        let limit = before.filter(|_| is_kept).unwrap_or(new);
        let durable = codec::json("a calibrated limit", &limit)?;
        let row = ScopeRow { durable, window: Vec::new(), window_version: 0, open: false, at: now };
        runtime.store_mut().write(|tx| tx.save_scope(ScopeKind::Machine, &key, &row))?;
    }
    Ok(())
}

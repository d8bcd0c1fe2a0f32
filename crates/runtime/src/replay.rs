//! The log folded again: for the same versions, policy and log, the same verdicts.

use std::collections::BTreeMap;

use fusebox_engine::state::Scopes;
use fusebox_engine::{BreakerState, Fact, Observation, Verdict, VerdictAction};
use fusebox_observe::event_digest;
use fusebox_store::{LogSelection, LoggedEvent, Store};

use crate::event_decision::VERSIONS;
use crate::step::{ScopeTable, role_of, step};
use crate::{PolicySet, RuntimeError, of_digest};

/// A verdict of a replay that differs from the one in the log.
#[derive(Debug, Clone, PartialEq)]
pub struct VerdictDifference {
    /// The event.
    pub event: LoggedEvent,
    /// The verdict of the replay.
    pub replayed: Verdict,
}

/// The result of a replay.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct LogReplay {
    /// Events folded.
    pub events: u64,
    /// Events written by another version, which may be understood differently.
    pub other_versions: u64,
    /// Where the live run and the replay differ.
    pub differences: Vec<VerdictDifference>,
}

/// Rows of the log that are read at once.
const PAGE: u32 = 1_000;

/// Folds the whole log again, in the order of its commits.
///
/// # Errors
/// When the store fails or a row cannot be read.
pub fn replay(store: &Store) -> Result<LogReplay, RuntimeError> {
    let mut found = LogReplay::default();
    fold_log(store, |row, _, _, replayed| {
        found.events += 1;
        found.other_versions += u64::from(row.versions != VERSIONS);
        if !is_same(row, replayed) {
            let (event, replayed) = (row.clone(), replayed.clone());
            found.differences.push(VerdictDifference { event, replayed });
        }
    })?;
    Ok(found)
}

/// Folds the whole log under the policies that were in force. `visit` gets each event, and the scopes and the verdict
/// after it.
pub(crate) fn fold_log(
    store: &Store,
    mut visit: impl FnMut(&LoggedEvent, &Observation, &Scopes, &Verdict),
) -> Result<(), RuntimeError> {
    let mut scopes = ScopeTable::default();
    let mut policies: BTreeMap<u64, PolicySet> = BTreeMap::new();
    let mut after = 0;
    loop {
        let rows = store.read().log(LogSelection::All, after, PAGE)?;
        let Some(last) = rows.last() else { return Ok(()) };
        after = last.seq;
        for row in rows {
            if let std::collections::btree_map::Entry::Vacant(entry) = policies.entry(row.policy) {
                // A policy that is no longer stored is taken for the default one.
                entry.insert(of_digest(store.read(), row.policy)?.unwrap_or_default());
            }
            let observation = logged_observation(&row)?;
            let scopes = scopes.select(&row.session, &row.agent, &row.task);
            let role = role_of(&observation.fact, &scopes.session);
            let policy = policies[&row.policy].of(role);
            let replayed = step(policy, scopes, &observation).verdict;
            visit(&row, &observation, scopes, &replayed);
        }
    }
}

/// The observation that a row of the log holds.
fn logged_observation(row: &LoggedEvent) -> Result<Observation, RuntimeError> {
    let fact: Fact = serde_json::from_str(&row.observation).map_err(|source| {
        RuntimeError::Log { session: row.session.to_string(), id: row.id.to_string(), source }
    })?;
    Ok(Observation {
        session: row.session.clone(),
        agent: row.agent.clone(),
        task: row.task.clone(),
        id: row.id.clone(),
        at: row.at,
        digest: event_digest(row.session.as_str(), row.id.as_str(), row.at),
        fact,
    })
}

fn is_same(row: &LoggedEvent, replayed: &Verdict) -> bool {
    if row.verdict.is_empty() {
        return replayed.verdict == VerdictAction::Allow && replayed.state == BreakerState::Closed;
    }
    serde_json::to_string(replayed).is_ok_and(|replayed| replayed == row.verdict)
}

//! The log folded again: for the same versions, policy and log, the same verdicts.

use std::collections::BTreeMap;

use fusebox_engine::state::{AgentState, Scopes, SessionState, TaskState};
use fusebox_engine::{
    BreakerState, Fact, Observation, SessionId, TaskId, Verdict, VerdictAction, fold,
};
use fusebox_observe::event_digest;
use fusebox_store::{LogSelection, LoggedEvent, Store};

use crate::load::agent_key;
use crate::one::VERSIONS;
use crate::{PolicySet, RuntimeError, of_digest};

/// A verdict that a replay gave and the log does not have.
#[derive(Debug, Clone, PartialEq)]
pub struct VerdictDifference {
    /// The event.
    pub event: LoggedEvent,
    /// What the replay says.
    pub replayed: Verdict,
}

/// What a replay found.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct LogReplay {
    /// Events folded.
    pub events: u64,
    /// Events written by another version, which may be understood differently.
    pub other_versions: u64,
    /// Where live and replay differ.
    pub differences: Vec<VerdictDifference>,
}

/// Folds the whole log again, in the order of its commits.
///
/// # Errors
/// When the store fails or a row cannot be read.
pub fn replay(store: &Store) -> Result<LogReplay, RuntimeError> {
    let mut found = LogReplay::default();
    let mut state = State::default();
    let mut policies: BTreeMap<u64, PolicySet> = BTreeMap::new();
    let mut after = 0;
    loop {
        let rows = store.read().log(LogSelection::All, after, 1_000)?;
        let Some(last) = rows.last() else { return Ok(found) };
        after = last.seq;
        for row in rows {
            if let std::collections::btree_map::Entry::Vacant(entry) = policies.entry(row.policy) {
                entry.insert(policies_of(store, row.policy)?);
            }
            let set = &policies[&row.policy];
            found.events += 1;
            found.other_versions += u64::from(row.versions != VERSIONS);
            let replayed = state.fold(set, &row)?;
            if !same(&row, &replayed) {
                found.differences.push(VerdictDifference { event: row, replayed });
            }
        }
    }
}

/// The policies with this digest; where nobody knows them, the default ones.
fn policies_of(store: &Store, digest: u64) -> Result<PolicySet, RuntimeError> {
    Ok(of_digest(&store.read(), digest)?.unwrap_or_default())
}

/// Every record, by its key.
#[derive(Default)]
struct State {
    agents: BTreeMap<String, AgentState>,
    sessions: BTreeMap<SessionId, SessionState>,
    tasks: BTreeMap<TaskId, TaskState>,
}

impl State {
    fn fold(&mut self, policies: &PolicySet, row: &LoggedEvent) -> Result<Verdict, RuntimeError> {
        let fact: Fact = serde_json::from_str(&row.observation).map_err(|source| {
            RuntimeError::Log { session: row.session.to_string(), id: row.id.to_string(), source }
        })?;
        let key = agent_key(&row.session, &row.agent);
        let mut scopes = Scopes {
            agent: self.agents.remove(&key).unwrap_or_default(),
            session: self.sessions.remove(&row.session).unwrap_or_default(),
            task: self.tasks.remove(&row.task).unwrap_or_default(),
        };
        let told = if let Fact::SessionStart { role, .. } = &fact { role.clone() } else { None };
        let role = told.or_else(|| scopes.session.role.clone());
        let seen = Observation {
            session: row.session.clone(),
            agent: row.agent.clone(),
            task: row.task.clone(),
            id: row.id.clone(),
            at: row.at,
            digest: event_digest(row.session.as_str(), row.id.as_str(), row.at),
            fact,
        };
        let decision = fold(&policies.of(role.as_deref()).policy, &mut scopes, &seen);
        scopes.session.events += 1;
        self.agents.insert(key, scopes.agent);
        self.sessions.insert(row.session.clone(), scopes.session);
        self.tasks.insert(row.task.clone(), scopes.task);
        Ok(decision.verdict)
    }
}

fn same(row: &LoggedEvent, replayed: &Verdict) -> bool {
    if row.verdict.is_empty() {
        return replayed.verdict == VerdictAction::Allow && replayed.state == BreakerState::Closed;
    }
    serde_json::to_string(replayed).is_ok_and(|replayed| replayed == row.verdict)
}

//! Sessions that nobody settled: asleep or active beyond their limits, or left by a process that died.

use std::collections::{BTreeMap, BTreeSet};
use std::mem::discriminant;
use std::rc::Rc;

use fusebox_engine::state::{AgentState, Scopes, SessionActivity, SessionState, TaskState};
use fusebox_engine::{AgentId, Event, EventKind, Finding, RunId, SessionId, TaskId, Timestamp};
use fusebox_store::{ScopeKind, ScopeRow, Store, StoreTx};

use crate::codec::{self, StoredRecord};
use crate::load::agent_key;
use crate::pause::{Pauses, pauses_of};
use crate::process::{self, ProcessInfo};
use crate::{PolicySet, Runtime, RuntimeError, agent_run, query, session_policy, task};

/// How long a session has to be silent before the loss of its process is believed, in milliseconds: a
/// client that is started again takes over within it.
const SILENCE_MS: u64 = 60_000;

/// A session that needs an event which no client will send.
#[derive(Debug, Clone, PartialEq)]
pub struct UnsettledSession {
    /// The session.
    pub session: SessionId,
    /// The task that it serves.
    pub task: TaskId,
    /// Why.
    pub cause: UnsettledCause,
}

/// Why a session needs an event.
#[derive(Debug, Clone, PartialEq)]
pub enum UnsettledCause {
    /// A limit of time is reached, and no event has brought that.
    Overdue(Finding),
    /// A turn is running, and the processes of the client are gone.
    ProcessDied {
        /// The process that was seen last.
        pid: u32,
        /// How long the session has been silent, in milliseconds.
        silent_ms: u64,
    },
    /// It belongs to a supervised run that has ended.
    RunEnded(RunId),
}

/// Finds the sessions that need an event. Those of `lost_runs` count as ended. It changes nothing.
///
/// # Errors
/// When the store fails.
pub fn unsettled_sessions(
    store: &Store,
    lost_runs: &[RunId],
    now: Timestamp,
) -> Result<Vec<UnsettledSession>, RuntimeError> {
    let mut search = Search::new(store.read(), lost_runs, now)?;
    let mut found = Vec::new();
    for (key, row) in store.read().scopes(ScopeKind::Session, "")? {
        let Ok(session) = SessionId::parse(key) else { continue };
        found.extend(search.unsettled(session, &row)?);
    }
    Ok(found)
}

/// Sends the event that the session needs: time passed, or its end. Returns false where it needs none any
/// more, because it or its run went on since it was found.
///
/// # Errors
/// When the store fails.
pub fn settle(
    runtime: &mut Runtime,
    unsettled: &UnsettledSession,
    lost_runs: &[RunId],
    now: Timestamp,
) -> Result<bool, RuntimeError> {
    let kind = match unsettled.cause {
        UnsettledCause::Overdue(_) => EventKind::Tick,
        UnsettledCause::ProcessDied { .. } | UnsettledCause::RunEnded(_) => EventKind::SessionEnd,
    };
    let session = unsettled.session.clone();
    let event = Event { session, id: None, at: None, agent: AgentId::main(), kind };
    let needs_it = |tx: &dyn StoreTx| {
        let Some(row) = tx.scope(ScopeKind::Session, event.session.as_str())? else {
            return Ok(false);
        };
        let found = Search::new(tx, lost_runs, now)?.unsettled(event.session.clone(), &row)?;
        Ok(found.is_some_and(|found| discriminant(&found.cause) == discriminant(&unsettled.cause)))
    };
    runtime.order_where(&event, now, needs_it).map(|answer| answer.is_some())
}

/// Processes by pid and start time, of each session.
type ClientProcesses = BTreeMap<SessionId, Vec<(u32, u64)>>;

/// The recorded processes of each session. `None` where the system does not show processes.
fn client_processes(store: &dyn StoreTx) -> Result<Option<ClientProcesses>, RuntimeError> {
    if ProcessInfo::of(std::process::id()).is_none() {
        return Ok(None);
    }
    let mut clients = ClientProcesses::new();
    for row in store.processes()? {
        clients.entry(row.session).or_default().push((row.pid, row.started));
    }
    Ok(Some(clients))
}

/// What the search for one session needs of the others.
struct Search<'a> {
    store: &'a dyn StoreTx,
    /// Supervised runs that go on.
    runs: BTreeSet<RunId>,
    clients: Option<ClientProcesses>,
    /// Policies by their digest, and by the task that patches them.
    policies: BTreeMap<(Option<u64>, Option<TaskId>), Rc<PolicySet>>,
    pauses: Pauses,
    now: Timestamp,
}

impl<'a> Search<'a> {
    fn new(
        store: &'a dyn StoreTx,
        lost_runs: &[RunId],
        now: Timestamp,
    ) -> Result<Self, RuntimeError> {
        let unfinished = agent_run::unfinished_of(store)?.into_iter().map(|run| run.run);
        Ok(Self {
            store,
            runs: unfinished.filter(|run| !lost_runs.contains(run)).collect(),
            clients: client_processes(store)?,
            policies: BTreeMap::new(),
            pauses: pauses_of(store, now)?,
            now,
        })
    }

    /// What the session needs, if it needs anything.
    fn unsettled(
        &mut self,
        session: SessionId,
        row: &ScopeRow,
    ) -> Result<Option<UnsettledSession>, RuntimeError> {
        // An unreadable session counts as open already.
        let StoredRecord::State(state) = codec::read::<SessionState>(Some(row)) else {
            return Ok(None);
        };
        let is_over = state.activity == SessionActivity::Idle && state.run.is_none();
        // Time does not pass for a session that a person paused.
        if is_over || self.pauses.of(&session, self.now).is_some() {
            return Ok(None);
        }
        let task = state.task.clone().unwrap_or_else(|| TaskId::from(&session));
        let cause = self.cause(&session, &task, state)?;
        Ok(cause.map(|cause| UnsettledSession { session, task, cause }))
    }

    fn cause(
        &mut self,
        session: &SessionId,
        task: &TaskId,
        state: SessionState,
    ) -> Result<Option<UnsettledCause>, RuntimeError> {
        if let Some(run) = &state.run {
            if !self.runs.contains(run) {
                return Ok(Some(UnsettledCause::RunEnded(run.clone())));
            }
            // Its supervisor keeps its time.
            return Ok(None);
        }
        let silent_ms = self.now.since(state.last).0;
        if state.activity == SessionActivity::Active
            && silent_ms >= SILENCE_MS
            && let Some(pid) = self.died(session)
        {
            return Ok(Some(UnsettledCause::ProcessDied { pid, silent_ms }));
        }
        Ok(self.overdue(session, task, state)?.map(UnsettledCause::Overdue))
    }

    /// The last process of the session, where all of them are gone.
    fn died(&self, session: &SessionId) -> Option<u32> {
        let recorded = self.clients.as_ref()?.get(session)?;
        let is_alive = recorded.iter().any(|(pid, started)| process::is_running(*pid, *started));
        let latest = recorded.iter().max_by_key(|(_, started)| *started)?;
        (!is_alive).then_some(latest.0)
    }

    /// What a tick would trip.
    fn overdue(
        &mut self,
        session_id: &SessionId,
        task_id: &TaskId,
        session: SessionState,
    ) -> Result<Option<Finding>, RuntimeError> {
        let row = self.store.scope(ScopeKind::Task, task_id.as_str())?;
        let StoredRecord::State(task) = codec::read::<TaskState>(row.as_ref()) else {
            return Ok(None);
        };
        let role = session.role.clone();
        let named = session.task.is_some().then(|| task_id.clone());
        let held = session.policy.map(|policy| policy.holds);
        let policies = self.policies(held, named)?;
        let policy = policies.of(role.as_deref());
        // Few sessions are due: the agent's record, the largest, is read for those alone.
        let mut scopes = Scopes { agent: AgentState::default(), session, task };
        let decision = query::tick(policy, session_id, task_id, self.now, &mut scopes);
        let Some(decision) = decision.filter(|decision| decision.tripped) else { return Ok(None) };
        let key = agent_key(session_id, &AgentId::main());
        let row = self.store.scope(ScopeKind::Agent, &key)?;
        let is_open = match codec::read::<AgentState>(row.as_ref()) {
            StoredRecord::State(agent) => agent.breaker.trip_record().is_some(),
            StoredRecord::Corrupt => true,
        };
        Ok(if is_open { None } else { decision.verdict.findings.into_iter().next() })
    }

    /// The policies that a session obeys.
    fn policies(
        &mut self,
        held: Option<u64>,
        named: Option<TaskId>,
    ) -> Result<Rc<PolicySet>, RuntimeError> {
        let key = (held, named);
        if let Some(known) = self.policies.get(&key) {
            return Ok(Rc::clone(known));
        }
        let set = held.map_or(Ok(None), |held| session_policy::of_digest(self.store, held))?;
        let set = set.unwrap_or_default();
        let patch = key.1.as_ref().map_or(Ok(None), |task| task::patch(self.store, task))?;
        let set = Rc::new(patch.and_then(|patch| set.patched(&patch)).unwrap_or(set));
        self.policies.insert(key, Rc::clone(&set));
        Ok(set)
    }
}

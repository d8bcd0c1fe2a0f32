//! The one step of every fold: an event understood in its context, then folded into its scopes.
//!
//! Live decisions, the replay of the log, recorded sessions and status queries all take it, so a replay
//! gives the verdicts of the live run by construction.

use std::collections::BTreeMap;

use fusebox_engine::state::{AgentState, CallInFlight, Scopes, SessionState, TaskState};
use fusebox_engine::{
    AgentId, Decision, Event, EventId, EventKind, Fact, Observation, Policy, SessionId, TaskId,
    Timestamp, fold,
};
use fusebox_observe::{ResolveWrites, SessionContext, call_digest, event_digest, to_fact};

/// What an event is understood in, beside the scopes that it concerns.
#[derive(Clone, Copy)]
pub struct EventContext<'a> {
    /// The task that the session serves.
    pub task: &'a TaskId,
    /// When the event happened.
    pub at: Timestamp,
    /// The policy that the event obeys.
    pub policy: &'a Policy,
    /// The folder that relative paths start from; `None` leaves them as they are.
    pub folder: Option<&'a str>,
    /// Paths that agents must not write to.
    pub protected: &'a [String],
    /// The files of hooks that are there and that Fusebox alone writes, by their absolute paths.
    pub hook_files: &'a [String],
    /// What the test run that ends with this event wrote to its report file.
    pub test_report: Option<&'a str>,
    /// Resolves the paths that a call writes; only where a scope asks for it.
    pub write_resolver: Option<&'a dyn ResolveWrites>,
    /// The imported prices, of which a response needs its model's; empty for none.
    pub imported_prices: &'a str,
}

impl<'a> EventContext<'a> {
    /// The context of an event of which nothing is resolved, protected or read.
    #[must_use]
    pub fn new(task: &'a TaskId, at: Timestamp, policy: &'a Policy) -> Self {
        Self {
            task,
            at,
            policy,
            folder: None,
            protected: &[],
            hook_files: &[],
            test_report: None,
            write_resolver: None,
            imported_prices: "",
        }
    }
}

/// Understands an event: what it means to the engine, without its text.
///
/// An event without an id is named after its number in the session.
#[must_use]
pub fn observe(event: &Event, context: &EventContext<'_>, scopes: &Scopes) -> Observation {
    let pending = call_in_flight(&event.kind, &scopes.agent);
    let place = SessionContext {
        protected: context.protected,
        hook_files: context.hook_files,
        test_commands: &context.policy.test_commands,
        folder: context.folder,
        test: pending.and_then(|call| call.test.as_deref()),
        label: pending.map(|call| call.label.as_str()),
        named: pending.map(|call| call.named.as_slice()).unwrap_or_default(),
        work: pending.map(|call| call.work).unwrap_or_default(),
        hides_status: pending.is_some_and(|call| call.hides_status),
        prints_secret: pending.is_some_and(CallInFlight::prints_secret),
        restarts: pending.is_some_and(|call| call.restarts()),
        edited_file: scopes.agent.window.edited_file,
        printed: Some(&scopes.agent.window.printed),
        report: context.test_report,
        spend: Some(&context.policy.spend),
        write_resolver: context.write_resolver,
        imported_prices: context.imported_prices,
    };
    let id = event.id.clone().unwrap_or_else(|| numbered_id(scopes.session.events));
    Observation {
        session: event.session.clone(),
        agent: event.agent.clone(),
        task: context.task.clone(),
        at: context.at,
        digest: event_digest(event.session.as_str(), id.as_str(), context.at),
        fact: to_fact(&event.kind, &place),
        id,
    }
}

/// Folds one observation into its scopes and counts it.
pub fn step(policy: &Policy, scopes: &mut Scopes, observation: &Observation) -> Decision {
    let decision = fold(policy, scopes, observation);
    scopes.session.events += 1;
    decision
}

/// The call in flight that a result ends; `None` for other events.
#[must_use]
pub fn call_in_flight<'a>(kind: &EventKind, agent: &'a AgentState) -> Option<&'a CallInFlight> {
    let EventKind::ToolResult(result) = kind else { return None };
    if result.call.is_none() && result.request.is_some() {
        return None; // The result says itself what the call was.
    }
    agent.window.call_in_flight(result.call.as_ref().map(call_digest), None)
}

/// The role whose policy an observation obeys: what its session start says, else what the session has.
#[must_use]
pub fn role_of<'a>(fact: &'a Fact, session: &'a SessionState) -> Option<&'a str> {
    let said = if let Fact::SessionStart(start) = fact { start.role.as_deref() } else { None };
    said.or(session.role.as_deref())
}

/// The id of an event that came without one: its number in the session.
fn numbered_id(number: u64) -> EventId {
    EventId::parse(["#", &number.to_string()].concat())
        .unwrap_or_else(|_| unreachable!("a number is a valid id"))
}

/// The scopes of many agents, sessions and tasks in memory, for folds outside the store.
///
/// The scopes of the last event are kept at hand: events of one conversation mostly follow one another.
#[derive(Debug, Default)]
pub struct ScopeTable {
    current: Option<(SessionId, AgentId, TaskId)>,
    scopes: Scopes,
    agents: BTreeMap<(SessionId, AgentId), AgentState>,
    sessions: BTreeMap<SessionId, SessionState>,
    tasks: BTreeMap<TaskId, TaskState>,
}

impl ScopeTable {
    /// The scopes of an event of this agent, in this session, for this task; new ones where none are known.
    pub fn select(&mut self, session: &SessionId, agent: &AgentId, task: &TaskId) -> &mut Scopes {
        let is_current =
            self.current.as_ref().is_some_and(|(s, a, t)| s == session && a == agent && t == task);
        if !is_current {
            self.put_back();
            let key = (session.clone(), agent.clone());
            self.scopes = Scopes {
                agent: self.agents.remove(&key).unwrap_or_default(),
                session: self.sessions.remove(session).unwrap_or_default(),
                task: self.tasks.remove(task).unwrap_or_default(),
            };
            self.current = Some((key.0, key.1, task.clone()));
        }
        &mut self.scopes
    }

    /// The scopes of the last event.
    #[must_use]
    pub fn current(&self) -> &Scopes {
        &self.scopes
    }

    fn put_back(&mut self) {
        let Some((session, agent, task)) = self.current.take() else { return };
        let scopes = std::mem::take(&mut self.scopes);
        self.agents.insert((session.clone(), agent), scopes.agent);
        self.sessions.insert(session, scopes.session);
        self.tasks.insert(task, scopes.task);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scopes_of_a_table_are_kept_apart_and_found_again() {
        let [first, second] = ["s1", "s2"].map(|id| SessionId::parse(id).unwrap());
        let (main, task) = (AgentId::main(), TaskId::parse("t").unwrap());
        let sub = AgentId::parse("a2").unwrap();
        let mut table = ScopeTable::default();
        table.select(&first, &main, &task).session.events = 1;
        table.select(&first, &sub, &task).agent.parent = Some(main.clone());
        table.select(&second, &main, &task).session.events = 2;
        assert_eq!(table.current().session.events, 2);
        assert_eq!(table.select(&first, &main, &task).session.events, 1);
        assert_eq!(table.select(&first, &main, &task).agent.parent, None);
        assert_eq!(table.select(&first, &sub, &task).agent.parent, Some(main));
    }
}

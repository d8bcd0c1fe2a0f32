//! The way of one event: one transaction from reading the records to saving them.

use std::path::{Path, PathBuf};

use fusebox_engine::state::{Scopes, SessionState};
use fusebox_engine::{
    Answer, BreakerState, Channel, Decision, Event, EventId, EventKind, Fact, Incident,
    IncidentChange, Observation, Policy, SessionId, TaskId, Timestamp, Verdict, fold,
};
use fusebox_observe::{OBSERVE_VERSION, Place, fact, name};
use fusebox_store::{Appended, LogRow, OpenList, ProcessRow, ScopeKind, Store, StoreError, Tx};

use crate::incidents::{keep_incidents, state_corrupt};
use crate::load::{Loaded, load};
use crate::parts::Parts;
use crate::{PolicySet, RuntimeError, STATE_VERSION, codec};

/// The versions that decide what a log row means.
pub(crate) const VERSIONS: u32 = STATE_VERSION * 1_000 + OBSERVE_VERSION;

/// An answer, and what the caller has to know about it.
#[derive(Debug, Clone, PartialEq)]
pub struct Answered {
    /// The verdict.
    pub verdict: Verdict,
    /// The event was seen before; this is the verdict it got then.
    pub duplicate: bool,
    /// Effects are queued and wait to be carried out.
    pub effects: bool,
}

/// A store with what surrounds it.
#[derive(Debug)]
pub struct Runtime {
    store: Store,
    dir: Option<PathBuf>,
    protected: Vec<String>,
    set_aside: Option<PathBuf>,
    parts: Parts,
}

impl Runtime {
    /// Opens the store in `dir`. An unreadable database is set aside, never deleted.
    ///
    /// # Errors
    /// When it cannot be opened or made; the message says what to do.
    pub fn open(dir: &Path, protected: Vec<String>, now: Timestamp) -> Result<Self, RuntimeError> {
        let opened = Store::open(dir, now)?;
        let dir = Some(dir.to_owned());
        Ok(Self {
            store: opened.store,
            dir,
            protected,
            set_aside: opened.set_aside,
            parts: Parts::default(),
        })
    }

    /// A runtime that forgets everything at its end.
    ///
    /// # Errors
    /// When there is no memory for it.
    pub fn in_memory() -> Result<Self, RuntimeError> {
        let store = Store::in_memory()?;
        Ok(Self {
            store,
            dir: None,
            protected: Vec::new(),
            set_aside: None,
            parts: Parts::default(),
        })
    }

    /// The store, for questions.
    #[must_use]
    pub fn store(&self) -> &Store {
        &self.store
    }

    /// The store, for what is not a decision: deliveries, purging, the cache of policies.
    pub fn store_mut(&mut self) -> &mut Store {
        &mut self.store
    }

    /// The unreadable database that was set aside while opening.
    #[must_use]
    pub fn set_aside(&self) -> Option<&Path> {
        self.set_aside.as_deref()
    }

    /// Records the client's process: nothing that runs under it may free the agent.
    ///
    /// # Errors
    /// When the store fails.
    pub fn record_client(
        &mut self,
        session: &SessionId,
        pid: u32,
        started: u64,
        at: Timestamp,
    ) -> Result<(), RuntimeError> {
        let row = ProcessRow { session: session.clone(), pid, started };
        self.store.write(|tx| Ok::<_, RuntimeError>(tx.record_process(&row, at)?))
    }

    /// Answers one event.
    ///
    /// # Errors
    /// When the store fails; nothing is half done then.
    pub fn decide(
        &mut self,
        policies: &PolicySet,
        event: &Event,
        now: Timestamp,
    ) -> Result<Answered, RuntimeError> {
        let whole = self.parts.join(event);
        let event = whole.as_ref().unwrap_or(event);
        match self.decide_once(policies, event, now) {
            Err(RuntimeError::Store(StoreError::Corrupt { .. })) => {
                self.begin_anew(now)?;
                self.decide_once(policies, event, now)
            }
            other => other,
        }
    }

    fn decide_once(
        &mut self,
        policies: &PolicySet,
        event: &Event,
        now: Timestamp,
    ) -> Result<Answered, RuntimeError> {
        let Self { store, dir, protected, .. } = self;
        let list = dir.as_deref().map(OpenList::of);
        store.write(|tx| One { tx, policies, event, now, protected, list: list.as_ref() }.decide())
    }

    /// The database turned out to be corrupt in the middle: it is set aside and a new one begun.
    fn begin_anew(&mut self, now: Timestamp) -> Result<(), RuntimeError> {
        let store = std::mem::replace(&mut self.store, Store::in_memory()?);
        let opened = store.set_aside(now)?;
        self.store = opened.store;
        self.set_aside = opened.set_aside.or(self.set_aside.take());
        Ok(())
    }
}

/// One event on its way.
struct One<'a, 'b> {
    tx: &'a mut Tx<'b>,
    policies: &'a PolicySet,
    event: &'a Event,
    now: Timestamp,
    protected: &'a [String],
    list: Option<&'a OpenList>,
}

impl One<'_, '_> {
    fn decide(mut self) -> Result<Answered, RuntimeError> {
        let event = self.event;
        if let Some(id) = &event.id
            && let Some(verdict) = self.tx.find_event(&event.session, id)?
        {
            return Ok(repeated(event, id, &verdict));
        }
        let Loaded { mut scopes, task, agent_key, is_new, unreadable } =
            load(self.tx, &event.session, &event.agent, &event.kind)?;
        let policy = self.policies.of(role(&scopes.session, &event.kind));
        let id = match &event.id {
            Some(id) => id.clone(),
            None => made_id(scopes.session.events),
        };
        let mut seen = self.observe(&id, &task, &policy.policy);
        let open = [&scopes.agent.breaker, &scopes.task.breaker];
        if let Fact::Prompt { said, .. } = &mut seen.fact
            && open.iter().all(|breaker| breaker.tripped().is_none())
        {
            // What a person says to their agent is kept only where it answers a trip.
            *said = None;
        }
        let lost = if unreadable {
            Some(state_corrupt(&mut scopes, &seen, "its stored state cannot be read"))
        } else if is_new {
            self.lost_with_the_database(&mut scopes, &seen)
        } else {
            None
        };
        let mut decision = fold(&policy.policy, &mut scopes, &seen);
        if let Some(incident) = lost {
            decision.changes.insert(0, IncidentChange::Opened(Box::new(incident)));
        }
        self.append(&scopes, &seen, &task, &decision)?;
        scopes.session.events += 1;
        self.save(&scopes, &agent_key, &task)?;
        keep_incidents(self.tx, self.list, &decision.changes)?;
        let effects = self.effects(&policy.policy, &decision)?;
        if decision.tripped || matches!(seen.fact, Fact::Guidance { .. } | Fact::Reset { .. }) {
            self.tx.require_durable();
        }
        Ok(Answered { verdict: decision.verdict, duplicate: false, effects })
    }

    fn observe(&self, id: &EventId, task: &TaskId, policy: &Policy) -> Observation {
        let place = Place { protected: self.protected, test_commands: &policy.test_commands };
        let at = self.event.at.unwrap_or(self.now);
        Observation {
            session: self.event.session.clone(),
            agent: self.event.agent.clone(),
            task: task.clone(),
            id: id.clone(),
            at,
            digest: name(self.event.session.as_str(), id.as_str(), at),
            fact: fact(&self.event.kind, &place),
        }
    }

    /// A session that was open when the database had to be set aside stays open.
    fn lost_with_the_database(&self, scopes: &mut Scopes, seen: &Observation) -> Option<Incident> {
        let open = self.list?.read().ok()?;
        let entry = open.into_iter().find(|entry| entry.session == seen.session)?;
        let why = format!("the database was set aside while it was open ({})", entry.reason);
        Some(state_corrupt(scopes, seen, &why))
    }

    fn append(
        &mut self,
        scopes: &Scopes,
        seen: &Observation,
        task: &TaskId,
        decision: &Decision,
    ) -> Result<(), RuntimeError> {
        let observation = codec::json("an observation", &seen.fact)?;
        let verdict = if is_plain(&decision.verdict) {
            String::new()
        } else {
            codec::json("a verdict", &decision.verdict)?
        };
        let appended = self.tx.append(&LogRow {
            session: &seen.session,
            n: scopes.session.events,
            id: &seen.id,
            agent: &seen.agent,
            task,
            at: seen.at,
            kind: kind(&seen.fact),
            observation: &observation,
            verdict: &verdict,
            policy: self.policies.digest(),
            versions: VERSIONS,
        })?;
        match appended {
            Appended::New(_) | Appended::Duplicate { .. } => Ok(()),
        }
    }

    fn save(
        &mut self,
        scopes: &Scopes,
        agent_key: &str,
        task: &TaskId,
    ) -> Result<(), RuntimeError> {
        let at = scopes.session.last;
        let session = self.event.session.as_str();
        self.tx.save_scope(ScopeKind::Agent, agent_key, &codec::agent_row(&scopes.agent, at)?)?;
        self.tx.save_scope(ScopeKind::Session, session, &codec::session_row(&scopes.session)?)?;
        self.tx.save_scope(ScopeKind::Task, task.as_str(), &codec::task_row(&scopes.task, at)?)?;
        Ok(())
    }

    fn effects(&mut self, policy: &Policy, decision: &Decision) -> Result<bool, RuntimeError> {
        let opened = decision.changes.iter().find_map(|change| match change {
            IncidentChange::Opened(incident) if !incident.observed_only => Some(incident),
            IncidentChange::Opened(_)
            | IncidentChange::Summary { .. }
            | IncidentChange::Closed { .. } => None,
        });
        // The bell is part of the answer; the desktop is reached after it.
        match opened {
            Some(incident) if policy.notify.contains(&Channel::Desktop) => {
                let id = incident.id.as_str();
                Ok(self.tx.queue("notify.desktop", id, id, self.now)?)
            }
            Some(_) | None => Ok(false),
        }
    }
}

fn role<'a>(session: &'a SessionState, kind: &'a EventKind) -> Option<&'a str> {
    let told = if let EventKind::SessionStart(start) = kind { start.role.as_deref() } else { None };
    told.or(session.role.as_deref())
}

fn made_id(n: u64) -> EventId {
    EventId::parse(format!("#{n}")).unwrap_or_else(|_| unreachable!("a number is a valid id"))
}

fn is_plain(verdict: &Verdict) -> bool {
    verdict.verdict == Answer::Allow
        && verdict.state == BreakerState::Closed
        && verdict.findings.is_empty()
        && verdict.incident.is_none()
}

fn repeated(event: &Event, id: &EventId, stored: &str) -> Answered {
    let verdict = serde_json::from_str(stored).unwrap_or_else(|_| Verdict {
        session: event.session.clone(),
        id: id.clone(),
        verdict: Answer::Allow,
        state: BreakerState::Closed,
        context: None,
        findings: Vec::new(),
        incident: None,
    });
    Answered { verdict, duplicate: true, effects: false }
}

/// The name of a fact in the log.
pub(crate) fn kind(fact: &Fact) -> &str {
    match fact {
        Fact::SessionStart { .. } => "session_start",
        Fact::Prompt { .. } => "prompt",
        Fact::Request(_) => "request",
        Fact::Outcome(_) => "outcome",
        Fact::RoundEnd => "round_end",
        Fact::Usage(_) => "usage",
        Fact::Iteration { .. } => "iteration",
        Fact::Compaction => "compaction",
        Fact::Message { thought: false, .. } => "message",
        Fact::Message { thought: true, .. } => "thought",
        Fact::StopBlocked => "stop_blocked",
        Fact::Subagent { .. } => "subagent",
        Fact::Idle { .. } => "idle",
        Fact::Blocked { .. } => "blocked",
        Fact::Resume => "resume",
        Fact::Complete { .. } => "complete",
        Fact::Guidance { .. } => "guidance",
        Fact::Reset { .. } => "reset",
        Fact::Bypass { .. } => "bypass",
        Fact::Dismiss { .. } => "dismiss",
        Fact::Tick => "tick",
        Fact::SessionEnd => "session_end",
        Fact::Other { kind } => kind,
    }
}

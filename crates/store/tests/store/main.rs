//! What the store promises, on a file and in memory.

#![expect(clippy::unwrap_used, reason = "what a test cannot go on without, fails it")]

mod concurrency;
mod corrupt;
mod files;
mod outbox;
mod purge;
mod rows;
mod select;
mod story;
mod tasks;
mod upgrade;

use std::sync::Barrier;
use std::thread;

use fusebox_engine::{AgentId, EventId, IncidentId, SessionId, TaskId, Timestamp};
use fusebox_store::{
    AppendOutcome, IncidentRow, LogRow, LogSelection, LoggedEvent, OpenNote, ScopeRow, Store,
    StoreError, StoreLocation,
};
use rusqlite::Connection;
use tempfile::TempDir;

const NOW: Timestamp = Timestamp(1_000_000);

/// A store of its own directory, which must be sound.
fn open(dir: &TempDir) -> Store {
    let opened = Store::open(dir.path(), NOW).unwrap();
    assert_eq!(opened.set_aside, None);
    opened.store
}

/// Runs `story` on every kind of store.
fn on_each(story: impl Fn(&mut Store)) {
    let dir = TempDir::new().unwrap();
    for url in [format!("sqlite:{}", dir.path().display()), "memory:".to_owned()] {
        let location: StoreLocation = url.parse().unwrap();
        story(&mut Store::open(location, NOW).unwrap().store);
    }
}

/// Does this so many times at the same time, each with its number.
fn at_once(times: u64, task: impl Fn(u64) + Sync) {
    let start = Barrier::new(times as usize);
    thread::scope(|threads| {
        for n in 0..times {
            let (start, task) = (&start, &task);
            threads.spawn(move || {
                start.wait();
                task(n);
            });
        }
    });
}

/// Writes one event.
fn append(store: &mut Store, fact: &Fact) -> Result<AppendOutcome, StoreError> {
    store.write(|tx| tx.append(&fact.row()))
}

/// The whole log.
fn log(store: &Store) -> Vec<LoggedEvent> {
    store.read().log(LogSelection::All, 0, 10_000).unwrap()
}

/// What breaks a database is done without our code in between.
fn sql(dir: &TempDir) -> Connection {
    Connection::open(dir.path().join("fusebox.db")).unwrap()
}

fn session(text: &str) -> SessionId {
    SessionId::parse(text).unwrap()
}

fn task(text: &str) -> TaskId {
    TaskId::parse(text).unwrap()
}

/// An event to write, with ids of its own.
struct Fact {
    session: SessionId,
    n: u64,
    id: EventId,
    agent: AgentId,
    task: TaskId,
    at: Timestamp,
    verdict: &'static str,
}

impl Fact {
    fn new(in_session: &str, n: u64, id: &str) -> Self {
        Self {
            session: session(in_session),
            n,
            id: EventId::parse(id).unwrap(),
            agent: AgentId::main(),
            task: task(in_session),
            at: NOW,
            verdict: "",
        }
    }

    fn row(&self) -> LogRow<'_> {
        LogRow {
            session: &self.session,
            n: self.n,
            id: &self.id,
            agent: &self.agent,
            task: &self.task,
            at: self.at,
            kind: "tool_request",
            observation: r#"{"fact":"request"}"#,
            verdict: self.verdict,
            policy: u64::MAX,
            versions: 7,
            earlier: None,
        }
    }
}

fn scope(durable: &str) -> ScopeRow {
    ScopeRow {
        durable: durable.to_owned(),
        window: vec![0, 255],
        window_version: 3,
        // The id of a response may hold a line feed.
        position: "7 2 0 9 1 0 30 2 6 é\n5 0 ".to_owned(),
        caps: r#"{"session":{"usd":"1"}}"#.to_owned(),
        open: false,
        at: NOW,
    }
}

/// The note of an open incident of a session.
fn open_note(name: &str) -> OpenNote {
    OpenNote {
        session: session(name),
        incident: Some(incident("0a000001", name, true).id),
        since: NOW,
        reason: "a loop".to_owned(),
        task: None,
        others: Vec::new(),
    }
}

fn incident(id: &str, in_session: &str, open: bool) -> IncidentRow {
    IncidentRow {
        id: IncidentId::parse(id).unwrap(),
        session: session(in_session),
        task: task(in_session),
        at: NOW,
        status: if open { "open" } else { "reset" }.to_owned(),
        open,
        body: "{}".to_owned(),
    }
}

//! Prepares a state directory as it is in the middle of a long working day.

use std::fs;
use std::path::{Path, PathBuf};

use fusebox_clients::{ClientEnvironment, client_named};
use fusebox_engine::event::{PromptOrigin, SessionStart};
use fusebox_engine::state::{QueuedNotice, SessionState};
use fusebox_engine::{AgentId, Event, EventKind, SessionId, Timestamp, VerdictAction};
use fusebox_runtime::{PolicySet, Runtime, clock};
use fusebox_store::{LogSelection, ScopeKind, ScopeRow};

use crate::BenchError;
use crate::workload::{CallPayloads, ClientWorkload};

/// The session that is measured.
pub(crate) const SESSION: &str = "5b0c9f1e-7d1c-4f7e-9a63-2f6e1d0c4b11";
/// Calls of the measured session before it is measured.
const CALLS: usize = 200;
/// Loops that the agent of the measured session was nudged about and left, before these calls.
const LOOPS: u64 = 8;
/// Calls of each of the sessions before it.
const EARLIER: &[(&str, usize)] =
    &[("1c77a2d4-0b52-4f3b-8d6e-0d8f3c1a9e01", 180), ("9e2f6c35-64cd-49a0-b7b2-6a1f4e8d7c02", 180)];

/// A prepared state directory, and what a program that imitates the hook has to know about it.
#[derive(Debug)]
pub(crate) struct PreparedHome {
    dir: PathBuf,
    /// The size of the measured session's three records, in bytes.
    pub(crate) state_bytes: usize,
    /// Events in the whole log.
    pub(crate) logged: usize,
    /// Events of the measured session, which is the number of its next one.
    pub(crate) events: u64,
    /// Length of a request's observation, in bytes.
    pub(crate) request_bytes: usize,
    /// Length of a result's observation, in bytes.
    pub(crate) result_bytes: usize,
    /// Generates the session's next calls.
    pub(crate) workload: ClientWorkload,
}

/// Makes the state directory and decides three sessions in it.
pub(crate) fn prepare(dir: &Path) -> Result<PreparedHome, BenchError> {
    let policies = PolicySet::default();
    let mut now = Timestamp(clock::now().0.saturating_sub(7_200_000));
    let mut runtime = Runtime::open(dir, Vec::new(), now)?;
    let mut workload = ClientWorkload::new(SESSION);
    let earlier = EARLIER.iter().map(|(session, calls)| (ClientWorkload::new(session), *calls));
    for (mut earlier, calls) in earlier {
        decide_all(&mut runtime, &policies, &events_of(&mut earlier, calls)?, &mut now)?;
    }
    decide_all(&mut runtime, &policies, &looping_calls(&mut workload)?, &mut now)?;
    decide_all(&mut runtime, &policies, &events_of(&mut workload, CALLS)?, &mut now)?;
    let state_bytes = fill_state(&mut runtime, now)?;
    let session = SessionId::parse(SESSION)?;
    let mine = runtime.store().read().log(LogSelection::Session(&session), 0, u32::MAX)?;
    let length = |kind: &str| {
        mine.iter().rev().find(|row| row.kind == kind).map_or(0, |row| row.observation.len())
    };
    Ok(PreparedHome {
        dir: dir.to_owned(),
        state_bytes,
        logged: runtime.store().read().log(LogSelection::All, 0, u32::MAX)?.len(),
        events: mine.len() as u64,
        request_bytes: length("request"),
        result_bytes: length("outcome"),
        workload,
    })
}

fn decide_all(
    runtime: &mut Runtime,
    policies: &PolicySet,
    events: &[Event],
    now: &mut Timestamp,
) -> Result<(), BenchError> {
    for event in events {
        *now = Timestamp(now.0 + 2_500);
        let answered = runtime.decide(policies, event, *now)?;
        if answered.verdict.verdict >= VerdictAction::Deny {
            return Err(format!("the workload is refused: {:?}", answered.verdict).into());
        }
    }
    Ok(())
}

impl PreparedHome {
    /// Copies the database with its write-ahead log.
    pub(crate) fn copy_to(&self, dir: &Path) -> Result<(), BenchError> {
        fs::create_dir_all(dir)?;
        for file in ["fusebox.db", "fusebox.db-wal"] {
            let from = self.dir.join(file);
            if from.exists() {
                fs::copy(from, dir.join(file))?;
            }
        }
        Ok(())
    }
}

/// The start of a session and its calls, as the hook reads them from the client.
pub(crate) fn events_of(
    workload: &mut ClientWorkload,
    calls: usize,
) -> Result<Vec<Event>, BenchError> {
    let id = SessionId::parse(workload.session())?;
    let own =
        |kind| Event { session: id.clone(), id: None, at: None, agent: AgentId::main(), kind };
    let start = SessionStart { client: Some("claude".to_owned()), ..SessionStart::default() };
    let text = "The checkout test fails since the discounts changed. Find out why.".to_owned();
    let mut events = vec![
        own(EventKind::SessionStart(start)),
        own(EventKind::Prompt { by: PromptOrigin::Human, text }),
    ];
    for _ in 0..calls {
        events.extend(call_events(&workload.next_call())?);
    }
    // A call like those that are measured.
    events.extend(call_events(&workload.next_test_run(3_000))?);
    Ok(events)
}

/// Loops of four calls in turn, three times, each followed by other calls: the agent is nudged about each, and each is
/// remembered.
fn looping_calls(workload: &mut ClientWorkload) -> Result<Vec<Event>, BenchError> {
    let mut events = Vec::new();
    for number in 0..LOOPS {
        for call in 0..12 {
            events.extend(call_events(&workload.same_call(10 * number + call % 4))?);
        }
        for _ in 0..5 {
            events.extend(call_events(&workload.next_call())?);
        }
    }
    Ok(events)
}

/// The events of a call, as the hook reads them from the client.
pub(crate) fn call_events(call: &CallPayloads) -> Result<Vec<Event>, BenchError> {
    Ok([read_payload(&call.before)?, read_payload(&call.after)?].concat())
}

/// Reads a payload as the hook does.
pub(crate) fn read_payload(payload: &[u8]) -> Result<Vec<Event>, BenchError> {
    let client = client_named("claude").ok_or("the client `claude` is gone")?;
    Ok((client.read)(payload, &ClientEnvironment::default())?.events)
}

/// Adds what only a session with many subagents has: notices that wait for them, calls in flight. Returns the size of the
/// state in bytes.
fn fill_state(runtime: &mut Runtime, at: Timestamp) -> Result<usize, BenchError> {
    let of = |kind, key: &str| -> Result<ScopeRow, BenchError> {
        let row = runtime.store().read().scope(kind, key)?;
        Ok(row.ok_or("the prepared session has no state")?)
    };
    let agent_key = format!("{SESSION}\u{1f}main");
    let agent_row = of(ScopeKind::Agent, &agent_key)?;
    let mut session_row = of(ScopeKind::Session, SESSION)?;
    let mut session: SessionState = serde_json::from_str(&session_row.durable)?;
    let mut random = fastrand::Rng::with_seed(7);
    session.in_flight = (0..16).map(|_| random.u64(..)).collect();
    for n in 0..3 {
        let to = AgentId::parse(format!("a5f1c0d{n}"))?;
        session.notices.push(QueuedNotice { to, text: sentences(900), limit_trip: None });
    }
    session_row.durable = serde_json::to_string(&session)?;
    let task_row = of(ScopeKind::Task, SESSION)?;
    let bytes = |row: &ScopeRow| row.durable.len() + row.window.len();
    let size = bytes(&agent_row) + bytes(&session_row) + bytes(&task_row);
    runtime
        .store_mut()
        .write(|tx| tx.save_scope(ScopeKind::Session, SESSION, &ScopeRow { at, ..session_row }))?;
    Ok(size)
}

fn sentences(length: usize) -> String {
    "The discounts are rounded before the totals are summed, so the test is off by one cent. "
        .chars()
        .cycle()
        .take(length)
        .collect()
}

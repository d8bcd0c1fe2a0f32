//! Reads what the hooks of a run report from the log as it grows.

use fusebox_engine::event::SessionStart;
use fusebox_engine::{
    AgentReport, Fact, FindingLevel, GuardClass, RunId, SessionId, TaskId, Timestamp, Verdict,
    VerdictAction,
};
use fusebox_store::{LogSelection, LoggedEvent, Store};

use crate::{CommandSpec, Result, RunActivity};

/// Rows of the log that are read at once.
const BATCH: u32 = 500;
/// Neared limits that are named.
const NEARED: usize = 8;

/// Follows the log of a task from its end when the run started.
#[derive(Debug)]
pub(crate) struct LogWatcher {
    run: RunId,
    task: TaskId,
    after: u64,
    /// The sessions of the run, in the order in which they came; the supervisor's own is first.
    sessions: Vec<WatchedSession>,
    /// Facts that clients reported: signs of life.
    pub(crate) facts: u64,
    pub(crate) activity: RunActivity,
}

/// A session of the run.
#[derive(Debug, Clone)]
struct WatchedSession {
    session: SessionId,
    /// Whether the session is running.
    is_live: bool,
    /// When it started last.
    started_at: Timestamp,
}

impl LogWatcher {
    /// Follows what comes from now on; `own` is the session of the supervisor itself.
    pub(crate) fn start(store: &Store, spec: &CommandSpec, own: SessionId) -> Result<Self> {
        let own = WatchedSession { session: own, is_live: false, started_at: Timestamp(0) };
        Ok(Self {
            run: spec.run.clone(),
            task: spec.task.clone(),
            after: store.read().end_of_log()?,
            sessions: vec![own],
            facts: 0,
            activity: RunActivity::default(),
        })
    }

    /// Reads the rows that are new.
    pub(crate) fn read_new(&mut self, store: &Store) -> Result<()> {
        loop {
            let rows = store.read().log(LogSelection::Task(&self.task), self.after, BATCH)?;
            let Some(last) = rows.last() else { return Ok(()) };
            self.after = last.seq;
            rows.iter().for_each(|row| self.take(row));
            if rows.len() < BATCH as usize {
                return Ok(());
            }
        }
    }

    /// The sessions that go on, the supervisor's own among them while it is the only one.
    pub(crate) fn live(&self) -> Vec<SessionId> {
        let live = self.sessions.iter().filter(|known| known.is_live);
        live.map(|known| known.session.clone()).collect()
    }

    /// Since when a session of the client has been running.
    pub(crate) fn client_since(&self) -> Option<Timestamp> {
        let live = self.sessions.iter().skip(1).filter(|known| known.is_live);
        live.map(|known| known.started_at).min()
    }

    /// Every session of the run.
    pub(crate) fn all(&self) -> impl Iterator<Item = &SessionId> {
        self.sessions.iter().map(|known| &known.session)
    }

    /// The session of the client that came last.
    pub(crate) fn client_session(&self) -> Option<&SessionId> {
        self.all().skip(1).last()
    }

    fn take(&mut self, row: &LoggedEvent) {
        let known = self.sessions.iter_mut().find(|known| known.session == row.session);
        if row.kind == "session_start" {
            let fact = serde_json::from_str(&row.observation);
            let is_own = |start: &SessionStart| start.run.as_ref() == Some(&self.run);
            let is_ours = matches!(&fact, Ok(Fact::SessionStart(start)) if is_own(start));
            match known {
                Some(known) => {
                    known.is_live = is_ours;
                    known.started_at = row.at;
                }
                None if is_ours => {
                    let (session, started_at) = (row.session.clone(), row.at);
                    self.sessions.push(WatchedSession { session, is_live: true, started_at });
                }
                None => return,
            }
        } else {
            let Some(known) = known else { return };
            known.is_live &= row.kind != "session_end";
            self.facts += u64::from(row.kind != "tick");
        }
        let verdict = serde_json::from_str::<Verdict>(&row.verdict).ok();
        let activity = &mut self.activity;
        match row.kind.as_str() {
            "request" => match agent_report(&row.observation) {
                Some(AgentReport::Blocked { on, summary }) => {
                    activity.report_blocked(on, Some(summary));
                }
                Some(AgentReport::Complete { summary }) => {
                    activity.report_complete(Some(summary));
                }
                None => {
                    let is_refused =
                        verdict.as_ref().is_some_and(|v| v.verdict >= VerdictAction::Deny);
                    activity.tool_calls += u64::from(!is_refused);
                }
            },
            "message" => activity.messages += 1,
            "blocked" => {
                if let Ok(Fact::Blocked { on, summary }) = serde_json::from_str(&row.observation) {
                    activity.report_blocked(on, summary);
                }
            }
            "complete" => {
                if let Ok(Fact::Complete { summary }) = serde_json::from_str(&row.observation) {
                    activity.report_complete(summary);
                }
            }
            "prompt" => (activity.blocked, activity.completed) = (None, None),
            _ => {}
        }
        let findings = verdict.iter().flat_map(|verdict| &verdict.findings);
        let neared = findings
            .filter(|found| found.rule.limits_use() && found.level >= FindingLevel::Warning);
        for finding in neared {
            activity.warned = true;
            let text = finding.cause();
            if activity.neared.len() < NEARED && !activity.neared.contains(&text) {
                activity.neared.push(text);
            }
        }
    }
}

/// The report that a call makes, if it makes one.
fn agent_report(observation: &str) -> Option<AgentReport> {
    let Ok(Fact::Request(request)) = serde_json::from_str(observation) else { return None };
    if let GuardClass::Report(report) = request.subject.guard { Some(report) } else { None }
}

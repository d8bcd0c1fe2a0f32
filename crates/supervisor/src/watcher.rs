//! What the hooks of a run tell, read from the log as it grows.

use fusebox_engine::event::SessionStart;
use fusebox_engine::{
    AgentReport, Fact, FindingLevel, GuardClass, RunId, SessionId, TaskId, Timestamp, Verdict,
    VerdictAction,
};
use fusebox_runtime::RuntimeError;
use fusebox_store::{LogSelection, LoggedEvent, Store};

/// Rows of the log that are read at once.
const BATCH: u32 = 500;

/// Follows the log of a task from where it stood when the run began.
#[derive(Debug)]
pub(crate) struct Watcher {
    run: RunId,
    task: TaskId,
    after: u64,
    /// The sessions of the run, in the order in which they came; the supervisor's own is first.
    sessions: Vec<WatchedSession>,
    /// Tool calls that were admitted.
    pub(crate) tool_calls: u64,
    /// Messages that were told one by one.
    pub(crate) messages: u64,
    /// Facts that clients told: signs of life.
    pub(crate) told: u64,
    /// Whether a limit was neared.
    pub(crate) warned: bool,
    /// What the agent waits for, as it reported last.
    pub(crate) blocked: Option<String>,
}

/// A session of the run.
#[derive(Debug, Clone)]
pub(crate) struct WatchedSession {
    /// Its id.
    pub(crate) session: SessionId,
    /// Whether it goes on.
    pub(crate) is_live: bool,
    /// When it began last.
    began: Timestamp,
}

impl Watcher {
    /// Follows what comes from now on; `own` is the session of the supervisor itself.
    pub(crate) fn begin(
        store: &Store,
        run: RunId,
        task: TaskId,
        own: SessionId,
    ) -> Result<Self, RuntimeError> {
        Ok(Self {
            run,
            task,
            after: store.read().end_of_log()?,
            sessions: vec![WatchedSession { session: own, is_live: false, began: Timestamp(0) }],
            tool_calls: 0,
            messages: 0,
            told: 0,
            warned: false,
            blocked: None,
        })
    }

    /// Reads what is new.
    pub(crate) fn look(&mut self, store: &Store) -> Result<(), RuntimeError> {
        loop {
            let rows = store.read().log(LogSelection::Task(&self.task), self.after, BATCH)?;
            let Some(last) = rows.last() else { return Ok(()) };
            self.after = last.seq;
            for row in &rows {
                self.take(row);
            }
            if rows.len() < BATCH as usize {
                return Ok(());
            }
        }
    }

    /// The sessions that go on, the supervisor's own among them while it is the only one.
    pub(crate) fn live(&self) -> Vec<SessionId> {
        let live = self.sessions.iter().filter(|seen| seen.is_live);
        live.map(|seen| seen.session.clone()).collect()
    }

    /// Since when a client of the run tells of a session that goes on.
    pub(crate) fn told_by_a_client_since(&self) -> Option<Timestamp> {
        let live = self.sessions.iter().skip(1).filter(|seen| seen.is_live);
        live.map(|seen| seen.began).min()
    }

    /// Every session of the run.
    pub(crate) fn all(&self) -> Vec<SessionId> {
        self.sessions.iter().map(|seen| seen.session.clone()).collect()
    }

    /// The session of the client that came last.
    pub(crate) fn of_client(&self) -> Option<&SessionId> {
        self.sessions.iter().skip(1).next_back().map(|seen| &seen.session)
    }

    fn take(&mut self, row: &LoggedEvent) {
        let verdict = serde_json::from_str::<Verdict>(&row.verdict).ok();
        let known = self.sessions.iter_mut().find(|seen| seen.session == row.session);
        if row.kind == "session_start" {
            let fact = serde_json::from_str(&row.observation);
            let is_own = |start: &SessionStart| start.run.as_ref() == Some(&self.run);
            let is_ours = matches!(&fact, Ok(Fact::SessionStart(start)) if is_own(start));
            match known {
                Some(known) => {
                    known.is_live = is_ours;
                    known.began = row.at;
                }
                None if is_ours => {
                    let (session, began) = (row.session.clone(), row.at);
                    self.sessions.push(WatchedSession { session, is_live: true, began });
                }
                None => return,
            }
        } else {
            let Some(known) = known else { return };
            self.told += u64::from(row.kind != "tick");
            match row.kind.as_str() {
                "session_end" => known.is_live = false,
                "request" => match report(&row.observation) {
                    Some(AgentReport::Blocked { on, summary }) => {
                        self.blocked = Some(waits_for(on, Some(summary)));
                    }
                    Some(AgentReport::Complete { .. }) => self.blocked = None,
                    None => {
                        let refused =
                            verdict.as_ref().is_some_and(|v| v.verdict >= VerdictAction::Deny);
                        self.tool_calls += u64::from(!refused);
                    }
                },
                "message" => self.messages += 1,
                "blocked" => {
                    if let Ok(Fact::Blocked { on, summary }) =
                        serde_json::from_str(&row.observation)
                    {
                        self.blocked = Some(waits_for(on, summary));
                    }
                }
                "complete" | "prompt" => self.blocked = None,
                _ => {}
            }
        }
        let findings = verdict.iter().flat_map(|verdict| &verdict.findings);
        self.warned |= findings
            .clone()
            .any(|finding| finding.rule.is_budget() && finding.level >= FindingLevel::Warning);
    }
}

/// The report that a call makes, if it makes one.
fn report(observation: &str) -> Option<AgentReport> {
    let Ok(Fact::Request(request)) = serde_json::from_str(observation) else { return None };
    if let GuardClass::Report(report) = request.subject.guard { Some(report) } else { None }
}

/// What an agent that is blocked says it waits for.
fn waits_for(on: Option<String>, summary: Option<String>) -> String {
    let on = on.map(|on| format!(" on {on}")).unwrap_or_default();
    let summary = summary.filter(|summary| !summary.is_empty());
    format!("blocked{on}{}", summary.map(|summary| format!(": {summary}")).unwrap_or_default())
}

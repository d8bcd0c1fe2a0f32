//! Measures the work of one session while its events are folded.

use fusebox_engine::state::{Scopes, SessionState};
use fusebox_engine::test_run::TestRunEnd;
use fusebox_engine::{Duration, Fact, Observation, SessionId, TaskId, Timestamp};

use super::{WorkAmounts, WorkKind, WorkOutcome, WorkRecord};

/// A session without an event for so long has ended, whether or not its client said so.
const QUIET: Duration = Duration::from_hours(1);

/// The amounts after one tool call.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct WorkStep {
    /// Since a person's last prompt, as limits count them.
    pub used: WorkAmounts,
    /// Of the whole session.
    pub total: WorkAmounts,
}

/// What the last test run said.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
enum LastTest {
    #[default]
    None,
    Passed,
    Failed,
}

/// Measures one session.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct WorkMeter {
    /// The largest amounts between two prompts of a person.
    peak: WorkAmounts,
    /// The amounts of the whole session.
    total: WorkAmounts,
    /// The amounts after each tool call.
    steps: Vec<WorkStep>,
    /// The amounts at the last event; `None` before the first.
    used: Option<WorkAmounts>,
    test: LastTest,
    has_committed: bool,
    commit_calls: Vec<u64>,
    has_ended: bool,
    is_turn_over: bool,
    is_run: bool,
    is_loop: bool,
    is_unattended: bool,
    client: Option<String>,
    role: Option<String>,
    project: Option<String>,
    last: Timestamp,
}

impl WorkMeter {
    /// Takes an event and the scopes after it was folded.
    pub fn add(&mut self, seen: &Observation, scopes: &Scopes) {
        let now = WorkAmounts::from(&scopes.task.used);
        let before = self.used.unwrap_or(if matches!(seen.fact, Fact::SessionStart(_)) {
            now
        } else {
            WorkAmounts::default()
        });
        self.total.add_growth(&before, &now);
        self.peak.raise_to(&now);
        if now.tool_calls > before.tool_calls {
            self.steps.push(WorkStep { used: now, total: self.total });
        }
        self.used = Some(now);
        self.last = self.last.max(seen.at);
        self.is_run |= scopes.session.run.is_some();
        let SessionState { is_unattended, client, role, .. } = &scopes.session;
        self.is_unattended = *is_unattended;
        let texts = [
            (&mut self.client, client.as_deref()),
            (&mut self.role, role.as_deref()),
            (&mut self.project, scopes.session.project()),
        ];
        for (kept, now) in texts {
            if kept.as_deref() != now {
                *kept = now.map(str::to_owned);
            }
        }
        self.note_fact(&seen.fact, seen.agent.is_main());
    }

    /// When its last event happened.
    #[must_use]
    pub fn last(&self) -> Timestamp {
        self.last
    }

    /// The session's work, as its events show it. `client` is that of sessions which do not tell it.
    #[must_use]
    pub fn into_record(
        self,
        session: SessionId,
        task: TaskId,
        client: &str,
        now: Timestamp,
    ) -> WorkRecord {
        WorkRecord {
            session,
            task,
            outcome: self.outcome(now),
            kind: self.kind(),
            client: self.client.unwrap_or_else(|| client.to_owned()),
            role: self.role.unwrap_or_default(),
            project: self.project.unwrap_or_default(),
            last: self.last,
            is_wrongly_tripped: false,
            hit_calibrated: false,
            peak: self.peak,
            total: self.total,
            steps: self.steps,
        }
    }

    /// Forgets the time: the recording had none, and what was counted is made up.
    pub fn forget_time(&mut self) {
        self.peak.active_ms = 0;
        self.total.active_ms = 0;
        for step in &mut self.steps {
            step.used.active_ms = 0;
            step.total.active_ms = 0;
        }
    }

    fn note_fact(&mut self, fact: &Fact, is_main: bool) {
        self.is_loop |= matches!(fact, Fact::Iteration(_));
        let ends_turn = matches!(fact, Fact::Idle { .. } | Fact::Complete { .. });
        if matches!(fact, Fact::SessionEnd) {
            self.has_ended = true;
        } else if ends_turn && is_main {
            self.is_turn_over = true;
        } else if !matches!(
            fact,
            // A delivery may make the checkpoint after the session has ended.
            Fact::Tick
                | Fact::Usage(_)
                | Fact::Dismiss { .. }
                | Fact::Judgement { .. }
                | Fact::Checkpoint { .. }
        ) {
            (self.has_ended, self.is_turn_over) = (false, false);
        }
        if let Fact::Request(request) = fact
            && request.subject.commits
        {
            self.commit_calls.extend(request.call);
        }
        if let Fact::Outcome(outcome) = fact {
            let is_commit = outcome.call.is_some_and(|call| self.commit_calls.contains(&call))
                || outcome.unasked.as_ref().is_some_and(|subject| subject.commits);
            self.has_committed |= is_commit && outcome.ok;
            if let Some(run) = &outcome.test {
                let has_passed = run.end == TestRunEnd::Passed;
                self.test = if has_passed { LastTest::Passed } else { LastTest::Failed };
            }
        }
    }

    /// How the work ended, as far as the events show it.
    fn outcome(&self, now: Timestamp) -> WorkOutcome {
        let is_quiet = now.since(self.last) >= QUIET;
        if !(self.has_ended || is_quiet || self.is_turn_over && self.is_unattended) {
            return WorkOutcome::Unfinished;
        }
        match self.test {
            _ if self.has_committed => WorkOutcome::Committed,
            LastTest::Passed => WorkOutcome::Passed,
            LastTest::Failed => WorkOutcome::Failed,
            LastTest::None => WorkOutcome::Unknown,
        }
    }

    /// Who attended the work.
    fn kind(&self) -> WorkKind {
        match (self.is_loop, self.is_run, self.is_unattended) {
            (true, ..) => WorkKind::Loop,
            (_, true, _) => WorkKind::Run,
            (.., true) => WorkKind::Unattended,
            (.., false) => WorkKind::Attended,
        }
    }
}

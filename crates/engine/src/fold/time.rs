//! Accounts for the time between events: work, sleep, or silence.

use super::Fold;
use crate::observation::Fact;
use crate::pause::PausedEvent;
use crate::state::{PauseStage, SessionActivity};
use crate::{Finding, FindingLevel, Rule, Timestamp};

/// A gap inside a turn counts as work up to this long: 10 minutes.
const LONGEST_GAP_MS: u64 = 600_000;

impl Fold<'_> {
    /// Stamps the event, accounts for the time since the last one, and notes whether a turn begins.
    pub(super) fn pass_time(&mut self) {
        let fact = &self.seen.fact;
        let outcome = if let Fact::Outcome(outcome) = fact { Some(outcome) } else { None };
        self.account_time(outcome.and_then(|outcome| outcome.duration_ms));
        let window = &self.scopes.agent.window;
        let begins = match outcome {
            Some(outcome) => outcome.unasked.is_some() && !window.knows_result(outcome),
            None => matches!(fact, Fact::Prompt { .. } | Fact::Request(_)),
        };
        // What only ends what began before does not wake an agent that reported to be blocked.
        let continues_work = match outcome {
            Some(outcome) => window.call_in_flight(outcome.call, outcome.named_call()).is_some(),
            None => matches!(fact, Fact::RoundEnd),
        };
        let session = &mut self.scopes.session;
        if begins || continues_work && session.activity != SessionActivity::Asleep {
            session.activity = SessionActivity::Active;
        }
        if begins {
            session.reported = None;
        }
        if !matches!(fact, Fact::Tick | Fact::Paused { event: PausedEvent::Tick, .. }) {
            session.acted = session.last;
        }
        // Changes of a subagent are progress for the main agent too, never the reverse.
        if self.seen.agent.is_main() {
            let window = &mut self.scopes.agent.window;
            window.changes = window.changes.max(session.changes);
        }
    }

    /// Accounts for the time between the last event and this one. `worked_ms` is how long the tool
    /// itself ran, if the event reports it: waiting for a permission is not work.
    fn account_time(&mut self, worked_ms: Option<u64>) {
        let session = &mut self.scopes.session;
        let used = &mut self.scopes.task.used;
        let before = session.last;
        let now = session.stamp(self.seen.at);
        let is_first = before == Timestamp::default();
        if is_first {
            session.totals.since = now;
        }
        let worked_until = if let Fact::Paused { pause, .. } = &self.seen.fact {
            now.min(pause.since)
        } else if session.pause == PauseStage::None {
            now
        } else {
            before
        };
        let gap = if is_first { 0 } else { worked_until.since(before).0 };
        match session.activity {
            SessionActivity::Active => {
                used.active_ms += worked_ms.map_or(gap, |ms| ms.min(gap)).min(LONGEST_GAP_MS);
                let acted = session.acted;
                let since = if acted == Timestamp::default() { before } else { acted };
                self.notice_silence(if gap == 0 { 0 } else { now.since(since).0 });
            }
            SessionActivity::Asleep => used.sleep_ms += gap,
            // A supervised agent waits for nobody.
            SessionActivity::Idle if session.run.is_some() => used.sleep_ms += gap,
            SessionActivity::Idle => {}
        }
    }

    /// Notices, once in a session, that it is active with no call in flight and has been silent for a while.
    /// Never a trip (B8).
    fn notice_silence(&mut self, silent_ms: u64) {
        let Some(limit) = self.policy.limits.quiet_after.get() else { return };
        let session = &mut self.scopes.session;
        if silent_ms >= limit && session.in_flight.is_empty() && !session.quiet_told {
            session.quiet_told = true;
            self.out.push(Finding::new(Rule::Quiet, FindingLevel::Notice, silent_ms, limit));
        }
    }
}

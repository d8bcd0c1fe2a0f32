//! Counts the time between two events: work, sleep, silence.

use fusebox_engine::{EventKind, FindingLevel, Rule};

use super::records::TurnActivity;
use super::{EventContext, ExpectedFinding, ReferenceModel};

/// Silence within a turn that is reported.
const QUIET_MS: u64 = 120_000;
/// The longest gap within a turn that counts as work.
const LONGEST_GAP_MS: u64 = 600_000;

impl ReferenceModel {
    pub(super) fn pass_time(&mut self, now: &mut EventContext<'_>, at: u64, kind: &EventKind) {
        let session = self.session(now);
        let before = session.last;
        session.last = before.max(at);
        let is_first = before == 0;
        let gap = if is_first { 0 } else { session.last - before };
        let silent = if is_first { 0 } else { session.last - session.acted };
        let activity = session.activity;
        if activity == TurnActivity::Active
            && silent >= QUIET_MS
            && session.in_flight.is_empty()
            && !session.quiet_reported
        {
            session.quiet_reported = true;
            let (rule, level) = (Rule::Quiet, FindingLevel::Notice);
            now.found.push(ExpectedFinding { rule, level, counts: Some((silent, QUIET_MS)) });
        }
        if *kind != EventKind::Tick {
            session.acted = session.last;
        }
        let changes = session.changes;
        let spending = &mut self.task(now).spending;
        match activity {
            TurnActivity::Active => spending.count(Rule::ActiveTime, gap.min(LONGEST_GAP_MS)),
            TurnActivity::Asleep => spending.count(Rule::SleepTime, gap),
            TurnActivity::Idle => {}
        }
        if now.who.agent == 0 {
            let agent = self.agent(now);
            agent.changes = agent.changes.max(changes);
        }
    }
}

//! What passes between two events: work, sleep, silence.

use fusebox_engine::{FindingLevel, Rule};

use super::records::TurnActivity;
use super::{EventContext, ExpectedFinding, ModelEvent, ReferenceModel};

/// Silence in a turn that is noticed.
const QUIET_MS: u64 = 120_000;
/// The longest gap inside a turn that counts as work.
const LONGEST_GAP_MS: u64 = 600_000;

impl ReferenceModel {
    pub(super) fn time(&mut self, now: &mut EventContext<'_>, at: u64, fact: &ModelEvent) {
        let session = self.session(now);
        let before = session.last;
        session.last = before.max(at);
        let gap = if before == 0 { 0 } else { session.last - before };
        let activity = session.activity;
        let silent = if before == 0 { 0 } else { session.last - session.acted };
        if activity == TurnActivity::Active
            && silent >= QUIET_MS
            && session.in_flight.is_empty()
            && !session.quiet_told
        {
            session.quiet_told = true;
            let counts = Some((silent, QUIET_MS));
            now.found.push(ExpectedFinding {
                rule: Rule::Quiet,
                level: FindingLevel::Notice,
                counts,
            });
        }
        if !matches!(fact, ModelEvent::Tick) {
            session.quiet_told = false;
            session.acted = session.last;
        }
        let changes = session.changes;
        match activity {
            TurnActivity::Active => {
                let worked = gap.min(LONGEST_GAP_MS);
                self.task(now).spending.count(Rule::ActiveTime, worked);
            }
            TurnActivity::Asleep => self.task(now).spending.count(Rule::SleepTime, gap),
            TurnActivity::Idle => {}
        }
        if now.who.agent == 0 {
            let agent = self.agent(now);
            agent.changes = agent.changes.max(changes);
        }
    }
}

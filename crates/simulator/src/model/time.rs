//! What passes between two events: work, sleep, silence.

use fusebox_engine::{Level, Rule};

use super::records::Activity;
use super::{Fact, Found, Model, Now};

/// Silence in a turn that is noticed.
const QUIET_MS: u64 = 120_000;
/// The longest gap inside a turn that counts as work.
const LONGEST_GAP_MS: u64 = 600_000;

impl Model {
    pub(super) fn time(&mut self, now: &mut Now<'_>, at: u64, fact: &Fact) {
        let session = self.session(now);
        let before = session.last;
        session.last = before.max(at);
        let gap = if before == 0 { 0 } else { session.last - before };
        let activity = session.activity;
        let silent = if before == 0 { 0 } else { session.last - session.acted };
        if activity == Activity::Active
            && silent >= QUIET_MS
            && session.in_flight.is_empty()
            && !session.quiet_told
        {
            session.quiet_told = true;
            let counts = Some((silent, QUIET_MS));
            now.found.push(Found { rule: Rule::Quiet, level: Level::Notice, counts });
        }
        if !matches!(fact, Fact::Tick) {
            session.quiet_told = false;
            session.acted = session.last;
        }
        let changes = session.changes;
        match activity {
            Activity::Active => {
                let worked = gap.min(LONGEST_GAP_MS);
                self.task(now).spending.count(Rule::ActiveTime, worked);
            }
            Activity::Asleep => self.task(now).spending.count(Rule::SleepTime, gap),
            Activity::Idle => {}
        }
        if now.who.agent == 0 {
            let agent = self.agent(now);
            agent.changes = agent.changes.max(changes);
        }
    }
}

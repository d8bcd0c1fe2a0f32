//! Totals over all replayed sessions.

use serde::Serialize;

use crate::{ReplayOutcome, ReplayedSession};

/// Totals over all sessions.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct ReplayTotals {
    /// Sessions that were read.
    pub sessions: u64,
    /// Sessions in which anything would have been refused.
    pub tripped: u64,
    /// Sessions in which the agent would have been nudged.
    pub warned: u64,
    /// Nudges.
    pub warnings: u64,
    /// Tool calls.
    pub calls: u64,
    /// Calls that would have been refused because they change what belongs to the breaker.
    pub guarded: u64,
    /// Questions to a judge outside, where the policy names one.
    pub judge_asked: u64,
    /// Calls from the first refusal on.
    pub calls_saved: u64,
    /// Tokens from the first refusal on, in recordings that have them.
    pub tokens_saved: u64,
    /// Cost from the first refusal on; none where no recording says what anything cost.
    pub cost_saved_usd: Option<f64>,
    /// Minutes from the first refusal on, in recordings that have times.
    pub minutes_saved: f64,
    /// Records that were not understood.
    pub skipped_records: u64,
    /// Files that are still being written.
    pub unfinished_files: u64,
    /// Files that could not be read to their end.
    pub damaged_files: u64,
}

impl ReplayTotals {
    /// Adds the outcome of one source.
    pub fn add(&mut self, outcome: &ReplayOutcome) {
        self.skipped_records += outcome.skipped;
        self.unfinished_files += outcome.unfinished;
        self.damaged_files += outcome.damaged.len() as u64;
        outcome.sessions.iter().for_each(|session| self.add_session(session));
    }

    /// Adds a session.
    pub fn add_session(&mut self, session: &ReplayedSession) {
        self.sessions += 1;
        self.calls += session.calls;
        self.warnings += session.warnings;
        self.guarded += session.guarded.len() as u64;
        self.judge_asked += session.judge_asked.len() as u64;
        self.warned += u64::from(session.warnings > 0);
        self.tripped += u64::from(session.is_tripped());
        self.calls_saved += session.calls_after;
        let tokens = session.tokens_after.unwrap_or_default();
        self.tokens_saved = self.tokens_saved.saturating_add(tokens);
        if let Some(cost) = session.cost_after_usd {
            *self.cost_saved_usd.get_or_insert(0.0) += cost;
        }
        self.minutes_saved += session.minutes_after.unwrap_or_default();
    }
}

#[cfg(test)]
mod tests {
    use fusebox_engine::{FindingLevel, Rule, SessionId};

    use super::*;
    use crate::FirstDenial;

    #[test]
    fn totals_are_sums() {
        let quiet = ReplayedSession::new(SessionId::parse("s").unwrap(), Some("x"));
        let denial = FirstDenial {
            call_number: None,
            rule: Rule::SameCall,
            level: FindingLevel::Trip,
            message: String::new(),
            call: None,
        };
        let tripped = ReplayedSession {
            calls: 9,
            denial: Some(denial),
            warnings: 2,
            calls_after: 4,
            tokens_after: Some(70),
            cost_after_usd: Some(0.5),
            ..quiet.clone()
        };
        let mut totals = ReplayTotals::default();
        let sessions = vec![quiet, tripped];
        totals.add(&ReplayOutcome { sessions, skipped: 3, ..ReplayOutcome::default() });
        let expected = ReplayTotals {
            sessions: 2,
            tripped: 1,
            warned: 1,
            warnings: 2,
            calls: 9,
            calls_saved: 4,
            tokens_saved: 70,
            cost_saved_usd: Some(0.5),
            skipped_records: 3,
            ..ReplayTotals::default()
        };
        assert_eq!(totals, expected);
    }
}

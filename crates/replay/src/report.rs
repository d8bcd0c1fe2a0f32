//! What all sessions come to.

use std::path::Path;

use serde::Serialize;

use crate::{ReplayOutcome, ReplayedSession};

/// The line that is printed of one session.
#[derive(Debug, Serialize)]
pub struct SessionLine<'a> {
    /// Its file.
    pub file: &'a Path,
    /// The name of the file's format.
    pub format: &'a str,
    /// What came of it.
    #[serde(flatten)]
    pub session: &'a ReplayedSession,
}

/// Totals over all sessions.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct ReplayTotals {
    /// Sessions read.
    pub sessions: u64,
    /// Sessions in which anything would have been denied.
    pub tripped: u64,
    /// Sessions in which the agent would have been warned.
    pub warned: u64,
    /// Warnings.
    pub warnings: u64,
    /// Tool calls.
    pub calls: u64,
    /// Calls that would have been refused because they change what belongs to the breaker.
    pub guarded: u64,
    /// Calls after the first denial.
    pub calls_saved: u64,
    /// Tokens after it, where recordings have any.
    pub tokens_saved: u64,
    /// Money after it, where recordings have any.
    pub cost_saved_usd: f64,
    /// Minutes after it, where recordings have times.
    pub minutes_saved: f64,
    /// Records that were not understood.
    pub skipped_records: u64,
    /// Files that are still being written.
    pub unfinished_files: u64,
    /// Files that could not be read to their end.
    pub damaged_files: u64,
}

impl ReplayTotals {
    /// Adds what came of one source.
    pub fn add(&mut self, replayed: &ReplayOutcome) {
        self.skipped_records += replayed.skipped;
        self.unfinished_files += replayed.unfinished;
        self.damaged_files += replayed.damaged.len() as u64;
        for session in &replayed.sessions {
            self.add_session(session);
        }
    }

    fn add_session(&mut self, session: &ReplayedSession) {
        self.sessions += 1;
        self.calls += session.calls;
        self.warnings += session.warnings;
        self.guarded += session.guarded.len() as u64;
        self.warned += u64::from(session.warnings > 0);
        self.tripped += u64::from(session.tripped);
        self.calls_saved += session.calls_after;
        self.tokens_saved =
            self.tokens_saved.saturating_add(session.tokens_after.unwrap_or_default());
        self.cost_saved_usd += session.cost_after_usd.unwrap_or_default();
        self.minutes_saved += session.minutes_after.unwrap_or_default();
    }
}

#[cfg(test)]
mod tests {
    use fusebox_engine::SessionId;

    use super::*;
    use crate::policy::observed;
    use crate::session::SessionFold;

    #[test]
    fn totals_are_sums() {
        let policy = observed(fusebox_engine::Policy::default());
        let session = SessionId::parse("s").unwrap();
        let quiet = SessionFold::begin(&policy, session, Some("x")).end();
        let tripped = ReplayedSession {
            calls: 9,
            tripped: true,
            warnings: 2,
            calls_after: 4,
            tokens_after: Some(70),
            cost_after_usd: Some(0.5),
            minutes_after: None,
            ..quiet.clone()
        };
        let mut totals = ReplayTotals::default();
        totals.add(&ReplayOutcome {
            sessions: vec![quiet, tripped],
            skipped: 3,
            ..ReplayOutcome::default()
        });
        let expected = ReplayTotals {
            sessions: 2,
            tripped: 1,
            warned: 1,
            warnings: 2,
            calls: 9,
            calls_saved: 4,
            tokens_saved: 70,
            cost_saved_usd: 0.5,
            skipped_records: 3,
            ..ReplayTotals::default()
        };
        assert_eq!(totals, expected);
    }

    #[test]
    fn a_line_names_file_and_format_first() {
        let policy = observed(fusebox_engine::Policy::default());
        let session = SessionFold::begin(&policy, SessionId::parse("s").unwrap(), None).end();
        let line = SessionLine { file: Path::new("a/b.jsonl"), format: "pi", session: &session };
        let text = serde_json::to_string(&line).unwrap();
        assert!(text.starts_with(r#"{"file":"a/b.jsonl","format":"pi","session":"s""#), "{text}");
    }
}

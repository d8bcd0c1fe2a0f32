//! When a judge outside is asked, and what its answers lead to, written a second time.

use fusebox_engine::{FindingLevel, Rule};

use super::call_meaning::CallMeaning;
use super::{EventContext, ReferenceModel};

/// Changes without a green run that lead to a question.
const CHANGES: u64 = 12;
/// Calls without a change that lead to a question.
const CALLS: u64 = 40;
/// The time between two questions.
const REST_MS: u64 = 600_000;

/// What a session did since a judge was asked about it.
#[derive(Debug, Clone, Default)]
pub(crate) struct JudgeModel {
    changes: u64,
    calls: u64,
    asked_at: Option<u64>,
    /// Answers in a row that the agent gets nowhere.
    refusals: u64,
}

impl ReferenceModel {
    /// Counts a call that was answered, and asks the judge where it is due.
    pub(super) fn count_for_judge(
        &mut self,
        now: &mut EventContext<'_>,
        meaning: &CallMeaning,
        has_progress: bool,
    ) {
        if !now.rules.has_judge || self.is_bypassed(now) {
            return;
        }
        let is_green = matches!(meaning, CallMeaning::TestRun(seen) if seen.failed.is_empty());
        let session = self.session(now);
        let (at, judge) = (session.last, &mut session.judge);
        if is_green {
            (judge.changes, judge.calls) = (0, 0);
            return;
        }
        if has_progress {
            (judge.changes, judge.calls) = (judge.changes + 1, 0);
        } else {
            judge.calls += 1;
        }
        let has_rested = judge.asked_at.is_none_or(|asked| at - asked >= REST_MS);
        if has_rested && (judge.changes >= CHANGES || judge.calls >= CALLS) {
            (judge.changes, judge.calls, judge.asked_at) = (0, 0, Some(at));
            now.add(Rule::JudgedStuck, FindingLevel::Notice);
            self.judge_questions.push(now.who);
        }
    }

    pub(super) fn judgement(&mut self, now: &mut EventContext<'_>, gets_anywhere: bool) {
        let session = self.session(now);
        session.judge.refusals = if gets_anywhere { 0 } else { session.judge.refusals + 1 };
        if gets_anywhere {
            return;
        }
        let is_trip = session.is_unattended && session.judge.refusals >= 2;
        let level = if is_trip { FindingLevel::Trip } else { FindingLevel::Warning };
        now.add(Rule::JudgedStuck, level);
    }
}

impl JudgeModel {
    /// A person spoke: everything but the time of the last question begins anew.
    pub(super) fn forgive(&mut self) {
        *self = Self { asked_at: self.asked_at, ..Self::default() };
    }
}

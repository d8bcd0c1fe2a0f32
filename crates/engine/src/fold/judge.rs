//! When a judge outside is asked whether the agent still gets anywhere, and what follows from its answer: spirals that
//! never repeat are not seen by rules.

use super::Fold;
use crate::state::{CompletedCall, EditEffect, JudgeState};
use crate::{Duration, Finding, FindingLevel, FindingSubject, Rule};

/// Changes without a green run after which the judge is asked.
const CHANGES: u64 = 12;
/// Calls without an accepted change or a green run after which it is asked.
const CALLS: u64 = 40;
/// The time between two questions.
const REST: Duration = Duration::from_secs(600);
/// Answers in a row that trip a session which nobody attends.
const ANSWERS_TO_TRIP: u64 = 2;

impl Fold<'_> {
    /// Counts a completed call, and notes where the judge is asked. Nothing is counted without a judge.
    pub(super) fn count_for_judge(&mut self, step: &CompletedCall, edit: EditEffect) {
        if self.policy.advisors.judge.is_empty() || self.is_bypassed() {
            return;
        }
        let now = self.scopes.session.last;
        let judge = &mut self.scopes.session.judge;
        if step.passed {
            (judge.changes, judge.calls) = (0, 0);
            return;
        }
        if edit == EditEffect::New {
            judge.changes += 1;
            judge.calls = 0;
        } else {
            judge.calls += 1;
        }
        let has_rested = judge.asked_at.is_none_or(|asked_at| now.since(asked_at) >= REST);
        let (observed, limit) =
            if judge.changes >= CHANGES { (judge.changes, CHANGES) } else { (judge.calls, CALLS) };
        if observed < limit || !has_rested {
            return;
        }
        let subject = FindingSubject::JudgeAsked { changes: judge.changes, calls: judge.calls };
        judge.asked_at = Some(now);
        (judge.changes, judge.calls) = (0, 0);
        let finding = Finding::new(Rule::JudgedStuck, FindingLevel::Notice, observed, limit);
        self.out.push(finding.about(subject));
    }

    /// Takes the judge's answer: the first "no" is a nudge, the second in a row trips a session that nobody attends.
    pub(super) fn judgement(&mut self, gets_anywhere: bool, reason: &str) {
        let session = &mut self.scopes.session;
        if gets_anywhere {
            session.judge.refusals = 0;
            return;
        }
        session.judge.refusals += 1;
        let refusals = session.judge.refusals;
        let is_trip = !session.is_attended() && refusals >= ANSWERS_TO_TRIP;
        let level = if is_trip { FindingLevel::Trip } else { FindingLevel::Warning };
        let finding = Finding::new(Rule::JudgedStuck, level, refusals, ANSWERS_TO_TRIP);
        self.out.push(finding.about(FindingSubject::Judged(reason.to_owned())));
    }

    /// Begins to count anew: a person spoke.
    pub(super) fn forgive_judged(&mut self) {
        let judge = &mut self.scopes.session.judge;
        *judge = JudgeState { asked_at: judge.asked_at, ..JudgeState::default() };
    }
}

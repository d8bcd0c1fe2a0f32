//! Attempts at failing tests: how a run counts, and changes to the tests themselves.

use super::Fold;
use crate::attempts::{AttemptCharge, TestAttempts};
use crate::observation::CallOutcome;
use crate::state::CallInFlight;
use crate::test_run::{TestCall, TestChange, TestRun, TestRunEnd, TouchedFile};
use crate::{ChangedTest, Finding, FindingLevel, FindingSubject, Rule, TestRunRecord};

impl Fold<'_> {
    /// Counts a call that ran tests.
    pub(super) fn test_run(&mut self, outcome: &CallOutcome, pending: &CallInFlight) {
        let Some(call) = pending.test.as_deref().filter(|_| !outcome.refused) else { return };
        let end = if outcome.ok { TestRunEnd::Passed } else { TestRunEnd::Failed };
        let unread = TestRun { end, ..TestRun::default() };
        let run = outcome.test.as_deref().unwrap_or(&unread);
        self.iteration_of_tests(run.end);
        self.attempt(call, run, &pending.label);
    }

    /// Counts an iteration: a failing run after a change. A passing run sets the count to 0.
    fn iteration_of_tests(&mut self, end: TestRunEnd) {
        let task = &mut self.scopes.task;
        if end == TestRunEnd::Nothing {
            return;
        }
        let changed = std::mem::take(&mut task.changed_since_run);
        if end == TestRunEnd::Passed {
            task.used.iterations = 0;
            task.warned.retain(|rule| *rule != Rule::Iterations);
        } else {
            task.used.iterations += u64::from(changed);
        }
    }

    fn attempt(&mut self, call: &TestCall, run: &TestRun, command: &str) {
        let attempts = &mut self.scopes.task.attempts;
        let counted = attempts.run(call, run);
        let total = attempts.total;
        if !matches!(run.end, TestRunEnd::Passed | TestRunEnd::Nothing) {
            self.run = Some(Box::new(TestRunRecord {
                n: attempts.runs,
                at: self.scopes.session.last,
                end: run.end,
                command: command.to_owned(),
                attempt: matches!(counted, AttemptCharge::Attempt(_)).then_some(total),
                said: attempts.said.take(),
                files: attempts.touched.clone(),
                failed: run.failed.clone(),
                failing: run.failing.len().max(run.failed.len()) as u64,
                error: run.error.clone(),
                tests_touched: attempts.tests_touched.clone(),
                evidence: None,
            }));
        }
        if !run.end.is_infrastructure() && run.end != TestRunEnd::Nothing {
            attempts.touched.clear();
            attempts.tests_touched.clear();
        }
        match counted {
            AttemptCharge::Free if run.end == TestRunEnd::Passed => {
                self.scopes.task.breaker.settle(false, true);
            }
            AttemptCharge::Free => {}
            AttemptCharge::Attempt(most) => self.limit_attempts(most.as_ref(), total, true),
            AttemptCharge::Infra(count) => self.limit_failed_runs(count, run),
        }
    }

    /// Trips when the test with most attempts, or the slice, has reached its limit. `by_run`: a test
    /// run failed; otherwise a write outside the scope was charged.
    pub(super) fn limit_attempts(&mut self, test: Option<&TestAttempts>, total: u64, by_run: bool) {
        let limits = &self.policy.attempts;
        if let Some(test) = test
            && let Some(limit) = limits.per_test.get().filter(|limit| test.count >= *limit)
        {
            let subject = FindingSubject::FailingTest { name: test.name.clone(), by_run };
            let finding = Finding::new(Rule::PerTest, FindingLevel::Trip, test.count, limit);
            self.out.push(finding.about(subject));
        }
        if let Some(limit) = limits.per_slice.get().filter(|limit| total >= *limit) {
            self.out.push(Finding::new(Rule::PerSlice, FindingLevel::Trip, total, limit));
        }
    }

    /// A4: so many runs in a row could not run.
    fn limit_failed_runs(&mut self, count: u64, run: &TestRun) {
        let Some(limit) = self.policy.attempts.infra.get() else { return };
        let is_limited = self.policy.attempts.is_limited();
        if count < limit || (!is_limited && count > limit) {
            return;
        }
        let level = if is_limited { FindingLevel::Trip } else { FindingLevel::Notice };
        let error = run.error.as_ref().map(|error| error.text().to_owned());
        self.out.push(
            Finding::new(Rule::Infra, level, count, limit)
                .about(FindingSubject::FailedRuns { end: run.end, error }),
        );
    }

    /// A11: changing the test that fails is no fix.
    pub(super) fn protect_tests(&mut self, files: &[TouchedFile]) {
        let refuses = self.policy.attempts.protect_tests;
        let refused = refuses && self.enforces();
        let attempts = &mut self.scopes.task.attempts;
        let pairs =
            attempts.tests.iter().flat_map(|test| files.iter().map(move |file| (test, file)));
        let changed = pairs.filter_map(|(test, file)| {
            let how = change_of(test, file)?;
            let (file, test) = (file.path.clone(), test.name.clone());
            Some(ChangedTest { file, test, how, refused })
        });
        let changed: Vec<ChangedTest> = changed.collect();
        if let Some(first) = changed.first() {
            let level = if refuses { FindingLevel::Block } else { FindingLevel::Notice };
            let (name, change, count) = (first.test.clone(), first.how, changed.len() as u64);
            let subject = FindingSubject::ChangedTest { name, change };
            self.out.push(Finding::new(Rule::ProtectTests, level, count, 1).about(subject));
        }
        for test in changed {
            attempts.touch_test(test);
        }
    }
}

/// What a change of `file` does to a failing test.
fn change_of(test: &TestAttempts, file: &TouchedFile) -> Option<TestChange> {
    let how = file.tests?;
    let names_it = file.names.iter().any(|name| name == test.short());
    let holds_it = test.is_in(&file.path);
    match how {
        // If the text does not name a test, it may be this one.
        TestChange::Edited => {
            let may_be = holds_it && file.test && file.names.is_empty();
            (may_be || (names_it && (holds_it || file.test))).then_some(how)
        }
        TestChange::Rewritten if holds_it && !names_it && !file.names.is_empty() => {
            Some(TestChange::Removed)
        }
        TestChange::Rewritten => holds_it.then_some(how),
        TestChange::Weakened => (names_it || holds_it).then_some(how),
        TestChange::Skipped | TestChange::Removed => {
            (names_it || (holds_it && file.test)).then_some(how)
        }
    }
}

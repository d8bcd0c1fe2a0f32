//! The scope lock: writes outside the files of the task are refused, justified, or charged to the
//! agent.

use super::Fold;
use crate::observation::{CallRequest, CallSubject};
use crate::scope::{
    ScopeClass, ScopeJustification, ScopeTouch, ScopeVerdict, WriteTarget, named_paths,
    scope_class, sentence_fault,
};
use crate::test_run::TestRun;
use crate::{
    Finding, FindingLevel, FindingSubject, NamedFiles, ReasonFault, Rule, ScopeEvidence,
    TestAttempts,
};

/// Files that one finding names.
const NAMED_FILES: usize = 3;

impl Fold<'_> {
    /// Checks a call that is about to write these files.
    pub(super) fn check_scope(&mut self, request: &CallRequest) {
        let Some(targets) = request.subject.write_targets.as_deref() else {
            return self.notice_missing_scope(&request.subject);
        };
        if targets.more {
            self.refuse_write(Rule::ScopeJustify, ScopeEvidence::TooManyFiles);
        }
        let of_class = |class: ScopeClass| -> Vec<WriteTarget> {
            targets.files.iter().filter(|file| self.class_of(file) == class).cloned().collect()
        };
        let forbidden = of_class(ScopeClass::Forbidden);
        let mut unjustified = of_class(ScopeClass::Justify);
        let failing = &self.scopes.task.attempts.failing;
        unjustified.retain(|file| !self.scopes.task.scope.is_justified(file.key, failing));
        if forbidden.is_empty() && unjustified.is_empty() {
            return;
        }
        let round = self.round(request);
        if !forbidden.is_empty() {
            let files = named_files(&forbidden);
            self.violation(Rule::ScopeForbid, round, &forbidden, None, |test| {
                ScopeEvidence::Forbidden { files, test }
            });
        }
        if self.is_bypassed() {
            return;
        }
        let record = &mut self.scopes.task.scope;
        let (again, first): (Vec<_>, Vec<_>) =
            unjustified.into_iter().partition(|file| record.asked_before(file.key, round));
        if !again.is_empty() {
            let files = named_files(&again);
            self.violation(Rule::ScopeJustify, round, &again, None, |test| {
                ScopeEvidence::StillUnjustified { files, test }
            });
        } else if !first.is_empty() {
            let failing = self.last_failing_test();
            let files = named_files(&first);
            let evidence = ScopeEvidence::NeedsJustification { files, failing };
            self.refuse_write(Rule::ScopeJustify, evidence);
        }
    }

    /// `fusebox justify`: the agent says why it needs a file outside the scope.
    pub(super) fn justify(&mut self, request: &CallRequest, given: &ScopeJustification) {
        let Some(targets) = request.subject.write_targets.as_deref() else { return };
        let Some(file) = targets.files.first().filter(|_| !self.is_bypassed()) else { return };
        let class = self.class_of(file);
        let forbidden = || named_paths(&given.because).find(|path| self.is_forbidden(path));
        let (rule, about) = match class {
            ScopeClass::Within => return,
            ScopeClass::Forbidden => (Rule::ScopeForbid, None),
            ScopeClass::Justify => match forbidden() {
                Some(path) => (Rule::ScopeJustify, Some(path.to_owned())),
                None => return self.accept(file, given),
            },
        };
        let round = self.round(request);
        let files = std::slice::from_ref(file);
        self.violation(rule, round, files, Some(given), |test| match about {
            Some(about) => ScopeEvidence::UnrelatedReason { file: file.path.clone(), about, test },
            None => ScopeEvidence::Forbidden { files: named_files(files), test },
        });
    }

    /// Notes a justification, or says what is wrong with it.
    fn accept(&mut self, file: &WriteTarget, given: &ScopeJustification) {
        let test = self.failing_tests().find(|test| test.is_called_by_agent(&given.test)).cloned();
        let fault = match (&test, self.last_failing_test()) {
            (None, None) => Some(ReasonFault::NoFailingTest),
            (None, Some(failing)) => {
                Some(ReasonFault::OtherTestFails { named: given.test.clone(), failing })
            }
            (Some(_), _) => sentence_fault(&given.because),
        };
        if let Some(fault) = fault {
            let evidence = ScopeEvidence::RejectedReason { file: file.path.clone(), fault };
            return self.refuse_write(Rule::ScopeJustify, evidence);
        }
        let record = &mut self.scopes.task.scope;
        record.justify(file.key, test.as_ref().map_or(0, |test| test.key));
        record.note(ScopeTouch {
            file: file.path.clone(),
            justification: Some(given.because.clone()),
            test_name: test.map(|test| test.name),
            verdict: ScopeVerdict::Justified,
        });
    }

    /// A violation: logged, and charged as a failed attempt to the test that fails.
    fn violation(
        &mut self,
        rule: Rule,
        round: u64,
        files: &[WriteTarget],
        given: Option<&ScopeJustification>,
        evidence: impl FnOnce(String) -> ScopeEvidence,
    ) {
        let test = self.last_failing_test().unwrap_or_else(|| TestRun::SUITE.to_owned());
        self.refuse_write(rule, evidence(test.clone()));
        if self.is_bypassed() {
            return;
        }
        let task = &mut self.scopes.task;
        for file in files.iter().take(NAMED_FILES) {
            task.scope.note(ScopeTouch {
                file: file.path.clone(),
                justification: given.map(|given| given.because.clone()),
                test_name: Some(test.clone()),
                verdict: ScopeVerdict::Violation,
            });
        }
        // What one model response asks for is one attempt.
        if task.scope.charges(round) {
            let charged = task.attempts.charge();
            let total = task.attempts.total;
            self.limit_attempts(Some(&charged), total, false);
        }
    }

    fn refuse_write(&mut self, rule: Rule, evidence: ScopeEvidence) {
        let finding = Finding::new(rule, FindingLevel::Block, 1, 1);
        self.out.push(finding.about(FindingSubject::Scope(evidence)));
    }

    /// A scope is wanted and no files are named: a notice, once in a task.
    fn notice_missing_scope(&mut self, subject: &CallSubject) {
        let record = &mut self.scopes.task.scope;
        if !subject.files.is_empty() && self.policy.scope.lacks_files() && !record.told_off {
            record.told_off = true;
            self.out.push(Finding::new(Rule::ScopeFiles, FindingLevel::Notice, 0, 1));
        }
    }

    /// The class of a file that a call writes. A file with a failing test belongs to the task: the
    /// rule that protects tests judges what is done to it.
    fn class_of(&self, file: &WriteTarget) -> ScopeClass {
        if file.test && self.failing_tests().any(|test| test.is_in(&file.path)) {
            ScopeClass::Within
        } else {
            scope_class(&self.policy.scope, file)
        }
    }

    fn is_forbidden(&self, path: &str) -> bool {
        let outside = path.starts_with('/');
        let file = WriteTarget { path: path.to_owned(), outside, ..WriteTarget::default() };
        scope_class(&self.policy.scope, &file) == ScopeClass::Forbidden
    }

    /// The tests that fail now, the latest last.
    fn failing_tests(&self) -> impl DoubleEndedIterator<Item = &TestAttempts> {
        let attempts = &self.scopes.task.attempts;
        attempts.tests.iter().filter(|test| attempts.failing.contains(&test.key))
    }

    fn last_failing_test(&self) -> Option<String> {
        self.failing_tests().next_back().map(|test| test.name.clone())
    }

    fn round(&mut self, request: &CallRequest) -> u64 {
        let round = self.scopes.session.round_of_call(request.round);
        self.scopes.agent.window.round_of(round)
    }
}

fn named_files(files: &[WriteTarget]) -> NamedFiles {
    let named: Vec<String> = files.iter().take(NAMED_FILES).map(|file| file.path.clone()).collect();
    NamedFiles { more: files.len() - named.len(), named }
}

//! The scope lock: files outside the task's own are refused, justified, or held against the agent.

use super::Fold;
use crate::attempts::same_path;
use crate::observation::{CallRequest, CallSubject};
use crate::scope::{
    ScopeClass, ScopeJustification, ScopeTouch, ScopeVerdict, WriteTarget, WriteTargets, class,
    fault, paths,
};
use crate::test_run::TestRun;
use crate::{Finding, FindingLevel, Rule, TestAttempts};

/// Files that one message names.
const NAMED: usize = 3;

impl Fold<'_> {
    /// A call is about to write these files.
    pub(super) fn scope(&mut self, request: &CallRequest) {
        let Some(targets) = request.subject.write_targets.as_deref() else {
            return self.say_scope_is_off(&request.subject);
        };
        if targets.more {
            let most = WriteTargets::FILES;
            self.scope_finding(
                Rule::ScopeJustify,
                format!(
                    "This call changes more than the {most} files that can be checked against \
                    the scope of this task. Change fewer at a time."
                ),
            );
        }
        let globs = &self.policy.scope;
        let of = |wanted: ScopeClass| {
            let files = targets.files.iter().filter(|file| !self.holds_failing_test(file));
            files.filter(|file| class(globs, file) == wanted).cloned().collect::<Vec<_>>()
        };
        let forbidden = of(ScopeClass::Forbidden);
        let failing = &self.scopes.task.attempts.failing;
        let mut open = of(ScopeClass::Justify);
        open.retain(|file| !self.scopes.task.scope.is_justified(file.key, failing));
        if forbidden.is_empty() && open.is_empty() {
            return;
        }
        let round = self.round(request);
        if !forbidden.is_empty() {
            let what = format!(
                "{} may not be changed in this task, and nothing justifies it.",
                names(&forbidden)
            );
            self.violation(Rule::ScopeForbid, round, &forbidden, None, &what);
        }
        if self.is_bypassed() {
            return;
        }
        let record = &mut self.scopes.task.scope;
        let (again, first): (Vec<_>, Vec<_>) =
            open.into_iter().partition(|file| record.asked_before(file.key, round));
        if !again.is_empty() {
            let what =
                format!("{} was refused before, and it is still not justified.", names(&again));
            self.violation(Rule::ScopeJustify, round, &again, None, &what);
        } else if let Some(file) = first.first() {
            let message = self.how_to_justify(file, &names(&first));
            self.scope_finding(Rule::ScopeJustify, message);
        }
    }

    /// `fusebox justify`: the agent says why it needs a file outside the scope.
    pub(super) fn justify(&mut self, request: &CallRequest, given: &ScopeJustification) {
        let Some(targets) = request.subject.write_targets.as_deref() else { return };
        let Some(file) = targets.files.first().filter(|_| !self.is_bypassed()) else { return };
        let class = if self.holds_failing_test(file) {
            ScopeClass::Within
        } else {
            class(&self.policy.scope, file)
        };
        let name = names(std::slice::from_ref(file));
        match class {
            ScopeClass::Within => {}
            ScopeClass::Forbidden => {
                let round = self.round(request);
                let what =
                    format!("{name} may not be changed in this task, and nothing justifies it.");
                self.violation(
                    Rule::ScopeForbid,
                    round,
                    std::slice::from_ref(file),
                    Some(given),
                    &what,
                );
            }
            ScopeClass::Justify => {
                if let Some(stray) = self.stray(&given.because) {
                    let round = self.round(request);
                    let what = format!(
                        "The reason for {name} is about `{stray}`, which is not part of this task."
                    );
                    self.violation(
                        Rule::ScopeJustify,
                        round,
                        std::slice::from_ref(file),
                        Some(given),
                        &what,
                    );
                } else {
                    self.accept(file, given, &name);
                }
            }
        }
    }

    /// Notes a justification, or says what is wrong with it.
    fn accept(&mut self, file: &WriteTarget, given: &ScopeJustification, name: &str) {
        let meant = self.failing_tests().find(|test| test.is_meant(&given.test)).cloned();
        let why = match (&meant, self.failing_tests().last()) {
            (None, None) => Some("no test fails now; run the tests first".to_owned()),
            (None, Some(last)) => {
                Some(format!("`{}` does not fail now; `{}` does", given.test, last.name))
            }
            (Some(_), _) => fault(&given.because).map(str::to_owned),
        };
        if let Some(why) = why {
            return self.scope_finding(
                Rule::ScopeJustify,
                format!("This does not justify {name}: {why}."),
            );
        }
        let record = &mut self.scopes.task.scope;
        record.justify(file.key, meant.as_ref().map_or(0, |test| test.key));
        record.note(ScopeTouch {
            file: file.path.clone(),
            justification: Some(given.because.clone()),
            test_name: meant.map(|test| test.name),
            verdict: ScopeVerdict::Justified,
        });
    }

    /// A violation: logged, and counted as a failed attempt of the current test.
    fn violation(
        &mut self,
        rule: Rule,
        round: u64,
        files: &[WriteTarget],
        given: Option<&ScopeJustification>,
        what: &str,
    ) {
        let current = self.failing_tests().last().map(|test| test.name.clone());
        let current = current.unwrap_or_else(|| TestRun::SUITE.to_owned());
        self.scope_finding(
            rule,
            format!(
                "{what} It counts as a failed attempt at `{current}`. Stay inside the scope, or say \
                 what blocks you with `fusebox report blocked \"...\"`."
            ),
        );
        if self.is_bypassed() {
            return;
        }
        let task = &mut self.scopes.task;
        for file in files.iter().take(NAMED) {
            task.scope.note(ScopeTouch {
                file: file.path.clone(),
                justification: given.map(|given| given.because.clone()),
                test_name: Some(current.clone()),
                verdict: ScopeVerdict::Violation,
            });
        }
        // What one answer of the model asks for at a time is one attempt.
        if task.scope.charges(round) {
            let charged = task.attempts.charge();
            let total = task.attempts.total;
            self.limit_attempts(Some(&charged), total, false);
        }
    }

    /// The first refusal teaches the way.
    fn how_to_justify(&self, file: &WriteTarget, names: &str) -> String {
        let outside = format!("{names} is outside the scope of this task.");
        let Some(test) = self.failing_tests().last() else {
            return format!(
                "{outside} Only a test that fails now can justify it: run the tests first, or stay \
                 inside the scope. Scratch files go to /tmp. Writing it again is a failed attempt."
            );
        };
        format!(
            "{outside} If `{name}` cannot pass without it, say why in one sentence, as a command of its \
             own, and then write it: fusebox justify {} --test {} --because \"one sentence\". Writing it \
             again without that is a failed attempt. Scratch files go to /tmp.",
            quoted(&file.path),
            quoted(&test.name),
            name = test.name,
        )
    }

    /// The scope is wanted and no files are named: said once in a task.
    fn say_scope_is_off(&mut self, subject: &CallSubject) {
        let writes = !subject.files.is_empty();
        if !writes || !self.policy.scope.lacks_files() || self.scopes.task.scope.told_off {
            return;
        }
        self.scopes.task.scope.told_off = true;
        self.out.push(Finding {
            rule: Rule::ScopeFiles,
            level: FindingLevel::Notice,
            observed: 0,
            limit: 1,
            message: "No files are named for this task, so any file may be changed: `fusebox task \
                start ID --files GLOB` names them."
                .to_owned(),
        });
    }

    /// A forbidden file that the reason speaks of.
    fn stray(&self, because: &str) -> Option<String> {
        let is_forbidden = |path: &&str| {
            let file = WriteTarget {
                path: (*path).to_owned(),
                outside: path.starts_with('/'),
                ..WriteTarget::default()
            };
            class(&self.policy.scope, &file) == ScopeClass::Forbidden
        };
        paths(because).find(is_forbidden).map(str::to_owned)
    }

    fn scope_finding(&mut self, rule: Rule, message: String) {
        self.out.push(Finding { rule, level: FindingLevel::Block, observed: 1, limit: 1, message });
    }

    /// The tests that fail now, the latest last.
    fn failing_tests(&self) -> impl Iterator<Item = &TestAttempts> {
        let attempts = &self.scopes.task.attempts;
        attempts.tests.iter().filter(|test| attempts.failing.contains(&test.key))
    }

    /// Whether a test that fails now is in the file: what may be done to it, A11 says.
    fn holds_failing_test(&self, file: &WriteTarget) -> bool {
        let holds = |test: &TestAttempts| {
            let by_name = test.name.split("::").next().unwrap_or_default();
            test.file.as_deref().is_some_and(|held| same_path(held, &file.path))
                || same_path(by_name, &file.path)
        };
        file.test && self.failing_tests().any(holds)
    }

    fn round(&mut self, request: &CallRequest) -> u64 {
        let tells_rounds = self.scopes.session.tells_rounds;
        self.scopes.agent.window.round_of(request.round, tells_rounds)
    }
}

/// The files as a sentence begins with them.
fn names(files: &[WriteTarget]) -> String {
    let shown = files.iter().take(NAMED).map(|file| match file.path.as_str() {
        "" => "the folder itself".to_owned(),
        path => format!("`{path}`"),
    });
    let mut names = shown.collect::<Vec<_>>().join(", ");
    if files.len() > NAMED {
        names = format!("{names} and {} more", files.len() - NAMED);
    }
    names
}

/// A word as a shell takes it.
fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_alphanumeric() || "-_./:@+".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        word.to_owned()
    } else {
        format!("'{}'", word.replace('\'', r"'\''"))
    }
}

//! Composes the report from the facts of an incident.

use std::collections::BTreeSet;

use fusebox_engine::{IncidentFacts, Rule, WorkSinceCheckpoint};

use crate::analysis::Analysis;
use crate::attempt::{FailingTest, run_error};
use crate::attempt_log::{attempt_entry, latest, modified_files, scope_violations, tests_modified};
use crate::compared_values::ComparedValues;
use crate::diagnostic::{
    AttemptEntry, ChangeSize, CheckpointRef, Diagnostic, TrippedTests, WorkSlice,
};
use crate::evidence::{TestEvidence, TripCause};
use crate::pattern::FailurePattern;
use crate::{recovery, repetition};

impl Diagnostic {
    /// The report of these facts: always the same for the same facts.
    #[must_use]
    pub fn compose(facts: &IncidentFacts) -> Self {
        let evidence = TestEvidence::new(facts);
        let pattern = FailurePattern::find(&evidence);
        let several = tripped_together(&evidence);
        // The report names the test it is about; only others are named in the log.
        let about = evidence.test.filter(|_| several.is_none());
        let mut attempts: Vec<AttemptEntry> =
            evidence.all_attempts.iter().map(|attempt| attempt_entry(*attempt, about)).collect();
        // A run without a change is no attempt.
        attempts.retain(|attempt| attempt.charged || !attempt.files_touched.is_empty());
        let attempts = latest(&attempts, Self::MAX_ATTEMPTS).to_vec();
        let incident = facts.incident.as_ref();
        Self {
            version: Self::VERSION,
            incident: incident.map(|incident| incident.id.to_string()),
            session: facts.session.to_string(),
            task: facts.task.to_string(),
            rule: incident.map(|incident| incident.rule().to_string()),
            at_ms: facts.at.0,
            slice: WorkSlice { id: facts.task.to_string(), name: facts.slice_name.clone() },
            trip_reason: evidence.trip_reason(),
            test_expectation: match &several {
                None => expectation(&evidence),
                Some(_) => expectations(&evidence),
            },
            test_location: evidence.location().filter(|_| several.is_none()),
            actual_error: actual_error(&evidence, several.is_some()),
            branch: facts.branch.clone(),
            test: match several {
                Some(names) => Some(TrippedTests::Several(names)),
                None if !is_about_tests(&evidence) => None,
                None => evidence.test.map(|test| TrippedTests::One(test.to_owned())),
            },
            attempt_log: attempts,
            cumulative_files_modified: modified_files(&evidence.all_attempts, facts),
            scope_violations: scope_violations(facts),
            tests_modified: tests_modified(&evidence),
            checkpoint: facts.checkpoint.tag().map(|reference| CheckpointRef {
                reference: reference.to_owned(),
                partial: facts.checkpoint.partial(),
                changed: facts.since_checkpoint.as_ref().map(change_size),
            }),
            best_hypothesis: pattern.hypothesis(&evidence),
            specific_question: pattern.question(&evidence),
            analysis: Analysis::compose(facts),
            debugger_finding: None,
            recovery_options: recovery::options(&pattern, &evidence),
            slice_state: facts.slice_state.clone(),
            agent_summary: incident.and_then(|incident| incident.summary.clone()),
            last_calls: latest(&evidence.calls, Self::MAX_ATTEMPTS).to_vec(),
            cost_usd: facts.cost.map(|cost| cost.to_string()),
            git: None,
            test_run: None,
        }
    }

    /// The report that was composed at the trip, with what the agent has said since. Where none was
    /// stored, or the stored one cannot be read, the report of these facts.
    #[must_use]
    pub fn stored_or_composed(stored: Option<&str>, facts: &IncidentFacts) -> Self {
        let stored = stored.and_then(|body| serde_json::from_str::<Self>(body).ok());
        let Some(stored) = stored else { return Self::compose(facts) };
        let agent_summary = facts.incident.as_ref().and_then(|incident| incident.summary.clone());
        Self { agent_summary, ..stored }
    }
}

fn change_size(work: &WorkSinceCheckpoint) -> ChangeSize {
    let WorkSinceCheckpoint { files, lines_added, lines_removed } = work;
    let files = files.len() as u64;
    ChangeSize { files, lines_added: *lines_added, lines_removed: *lines_removed }
}

fn is_about_tests(evidence: &TestEvidence<'_>) -> bool {
    !matches!(evidence.cause, TripCause::Infrastructure | TripCause::CorruptState)
}

/// The tests, where not one but several tripped: all that took part, those that fail now first.
fn tripped_together(evidence: &TestEvidence<'_>) -> Option<Vec<String>> {
    if evidence.rule() == Some(Rule::PerTest) || !is_about_tests(evidence) {
        return None;
    }
    let is_slice = evidence.cause == TripCause::Slice;
    let now = evidence.failing.iter().map(|failing| failing.test.name.as_str());
    let before = evidence.attempts.iter().filter(|_| is_slice);
    let mut seen = BTreeSet::new();
    let all = now.chain(before.flat_map(|attempt| attempt.failed_names()));
    let all = all.filter(|name| seen.insert(*name)).take(Diagnostic::MAX_TESTS);
    let all: Vec<String> = all.map(str::to_owned).collect();
    (all.len() > 1 || (is_slice && !all.is_empty())).then_some(all)
}

/// What each of several tests asserts, else wants, a line each.
fn expectations(evidence: &TestEvidence<'_>) -> Option<String> {
    let line = |failing: &FailingTest<'_>| {
        let wanted = match ComparedValues::read(failing.output, failing.assertion) {
            Some(ComparedValues::Known { expected, .. }) => Some(expected),
            Some(ComparedValues::Sides { .. }) | None => None,
        };
        let wanted = failing.assertion.map(str::to_owned).or(wanted)?;
        Some(format!("{}: {wanted}", failing.test.name))
    };
    let failing = evidence.failing.iter().take(Diagnostic::MAX_TESTS);
    let lines: Vec<String> = failing.filter_map(line).collect();
    (!lines.is_empty()).then(|| lines.join("\n"))
}

/// The assertion; where it only says that two things are compared, with what it compares; where there
/// is none, the value that the runner says is wanted.
fn expectation(evidence: &TestEvidence<'_>) -> Option<String> {
    let assertion = evidence.failing_now().and_then(|now| now.assertion);
    match (assertion, evidence.assertion(), evidence.values()) {
        (Some(generic), None, Some(ComparedValues::Known { expected, .. }))
            if !generic.contains(&expected) =>
        {
            Some(format!("{generic} (expected: {expected})"))
        }
        (Some(generic), None, Some(ComparedValues::Sides { left, right })) => {
            Some(format!("{generic} (left: {left}, right: {right})"))
        }
        (None, _, Some(ComparedValues::Known { expected, .. })) => Some(expected),
        (assertion, _, _) => assertion.map(str::to_owned),
    }
}

fn actual_error(evidence: &TestEvidence<'_>, is_of_several: bool) -> String {
    if evidence.cause == TripCause::Repetition && !evidence.ends_with_test_run() {
        return repetition::repeated_answer(&evidence.calls);
    }
    if evidence.cause == TripCause::Infrastructure {
        return evidence.infrastructure.last().map(run_error).unwrap_or_default().to_owned();
    }
    if !is_of_several {
        let of_run = || evidence.infrastructure.last().map(run_error).map(str::to_owned);
        let known = evidence.last_output().map(str::to_owned).or_else(of_run);
        return known.unwrap_or_else(|| repetition::repeated_answer(&evidence.calls));
    }
    let failing = evidence.failing.iter().take(Diagnostic::MAX_TESTS);
    let each = failing.map(|failing| format!("{}:\n{}", failing.test.name, failing.output));
    each.collect::<Vec<_>>().join("\n\n")
}

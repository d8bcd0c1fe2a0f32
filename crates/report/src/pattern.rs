//! What the attempts have in common: the patterns in the order in which they are looked for, each
//! with the words for it.

mod one_test;
mod whole_task;

use crate::evidence::TestEvidence;
use crate::placeholders::{Placeholders, fill};
use crate::repetition;

/// A pattern of failures: how it is recognised, what it suggests, and the question it raises.
/// `{name}` stands for a value of the evidence.
struct PatternRow {
    /// The values that the words name, where the evidence shows the pattern.
    recognise: for<'a> fn(&TestEvidence<'a>) -> Option<Placeholders>,
    /// What was seen first, what it means after. It says nothing that the evidence does not show;
    /// where that leaves a choice, it says the choice.
    hypothesis: &'static str,
    /// A question that a sentence answers, and the fact it rests on. It is never one that yes or no
    /// would answer and leave the matter where it was.
    question: &'static str,
}

/// The pattern that the evidence shows.
pub(crate) struct FailurePattern {
    row: &'static PatternRow,
    values: Placeholders,
}

impl FailurePattern {
    /// The first pattern that fits.
    pub(crate) fn find(evidence: &TestEvidence<'_>) -> Self {
        let found = PATTERNS.iter().find_map(|row| {
            let values = (row.recognise)(evidence)?;
            Some(Self { row, values })
        });
        found.unwrap_or_else(|| Self { row: &NO_PATTERN, values: whole_task::known(evidence) })
    }

    /// What the evidence suggests.
    pub(crate) fn hypothesis(&self, evidence: &TestEvidence<'_>) -> String {
        let refused = whole_task::refused_test_change(evidence);
        fill(self.row.hypothesis, &self.values, evidence) + &refused
    }

    /// The one question to a person, and its fact.
    pub(crate) fn question(&self, evidence: &TestEvidence<'_>) -> String {
        fill(self.row.question, &self.values, evidence)
    }

    /// The path of the file outside the scope that the pattern is about.
    pub(crate) fn file_outside_scope(&self) -> Option<&str> {
        let path = self.values.iter().find(|(name, _)| *name == whole_task::SCOPE_PATH);
        path.map(|(_, path)| path.as_str())
    }
}

/// The most specific first. What makes all other evidence doubtful (a changed test, an unstable test)
/// stands before what is read from that evidence.
const PATTERNS: &[PatternRow] = &[
    PatternRow {
        recognise: whole_task::corrupt_state,
        hypothesis: "What was remembered of this session cannot be read, so it counts as stopped. This \
            says nothing about the agent's work.",
        question: "What was this session working on, and how should it go on? Its record cannot be read.",
    },
    PatternRow {
        recognise: whole_task::infrastructure,
        hypothesis: "{runs} gave no verdict on the code. The last error of {command}: {error}.{means}",
        question: "{ask} The run ends in {error}.",
    },
    PatternRow {
        recognise: repetition::recognise,
        hypothesis: "{seen}{refused} {means}{missing}",
        question: "{question}",
    },
    PatternRow {
        recognise: whole_task::failing_test_changed,
        hypothesis: "The failing test itself was touched ({how} in {file}), and it still fails. What it \
            checks now may not be what it was meant to check, so its errors are weak evidence.",
        question: "What should {test} check: what it said at first, or what it says now? It was touched \
            ({how} in {file}).",
    },
    PatternRow {
        recognise: whole_task::outside_scope,
        hypothesis: "The agent turned to {file} {times}, which is outside the scope of this slice. It \
            seems to take a change there to be necessary; what it tried inside the scope did not make \
            the test pass.",
        question: "Where should the change for {test} go: into {file}, which would then belong to the \
            scope, or into which file of the scope?{justification}",
    },
    PatternRow {
        recognise: whole_task::only_tests_changed,
        hypothesis: "Only tests were changed in {all_attempts} ({files}). The code under test is as it was.",
        question: "Which is right, the tests as they were or the code as it is?{last_error}",
    },
    PatternRow {
        recognise: one_test::unstable,
        hypothesis: "The test does not answer the same for the same code: no change is known between \
            runs {first} and {second}, yet the error went from {before} to {after}. It depends on \
            something else: time, order, chance, or what another run left behind.",
        question: "What may {test} rely on: which time, order or data is fixed while it runs? Runs {first} \
            and {second} of the same code ended in different errors.",
    },
    PatternRow {
        recognise: one_test::nothing_changed,
        hypothesis: NOTHING_CHANGED.0,
        question: NOTHING_CHANGED.1,
    },
    PatternRow {
        recognise: one_test::missing_resource,
        hypothesis: "{Attempts} ended at the same point: {statement} {means}{changed_meanwhile}",
        question: "{ask}{last_error}",
    },
    PatternRow {
        recognise: one_test::timed_out,
        hypothesis: "{Attempts} ended because a wait ran out, not because of a wrong value: what the test \
            waits for does not happen, or takes longer than the test allows.{changed_meanwhile}",
        question: "What should end the wait in {test}: what does it wait for?{last_error}",
    },
    PatternRow {
        recognise: one_test::http_status,
        hypothesis: "{Attempts} got status {actual} where {expected} is wanted. {means}{changed_meanwhile}",
        question: "{ask} {place} gets {actual} where {expected} is wanted.",
    },
    PatternRow {
        recognise: whole_task::taking_turns,
        hypothesis: "Two tests take turns: {one} fails in {one_attempts}, {other} in {other_attempts}. If \
            the runs covered both, what makes one pass makes the other fail.{shared_file}",
        question: "Which one must hold where they disagree: what {one} checks, or what {other} checks? In \
            each attempt one of them failed.",
    },
    PatternRow {
        recognise: whole_task::growing,
        hypothesis: "More tests fail than before: {counts} in {all_attempts}. New since the first: {new}. \
            If the runs covered the same tests, the changes break what other tests rely on.{shared_file}",
        question: "Which must hold where they disagree: what {test} checks, or what {new} check? The \
            latter were not among the failures of the first attempt.",
    },
    PatternRow {
        recognise: whole_task::spread_over_one_file,
        hypothesis: "{count} failed on {test_count} different tests: {each}.{now}{shared_file} What these \
            tests share there is the likely cause.",
        question: "What must {file} guarantee so that {tests} can pass together? Every attempt changed it.",
    },
    PatternRow {
        recognise: whole_task::spread,
        hypothesis: "{count} failed on {test_count} different tests: {each}.{now} No file was changed in \
            every attempt, so the evidence names no single cause.",
        question: "Which of {tests} should pass first, and which may fail until then? The attempts were \
            spread over all of them.",
    },
    PatternRow {
        recognise: one_test::value_moves,
        hypothesis: "The edits change the result, but it never matches: {steps} in {attempts}, compared \
            with {wanted}. So they are in a place that decides it; what is not understood is the rule \
            that leads to {wanted}.{changed_meanwhile}",
        question: "By which rule does {place} come to {wanted}? The attempts gave {values}.",
    },
    PatternRow {
        recognise: one_test::same_distance,
        hypothesis: "Both values change from attempt to attempt and stay {distance} apart ({pairs}), so the \
            same difference is made each time, as by a bound counted twice or left out.\
            {changed_meanwhile}",
        question: "Which should move by {distance}: the value that {place} wants, or the one that the code \
            gives?{last_error}",
    },
    PatternRow {
        recognise: one_test::shifted_once,
        hypothesis: "The error changed once, with attempt {at}{files}: from {before} to {after}. {means}",
        question: "{which_is_right}",
    },
    PatternRow {
        recognise: one_test::stages,
        hypothesis: "Each error gave way to a new one and none came back: {stages}. That looks like \
            progress rather than like a loop.",
        question: "{which_is_right}",
    },
    PatternRow {
        recognise: one_test::alternating,
        hypothesis: "The test swings between two errors: {one} in {one_attempts}, {other} in \
            {other_attempts}. What removes one brings back the other: two requirements pull against each \
            other, or one edit undoes the one before.{changed_meanwhile}",
        question: "How should the code avoid both {one} and {other}, or which of the two may happen? They \
            take turns: the one in {one_attempts}, the other in {other_attempts}.",
    },
    PatternRow {
        recognise: one_test::wandering,
        hypothesis: "{Attempts} showed {count} different errors, and {back} came back ({back_attempts}): \
            the edits do not build on each other.{changed_meanwhile}",
        question: "{which_is_right}",
    },
    PatternRow {
        recognise: one_test::same_error_nothing_changed,
        hypothesis: NOTHING_CHANGED.0,
        question: NOTHING_CHANGED.1,
    },
    PatternRow {
        recognise: one_test::same_error_one_file,
        hypothesis: "{Attempts} ended in the same error, and each changed only {file}.{constant_values} So \
            either {missed}, or what runs is not what was edited (a stale build, another copy of the \
            file, another import path).",
        question: "{which_is_right}",
    },
    PatternRow {
        recognise: one_test::same_value_many_files,
        hypothesis: SAME_ERROR_MANY_FILES,
        question: "Which code should produce the {expected} that {place} wants? Changes to {files} left it \
            at {actual}.",
    },
    PatternRow {
        recognise: one_test::same_error_many_files,
        hypothesis: SAME_ERROR_MANY_FILES,
        question: "Which code decides the outcome of {place}? Changes to {files} left the error as it was: \
            {error}.",
    },
    PatternRow {
        recognise: one_test::single_attempt,
        hypothesis: "One attempt was counted so far, and one error shows no direction.{changed_meanwhile}",
        question: "{which_is_right}",
    },
    PatternRow {
        recognise: whole_task::budget,
        hypothesis: "A limit was reached: {trip_statement}. The evidence shows neither that the agent was \
            stuck nor that it was near its end.",
        question: "What still has to be done within this task, and what may be left out? It reached its \
            limit: {trip_statement}.",
    },
];

const NO_PATTERN: PatternRow = PatternRow {
    recognise: |_| None,
    hypothesis: "The evidence does not point anywhere ({known}). What would: the output of one failing \
        test, run on its own before and after one change.",
    question: "{which_is_right}",
};

const NOTHING_CHANGED: (&str, &str) = (
    "No changed file is known for {all_attempts}: either the same code was run again, or the changes were \
     made where they are not seen.",
    "Which file should be changed to make {test} pass?{last_error}",
);

const SAME_ERROR_MANY_FILES: &str = "{Attempts} ended in the same error, although {file_count} were \
    changed ({files}).{constant_values} So either none of the edits reaches what decides the result, or \
    what runs is not what was edited (a stale build, another copy of the file, another import path).";

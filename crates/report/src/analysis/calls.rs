//! The calls of an incident, with the questions that every part of the analysis asks of them.

use std::collections::BTreeMap;

use fusebox_engine::test_run::{TestRun, TestRunEnd};
use fusebox_engine::{CallOutcome, ErrorSignature, PastCall, WorkKind};

/// The calls before the trip; never empty.
pub(super) struct AnalysedCalls<'a> {
    pub(super) all: &'a [PastCall],
}

/// How a run of a build or of tests ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum CheckEnd {
    /// It passed.
    Green,
    /// It told which tests fail: the code was tested.
    TestsFailed,
    /// The code could not be built.
    NotBuilt,
    /// Something outside of the code is missing.
    Unavailable,
}

/// Beginnings of a last line that says that a run failed, whatever its exit status was.
const ERROR_LINES: &[&str] =
    &["[ERROR]", "ERROR:", "error:", "Error:", "fatal:", "FAILURE:", "BUILD FAILED"];

/// Calls that count as recent.
const RECENT: usize = 20;

impl<'a> AnalysedCalls<'a> {
    pub(super) fn new(all: &'a [PastCall]) -> Option<Self> {
        (!all.is_empty()).then_some(Self { all })
    }

    /// The last calls.
    pub(super) fn recent(&self) -> &'a [PastCall] {
        self.all.get(self.all.len().saturating_sub(RECENT)..).unwrap_or_default()
    }

    /// The runs of builds and tests, with how they ended.
    pub(super) fn checks(&self) -> Vec<(&'a PastCall, CheckEnd)> {
        self.all.iter().filter_map(|call| Some((call, check_end(call)?))).collect()
    }

    /// Calls that were made more than once with the same arguments and the same answer, each group
    /// in order; the largest group first, among equals the latest.
    pub(super) fn repeated(&self) -> Vec<Vec<&'a PastCall>> {
        let mut groups: BTreeMap<(Option<u64>, Option<u64>), Vec<&PastCall>> = BTreeMap::new();
        for call in self.all.iter().filter(|call| call.subject.call.is_some() && !call.refused) {
            let result = call.outcome.as_ref().and_then(|outcome| outcome.result);
            groups.entry((call.subject.call, result)).or_default().push(call);
        }
        let mut groups: Vec<_> = groups.into_values().filter(|group| group.len() > 1).collect();
        let last = |group: &Vec<&PastCall>| group.last().map_or(0, |call| call.number);
        groups.sort_by_key(|group| std::cmp::Reverse((group.len(), last(group))));
        groups
    }
}

/// Whether the call changed a file by an edit tool.
pub(super) fn is_accepted_edit(call: &PastCall) -> bool {
    call.subject.work == WorkKind::Edit && is_ok(call)
}

pub(super) fn is_ok(call: &PastCall) -> bool {
    outcome(call).is_some_and(|outcome| outcome.ok)
}

pub(super) fn outcome(call: &PastCall) -> Option<&CallOutcome> {
    call.outcome.as_deref()
}

pub(super) fn is_failed(call: &PastCall) -> bool {
    outcome(call).is_some_and(|outcome| !outcome.ok && !outcome.refused)
}

/// The error of the call, else the last line that it printed, for people.
pub(super) fn answer(call: &PastCall) -> &str {
    error(call).map(ErrorSignature::text).or(last_line(call)).unwrap_or_default()
}

/// The same for comparing: with masks.
pub(super) fn masked_answer(call: &PastCall) -> &str {
    error(call).map(|error| error.line.as_str()).or(last_line(call)).unwrap_or_default()
}

fn error(call: &PastCall) -> Option<&ErrorSignature> {
    let of_run = test_run(call).and_then(|run| run.error.as_ref());
    of_run.or(outcome(call)?.error.as_ref())
}

fn last_line(call: &PastCall) -> Option<&str> {
    outcome(call)?.gist.as_deref()
}

fn test_run(call: &PastCall) -> Option<&TestRun> {
    outcome(call)?.test.as_deref()
}

/// The number of failing tests, where the call is a run that says so.
pub(super) fn failing_tests(call: &PastCall) -> Option<usize> {
    test_run(call).filter(|run| run.end == TestRunEnd::Failed).map(|run| run.failing.len())
}

pub(super) fn numbers<'a>(calls: impl IntoIterator<Item = &'a PastCall>) -> Vec<u64> {
    calls.into_iter().map(|call| call.number).collect()
}

fn check_end(call: &PastCall) -> Option<CheckEnd> {
    let run = test_run(call)?;
    // The exit status of `build | tail` is that of `tail`: the last line tells more.
    let gist = outcome(call)?.gist.as_deref().unwrap_or_default().trim_start();
    let says_error = ERROR_LINES.iter().any(|begin| gist.starts_with(begin));
    match run.end {
        TestRunEnd::Failed => Some(CheckEnd::TestsFailed),
        TestRunEnd::Build => Some(CheckEnd::NotBuilt),
        TestRunEnd::Passed | TestRunEnd::Nothing if says_error => Some(CheckEnd::NotBuilt),
        TestRunEnd::Passed => Some(CheckEnd::Green),
        TestRunEnd::Nothing => None,
        TestRunEnd::MissingTool | TestRunEnd::Crash | TestRunEnd::Network => {
            Some(CheckEnd::Unavailable)
        }
    }
}

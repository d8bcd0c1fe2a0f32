//! An iteration of a loop in one line: for people, and as JSON.

use fusebox_engine::event::{IterationEnd, LoopIteration};
use fusebox_runtime::query::LoopStatus;
use fusebox_supervisor::iterate::IterationResult;
use serde_json::json;

use crate::display::{self, count};
use crate::{Result, style};

/// `iteration 3/10: 2 files, 1 commit, 41 tests pass, 3.1 kB in 1m12s: closed`, and below it the
/// error and what the rules say.
pub(super) fn text(turn: &IterationResult, status: &LoopStatus, max: Option<u64>) -> String {
    let number = match max {
        Some(max) => format!("{}/{max}", status.iterations_since_reset),
        None => status.iterations.to_string(),
    };
    let record = &turn.outcome.record;
    let ms = record.ended_at.map_or(0, |ended| ended.since(record.started_at).0);
    let duration = display::duration(ms);
    let measured = measured(&turn.measured);
    let mut text =
        format!("fusebox: iteration {number}: {measured} in {duration}: {}", state(status));
    if let Some(error) = error(turn) {
        text.push_str(&format!("\n  {}", display::one_line(&error, 200)));
    }
    let reason = turn.decision.reason.iter().filter(|_| status.allow_continue);
    for note in reason.chain(&turn.notes) {
        text.push_str(&format!("\n  {}", display::one_line(note, 300)));
    }
    text
}

/// The same as one line of JSON.
pub(super) fn json_line(turn: &IterationResult, status: &LoopStatus) -> Result<String> {
    let (iteration, record) = (&turn.measured, &turn.outcome.record);
    let denied = iteration.denied_tools.iter().map(|denied| denied.tool.as_str());
    Ok(serde_json::to_string(&json!({
        "iteration": status.iterations,
        "since_reset": status.iterations_since_reset,
        "task": status.task,
        "run": record.run,
        "files_changed": iteration.files_changed,
        "commits": iteration.commits,
        "tests_passing": iteration.tests_passing,
        "output_len": iteration.output_len,
        "outcome": iteration.outcome,
        "error": error(turn),
        "claims_complete": iteration.claims_complete,
        "questions": iteration.questions,
        "denied_tools": denied.collect::<Vec<_>>(),
        "duration_s": record.duration_s,
        "state": status.state,
        "half_open": status.half_open,
        "allow_continue": status.allow_continue,
        "consecutive_no_progress": status.consecutive_no_progress,
        "reason": turn.decision.reason,
        "retry": turn.outcome.retry.as_ref().map(|retry| retry.number),
        "incident": status.incident,
    }))?)
}

/// The state of the loop; where it is half-open, which kind.
pub(super) fn state(status: &LoopStatus) -> String {
    let state = status.half_open.map_or_else(|| status.state.to_string(), str::to_owned);
    style::paint(style::for_state(status.state), state)
}

fn measured(iteration: &LoopIteration) -> String {
    let files = iteration.files_changed.map(|files| count(files, "file"));
    let mut parts = vec![files.unwrap_or_else(|| "files unknown".to_owned())];
    parts.extend((iteration.commits > Some(0)).then(|| "HEAD moved".to_owned()));
    parts.extend(iteration.tests_passing.map(|tests| match tests {
        1 => "1 test passes".to_owned(),
        tests => format!("{tests} tests pass"),
    }));
    parts.extend((iteration.questions > 0).then(|| count(iteration.questions, "question")));
    parts.extend(iteration.output_len.map(display::bytes));
    parts.join(", ")
}

/// Why the iteration failed, if it did.
fn error(turn: &IterationResult) -> Option<String> {
    let has_failed = turn.measured.outcome != IterationEnd::Ok;
    let known = turn.measured.error.clone().or_else(|| turn.outcome.record.failure_reason.clone());
    known.filter(|_| has_failed)
}

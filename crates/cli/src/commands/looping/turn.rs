//! An iteration as a line: for a person, and for programs.

use fusebox_engine::event::{IterationEnd, LoopIteration};
use fusebox_runtime::query::LoopStatus;
use fusebox_supervisor::iterate::Turn;
use serde_json::json;

use crate::error::CliError;
use crate::{display, style};

/// `iteration 3/10: 2 files, 1 commit, 41 tests pass, 3.1 KB in 1m12s: closed`, and beside it what
/// the rules say.
pub(super) fn line(turn: &Turn, status: &LoopStatus, max: Option<u64>) -> String {
    let number = match max {
        Some(max) => format!("{}/{max}", status.iterations_since_reset),
        None => status.iterations.to_string(),
    };
    let record = &turn.outcome.record;
    let took = record.ended_at.map_or(0, |ended| ended.since(record.started_at).0);
    let took = display::duration(took);
    let mut text = format!(
        "fusebox: iteration {number}: {} in {took}: {}",
        measured(&turn.told),
        state(status)
    );
    if let Some(error) = error(turn) {
        text.push_str(&format!("\n  {}", display::one_line(&error, 200)));
    }
    let reason = turn.decision.reason.iter().filter(|_| status.allow_continue);
    for note in reason.chain(&turn.notes) {
        text.push_str(&format!("\n  {}", display::one_line(note, 300)));
    }
    text
}

/// The same for programs, on one line.
pub(super) fn json(turn: &Turn, status: &LoopStatus) -> Result<String, CliError> {
    let (told, record) = (&turn.told, &turn.outcome.record);
    let denied: Vec<&str> = told.denied_tools.iter().map(|one| one.tool.as_str()).collect();
    let value = json!({
        "iteration": status.iterations,
        "since_reset": status.iterations_since_reset,
        "task": status.task,
        "run": record.run,
        "files_changed": told.files_changed,
        "commits": told.commits,
        "tests_passing": told.tests_passing,
        "output_len": told.output_len,
        "outcome": told.outcome,
        "error": error(turn),
        "claims_complete": told.claims_complete,
        "questions": told.questions,
        "denied_tools": denied,
        "duration_s": record.duration_s,
        "state": status.state,
        "half_open": status.half_open,
        "allow_continue": status.allow_continue,
        "consecutive_no_progress": status.consecutive_no_progress,
        "reason": turn.decision.reason,
        "incident": status.incident,
    });
    serde_json::to_string(&value)
        .map_err(|error| CliError::failed(format!("cannot write the result: {error}")))
}

/// Where the loop stands; half open, why.
pub(super) fn state(status: &LoopStatus) -> String {
    let state = status.half_open.map_or_else(|| status.state.to_string(), str::to_owned);
    style::paint(style::for_state(status.state), state)
}

fn measured(told: &LoopIteration) -> String {
    let mut parts = vec![match told.files_changed {
        Some(count) => display::count(count, "file"),
        None => "files unknown".to_owned(),
    }];
    parts.extend((told.commits > Some(0)).then(|| "HEAD moved".to_owned()));
    parts.extend(told.tests_passing.map(|count| match count {
        1 => "1 test passes".to_owned(),
        count => format!("{count} tests pass"),
    }));
    parts.extend((told.questions > 0).then(|| display::count(told.questions, "question")));
    parts.extend(told.output_len.map(size));
    parts.join(", ")
}

/// Why an iteration failed, if it did.
fn error(turn: &Turn) -> Option<String> {
    let failed = turn.told.outcome != IterationEnd::Ok;
    let known = turn.told.error.clone().or_else(|| turn.outcome.record.failure_reason.clone());
    known.filter(|_| failed)
}

fn size(bytes: u64) -> String {
    if bytes < 1_000 {
        format!("{bytes} B")
    } else {
        format!("{}.{} KB", bytes / 1_000, bytes % 1_000 / 100)
    }
}

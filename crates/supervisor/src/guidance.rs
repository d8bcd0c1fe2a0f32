//! The introduction to the prompt of a run that follows a trip: a person's answer, and what was
//! already tried.

use fusebox_effects::incident_report;
use fusebox_engine::{Incident, IncidentStatus, TaskId, Timestamp, person_answered};
use fusebox_report::Diagnostic;
use fusebox_runtime::{RuntimeError, agent_run, query};
use fusebox_store::{IncidentFilter, Store};
use fusebox_text::printable_line;

/// Attempts and calls that are listed; the latest are kept.
const LISTED: usize = 10;
/// The longest line, in characters.
const LINE_CHARS: usize = 300;

/// The introduction to the next prompt of a task; `None` where no person answered a trip since the
/// last run started.
///
/// # Errors
/// When the store fails.
pub fn introduction(store: &Store, task: &TaskId) -> Result<Option<String>, RuntimeError> {
    let since = agent_run::latest(store, Some(task), 1)?;
    let since = since.first().map_or(Timestamp(0), |run| run.started_at);
    let filter = IncidentFilter { task: Some(task), ..IncidentFilter::default() };
    let answered = query::incidents(store, &filter)?.into_iter().find(|incident| {
        let by_a_person = matches!(incident.status, IncidentStatus::Guided | IncidentStatus::Reset);
        by_a_person && incident.closed_at.is_some_and(|at| at >= since)
    });
    let Some(incident) = answered else { return Ok(None) };
    let report = incident_report(store, &incident)?;
    Ok(Some(introduction_text(&incident, &report)))
}

/// A prompt after its introduction.
#[must_use]
pub fn introduce(introduction: &str, prompt: &str) -> String {
    format!("{introduction}\n\n---\n\n{prompt}")
}

fn introduction_text(incident: &Incident, report: &Diagnostic) -> String {
    let mut lines = Vec::new();
    if let Some(guidance) = &incident.guidance {
        lines.push(person_answered(guidance));
        lines.push(String::new());
    }
    lines.push(format!("The attempt before this one was stopped: {}", short(&incident.reason())));
    if let Some(summary) = &report.agent_summary {
        lines.push(format!("It said: {}", short(summary)));
    }
    let tried = tried(report);
    if !tried.is_empty() {
        lines.push("What was already tried:".to_owned());
        lines.extend(tried);
        lines.push("Do not try the same again.".to_owned());
    }
    lines.join("\n")
}

/// The latest attempts; where none was counted, the latest calls.
fn tried(report: &Diagnostic) -> Vec<String> {
    let attempts = report.attempt_log.iter().map(|attempt| {
        let files = attempt.files_touched.join(", ");
        let (number, text, result) = (attempt.attempt, &attempt.description, &attempt.result);
        format!("{number}. {text} -> files: [{files}] -> result: {result}")
    });
    let calls = report.last_calls.iter().map(|call| {
        let result = call.result.as_deref().unwrap_or("nothing");
        let times = if call.times > 1 { format!(" ({} times)", call.times) } else { String::new() };
        format!("- {}{times} -> {result}", call.call)
    });
    let lines: Vec<String> =
        if report.attempt_log.is_empty() { calls.collect() } else { attempts.collect() };
    lines.iter().skip(lines.len().saturating_sub(LISTED)).map(|line| short(line)).collect()
}

/// A text as one line of bounded length.
fn short(text: &str) -> String {
    printable_line(text, LINE_CHARS)
}

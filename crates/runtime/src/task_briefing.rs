//! What a new session of a task is told when it begins: a person's answer to the task's last trip, and
//! what was already tried.

use fusebox_engine::state::SessionState;
use fusebox_engine::{
    Fact, Incident, IncidentStatus, Observation, TaskId, TestRunRecord, person_answered,
};
use fusebox_store::{IncidentFilter, StoreTx};
use fusebox_text::printable_line;

use crate::RuntimeError;

/// Attempts that are listed; the latest are kept.
const LISTED: u32 = 5;
/// The longest line, in characters.
const LINE_CHARS: usize = 300;

/// Adds the briefing to the start of a session that serves its task for the first time.
pub(crate) fn brief(
    tx: &dyn StoreTx,
    observation: &mut Observation,
    session: &SessionState,
) -> Result<(), RuntimeError> {
    let Fact::SessionStart(start) = &mut observation.fact else { return Ok(()) };
    let Some(task) = start.task.as_ref().filter(|task| session.task.as_ref() != Some(task)) else {
        return Ok(());
    };
    let filter = IncidentFilter { task: Some(task), ..IncidentFilter::default() };
    let rows = tx.incidents(&filter)?;
    let latest = rows.first().and_then(|row| serde_json::from_str::<Incident>(&row.body).ok());
    if let Some(incident) = latest
        && incident.session != observation.session
        && incident.status == IncidentStatus::Guided
        && let Some(guidance) = &incident.guidance
    {
        start.briefing = Some(text(guidance, &incident, &attempts(tx, task)?));
    }
    Ok(())
}

fn text(guidance: &str, incident: &Incident, attempts: &[String]) -> String {
    let mut lines = vec![short(&person_answered(guidance))];
    lines.push(short(&format!("The session before this one was stopped: {}", incident.reason())));
    if let Some(summary) = &incident.summary {
        lines.push(short(&format!("It said: {summary}")));
    }
    if !attempts.is_empty() {
        lines.push("What was already tried:".to_owned());
        lines.extend(attempts.iter().cloned());
    }
    lines.push("Do not try the same again.".to_owned());
    lines.join("\n")
}

/// The latest failed attempts of the task, the oldest first.
fn attempts(tx: &dyn StoreTx, task: &TaskId) -> Result<Vec<String>, RuntimeError> {
    let bodies = tx.runs(task, LISTED)?;
    let runs = bodies.iter().filter_map(|body| serde_json::from_str::<TestRunRecord>(body).ok());
    Ok(runs.filter_map(|run| attempt(&run)).collect())
}

/// One attempt in one line; none for a run that does not count as one.
fn attempt(run: &TestRunRecord) -> Option<String> {
    let number = run.attempt?;
    let files: Vec<&str> = run.files.iter().map(|file| file.path.as_str()).collect();
    let said = run.said.as_deref().unwrap_or("changed something");
    let failed = run.failed.first().and_then(|failed| failed.error.as_ref());
    let result = failed.or(run.error.as_ref()).map_or("it failed", |error| error.line.as_str());
    Some(short(&format!("{number}. {said} -> files: [{}] -> result: {result}", files.join(", "))))
}

/// A text as one line of bounded length.
fn short(text: &str) -> String {
    printable_line(text, LINE_CHARS)
}

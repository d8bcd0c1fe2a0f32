//! What a new session of a task is told when it begins: a person's answers to the task's trips, and what
//! was already tried.

use fusebox_engine::state::SessionState;
use fusebox_engine::{
    ErrorSignature, Fact, Incident, IncidentStatus, Observation, RecordedCall, RunId, TaskId,
    TestRunRecord, person_answered,
};
use fusebox_store::{IncidentFilter, StoreTx};
use fusebox_text::printable_line;

use crate::{RuntimeError, agent_run, query};

/// Trips whose answers are told; the latest are kept.
const ANSWERED: usize = 3;
/// Attempts, or calls where none was counted, that are listed; the latest are kept.
const LISTED: usize = 5;
/// Test runs among which attempts are looked for.
const RUNS: u32 = 50;
/// Runs of the task among which the session's own is looked for.
const AGENT_RUNS: u32 = 50;
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
    let mut incidents: Vec<Incident> =
        rows.iter().filter_map(|row| serde_json::from_str(&row.body).ok()).collect();
    // While one waits for a person, the session is told that calls are refused.
    let waits = incidents.iter().any(|incident| incident.status == IncidentStatus::Open);
    incidents.retain(|incident| {
        let is_answered = matches!(incident.status, IncidentStatus::Guided | IncidentStatus::Reset);
        is_answered && incident.session != observation.session
    });
    incidents.truncate(ANSWERED);
    let Some(latest) = incidents.first() else { return Ok(()) };
    if !waits && !is_in_prompt(tx, task, start.run.as_ref())? {
        start.briefing = Some(text(&incidents, &tried(tx, task, latest)?));
    }
    Ok(())
}

/// Whether the prompt of the run that the session belongs to begins with the same words.
fn is_in_prompt(
    tx: &dyn StoreTx,
    task: &TaskId,
    run: Option<&RunId>,
) -> Result<bool, RuntimeError> {
    let Some(run) = run else { return Ok(false) };
    let runs = agent_run::latest_in(tx, Some(task), AGENT_RUNS)?;
    Ok(runs.iter().any(|record| record.run == *run && record.is_introduced))
}

fn text(incidents: &[Incident], tried: &[String]) -> String {
    let mut lines = Vec::new();
    for (incident, when) in incidents.iter().zip(["", " earlier", " earlier"]) {
        lines.extend(incident.guidance.as_deref().map(|words| short(&person_answered(words))));
        let reason = incident.reason();
        lines.push(short(&format!("The session before this one was stopped{when}: {reason}")));
        if when.is_empty() {
            let summary = incident.summary.as_ref();
            lines.extend(summary.map(|summary| short(&format!("It said: {summary}"))));
        }
    }
    if !tried.is_empty() {
        lines.push("What was already tried:".to_owned());
        lines.extend(tried.iter().cloned());
    }
    lines.push("Do not try the same again.".to_owned());
    lines.join("\n")
}

/// The latest failed attempts of the task, the oldest first; where none was counted, the last calls
/// before the trip.
fn tried(tx: &dyn StoreTx, task: &TaskId, latest: &Incident) -> Result<Vec<String>, RuntimeError> {
    let bodies = tx.runs(task, RUNS)?;
    let runs = bodies.iter().filter_map(|body| serde_json::from_str::<TestRunRecord>(body).ok());
    let mut lines: Vec<String> = runs.filter_map(|run| attempt(&run)).collect();
    if lines.is_empty() {
        let (session, agent) = (&latest.session, &latest.agent);
        let calls = query::last_calls_in(tx, session, agent, latest.at)?;
        lines = calls.iter().filter(|call| !call.refused).map(call_line).collect();
        lines.dedup();
    }
    Ok(lines.split_off(lines.len().saturating_sub(LISTED)))
}

/// One attempt in one line; none for a run that does not count as one.
fn attempt(run: &TestRunRecord) -> Option<String> {
    let number = run.attempt?;
    let files: Vec<&str> = run.files.iter().map(|file| file.path.as_str()).collect();
    let said = run.said.as_deref().unwrap_or("changed something");
    let failed = run.failed.first().and_then(|failed| failed.error.as_ref());
    let result = failed.or(run.error.as_ref()).map_or("it failed", ErrorSignature::text);
    Some(short(&format!("{number}. {said} -> files: [{}] -> result: {result}", files.join(", "))))
}

fn call_line(call: &RecordedCall) -> String {
    let result = call.gist.as_deref().unwrap_or("nothing");
    short(&format!("- {} -> result: {result}", call.label))
}

/// A text as one line of bounded length.
fn short(text: &str) -> String {
    printable_line(text, LINE_CHARS)
}

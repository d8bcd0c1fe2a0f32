//! The story of one task: everything that is stored of it, in the order in which it happened.

use fusebox_engine::{Incident, TaskId, Timestamp};
use fusebox_runtime::agent_run::{self, AgentRun, FinalStatus};
use fusebox_runtime::{Runtime, query};
use fusebox_store::{IncidentFilter, LogSelection, LoggedEvent};
use serde::Serialize;
use serde_json::Value;

use crate::commands::show;
use crate::text_table::{TextTable, plain};
use crate::{Context, Result, display, spend_records, style};

/// Rows of the log that are read at once.
const BATCH: u32 = 2_000;
/// The longest line, in characters.
const TEXT_CHARS: usize = 300;

/// One thing that happened.
#[derive(Debug, Serialize)]
struct AuditEntry {
    at_ms: u64,
    kind: &'static str,
    text: String,
    /// The run, for its start and its end.
    run: Option<String>,
    /// The incident, for a trip, its analysis and its end.
    incident: Option<String>,
    #[serde(skip)]
    place: PlaceInMoment,
}

/// The place of an entry among those of the same millisecond: a run ends before the next one starts, and a session
/// begins after its run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum PlaceInMoment {
    /// What happens in a run that started earlier.
    InRun,
    RunEnds,
    RunStarts,
    /// What opens the work of a run, and what closes a breaker for it.
    Opening,
    /// The end of a run that started in the same millisecond.
    ShortRunEnds,
}

/// Calls between two other entries: those that were made, or those that were refused.
#[derive(Default)]
struct CallCount {
    calls: usize,
    are_refused: bool,
    since: Option<Timestamp>,
    last: String,
}

pub(super) fn print(task: &TaskId, json: bool, runtime: &Runtime, context: &Context) -> Result<()> {
    let mut entries = of_log(task, runtime)?;
    let filter = IncidentFilter { task: Some(task), ..IncidentFilter::default() };
    for incident in query::incidents(runtime.store(), &filter)? {
        entries.extend(of_incident(&incident, runtime)?);
    }
    keep_order_in_moments(&mut entries);
    for run in agent_run::records(runtime.store(), Some(task), u32::MAX)? {
        entries.extend(of_run(&run));
    }
    entries.sort_by_key(|entry| (entry.at_ms, entry.place));
    context.print_list(json, &entries, "Nothing is stored of this task.", |entries| {
        let mut table = TextTable::right_aligned(&[]);
        for entry in entries {
            let style = match entry.kind {
                "trip" => style::ERROR,
                "nudge" | "refusal" => style::WARNING,
                "outcome" => style::SUCCESS,
                _ => style::DIM,
            };
            table.push([
                (style::DIM, display::time(Timestamp(entry.at_ms))),
                (style, entry.kind.to_owned()),
                plain(entry.text.clone()),
            ]);
        }
        Ok(table.lines(context.columns()))
    })
}

/// Lets what follows in the same millisecond stand behind what opened the work: entries of the log are in their order.
fn keep_order_in_moments(entries: &mut [AuditEntry]) {
    entries.sort_by_key(|entry| entry.at_ms);
    let mut before: Option<(u64, PlaceInMoment)> = None;
    for entry in entries {
        if let Some((_, place)) = before.filter(|(at_ms, _)| *at_ms == entry.at_ms) {
            entry.place = entry.place.max(place);
        }
        before = Some((entry.at_ms, entry.place));
    }
}

fn entry(at: Timestamp, kind: &'static str, text: &str) -> AuditEntry {
    let text = display::one_line(text, TEXT_CHARS);
    let place = match kind {
        "run" => PlaceInMoment::RunStarts,
        "session" | "prompt" | "retry" | "checkpoint" | "answer" => PlaceInMoment::Opening,
        _ => PlaceInMoment::InRun,
    };
    AuditEntry { at_ms: at.0, kind, text, run: None, incident: None, place }
}

/// Calls, nudges, refusals, and what agents and people said of the work.
fn of_log(task: &TaskId, runtime: &Runtime) -> Result<Vec<AuditEntry>> {
    let (mut entries, mut calls, mut after) = (Vec::new(), CallCount::default(), 0);
    loop {
        let rows = runtime.store().read().log(LogSelection::Task(task), after, BATCH)?;
        let Some(last) = rows.last() else { break };
        after = last.seq;
        for row in &rows {
            take_row(row, &mut calls, &mut entries);
        }
    }
    calls.end(&mut entries);
    Ok(entries)
}

fn take_row(row: &LoggedEvent, calls: &mut CallCount, entries: &mut Vec<AuditEntry>) {
    let verdict: Value = serde_json::from_str(&row.verdict).unwrap_or_default();
    let observation = || serde_json::from_str::<Value>(&row.observation).unwrap_or_default();
    match row.kind.as_str() {
        "request" => {
            let is_refused = matches!(verdict["verdict"].as_str(), Some("deny" | "stop"));
            if is_refused != calls.are_refused {
                calls.end(entries);
                calls.are_refused = is_refused;
            }
            calls.calls += 1;
            calls.since.get_or_insert(row.at);
            let label =
                observation().pointer("/subject/label").and_then(Value::as_str).map(str::to_owned);
            calls.last = label.unwrap_or_default();
        }
        kind @ ("session_start" | "prompt" | "complete" | "blocked" | "guidance" | "reset"
        | "retry" | "checkpoint" | "dismiss" | "session_end" | "bypass" | "skip"
        | "rescope" | "paused") => {
            calls.end(entries);
            let (kind, text) = match kind {
                "session_start" => ("session", format!("session {} starts", row.session)),
                "session_end" => ("session", format!("session {} ends", row.session)),
                "prompt" => ("prompt", "a prompt, which is not stored".to_owned()),
                "retry" => ("retry", "a retry starts in a fresh session".to_owned()),
                "checkpoint" => ("checkpoint", "a checkpoint was made".to_owned()),
                "guidance" | "reset" | "dismiss" | "rescope" => {
                    ("person", format!("a person's {kind}"))
                }
                "bypass" => ("person", "a person lets every call pass for a while".to_owned()),
                "skip" => {
                    let test = observation();
                    let test = test.get("test").and_then(Value::as_str).unwrap_or_default();
                    ("person", format!("a person no longer counts attempts at {test}"))
                }
                "paused" => ("person", "a person's pause refuses what the agent wants".to_owned()),
                other => {
                    let summary = observation();
                    let said = summary.get("summary").and_then(Value::as_str).unwrap_or_default();
                    ("report", format!("{other}: {said}"))
                }
            };
            entries.push(entry(row.at, kind, &text));
        }
        _ => {}
    }
    for finding in verdict.get("findings").and_then(Value::as_array).into_iter().flatten() {
        let word = |name| finding.get(name).and_then(Value::as_str).unwrap_or_default();
        let kind = match word("level") {
            "warning" => Some("nudge"),
            "block" => Some("refusal"),
            // The incident says so, between the calls before it and those after it.
            "trip" => None,
            _ => continue,
        };
        calls.end(entries);
        entries.extend(kind.map(|kind| entry(row.at, kind, word("message"))));
    }
}

impl CallCount {
    /// Adds the calls so far as one entry.
    fn end(&mut self, entries: &mut Vec<AuditEntry>) {
        let Some(since) = self.since else { return };
        let refused = if self.are_refused { " refused" } else { "" };
        let calls = display::count(self.calls, "call");
        let text = format!("{calls}{refused}, the last `{}`", self.last);
        entries.push(entry(since, "calls", &text));
        *self = Self::default();
    }
}

/// The start of a run, its verification, its outcome and what it cost.
fn of_run(run: &AgentRun) -> Vec<AuditEntry> {
    let of_run = |entry: AuditEntry| AuditEntry { run: Some(run.run.to_string()), ..entry };
    let program = &run.program;
    let begins = match &run.retry_of {
        Some(before) => {
            format!("{program} starts, with the analysis of {before} before its prompt")
        }
        None => format!("{program} starts"),
    };
    let mut entries = vec![of_run(entry(run.started_at, "run", &begins))];
    let Some((ended_at, status)) = run.ended_at.zip(run.final_status) else { return entries };
    let is_short = ended_at == run.started_at;
    let place = if is_short { PlaceInMoment::ShortRunEnds } else { PlaceInMoment::RunEnds };
    let end = |kind, text: &str| of_run(AuditEntry { place, ..entry(ended_at, kind, text) });
    if let Some(verification) = &run.verification {
        let said = verification.said.as_deref().map(|said| format!(": {said}"));
        let why = match verification.mandatory_because.as_slice() {
            [] => String::new(),
            reasons => format!(" (mandatory: {})", reasons.join("; ")),
        };
        let (outcome, said) = (verification.outcome.name(), said.unwrap_or_default());
        entries.push(end("verification", &format!("{outcome}{said}{why}")));
    }
    let status = match status {
        FinalStatus::Success => "success",
        FinalStatus::PassedAfterTrip => "passed after a trip",
        FinalStatus::Failure => "failure",
    };
    let reason = run.failure_reason.as_deref().map(|why| format!(": {why}")).unwrap_or_default();
    let cost = run.cost_usd.map(|cost| format!(", {}", spend_records::shown_usd(cost)));
    let (calls, took) =
        (display::count(run.tool_calls, "call"), display::duration(run.duration_s * 1_000));
    let text = format!("{status} after {calls} and {took}{}{reason}", cost.unwrap_or_default());
    entries.push(end("outcome", &text));
    entries
}

/// A trip, its analysis and how it ended.
fn of_incident(incident: &Incident, runtime: &Runtime) -> Result<Vec<AuditEntry>> {
    let of_incident =
        |entry: AuditEntry| AuditEntry { incident: Some(incident.id.to_string()), ..entry };
    let mut entries = vec![of_incident(entry(incident.at, "trip", &incident.reason()))];
    if let Some(analysis) = show::incident_report(runtime, incident)?.analysis {
        let text = format!("{}: {}", analysis.root_cause.title(), analysis.explanation);
        entries.push(of_incident(entry(incident.at, "analysis", &text)));
    }
    if let Some(closed_at) = incident.closed_at {
        let said = incident.guidance.as_deref().map(|said| format!(": {said}"));
        let status = serde_json::to_value(incident.status)?;
        let status = status.as_str().unwrap_or_default();
        let text = format!("{status}{}", said.unwrap_or_default());
        entries.push(of_incident(entry(closed_at, "answer", &text)));
    }
    Ok(entries)
}

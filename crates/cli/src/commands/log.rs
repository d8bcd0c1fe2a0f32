//! `fusebox log`.

use anstyle::Style;
use fusebox_runtime::query;
use fusebox_store::LoggedEvent;
use serde::Serialize;
use serde_json::Value;

use crate::cli::StoreArgs;
use crate::{Context, Result, display, style, task_choice};

/// Show the log of one session, in order.
///
/// Beside an event stands what Fusebox did at it: nudge (a word to the agent), refuse (one call is not made), trip (the
/// breaker opens), ask (a person was asked). The log holds observations: digests, short redacted forms, sizes.
/// Whole outputs and prompts are never kept.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// The session or one of its incidents (the beginning of an id is enough); the latest session without it.
    session: Option<String>,
    /// Only the last N events.
    #[arg(long, short = 'n', value_name = "N", default_value_t = 200)]
    last: usize,
    /// Print one JSON object a line.
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    pub(crate) store: StoreArgs,
}

#[derive(Serialize)]
struct LogRow<'a> {
    seq: u64,
    session: &'a str,
    agent: &'a str,
    task: &'a str,
    id: &'a str,
    at_ms: u64,
    observation: Value,
    verdict: Option<Value>,
}

pub(crate) fn run(args: &Args, context: &Context) -> Result<()> {
    let runtime = context.runtime(None)?;
    let session = match &args.session {
        Some(name) => task_choice::session_named(&runtime, name)?.session,
        None => task_choice::latest_session(&runtime)?.session,
    };
    let last = u32::try_from(args.last).unwrap_or(u32::MAX);
    for row in &query::newest_events(runtime.store(), &session, last)? {
        let text = if args.json { json_line(row)? } else { text_line(row, context.columns()) };
        context.print(&text)?;
    }
    Ok(())
}

/// One event of the log as one line of JSON.
pub(crate) fn json_line(row: &LoggedEvent) -> Result<String> {
    Ok(serde_json::to_string(&to_row(row))?)
}

fn to_row(row: &LoggedEvent) -> LogRow<'_> {
    LogRow {
        seq: row.seq,
        session: row.session.as_str(),
        agent: row.agent.as_str(),
        task: row.task.as_str(),
        id: row.id.as_str(),
        at_ms: row.at.0,
        observation: serde_json::from_str(&row.observation).map_or(Value::Null, digests_as_text),
        verdict: serde_json::from_str(&row.verdict).ok(),
    }
}

/// The numbers of an observation that are digests: many programs cannot hold them as numbers.
const DIGESTS: &[&str] = &[
    "call",
    "contents",
    "digest",
    "error_beyond_call",
    "failing_words",
    "faults",
    "kind",
    "missing",
    "program",
    "result",
    "round",
    "run",
    "selection",
    "shape",
    "target",
    "workspace",
];

/// The value with its digests as strings.
fn digests_as_text(value: Value) -> Value {
    match value {
        Value::Object(fields) => {
            let shown = fields.into_iter().map(|(name, value)| {
                let is_digest = DIGESTS.contains(&name.as_str());
                (name, if is_digest { numbers_as_text(value) } else { digests_as_text(value) })
            });
            Value::Object(shown.collect())
        }
        Value::Array(items) => Value::Array(items.into_iter().map(digests_as_text).collect()),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => value,
    }
}

/// A digest or a list of digests as strings.
fn numbers_as_text(value: Value) -> Value {
    match value {
        Value::Number(number) => Value::String(number.to_string()),
        Value::Array(items) => Value::Array(items.into_iter().map(numbers_as_text).collect()),
        value @ (Value::Null | Value::Bool(_) | Value::String(_) | Value::Object(_)) => {
            digests_as_text(value)
        }
    }
}

/// Columns of a terminal that has room for the year and the zone of each event.
const WIDE: usize = 100;

fn text_line(row: &LoggedEvent, columns: usize) -> String {
    let json = to_row(row);
    let at = |pointer: &str| json.observation.pointer(pointer).and_then(Value::as_str);
    let subject = ["/subject/label", "/error/said", "/error/line", "/gist", "/summary"];
    let subject = subject.into_iter().find_map(at);
    let agent = if row.agent.is_main() { String::new() } else { format!("[{}] ", row.agent) };
    let (step, step_style) = json.verdict.as_ref().map_or(("", Style::new()), step_taken);
    let time = if columns < WIDE { display::short_time(row.at) } else { display::time(row.at) };
    // What stands before the subject, with the blanks in between.
    let used = time.len() + 24 + agent.len();
    let room = columns.saturating_sub(used).clamp(12, 90);
    let subject = display::one_line(subject.unwrap_or_default(), room);
    let what = format!("{agent}{subject}");
    let step = match (step, what.as_str()) {
        ("", "") => String::new(),
        ("", _) => format!("{:<6} ", ""),
        (step, _) => style::paint(step_style, format!("{step:<6}")) + " ",
    };
    format!("{} {:<14} {step}{what}", style::dim(time), row.kind).trim_end().to_owned()
}

/// What Fusebox did at an event, in the words of the ladder.
fn step_taken(verdict: &Value) -> (&'static str, Style) {
    let findings = verdict.get("findings").and_then(Value::as_array);
    let levels =
        findings.into_iter().flatten().filter_map(|finding| finding.get("level")?.as_str());
    let has_tripped = levels.into_iter().any(|level| level == "trip");
    match verdict.get("verdict").and_then(Value::as_str) {
        _ if has_tripped => ("trip", style::ERROR),
        Some("stop" | "deny") => ("refuse", style::ERROR),
        Some("warn") => ("nudge", style::WARNING),
        Some("ask") => ("ask", style::WARNING),
        Some(_) | None => ("", Style::new()),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn the_steps_of_the_ladder_have_the_names_that_people_know() {
        for (verdict, expected) in [
            (json!({"verdict": "allow", "findings": []}), ""),
            (json!({"verdict": "allow", "findings": [{"level": "notice"}]}), ""),
            (json!({"verdict": "warn", "findings": [{"level": "warning"}]}), "nudge"),
            (json!({"verdict": "deny", "findings": [{"level": "block"}]}), "refuse"),
            (
                json!({"verdict": "warn", "findings": [{"level": "warning"}, {"level": "trip"}]}),
                "trip",
            ),
            // The breaker is open already.
            (json!({"verdict": "deny", "findings": []}), "refuse"),
            (json!({"verdict": "ask", "findings": [{"level": "block"}]}), "ask"),
        ] {
            assert_eq!(step_taken(&verdict).0, expected, "{verdict}");
        }
    }
}

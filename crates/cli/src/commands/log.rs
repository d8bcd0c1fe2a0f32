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
/// The log holds observations: digests, short redacted forms, sizes. Whole outputs and prompts
/// are never kept.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// The session or one of its incidents (the beginning of an id is enough).
    session: String,
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
    let session = task_choice::session_named(&runtime, &args.session)?.session;
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

/// Columns of a terminal that has no room for the year and the zone of each event.
const NARROW: usize = 80;

fn text_line(row: &LoggedEvent, columns: usize) -> String {
    let json = to_row(row);
    let at = |pointer: &str| json.observation.pointer(pointer).and_then(Value::as_str);
    let subject = ["/subject/label", "/error/said", "/error/line", "/gist", "/summary"];
    let subject = subject.into_iter().find_map(at);
    let agent = if row.agent.is_main() { String::new() } else { format!("[{}] ", row.agent) };
    let verdict = json.verdict.as_ref().and_then(|verdict| verdict.get("verdict")?.as_str());
    let (verdict, verdict_style) = match verdict {
        Some(word @ ("stop" | "deny")) => (word, style::ERROR),
        Some(word @ ("warn" | "ask")) => (word, style::WARNING),
        Some(_) | None => ("", Style::new()),
    };
    let time = if columns < NARROW { display::short_time(row.at) } else { display::time(row.at) };
    // What stands before the subject, with the blanks in between.
    let used = time.len() + 22 + agent.len();
    let room = columns.saturating_sub(used).clamp(12, 90);
    format!(
        "{} {:<14} {} {agent}{}",
        style::dim(time),
        row.kind,
        style::paint(verdict_style, format!("{verdict:<4}")),
        display::one_line(subject.unwrap_or_default(), room)
    )
}

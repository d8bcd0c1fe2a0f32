//! `fusebox status --line`: one line for a status bar, which reads the JSON that Claude Code gives its status line.

use std::io::{IsTerminal, Read};
use std::time::Duration;

use fusebox_engine::spend::{CapWindow, SubscriptionWindow};
use fusebox_engine::{BreakerState, SessionId};
use serde_json::{Value, json};

use super::{NEWEST_AND_OPEN, views};
use crate::spend_records::{SpendRecords, beyond, shown};
use crate::{Context, Result, clock, display, piped_input, style};

/// The most that is read of standard input.
const INPUT_BYTES: usize = 1 << 20;
/// How long the next part of it may take.
const INPUT_WAIT: Duration = Duration::from_secs(1);

/// The client that writes such JSON.
const CLIENT: &str = "claude";

/// The windows of a subscription, by the client's key, and how they are called here.
const WINDOWS: [(&str, &str, CapWindow); 2] =
    [("five_hour", "5 h", CapWindow::FiveHours), ("seven_day", "week", CapWindow::Week)];

/// What a client writes to its status line command.
#[derive(Debug, Default, PartialEq, Eq)]
struct StatusInput {
    session: Option<String>,
    /// How much of each window of the subscription is used: `5 h 24 %`.
    windows: Vec<String>,
    /// The same for the caps, where the client tells when a window ends.
    told: Vec<SubscriptionWindow>,
}

/// Prints the line: never an error, never more than a line.
pub(super) fn print(session: Option<String>, context: &Context) -> Result<()> {
    let input = StatusInput::of(&read_input().unwrap_or(json!(null)));
    if !input.told.is_empty() {
        // A line is shown whatever becomes of it: the next one tells the same.
        let _ = context
            .runtime(None)
            .map(|mut runtime| runtime.note_subscription(CLIENT, &input.told, clock::now()));
    }
    let session = session.or(input.session);
    let views = views(context, NEWEST_AND_OPEN).unwrap_or_default();
    let view = match &session {
        Some(session) => views.iter().find(|view| view.session.as_str() == session.as_str()),
        None => views.iter().max_by_key(|view| view.last),
    };
    let records = SpendRecords::read(context).ok().flatten();
    let of_session = match view {
        Some(view) => Some(view.session.clone()),
        None => session.and_then(|session| SessionId::parse(session).ok()),
    };
    let mut parts: Vec<String> = Vec::new();
    if let Some(records) = &records {
        if let Some(session) = of_session {
            parts.extend(records.of_session(&session).map(shown));
            parts.extend(records.usual_where_exceeded(session.as_str()).map(beyond));
        }
        parts.push(format!("today {}", shown(records.today())));
        parts.push(format!("{}/h", shown(records.last_hour())));
    }
    parts.extend(input.windows);
    let spent: String = parts.iter().map(|part| format!(" · {part}")).collect();
    let Some(view) = view else {
        return context.print(&style::dim(format!("⏻ fusebox{spent}")));
    };
    let state = format!("{} {}", style::state_mark(view.state), view.state);
    if view.pause.is_some() && view.state != BreakerState::Open {
        let paused = style::paint(style::WARNING, "⏸ paused");
        let rest = style::dim(format!(" · fusebox resume{spent}"));
        return context.print(&format!("{paused}{rest}"));
    }
    let subagent = view.subagents.iter().find_map(|agent| Some((agent, agent.incident.as_ref()?)));
    let rest = match (&view.incident, subagent, view.bypass_until) {
        (Some(incident), ..) => format!(" · fusebox show {incident}"),
        (None, Some((agent, incident)), _) => {
            let agent = display::one_line(agent.agent.as_str(), 12);
            format!(" · subagent {agent} open · fusebox show {incident}")
        }
        (None, None, Some(_)) => " · bypassed".to_owned(),
        (None, None, None) => format!(" · {}", display::count(view.tool_calls, "call")),
    };
    let state = style::paint(style::for_state(view.state), state);
    context.print(&format!("{state}{}", style::dim(format!("{rest}{spent}"))))
}

/// The JSON on standard input, if there is any. The pipe may stay open behind it, or empty.
fn read_input() -> Option<Value> {
    let mut stdin = std::io::stdin();
    if stdin.is_terminal() {
        return None;
    }
    let mut bytes = vec![0; INPUT_BYTES];
    let mut read = 0;
    while read < INPUT_BYTES && piped_input::is_ready_within(INPUT_WAIT).ok()? {
        match stdin.read(&mut bytes[read..]).ok()? {
            0 => break,
            more => read += more,
        }
        if let Ok(value) = serde_json::from_slice(&bytes[..read]) {
            return Some(value);
        }
    }
    None
}

impl StatusInput {
    fn of(input: &Value) -> Self {
        let session = input.get("session_id").and_then(Value::as_str);
        let session = session.and_then(|session| SessionId::parse(session).ok());
        let limit = |key| input.get("rate_limits")?.get(key);
        let used = |key| {
            let percent = limit(key)?.get("used_percentage")?.as_f64()?;
            (0.0..=1_000.0).contains(&percent).then_some(percent)
        };
        let windows = WINDOWS
            .iter()
            .filter_map(|(key, name, _)| Some(format!("{name} {:.0} %", used(key)?)))
            .collect();
        let told = WINDOWS.iter().filter_map(|(key, _, window)| {
            let ends_s = limit(key)?.get("resets_at")?.as_u64()?;
            SubscriptionWindow::new(*window, used(key)?, ends_s)
        });
        let told = told.collect();
        Self { session: session.map(|session| session.to_string()), windows, told }
    }
}

#[cfg(test)]
mod tests {
    use fusebox_engine::Timestamp;

    use super::*;

    #[test]
    fn m07_the_windows_of_a_subscription_are_read_where_the_client_tells_them() {
        let input = json!({"session_id": "s1", "rate_limits": {
            "five_hour": {"used_percentage": 23.5, "resets_at": 1_795_000_000},
            "seven_day": {"used_percentage": 41, "resets_at": 1_795_500_000}}});
        let expected = StatusInput {
            session: Some("s1".to_owned()),
            windows: vec!["5 h 24 %".to_owned(), "week 41 %".to_owned()],
            told: vec![
                SubscriptionWindow {
                    window: CapWindow::FiveHours,
                    used: 2_350,
                    ends: Timestamp(1_795_000_000_000),
                },
                SubscriptionWindow {
                    window: CapWindow::Week,
                    used: 4_100,
                    ends: Timestamp(1_795_500_000_000),
                },
            ],
        };
        assert_eq!(StatusInput::of(&input), expected);
        for damaged in [
            json!({"rate_limits": null}),
            json!({"rate_limits": {"five_hour": {"used_percentage": "many"}}}),
            json!({"rate_limits": {"five_hour": {"used_percentage": -1}, "seven_day": 7}}),
            json!([]),
        ] {
            assert_eq!(StatusInput::of(&damaged), StatusInput::default(), "{damaged}");
        }
    }
}

//! The texts around the list of the live view: its head, the selected row, questions, keys.

use textwrap::core::display_width;

use super::live_view::LiveView;
use super::screen::counts;
use crate::commands::status;
use crate::commands::status::session_list::why;
use crate::{display, spend_records, style};

/// The keys, for the page of help.
const KEYS: &[(&str, &str)] = &[
    ("↑ ↓ or k j", "the session before or after; scrolls a report"),
    ("page keys, g G", "a page, the first and the last"),
    ("enter", "the report of what was stopped, or all about a session"),
    ("r", "reset: asks for guidance, which may be empty, and closes the breaker"),
    ("b", "bypass: lets every call pass for 30 minutes"),
    ("d", "dismiss: this trip was wrong"),
    ("esc or q", "back, and from the list out; ctrl-c leaves at once"),
];

/// The first lines: how many sessions are in each state, what was spent, and a pause of every session.
pub(super) fn head(view: &LiveView, width: usize) -> Vec<String> {
    let left = format!("{}  {}", style::heading("fusebox top"), counts(view));
    let right = view.spend.sums.map(|(today, hour)| {
        let [today, hour] = [today, hour].map(spend_records::shown);
        format!("{today} today, {hour} last hour")
    });
    let used = shown_width(&left);
    let first = match right {
        Some(right) if used + 2 + display_width(&right) <= width => {
            let room = width - used - display_width(&right);
            format!("{left}{}{right}", " ".repeat(room))
        }
        Some(_) | None => left,
    };
    let mut lines = vec![first];
    if let Some(pause) = &view.sessions.pause_of_all {
        let text = format!("Every agent on this machine is paused {}", status::pause_text(pause));
        lines.push(style::warning(display::one_line(&text, width)));
    }
    if view.sessions.views.is_empty() {
        lines.push(String::new());
        lines.extend(display::wrap(status::NO_SESSION, width));
    }
    lines
}

/// What is known of the selected row: who and where, how much, and why.
pub(super) fn details(view: &LiveView, width: usize) -> Vec<String> {
    let Some(row) = view.current_row() else { return Vec::new() };
    let Some(session) = view.session(&row) else { return Vec::new() };
    let usage = view.usage_of(session);
    let agent = session.subagents.iter().find(|it| Some(&it.agent) == row.agent.as_ref());
    let is_named = session.task.as_str() != session.session.as_str();
    let who = [
        Some(display::short_id(session.session.as_str())),
        agent.map(|agent| format!("subagent {}", agent.agent)),
        session.client.clone(),
        session.folder.clone(),
        is_named.then(|| format!("task {}", session.task)),
        session.role.as_ref().map(|role| format!("role {role}")),
    ];
    let how_much = [
        Some(format!(
            "{} ({} refused)",
            display::count(session.tool_calls, "call"),
            session.refused_calls
        )),
        Some(display::duration(session.active_ms)),
        usage.map(|usage| format!("{} tokens", display::thousands(usage.tokens))),
        usage.map(|usage| spend_records::shown(usage.cost)),
        Some(format!("last event {}", display::time_ago(session.last))),
    ];
    let join = |parts: &[Option<String>]| {
        let line = parts.iter().flatten().cloned().collect::<Vec<_>>().join(" · ");
        display::one_line(&line, width)
    };
    let mut lines = vec![style::heading(join(&who)), join(&how_much)];
    let why = match agent {
        Some(agent) => agent.reason.clone().unwrap_or_default(),
        None => why(session, session.reason.as_deref(), view.sessions.pause_of_all.as_ref()),
    };
    let due = session.now.first().map(|finding| format!("now: {}", finding.cause()));
    for text in [why, due.unwrap_or_default()].iter().filter(|text| !text.is_empty()) {
        lines.extend(display::wrap_after("", &display::one_line(text, 300), width));
    }
    lines
}

/// The question for words to the agent, and what was typed: its end, where it is long.
pub(super) fn guidance_prompt(session: &str, text: &str, width: usize) -> [String; 2] {
    let question =
        format!("What is the agent of {} to do? (enter, or esc)", display::short_id(session));
    let typed = display::ending(text, width.saturating_sub(4));
    [style::warning(display::one_line(&question, width)), format!("> {typed}▏")]
}

/// The keys, in one line.
pub(super) fn keys(view: &LiveView, width: usize) -> String {
    if view.shows_help {
        return style::dim("any key: back");
    }
    if view.page.is_some() {
        return style::dim("↑↓ scroll  r reset  b bypass  d dismiss  esc back");
    }
    let mut text = "enter report  r reset  b bypass  d dismiss  ? help  q leave".to_owned();
    if view.sessions.left_out > 0 {
        let count = display::count(view.sessions.left_out as u64, "more session");
        let left_out = format!("  … {count} of the same trips");
        if display_width(&text) + display_width(&left_out) <= width {
            text.push_str(&left_out);
        }
    }
    style::dim(text)
}

/// The page of help.
pub(super) fn help(width: usize) -> Vec<String> {
    let mut lines = vec![style::heading("Keys")];
    for (key, what) in KEYS {
        let mut wrapped = display::wrap_after(&" ".repeat(18), what, width).into_iter();
        let first = wrapped.next().unwrap_or_default();
        let padding = " ".repeat(16_usize.saturating_sub(display_width(key)));
        lines.push(format!("  {}{padding}{}", style::command(key), first.trim_start()));
        lines.extend(wrapped);
    }
    let note =
        "Orders work as those of fusebox reset, bypass and dismiss: in a person's own terminal.";
    lines.push(String::new());
    lines.extend(display::wrap(note, width));
    lines
}

/// The columns that a text with styles takes.
fn shown_width(text: &str) -> usize {
    display_width(&anstream::adapter::strip_str(text).to_string())
}

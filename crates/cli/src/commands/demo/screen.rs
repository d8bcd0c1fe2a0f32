//! The steps as people see them: who or what in a narrow column, then what happened.

use anstyle::Style;
use fusebox_engine::{BreakerState, VerdictAction};

use super::step::{Call, Step, Summary};
use super::wrap::wrap;
use crate::commands::show::{IncidentRecord, terminal};
use crate::context::Context;
use crate::{display, style};

/// Columns of the terminal that are used.
const WIDTH: usize = 80;
/// Columns for who or what.
const SIDE: usize = 7;
/// Columns for what a call is about.
const SUBJECT: usize = 24;
/// Columns for what came of it.
const GIST: usize = WIDTH - SIDE - SUBJECT - 10;

/// The lines that show a step.
pub(super) fn lines(step: &Step<'_>, context: &Context) -> Vec<String> {
    match step {
        Step::Start { repository, hook } => start(repository, hook),
        Step::Act { title, text } => {
            let mut lines = vec![String::new(), style::paint(style::HEADING, title)];
            lines.extend(wrap(text, WIDTH));
            lines
        }
        Step::Prompt { text } => {
            let mut lines = vec![String::new()];
            lines.extend(beside("person", style::COMMAND.bold(), "  ", style::HEADING, text));
            lines
        }
        Step::Message { text } => beside("agent", style::COMMAND, "  ", style::DIM, text),
        Step::Call(call) => of_call(call),
        Step::Breaker { to, .. } => {
            let style = style::for_state(*to);
            let mark = match to {
                BreakerState::Closed => "●",
                BreakerState::HalfOpen => "◐",
                BreakerState::Open => "○",
            };
            beside("breaker", style::DIM, " ", style, &format!("{mark} {to}"))
        }
        Step::Incident { incident, calls, report } => {
            let record = IncidentRecord { incident, calls };
            let text = terminal::text(report, Some(&record), context, WIDTH - SIDE - 3);
            let mut lines = vec![String::new()];
            lines.extend(beside("report", style::ERROR, " ┃ ", Style::new(), &text));
            lines
        }
        Step::Summary(summary) => end(summary, context),
    }
}

fn start(repository: &str, hook: &str) -> Vec<String> {
    let text = format!(
        "A scripted agent works on a small Rust crate with a test that really fails. Its edits \
         and test runs are real, and so is the breaker: every event goes to a process of its own, \
         `{hook}`, as Claude Code would start it. All of it lies in {repository} and is removed \
         at the end; nothing of yours is touched."
    );
    let mut lines = vec![style::paint(style::HEADING, "Fusebox: circuit breakers for AI agents")];
    lines.push(String::new());
    lines.extend(wrap(&text, WIDTH));
    lines
}

/// A name at the side, a rule, and text that goes on under itself.
fn beside(name: &str, of_name: Style, rule: &str, of_text: Style, text: &str) -> Vec<String> {
    let room = WIDTH - SIDE - rule.chars().count();
    let names = std::iter::once(name).chain(std::iter::repeat(""));
    let line = |(line, name): (String, &str)| {
        if line.is_empty() {
            return style::paint(of_name, format!("{name:>SIDE$}{}", rule.trim_end()));
        }
        let side = style::paint(of_name, format!("{name:>SIDE$}{rule}"));
        format!("{side}{}", style::paint(of_text, line))
    };
    wrap(text, room).into_iter().zip(names).map(line).collect()
}

fn of_call(call: &Call) -> Vec<String> {
    let (mark, of_mark) = match call.ok {
        None => ("✗", style::ERROR),
        Some(false) => ("!", style::WARNING),
        Some(true) => ("·", style::SUCCESS),
    };
    let gist = call.gist.as_deref().unwrap_or("not run");
    let mut lines = vec![format!(
        "{}  {:<4}  {:<SUBJECT$}  {}",
        style::paint(of_mark, format!("{mark:>SIDE$}")),
        call.tool,
        display::one_line(call.subject, SUBJECT),
        style::paint(of_mark, display::one_line(gist, GIST)),
    )];
    let (name, style) = match (call.verdict, &call.alert) {
        (VerdictAction::Allow | VerdictAction::Warn, None) => ("nudge", style::WARNING),
        (VerdictAction::Deny | VerdictAction::Stop, None) => ("denied", style::ERROR),
        (_, Some(_)) => ("trip", style::ERROR),
    };
    if let Some(told) = &call.told {
        lines.extend(beside(name, style, " ┃ ", Style::new(), told));
    }
    lines
}

fn end(summary: &Summary, context: &Context) -> Vec<String> {
    let Summary { hook_calls, hook_median_ms, calls_made, calls_refused, .. } = summary;
    let mut lines = vec![String::new(), style::paint(style::HEADING, "What was measured")];
    lines.extend([
        format!("  {hook_calls} events, a hook process each: {hook_median_ms} ms (median)"),
        format!("  {calls_made} calls were made, {calls_refused} were refused"),
    ]);
    lines.extend([String::new(), style::paint(style::HEADING, "What is next")]);
    let mut next = vec![
        ("fusebox install claude", "guard your own sessions"),
        ("fusebox --help", "everything else"),
        (env!("CARGO_PKG_REPOSITORY"), "documents"),
    ];
    if !is_on_path(context) {
        next.insert(0, ("cargo install --path crates/cli", "put `fusebox` on your PATH"));
    }
    let width = next.iter().map(|(what, _)| what.len()).max().unwrap_or_default();
    lines.extend(next.iter().map(|(what, why)| {
        let what = style::paint(style::COMMAND, format!("{what:<width$}"));
        format!("  {what}  {}", style::paint(style::DIM, why))
    }));
    lines
}

/// Whether the shell finds this program by its name.
fn is_on_path(context: &Context) -> bool {
    let path = context.variables.path.as_deref().unwrap_or_default();
    std::env::split_paths(path).any(|folder| folder.join("fusebox").is_file())
}

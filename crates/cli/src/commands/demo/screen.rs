//! The steps for people: who acts in a narrow column, then what happens.

use anstyle::Style;
use fusebox_engine::VerdictAction;
use textwrap::core::display_width;

use super::step::{CallRecord, DemoStep, DemoSummary};
use crate::Context;
use crate::commands::show::{first_screen, terminal};
use crate::display::{self, wrap};
use crate::style::{self, paint};
use crate::text_table::TextTable;

/// The most columns that are used: longer lines are hard to read.
const MOST_COLUMNS: usize = 80;
/// The columns for who acts.
const SIDE: usize = 7;
/// The columns for the subject of a call.
const SUBJECT: usize = 24;
/// The columns of a call that are neither for its subject nor for its result.
const AROUND_CALL: usize = SIDE + 10;

/// The columns that are used of the person's terminal.
fn width(context: &Context) -> usize {
    context.columns().min(MOST_COLUMNS)
}

/// The lines of a call and of what the agent is told of it, on one screen.
const CALL_LINES: usize = 3;

/// The lines that show a step.
pub(super) fn lines(step: &DemoStep<'_>, context: &Context) -> Vec<String> {
    let width = width(context);
    let beside = |name, name_style, rule, text_style, text: &str| {
        beside(width, name, name_style, rule, text_style, text)
    };
    match step {
        DemoStep::Start { repository, hook } => start_lines(repository, hook, width),
        DemoStep::Act { title, text } => {
            [vec![String::new(), style::heading(title)], wrap(text, width)].concat()
        }
        DemoStep::Prompt { text } => {
            let prompt = beside("person", style::COMMAND.bold(), "  ", style::HEADING, text);
            [vec![String::new()], prompt].concat()
        }
        DemoStep::Message { text } => beside("agent", style::COMMAND, "  ", style::DIM, text),
        DemoStep::Call(call) => call_lines(call, width),
        DemoStep::Breaker { to, .. } => {
            let state = format!("{} {to}", style::state_mark(*to));
            beside("breaker", style::DIM, " ", style::for_state(*to), &state)
        }
        DemoStep::Incident { record, report } => {
            let text = terminal::text(report, Some(record), width - SIDE - 3);
            let report = beside("report", style::ERROR, " ┃ ", Style::new(), &text);
            [vec![String::new()], report].concat()
        }
        DemoStep::Summary(summary) => summary_lines(summary, context),
    }
}

/// The lines of a demo on one screen: what the agent says is left out, and so is all of what it is told
/// but its beginning, and all of the report but its first screen.
pub(super) fn short_lines(step: &DemoStep<'_>, context: &Context) -> Vec<String> {
    let width = width(context);
    match step {
        DemoStep::Start { hook, .. } => {
            let text = format!(
                "A scripted agent works on a small Rust crate in a temporary folder. Its edits, its test \
                 runs and the breaker are real: every event goes to `{hook}`."
            );
            wrap(&text, width)
        }
        DemoStep::Message { .. } => Vec::new(),
        DemoStep::Call(call) => {
            let mut lines = call_lines(call, width);
            let is_cut = lines.len() > CALL_LINES;
            lines.truncate(CALL_LINES);
            let cut = lines.last_mut().filter(|line| is_cut && display_width(line) < width);
            cut.into_iter().for_each(|line| line.push('…'));
            lines
        }
        DemoStep::Incident { record, report } => {
            let text = first_screen::lines(report, record, width - SIDE - 3).join("\n");
            beside(width, "report", style::ERROR, " ┃ ", Style::new(), &text)
        }
        DemoStep::Summary(summary) => {
            let mut next = TextTable::indented();
            next.push_command("fusebox demo --long", "all of it, and a second agent");
            next.push_command("fusebox install claude", "guard your own sessions");
            next.push_command("fusebox help", "everything else");
            let DemoSummary { hook_calls, hook_median_ms, .. } = summary;
            let measured =
                format!("\n{hook_calls} events, a hook process each: {hook_median_ms} ms (median)");
            [vec![measured], next.lines(width)].concat()
        }
        DemoStep::Act { .. } | DemoStep::Prompt { .. } | DemoStep::Breaker { .. } => {
            lines(step, context)
        }
    }
}

fn start_lines(repository: &str, hook: &str, width: usize) -> Vec<String> {
    let text = format!(
        "A scripted agent works on a small Rust crate with a test that really fails. Its edits \
         and test runs are real, and so is the breaker: every event goes to a process of its own, \
         `{hook}`, as Claude Code would start it. All files are in {repository}, which is removed \
         at the end; nothing of yours is touched."
    );
    let title = style::heading("Fusebox: circuit breakers for AI agents");
    [vec![title, String::new()], wrap(&text, width)].concat()
}

/// A name at the side, a rule, and a text in lines below each other.
fn beside(
    width: usize,
    name: &str,
    name_style: Style,
    rule: &str,
    text_style: Style,
    text: &str,
) -> Vec<String> {
    let room = width - SIDE - rule.chars().count();
    let names = std::iter::once(name).chain(std::iter::repeat(""));
    let line = |(line, name): (String, &str)| match line.is_empty() {
        true => paint(name_style, format!("{name:>SIDE$}{}", rule.trim_end())),
        false => {
            let side = paint(name_style, format!("{name:>SIDE$}{rule}"));
            format!("{side}{}", paint(text_style, line))
        }
    };
    wrap(text, room).into_iter().zip(names).map(line).collect()
}

fn call_lines(call: &CallRecord, width: usize) -> Vec<String> {
    let (mark, mark_style) = style::call_mark(call.ok.is_none(), call.ok);
    let gist = call.gist.as_deref().unwrap_or("not run");
    let mut lines = vec![format!(
        "{}  {:<4}  {:<SUBJECT$}  {}",
        paint(mark_style, format!("{mark:>SIDE$}")),
        call.tool,
        display::one_line(call.subject, SUBJECT),
        paint(mark_style, display::one_line(gist, width - SUBJECT - AROUND_CALL)),
    )];
    let (name, name_style) = match (call.verdict, &call.alert) {
        (VerdictAction::Allow | VerdictAction::Warn, None) => ("nudge", style::WARNING),
        (VerdictAction::Ask | VerdictAction::Deny | VerdictAction::Stop, None) => {
            ("refused", style::ERROR)
        }
        (_, Some(_)) => ("trip", style::ERROR),
    };
    if let Some(told) = &call.told {
        lines.extend(beside(width, name, name_style, " ┃ ", Style::new(), told));
    }
    lines
}

fn summary_lines(summary: &DemoSummary, context: &Context) -> Vec<String> {
    let width = width(context);
    let DemoSummary { hook_calls, hook_median_ms, calls_made, calls_refused, .. } = summary;
    let mut next = TextTable::indented();
    if !is_on_path(context) {
        next.push_command("cargo install --path crates/cli", "put `fusebox` on your PATH");
    }
    next.push_command("fusebox install claude", "guard your own sessions");
    next.push_command("fusebox --help", "everything else");
    next.push_command(env!("CARGO_PKG_REPOSITORY"), "documents");
    let measured = [
        String::new(),
        style::heading("What was measured"),
        format!("  {hook_calls} events, a hook process each: {hook_median_ms} ms (median)"),
        format!("  {calls_made} calls were made, {calls_refused} were refused"),
        String::new(),
        style::heading("What is next"),
    ];
    [measured.to_vec(), next.lines(width)].concat()
}

/// Whether the shell finds this program by its name.
fn is_on_path(context: &Context) -> bool {
    std::env::split_paths(&context.variables.path).any(|folder| folder.join("fusebox").is_file())
}

//! Prints the sessions in which Fusebox would have stepped in, and the conclusion.

use fusebox_engine::FindingLevel;
use fusebox_replay::{CallNote, ReplayedSession};

use super::figures::{count, joined, minutes, plural, tokens, usd};
use super::folding::FoldedFiles;
use super::{Args, SessionFilter, conclusion};
use crate::{Context, Result, display, style};

/// Lines are no longer than that, however wide the terminal is.
const WIDTH: usize = 80;
/// The most stopped sessions that are listed without `--all` or `--only`.
const SHOWN: usize = 20;
/// The number of sessions up to which all are listed.
const FEW: usize = 12;
/// The width of a session's id, in columns.
const ID: usize = 32;

/// Prints the sessions and the conclusion.
pub(super) fn print(folded: &[FoldedFiles<'_>], args: &Args, context: &Context) -> Result<()> {
    let width = context.columns().min(WIDTH);
    let pairs = || folded.iter().flat_map(|one| one.sessions().map(move |s| (one, s)));
    let stopped: Vec<_> = pairs().filter(|(_, session)| session.is_tripped()).collect();
    let conclusion = display::wrap(&conclusion::of(folded, &args.policy.preset), width).join("\n");
    let shown = if args.all || args.only.is_some() { stopped.len() } else { SHOWN };
    for (one, session) in stopped.iter().take(shown) {
        context.print(&stopped_text(one, session, width))?;
    }
    if stopped.len() > shown {
        let more = plural((stopped.len() - shown) as u64, "more session");
        let note = format!("… and {more} like that (--only tripped lists all of them)\n");
        context.print(&style::dim(note))?;
    }
    if args.only == Some(SessionFilter::Tripped) {
        return context.print(&conclusion);
    }
    let quiet: Vec<_> = pairs().filter(|(_, session)| !session.is_tripped()).collect();
    if args.all || stopped.len() + quiet.len() <= FEW {
        let widest = quiet.iter().map(|(_, session)| id(session).chars().count()).max();
        for (_, session) in &quiet {
            context.print(&quiet_line(session, widest.unwrap_or_default()))?;
        }
        if !quiet.is_empty() {
            context.print("")?;
        }
    }
    context.print(&conclusion)?;
    if let Some((one, session)) = stopped.first() {
        let alike = pairs().filter(|(_, other)| other.session == session.session).count();
        let name = if alike > 1 { one.file() } else { short_id(session) };
        let hint = format!("Add `--explain {name}` to see the calls around it.");
        context.print(&format!("\n{}", style::dim(hint)))?;
    }
    Ok(())
}

/// The shortened id, or the whole id if the short form has an ellipsis.
fn short_id(session: &ReplayedSession) -> String {
    let id = session.session.as_str();
    let short = display::short_id(id);
    if id.starts_with(&short) { short } else { id.to_owned() }
}

/// A session that would have been stopped: where, why, and what followed.
fn stopped_text(one: &FoldedFiles<'_>, session: &ReplayedSession, width: usize) -> String {
    let rule = session.rule().map(|rule| rule.name()).unwrap_or_default();
    let mut text = vec![
        format!("{}  {}", style::command(id(session)), style::dim(client(session))),
        format!("  {} by {}", style::error(place(session)), style::warning(rule)),
    ];
    let Some(trip) = &session.denial else { return text.join("\n") };
    text.extend(display::wrap_after("  ", &display::one_line(&trip.message, 400), width));
    let mut row = |name: &str, value: String| text.push(style::fact(name, 6, value));
    if let Some(call) = &trip.call {
        row("call", display::one_line(call, width - 9));
    }
    row("after", joined(&after(session)));
    let before = nudges_before(session);
    if before > 0 {
        row("before", plural(before, "nudge"));
    }
    row("file", style::dim(one.file()));
    text.push(String::new());
    text.join("\n")
}

/// A session's id as it is listed.
fn id(session: &ReplayedSession) -> String {
    display::ending(&display::short_id(session.session.as_str()), ID)
}

fn client(session: &ReplayedSession) -> String {
    display::one_line(session.client.as_deref().unwrap_or("-"), 12)
}

/// `stopped at call 58 of 212`, counted from 1.
fn place(session: &ReplayedSession) -> String {
    let level = session.denial.as_ref().map(|trip| trip.level);
    let what = if level == Some(FindingLevel::Trip) { "stopped" } else { "refused" };
    match session.trip_call() {
        Some(call) => format!("{what} at call {} of {}", count(call + 1), count(session.calls)),
        None => format!("{what} after the last of {}", plural(session.calls, "call")),
    }
}

/// What followed from the first refusal on.
fn after(session: &ReplayedSession) -> Vec<String> {
    let mut parts = vec![plural(session.calls_after, "call")];
    parts.extend(session.minutes_after.map(minutes));
    parts.extend(session.tokens_after.map(tokens));
    parts.extend(session.cost_after_usd.map(usd));
    parts
}

fn nudges_before(session: &ReplayedSession) -> u64 {
    let end = session.trip_call().unwrap_or(session.calls);
    session.nudges.iter().filter(|nudge| nudge.call <= end).count() as u64
}

/// The line of a session that would not have been stopped.
fn quiet_line(session: &ReplayedSession, widest: usize) -> String {
    let calls = format!("{:>12}", plural(session.calls, "call"));
    let words = |count: String, notes: &[CallNote]| {
        let rule = notes.first().map(|note| note.rule.name()).unwrap_or_default();
        format!("{}  {}", style::warning(count), style::dim(rule))
    };
    let said = if session.is_silent() {
        style::success("silent")
    } else if session.warnings > 0 {
        words(plural(session.warnings, "nudge"), &session.nudges)
    } else {
        words(plural(session.guarded.len() as u64, "refusal"), &session.guarded)
    };
    let id = style::command(format!("{:<widest$}", id(session)));
    let client = style::dim(format!("{:<10}", client(session)));
    format!("{id}  {client}{calls}  {said}")
}

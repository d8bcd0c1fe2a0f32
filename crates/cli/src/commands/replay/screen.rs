//! Prints the sessions in which Fusebox would have stepped in, and the conclusion.

use fusebox_engine::FindingLevel;
use fusebox_replay::{CallNote, ReplayedSession};

use super::figures::{count, joined, minutes, plural, tokens, usd};
use super::folding::FoldedFiles;
use super::{Args, SessionFilter, conclusion};
use crate::text_table::{TextTable, plain};
use crate::{Context, Result, clock, display, style};

/// Lines are no longer than that, however wide the terminal is.
const WIDTH: usize = 80;
/// The most stopped sessions that are listed without `--all` or `--only`.
const SHOWN: usize = 20;
/// The number of sessions up to which all are listed.
const FEW: usize = 12;
/// The most calls that are listed after which the judge would have been asked.
const ASKED: usize = 4;
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
    if !quiet.is_empty() && (args.all || stopped.len() + quiet.len() <= FEW) {
        let quiet = quiet.iter().map(|(_, session)| *session);
        context.print(&(quiet_lines(quiet, width).join("\n") + "\n"))?;
    }
    context.print(&conclusion)?;
    // Named paths may hold anybody's sessions.
    let last_days =
        conclusion::of_last_days(folded, clock::now()).filter(|_| args.paths.is_empty());
    if let Some(last_days) = last_days {
        context.print(&format!("\n{}", display::wrap(&last_days, width).join("\n")))?;
    }
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
    let mut text =
        vec![format!("{}  {}", style::command(id(session)), style::dim(client(session)))];
    let what = format!("{} by {}", style::error(place(session)), style::warning(rule));
    text.extend(display::wrap_after("  ", &what, width));
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
    if !session.judge_asked.is_empty() {
        row("judge", asked_at(session));
    }
    row("file", style::dim(one.file()));
    text.push(String::new());
    text.join("\n")
}

/// A session's id as it is listed.
fn id(session: &ReplayedSession) -> String {
    display::ending(&short_id(session), ID)
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

/// Where the judge would have been asked: `asked after calls 40, 81`, counted from 1.
fn asked_at(session: &ReplayedSession) -> String {
    let calls: Vec<String> =
        session.judge_asked.iter().take(ASKED).map(|note| count(note.call + 1)).collect();
    let more = if session.judge_asked.len() > ASKED { ", …" } else { "" };
    let word = if session.judge_asked.len() == 1 { "call" } else { "calls" };
    format!("asked after {word} {}{more}", calls.join(", "))
}

fn nudges_before(session: &ReplayedSession) -> u64 {
    let end = session.trip_call().unwrap_or(session.calls);
    session.nudges.iter().filter(|nudge| nudge.call <= end).count() as u64
}

/// A line for each session that would not have been stopped, under the names of the columns.
fn quiet_lines<'a>(
    sessions: impl Iterator<Item = &'a ReplayedSession>,
    width: usize,
) -> Vec<String> {
    let mut table = TextTable::right_aligned(&[2]);
    table.push(["SESSION", "CLIENT", "CALLS", "ANSWER"].map(style::column_name));
    for session in sessions {
        let words = |count: u64, what: &str, notes: &[CallNote]| {
            let rule = notes.first().map(|note| note.rule.name()).unwrap_or_default();
            (style::WARNING, format!("{}  {rule}", plural(count, what)))
        };
        let answer = if session.is_silent() && !session.judge_asked.is_empty() {
            (style::DIM, format!("silent, judge {}", asked_at(session)))
        } else if session.is_silent() {
            (style::SUCCESS, "silent".to_owned())
        } else if session.warnings > 0 {
            words(session.warnings, "nudge", &session.nudges)
        } else {
            words(session.guarded.len() as u64, "refusal", &session.guarded)
        };
        table.push([
            (style::COMMAND, display::ending(&id(session), width.saturating_sub(40).min(ID))),
            (style::DIM, client(session)),
            plain(count(session.calls)),
            answer,
        ]);
    }
    table.lines(width)
}

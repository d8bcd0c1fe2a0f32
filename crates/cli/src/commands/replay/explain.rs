//! Explains one session: its nudges and the first refusal, with the calls around them.

use std::collections::BTreeSet;

use fusebox_engine::{Policy, Rule};
use fusebox_replay::{ReplayedSession, SessionFiles};

use super::calls::{CallSummary, read_calls};
use super::figures::{count, plural};
use super::folding::{FoldJob, FoldedFiles};
use super::{Args, jobs, talk};
use crate::read_progress::ReadProgress;
use crate::{CliError, Context, Result, display, style};

/// Calls shown before a nudge.
const BEFORE_NUDGE: u64 = 2;
/// Calls shown before the first refusal.
const BEFORE_TRIP: u64 = 8;
/// Calls shown after the first refusal.
const AFTER_TRIP: u64 = 3;
/// Nudges shown.
const NUDGES: usize = 12;
/// Sessions listed if several match.
const SOME: usize = 4;
/// The longest line, in columns.
const WIDTH: usize = 100;

/// The session that was found.
struct ChosenSession<'a> {
    folded: &'a FoldedFiles<'a>,
    /// Its index among the sessions of its source.
    nth: usize,
    session: &'a ReplayedSession,
}

/// Prints the session with that name; returns whether it would have been stopped.
pub(super) fn explain(
    name: &str,
    sources: &[SessionFiles],
    policy: &Policy,
    args: &Args,
    context: &Context,
) -> Result<bool> {
    // If files match the name, only these are read.
    let called: Vec<SessionFiles> =
        sources.iter().filter(|source| is_called(source, name)).cloned().collect();
    let sources = if called.is_empty() { sources } else { &called };
    let work = FoldJob { sources, jobs: jobs(args) };
    let folded = work.fold(policy, &ReadProgress::of(work.size(), false));
    talk::about(&folded, 0, context);
    let chosen = one(&folded, name)?;
    context.print(&text(&chosen, context.columns().min(WIDTH)))?;
    Ok(chosen.session.is_tripped())
}

/// Whether `name` is the path of a file, its name, or a part of its name as lists show it.
fn is_called(source: &SessionFiles, name: &str) -> bool {
    let Some(file) = source.files.first() else { return false };
    let own = file.file_name().unwrap_or_default().to_string_lossy();
    file.as_os_str() == name || is_shown_as(&own, name)
}

/// Whether a list may show `whole` as `name`: its beginning, or its end after an ellipsis.
fn is_shown_as(whole: &str, name: &str) -> bool {
    match (name.strip_prefix('…'), name.strip_suffix('…')) {
        (Some(end), _) => whole.ends_with(end),
        (None, Some(begin)) => whole.starts_with(begin),
        (None, None) => whole.starts_with(name),
    }
}

fn one<'a>(folded: &'a [FoldedFiles<'a>], name: &str) -> Result<ChosenSession<'a>> {
    let all = folded.iter().flat_map(|folded| {
        let sessions = folded.sessions().enumerate();
        sessions.map(move |(nth, session)| ChosenSession { folded, nth, session })
    });
    let mut exact = Vec::new();
    let mut begins = Vec::new();
    for chosen in all {
        let id = chosen.session.session.as_str();
        if id == name {
            exact.push(chosen);
        } else if is_shown_as(id, name) || is_called(chosen.folded.source, name) {
            begins.push(chosen);
        }
    }
    let mut found = if exact.is_empty() { begins } else { exact };
    match (found.pop(), found.len()) {
        (Some(only), 0) => Ok(only),
        (None, _) => Err(CliError::usage(format!("no session or file is called `{name}`"))
            .hint("`--all` lists every session")),
        (Some(last), rest) => {
            let number = count(rest as u64 + 1);
            let error = CliError::usage(format!("{number} sessions are called `{name}`"));
            let some = found.iter().take(SOME).chain(std::iter::once(&last));
            Err(some.fold(error, |error, chosen| {
                let (id, file) = (chosen.session.session.as_str(), chosen.folded.file());
                error.hint(format!("{} in {file}", display::one_line(id, 60)))
            }))
        }
    }
}

fn text(chosen: &ChosenSession<'_>, width: usize) -> String {
    let session = chosen.session;
    let client = session.client.as_deref().unwrap_or("-");
    let mut text = vec![
        format!(
            "{}  {}, {}",
            style::heading(display::one_line(session.session.as_str(), 200)),
            display::one_line(client, 40),
            plural(session.calls, "call"),
        ),
        style::dim(chosen.folded.file()),
        String::new(),
    ];
    if session.is_silent() {
        text.push("Fusebox would have stayed silent.".to_owned());
        if session.judge_asked.is_empty() {
            return text.join("\n");
        }
    }
    let shown = shown_calls(session);
    let calls = read_calls(chosen.folded.source, chosen.nth, &shown);
    let mut next = 0;
    for (n, call) in &calls {
        text.extend(gap(*n - next));
        text.push(line(*n, call, session, width));
        text.extend(remarks(*n, session, width));
        next = n + 1;
    }
    text.extend(gap(session.calls.saturating_sub(next)));
    text.extend(at_the_end(session, width));
    let more = session.warnings.saturating_sub(NUDGES as u64);
    if more > 0 {
        text.push(style::dim(format!("       {} not shown", plural(more, "more nudge"))));
    }
    text.join("\n")
}

/// The calls that are shown.
fn shown_calls(session: &ReplayedSession) -> BTreeSet<u64> {
    let mut shown = BTreeSet::new();
    for notes in [&session.nudges, &session.guarded, &session.judge_asked] {
        for note in notes.iter().take(NUDGES) {
            shown.extend(note.call.saturating_sub(BEFORE_NUDGE)..=note.call);
        }
    }
    if session.is_tripped() {
        let at = session.trip_call().unwrap_or(session.calls);
        shown.extend(at.saturating_sub(BEFORE_TRIP)..=at + AFTER_TRIP);
    }
    shown
}

fn gap(calls: u64) -> Option<String> {
    let text = format!("     ⋮ {}", plural(calls, "call"));
    (calls > 0).then(|| style::dim(text))
}

/// The line of a call, counted from 1, with its outcome.
fn line(n: u64, call: &CallSummary, session: &ReplayedSession, width: usize) -> String {
    let (mark, style) = style::call_mark(session.trip_call() == Some(n), call.ok);
    let agent = call.agent.as_ref().map(|agent| format!("[{}] ", display::one_line(agent, 10)));
    let half = width.saturating_sub(12) / 2;
    let label = display::one_line(&format!("{}{}", agent.unwrap_or_default(), call.label), half);
    let gist = display::one_line(call.gist.as_deref().unwrap_or_default(), half);
    let gist = style::dim(gist);
    format!("{:>6} {} {label:<half$}  {gist}", n + 1, style::paint(style, mark))
        .trim_end()
        .to_owned()
}

/// The messages that the agent would have got at a call.
fn remarks(n: u64, session: &ReplayedSession, width: usize) -> Vec<String> {
    let mut text = Vec::new();
    let marked = [
        ("nudge", &session.nudges),
        ("refused", &session.guarded),
        ("judge", &session.judge_asked),
    ];
    for (mark, notes) in marked {
        for note in notes.iter().take(NUDGES).filter(|note| note.call == n) {
            text.extend(finding_lines(style::warning(mark), note.rule, &note.message, width));
        }
    }
    if let Some(trip) = session.denial.as_ref().filter(|_| session.trip_call() == Some(n)) {
        text.extend(finding_lines(style::error("refused"), trip.rule, &trip.message, width));
    }
    text
}

fn at_the_end(session: &ReplayedSession, width: usize) -> Vec<String> {
    match session.denial.as_ref().filter(|_| session.trip_call().is_none()) {
        Some(trip) => {
            let mark = style::error("stopped at the end");
            finding_lines(mark, trip.rule, &trip.message, width)
        }
        None => Vec::new(),
    }
}

fn finding_lines(mark: String, rule: Rule, message: &str, width: usize) -> Vec<String> {
    let message = display::wrap_after("         ", &display::one_line(message, 400), width);
    [vec![format!("       {mark} {}", style::dim(rule.name()))], message].concat()
}

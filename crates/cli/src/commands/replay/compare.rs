//! Compares two presets: their totals, and the sessions in which they differ.

use fusebox_config::{CompileRequest, PolicyLayer, compile_policy};
use fusebox_guard::policies::PolicyError;
use fusebox_replay::policy::in_observe_mode;
use fusebox_replay::{ReplayTotals, ReplayedSession};

use super::figures::{count, minutes, plural, tokens, usd};
use super::folding::{FoldJob, FoldedFiles, totals};
use super::sources::ReplayPaths;
use super::{Args, jobs, json_lines, talk};
use crate::read_progress::ReadProgress;
use crate::{CliError, Context, Result, display, exit, style};

/// The most differing sessions that are listed.
const SHOWN: usize = 40;
/// The width of a preset, in columns.
const COLUMN: usize = 25;
/// The width of a session's id, in columns.
const ID: usize = 20;

/// A preset and its outcome.
struct PresetRun<'a> {
    preset: &'a str,
    folded: Vec<FoldedFiles<'a>>,
}

pub(super) fn run(args: &Args, context: &Context) -> Result<u8> {
    let [first, second] = args.compare.as_slice() else {
        return Err(CliError::usage("--compare takes two presets")
            .hint("for example `--compare default,budget`"));
    };
    let policies = (of_preset(first)?, of_preset(second)?);
    let asked = ReplayPaths::of(&args.paths, context)?;
    let found = asked.find(context);
    let work = FoldJob { sources: &found.sources, jobs: jobs(args) };
    let progress = ReadProgress::of(2 * work.size(), args.json);
    let first = PresetRun { preset: first, folded: work.fold(&policies.0, &progress) };
    let second = PresetRun { preset: second, folded: work.fold(&policies.1, &progress) };
    drop(progress);
    talk::about(&first.folded, found.other_files, context);
    if args.json {
        json_lines::print(&first.folded, Some(first.preset), false, context)?;
        json_lines::print(&second.folded, Some(second.preset), false, context)?;
    }
    asked.check_read(&first.folded)?;
    if !args.json {
        context.print(&table(&first, &second))?;
        context.print(&differences(&first, &second))?;
    }
    Ok(exit::OK)
}

/// The preset alone, without the user's file.
fn of_preset(name: &str) -> Result<fusebox_engine::Policy> {
    let layers = [PolicyLayer::flag("--compare", "preset", name)];
    let compiled = compile_policy(&layers, &CompileRequest::default());
    Ok(in_observe_mode(compiled.map_err(PolicyError::Mistakes)?.policy))
}

fn table(first: &PresetRun<'_>, second: &PresetRun<'_>) -> String {
    let sides = [totals(&first.folded), totals(&second.folded)];
    let mut text = vec![style::heading(format!(
        "{:<34}{:>16}{:>16}",
        plural(sides[0].sessions, "session"),
        first.preset,
        second.preset
    ))];
    let mut row = |name: &str, of: &dyn Fn(&ReplayTotals) -> String| {
        text.push(format!("  {name:<32}{:>16}{:>16}", of(&sides[0]), of(&sides[1])));
    };
    row("sessions stopped", &|t| count(t.tripped));
    row("sessions nudged", &|t| count(t.warned));
    row("nudges", &|t| count(t.warnings));
    row("calls from there on", &|t| count(t.calls_saved));
    if sides.iter().any(|t| t.minutes_saved >= 1.0) {
        row("time", &|t| if t.minutes_saved < 1.0 { dash() } else { minutes(t.minutes_saved) });
    }
    if sides.iter().any(|t| t.tokens_saved > 0) {
        row("tokens", &|t| tokens(t.tokens_saved).trim_end_matches(" tokens").to_owned());
    }
    let cost = |t: &ReplayTotals| t.cost_saved_usd.filter(|cost| *cost > 0.0);
    if sides.iter().any(|t| cost(t).is_some()) {
        row("cost", &|t| cost(t).map_or_else(dash, usd));
    }
    text.push(String::new());
    text.join("\n")
}

fn dash() -> String {
    "-".to_owned()
}

fn differences(first: &PresetRun<'_>, second: &PresetRun<'_>) -> String {
    let pairs = sessions(first).zip(sessions(second));
    let unlike: Vec<_> = pairs.filter(|(a, b)| outcome(a) != outcome(b)).collect();
    if unlike.is_empty() {
        return "They do the same in every session.".to_owned();
    }
    let mut text =
        vec![style::heading(format!("They differ in {}", plural(unlike.len() as u64, "session")))];
    let names = format!("  {:<ID$}{:>6}  {:<COLUMN$}{}", "", "calls", first.preset, second.preset);
    text.push(style::dim(names));
    for (a, b) in unlike.iter().take(SHOWN) {
        let id = display::ending(&display::short_id(a.session.as_str()), ID - 1);
        let id = style::command(format!("{id:<ID$}"));
        let calls = count(a.calls);
        text.push(format!("  {id}{calls:>6}  {:<COLUMN$}{}", outcome(a), outcome(b)));
    }
    if unlike.len() > SHOWN {
        let rest = count((unlike.len() - SHOWN) as u64);
        let note = format!("  … and {rest} more (--json lists all)");
        text.push(style::dim(note));
    }
    text.join("\n")
}

fn sessions<'a>(side: &'a PresetRun<'_>) -> impl Iterator<Item = &'a ReplayedSession> {
    side.folded.iter().flat_map(FoldedFiles::sessions)
}

/// What a preset does in a session: `58 same_call`, `nudged`, `-`.
fn outcome(session: &ReplayedSession) -> String {
    let Some(rule) = session.rule().filter(|_| session.is_tripped()) else {
        return if session.warnings > 0 { "nudged" } else { "-" }.to_owned();
    };
    let rule = rule.name().rsplit('.').next().unwrap_or_default();
    match session.trip_call() {
        Some(call) => format!("{} {rule}", count(call + 1)),
        None => format!("at the end, {rule}"),
    }
}

//! What waits for a person: open breakers, deliveries that failed, failures of Fusebox itself.

use std::path::Path;

use fusebox_engine::{BreakerState, Timestamp};
use fusebox_runtime::Runtime;
use fusebox_runtime::query::SessionView;
use fusebox_store::{DeliveryState, OutboxKind};

use super::check::CheckReport;
use crate::display::{self, count};
use crate::{Context, Result, clock, task_choice};

/// Failures are reported for this long.
const RECENT_MS: u64 = 7 * 24 * 3_600_000;
/// The number of failures that are shown.
const SHOWN: usize = 3;

pub(super) fn check(context: &Context, runtime: &Runtime, report: &mut CheckReport) {
    report.begin("Sessions");
    for checked in [
        check_breakers(context, runtime, report),
        check_channels(context, report),
        check_deliveries(runtime, report),
    ] {
        report.ok_or_bad(checked, "");
    }
    if let Ok(home) = context.home() {
        check_failures(&home.state_dir, clock::now(), report);
    }
}

fn check_breakers(context: &Context, runtime: &Runtime, report: &mut CheckReport) -> Result<()> {
    let views = task_choice::sessions(runtime)?;
    let open: Vec<_> = views.iter().filter(|view| has_open_breaker(view)).collect();
    for view in &open {
        if view.state == BreakerState::Open {
            let name = view.session.to_string();
            add_open(report, &name, view.reason.as_deref(), view.incident.as_deref());
        }
        for agent in view.subagents.iter().filter(|agent| agent.state == BreakerState::Open) {
            let name = format!("subagent {} of {}", agent.agent, view.session);
            add_open(report, &name, agent.reason.as_deref(), agent.incident.as_deref());
        }
    }
    let home = context.home()?;
    for note in home.open_notes(&home.state_dir).all() {
        if open.iter().all(|view| view.session != note.session) {
            let text = format!("{} was open when the database was lost", note.session);
            report.warning(text, "it opens again at its next event");
        }
    }
    if open.is_empty() {
        report.good(format!("{}, none is open", count(views.len(), "session")));
    }
    Ok(())
}

fn has_open_breaker(view: &SessionView) -> bool {
    let of_agents = view.subagents.iter().map(|agent| agent.state);
    of_agents.chain([view.state]).any(|state| state == BreakerState::Open)
}

fn add_open(report: &mut CheckReport, name: &str, reason: Option<&str>, incident: Option<&str>) {
    let text = format!("{name} is open: {}", reason.unwrap_or_default());
    let next = incident.map(|id| format!("fusebox show {id}"));
    report.warning(display::one_line(&text, 200), &next.unwrap_or_default());
}

/// Names the channels of `[escalate]` that could not send.
fn check_channels(context: &Context, report: &mut CheckReport) -> Result<()> {
    let settings = context.escalation_settings()?;
    for problem in fusebox_effects::channel_problems(&settings) {
        report.warning(problem, "docs/escalation.md says what each channel takes");
    }
    Ok(())
}

fn check_deliveries(runtime: &Runtime, report: &mut CheckReport) -> Result<()> {
    let rows = runtime.store().read().undelivered()?;
    let Some(first) = rows.first() else {
        report.good("every notification, report and checkpoint was made");
        return Ok(());
    };
    let failed = rows.iter().rev().find_map(|row| match &row.delivery {
        DeliveryState::Failed { error } => Some((&row.kind, error.as_str())),
        DeliveryState::Pending { .. } | DeliveryState::Done => None,
    });
    let waiting = rows.iter().rev().find_map(|row| match &row.delivery {
        DeliveryState::Pending { error, not_before } if !error.is_empty() => {
            Some((row, error.as_str(), *not_before))
        }
        DeliveryState::Pending { .. } | DeliveryState::Failed { .. } | DeliveryState::Done => None,
    });
    if let (None, Some((row, error, at))) = (failed, waiting) {
        let (name, next) = words_of(&row.kind);
        let tried = count(usize::try_from(row.attempts).unwrap_or(usize::MAX), "attempt");
        let at = display::clock_time(at);
        let text = format!("{name} did not arrive in {tried}, the next is at {at}: {error}");
        report.warning(display::one_line(&text, 400), next);
        return Ok(());
    }
    let Some((kind, error)) = failed else {
        let (name, _) = words_of(&first.kind);
        report.warning(
            format!("{} not delivered yet, {name} first", count(rows.len(), "effect")),
            "fusebox effects drain",
        );
        return Ok(());
    };
    let (name, next) = words_of(kind);
    let others = match rows.len() - 1 {
        0 => String::new(),
        n => format!("; {n} more not delivered yet"),
    };
    report.warning(format!("{name} was not made: {error}{others}"), next);
    Ok(())
}

/// A kind of effect in words, and what a person can do where it fails.
fn words_of(kind: &OutboxKind) -> (&str, &'static str) {
    match kind {
        OutboxKind::DesktopNote => {
            ("a notification", "`notify = [\"bell\"]` leaves the desktop alone")
        }
        OutboxKind::Report => ("a report", ""),
        OutboxKind::Checkpoint => (
            "a checkpoint",
            "`fusebox checkpoint` tries again; `checkpoints = \"never\"` makes none",
        ),
        OutboxKind::HandOver => {
            ("the hand-over", "`report.hand_over` names its file; `off` writes none")
        }
        OutboxKind::Attempt => ("a copy of the work at a trip", ""),
        OutboxKind::Purge => ("the removal of old data", ""),
        OutboxKind::Calibrate => ("a calibrated limit", ""),
        OutboxKind::Learn => ("a note of what helped", ""),
        OutboxKind::Judge => {
            ("a question to the judge", "`guided.judge` names it; `off` asks nobody")
        }
        OutboxKind::Escalation => {
            ("an escalation", "`[escalate]` in your own configuration says who is told")
        }
        OutboxKind::Message => {
            ("a message", "`fusebox escalate INCIDENT --dry-run` shows what each channel sends")
        }
        OutboxKind::Other(other) => (other, ""),
    }
}

/// The latest lines of `errors.log`.
fn check_failures(dir: &Path, now: Timestamp, report: &mut CheckReport) {
    let file = dir.join("errors.log");
    let text = std::fs::read_to_string(&file).unwrap_or_default();
    let lines: Vec<(Timestamp, &str)> = text
        .lines()
        .filter_map(|line| line.split_once(' '))
        .filter_map(|(at, why)| Some((Timestamp(at.parse().ok()?), why)))
        .filter(|(at, _)| now.since(*at).0 < RECENT_MS)
        .collect();
    if lines.is_empty() {
        return report.good("Fusebox itself has not failed in the last 7 days");
    }
    for (at, why) in lines.iter().rev().take(SHOWN).rev() {
        let text = format!("a failure {}: {why}", display::time_ago(*at));
        report.warning(display::one_line(&text, 200), "");
    }
    let next = format!("all of it: {}", file.display());
    report.warning(format!("{} in 7 days", count(lines.len(), "failure")), &next);
}

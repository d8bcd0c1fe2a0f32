//! What waits for a person: open breakers, deliveries that failed, failures of ours.

use std::path::Path;

use fusebox_engine::{BreakerState, Timestamp};
use fusebox_runtime::{PolicySet, Runtime, query};
use fusebox_store::{DeliveryState, OpenList, OutboxKind};

use super::check::Checks;
use crate::context::Context;
use crate::display::{self, count};

/// Failures are news for this long, in milliseconds.
const NEWS_MS: u64 = 7 * 24 * 3_600_000;
/// As many are shown.
const SHOWN: usize = 3;

pub(super) fn check(context: &Context, runtime: &Runtime, checks: &mut Checks) {
    checks.begin("Sessions");
    if let Err(error) = open(context, runtime, checks) {
        checks.bad(error.to_string(), "");
    }
    deliveries(runtime, checks);
    if let Ok(home) = context.home() {
        failures(&home.state_dir, context.now(), checks);
    }
}

fn open(
    context: &Context,
    runtime: &Runtime,
    checks: &mut Checks,
) -> Result<(), fusebox_runtime::RuntimeError> {
    let views = query::sessions(runtime.store(), &PolicySet::default(), context.now())?;
    let open: Vec<_> = views.iter().filter(|view| view.state == BreakerState::Open).collect();
    for view in &open {
        let reason = view.reason.as_deref().unwrap_or_default();
        let next = view.incident.as_ref().map(|id| format!("fusebox show {id}"));
        let text = format!("{} is open: {reason}", view.session);
        checks.warning(display::one_line(&text, 160), &next.unwrap_or_default());
    }
    for entry in context
        .home()
        .iter()
        .flat_map(|home| OpenList::of(&home.state_dir).read().unwrap_or_default())
    {
        if open.iter().all(|view| view.session != entry.session) {
            let text = format!("{} was open when the database was lost", entry.session);
            checks.warning(text, "it opens again at its next event");
        }
    }
    if open.is_empty() {
        checks.good(format!("{}, none is open", count(views.len(), "session")));
    }
    Ok(())
}

fn deliveries(runtime: &Runtime, checks: &mut Checks) {
    let rows = match runtime.store().read().undelivered() {
        Ok(rows) => rows,
        Err(error) => return checks.bad(error.to_string(), ""),
    };
    let failed = rows.iter().rev().find_map(|row| match &row.delivery {
        DeliveryState::Failed { error } => Some((&row.kind, error.as_str())),
        DeliveryState::Pending { .. } | DeliveryState::Done => None,
    });
    let Some(first) = rows.first() else {
        return checks.good("every notification, report and checkpoint was made");
    };
    if let Some((kind, error)) = failed {
        let what = words(kind);
        let next = match kind {
            OutboxKind::DesktopNote => "`notify = [\"bell\"]` leaves the desktop alone",
            OutboxKind::Checkpoint => {
                "`fusebox checkpoint` tries again; `checkpoints = \"never\"` does without"
            }
            _ => "",
        };
        let others = match rows.len() - 1 {
            0 => String::new(),
            n => format!(", and {} not made", count(n, "other")),
        };
        checks.warning(format!("{what} was not made{others}: {error}"), next);
    } else {
        checks.warning(
            format!("{} waiting, {} first", rows.len(), words(&first.kind)),
            "fusebox effects drain",
        );
    }
}

/// A kind of delivery in words.
fn words(kind: &OutboxKind) -> &str {
    match kind {
        OutboxKind::DesktopNote => "a notification",
        OutboxKind::Report => "a report",
        OutboxKind::Checkpoint => "a checkpoint",
        OutboxKind::Attempt => "a copy of the work at a trip",
        OutboxKind::Purge => "the forgetting of what is old",
        OutboxKind::Escalation => "an escalation",
        OutboxKind::Other(other) => other,
    }
}

/// The latest lines of the log of failures.
fn failures(dir: &Path, now: Timestamp, checks: &mut Checks) {
    let file = dir.join("errors.log");
    let text = std::fs::read_to_string(&file).unwrap_or_default();
    let lines: Vec<(Timestamp, &str)> = text
        .lines()
        .filter_map(|line| line.split_once(' '))
        .filter_map(|(at, why)| Some((Timestamp(at.parse().ok()?), why)))
        .filter(|(at, _)| now.since(*at).0 < NEWS_MS)
        .collect();
    if lines.is_empty() {
        return checks.good("nothing of ours has failed in the last 7 days");
    }
    for (at, why) in lines.iter().rev().take(SHOWN).rev() {
        let text = format!("a failure {}: {why}", display::time_ago(*at, now));
        checks.warning(display::one_line(&text, 200), "");
    }
    let next = format!("all of it: {}", file.display());
    checks.warning(format!("{} in 7 days", count(lines.len(), "failure")), &next);
}

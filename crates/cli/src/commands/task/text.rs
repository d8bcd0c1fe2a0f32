//! Tasks for people: one line in a list, and the whole of one.

use fusebox_engine::scope::ScopeVerdict;
use fusebox_engine::{AttemptLimits, BreakerState, Limit, Policy};
use fusebox_runtime::query::TaskView;
use fusebox_runtime::task::{FilesFrom, Task};

use super::standing::Standing;
use super::{checkpoint, test_names};
use crate::context::Context;
use crate::{display, style};

/// Sessions that are listed; the rest is a number.
const SESSIONS: usize = 5;
/// Globs of a task that a line names.
const FILES: usize = 12;
/// Tests that a line of counts names.
const COUNTED: usize = 3;

/// One line in a list.
pub(super) fn short(
    view: &TaskView,
    standing: &Standing,
    policy: &Policy,
    context: &Context,
) -> String {
    let named = view.named.as_ref();
    let state = style::paint(style(view, standing), format!("{:<17}", state(view, standing)));
    let began = named.map(|task| display::time_ago(task.started_at, context.now()));
    let slice = named.and_then(|task| task.slice.as_deref());
    let slice =
        slice.map(|slice| format!("  {}", display::one_line(slice, 40))).unwrap_or_default();
    let counts = counts(view, &policy.attempts).map(|counts| format!("  {counts}"));
    format!(
        "{state} {:<12} {}{slice}{}",
        display::one_line(view.task.as_str(), 40),
        style::paint(style::DIM, format!("{:>11}", began.unwrap_or_default())),
        style::paint(style::DIM, counts.unwrap_or_default())
    )
}

/// Whether it goes on, and its breaker where that is not closed: "closed" alone could be either.
fn state(view: &TaskView, standing: &Standing) -> String {
    let completed = view.named.as_ref().is_some_and(|task| !task.is_open());
    match (completed, standing.state) {
        (true, _) => "completed".to_owned(),
        (false, BreakerState::Closed) => "active".to_owned(),
        (false, state) => format!("breaker {state}"),
    }
}

fn style(view: &TaskView, standing: &Standing) -> anstyle::Style {
    let completed = view.named.as_ref().is_some_and(|task| !task.is_open());
    if completed { style::DIM } else { style::for_state(standing.state) }
}

/// The counts in a few words: `slice 2/7, adds 2/3`; none while nothing has failed.
pub(crate) fn counts(view: &TaskView, limits: &AttemptLimits) -> Option<String> {
    let mut tests: Vec<(&String, u64)> =
        view.per_test_attempts.iter().map(|(name, test)| (name, test.count)).collect();
    tests.retain(|(_, count)| *count > 0);
    if view.total_slice_failures == 0 && view.infrastructure_failures == 0 && tests.is_empty() {
        return None;
    }
    tests.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    let mut parts = vec![format!("slice {}", of(view.total_slice_failures, limits.per_slice))];
    parts.extend(tests.iter().take(COUNTED).map(|(name, count)| {
        format!("{} {}", test_names::short(name, 50), of(*count, limits.per_test))
    }));
    if tests.len() > COUNTED {
        parts.push(format!("{} more", tests.len() - COUNTED));
    }
    if view.infrastructure_failures > 0 {
        parts.push(format!("infra {}", of(view.infrastructure_failures, limits.infra)));
    }
    let violations = view.scope_violations.iter();
    let violations = violations.filter(|touch| touch.verdict == ScopeVerdict::Violation).count();
    if violations > 0 {
        parts.push(format!("{violations} outside the scope"));
    }
    Some(parts.join(", "))
}

/// `2/3`, or `2` where there is no limit.
fn of(count: u64, limit: Limit) -> String {
    limit.get().map_or_else(|| count.to_string(), |limit| format!("{count}/{limit}"))
}

/// The whole of a task.
pub(super) fn whole(
    view: &TaskView,
    standing: &Standing,
    policy: &Policy,
    context: &Context,
) -> String {
    let mut out = vec![head(view, standing)];
    let mut row = |name: &str, value: String| {
        out.push(format!("  {} {value}", style::paint(style::DIM, format!("{name:<9}"))));
    };
    match &view.named {
        Some(task) => about(task, context, &mut row),
        None => row("task", "none was started: the session is its own".to_owned()),
    }
    if let Some(checkpoint) = checkpoint::words(view) {
        row("kept", checkpoint);
    }
    row("calls", of(view.tool_calls, policy.limits.tool_calls));
    row("sessions", sessions(view));
    out.extend(attempts(view, &policy.attempts));
    out.extend(touches(view));
    if let Some(incident) = &standing.incident {
        let reason = standing.reason.as_deref().unwrap_or_default();
        out.push(format!("\n{}", style::paint(style::HEADING, "The breaker is open")));
        out.push(format!("  {}", display::one_line(reason, 400)));
        out.push(format!("  {}", style::paint(style::COMMAND, format!("fusebox show {incident}"))));
    }
    out.join("\n")
}

fn head(view: &TaskView, standing: &Standing) -> String {
    let named = view.named.as_ref();
    let what = if named.is_some() { "Task" } else { "Session" };
    let slice = named.and_then(|task| task.slice.as_deref());
    let slice =
        slice.map(|slice| format!("  {}", display::one_line(slice, 100))).unwrap_or_default();
    let id = display::one_line(view.task.as_str(), 100);
    let state = style::paint(style(view, standing), state(view, standing));
    format!("{}{slice}  {state}", style::paint(style::HEADING, format!("{what} {id}")))
}

fn about(task: &Task, context: &Context, row: &mut impl FnMut(&str, String)) {
    let time = |at| format!("{} ({})", display::utc_time(at), display::time_ago(at, context.now()));
    row("folder", display::one_line(&task.folder, 300));
    let facts = [("role", &task.role), ("issue", &task.issue), ("contract", &task.contract)];
    for (name, value) in facts {
        if let Some(value) = value {
            row(name, display::one_line(value, 300));
        }
    }
    for criterion in &task.criteria {
        row("criterion", display::one_line(criterion, 300));
    }
    if task.files_from.is_some() {
        row("files", named_files(task));
    }
    let of_files = |key: &str| key == super::files::KEY && task.files_from.is_some();
    for (key, value) in task.set.iter().filter(|(key, _)| !of_files(key)) {
        row("setting", format!("{key} = {}", display::one_line(value, 200)));
    }
    row("started", time(task.started_at));
    if let Some(at) = task.completed_at {
        row("completed", time(at));
    }
}

/// What belongs to a task, as it is told after a change.
pub(super) fn files(task: &Task) -> String {
    match task.files_from {
        Some(_) => format!("Its files: {}", named_files(task)),
        None => "It has no files of its own.".to_owned(),
    }
}

/// The globs, and where they come from.
fn named_files(task: &Task) -> String {
    let globs = super::files::named(task);
    let (shown_globs, rest) = globs.split_at(globs.len().min(FILES));
    let more = if rest.is_empty() { String::new() } else { format!(" and {} more", rest.len()) };
    let from = task.files_from.map_or("a setting", FilesFrom::name);
    format!("{}{more} (from {from})", display::one_line(&shown_globs.join(", "), 300))
}

/// What was asked for outside the scope.
fn touches(view: &TaskView) -> Vec<String> {
    if view.scope_violations.is_empty() {
        return Vec::new();
    }
    let mut out = vec![String::new(), style::paint(style::HEADING, "Outside the scope")];
    let width = view.scope_violations.iter().map(|touch| touch.file.chars().count()).max();
    let width = width.unwrap_or_default().min(60);
    out.extend(view.scope_violations.iter().map(|touch| {
        let reason =
            touch.justification.as_deref().map(|why| format!("  {}", display::one_line(why, 160)));
        format!(
            "  {:<width$}  {:<9}{}",
            display::one_line(&touch.file, 60),
            touch.verdict.name(),
            style::paint(style::DIM, reason.unwrap_or_default())
        )
        .trim_end()
        .to_owned()
    }));
    out
}

fn sessions(view: &TaskView) -> String {
    let ids: Vec<String> =
        view.sessions.iter().take(SESSIONS).map(|id| display::short_id(id.as_str())).collect();
    match view.sessions.len().saturating_sub(SESSIONS) {
        0 if ids.is_empty() => "none yet".to_owned(),
        0 => ids.join(", "),
        more => format!("{} and {more} more", ids.join(", ")),
    }
}

/// The table of attempts, and what else is counted.
fn attempts(view: &TaskView, limits: &AttemptLimits) -> Vec<String> {
    let mut rows: Vec<(String, String, &str)> = view
        .per_test_attempts
        .iter()
        .map(|(name, test)| {
            let now = if test.failing { "fails" } else { "not run since" };
            (test_names::short(name, 60), of(test.count, limits.per_test), now)
        })
        .collect();
    rows.push(("the slice".to_owned(), of(view.total_slice_failures, limits.per_slice), ""));
    if view.infrastructure_failures > 0 {
        let count = of(view.infrastructure_failures, limits.infra);
        rows.push(("could not run".to_owned(), count, "in a row"));
    }
    let width = rows.iter().map(|(name, ..)| name.chars().count()).max().unwrap_or(0);
    let mut out = vec![String::new(), style::paint(style::HEADING, "Failed attempts")];
    out.extend(rows.iter().map(|(name, count, now)| {
        let row = format!("  {name:<width$}  {count:>5}");
        if now.is_empty() { row } else { format!("{row}  {}", style::paint(style::DIM, now)) }
    }));
    if !limits.is_limited() {
        out.push(style::paint(style::DIM, "  not limited here: preset tdd limits them"));
    }
    if !view.skipped.is_empty() {
        let names: Vec<&str> = view.skipped.iter().map(String::as_str).collect();
        let names = test_names::names_in_line(&names);
        out.push(format!("  {} {names}", style::paint(style::DIM, "no longer counted:")));
    }
    out
}

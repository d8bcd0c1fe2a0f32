//! Tasks for people: one row of a list, and everything about one task.

use anstyle::Style;
use fusebox_engine::scope::ScopeVerdict;
use fusebox_engine::{AttemptLimits, BreakerState, Limit, Policy};
use fusebox_runtime::query::{TaskLifecycle, TaskView};
use fusebox_runtime::task::{FilesFrom, Task};

use super::task_breaker::TaskBreaker;
use super::{checkpoint, files};
use crate::style::{self, paint};
use crate::text_table::{TextTable, plain};
use crate::{display, task_choice};

/// The sessions that are listed.
const SESSIONS: usize = 5;
/// The globs of a task that are listed.
const FILES: usize = 12;
/// The tests that a line of counts names.
const COUNTED_TESTS: usize = 3;

/// One row of a list.
pub(super) fn list_row(
    view: &TaskView,
    breaker: &TaskBreaker,
    policy: &Policy,
) -> Vec<(Style, String)> {
    let named = view.named.as_ref();
    let (state, state_style) = state(view, breaker);
    let ago = named.map(|task| display::time_ago(task.started_at));
    let slice = named.and_then(|task| task.slice.as_deref()).map(|s| display::one_line(s, 40));
    let counts = counts(view, &policy.attempts);
    let rest: Vec<String> =
        slice.into_iter().chain(waits_on(&view.lifecycle)).chain(counts).collect();
    vec![
        (state_style, state),
        plain(display::one_line(view.task.as_str(), 40)),
        (style::DIM, ago.unwrap_or_default()),
        plain(rest.join(" · ")),
    ]
}

/// Where the task stands in its life, or its breaker where that is not closed: "closed" could mean either.
fn state(view: &TaskView, breaker: &TaskBreaker) -> (String, Style) {
    match (&view.lifecycle, breaker.state) {
        (TaskLifecycle::Completed, _) => ("completed".to_owned(), style::DIM),
        (TaskLifecycle::Escalated, _) => ("escalated".to_owned(), style::ERROR),
        (TaskLifecycle::Sleeping { .. }, BreakerState::Closed) => {
            ("sleeping".to_owned(), style::WARNING)
        }
        (TaskLifecycle::Active, BreakerState::Closed) => ("active".to_owned(), style::SUCCESS),
        (TaskLifecycle::Active | TaskLifecycle::Sleeping { .. }, state) => {
            (format!("breaker {state}"), style::for_state(state))
        }
    }
}

/// What a sleeping task waits for, if it told.
pub(crate) fn waits_on(lifecycle: &TaskLifecycle) -> Option<String> {
    if let TaskLifecycle::Sleeping { waits_on: Some(on) } = lifecycle {
        return Some(format!("waits for {}", display::one_line(on, 100)));
    }
    None
}

/// The counts in a few words: `slice 2/7, adds 2/3`; none while nothing has failed.
pub(crate) fn counts(view: &TaskView, limits: &AttemptLimits) -> Option<String> {
    let tests = view.per_test_attempts.iter().map(|(name, test)| (name, test.count));
    let mut tests: Vec<(&String, u64)> = tests.filter(|(_, count)| *count > 0).collect();
    if view.total_slice_failures == 0 && view.infrastructure_failures == 0 && tests.is_empty() {
        return None;
    }
    tests.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    let slice = against_limit(view.total_slice_failures, limits.per_slice);
    let mut parts = vec![format!("slice {slice}")];
    parts.extend(tests.iter().take(COUNTED_TESTS).map(|(name, count)| {
        let name = task_choice::short_test_name(name, 50);
        format!("{name} {}", against_limit(*count, limits.per_test))
    }));
    if let Some(more) = tests.len().checked_sub(COUNTED_TESTS).filter(|more| *more > 0) {
        parts.push(format!("{more} more"));
    }
    if view.infrastructure_failures > 0 {
        parts.push(format!("infra {}", against_limit(view.infrastructure_failures, limits.infra)));
    }
    let violations = view.scope_violations.iter();
    let violations = violations.filter(|touch| touch.verdict == ScopeVerdict::Violation).count();
    if violations > 0 {
        parts.push(format!("{violations} outside the scope"));
    }
    Some(parts.join(", "))
}

/// `2/3`, or `2` where there is no limit.
fn against_limit(count: u64, limit: Limit) -> String {
    limit.get().map_or_else(|| count.to_string(), |limit| format!("{count}/{limit}"))
}

/// Everything about a task, at most `width` columns wide where words allow it.
pub(super) fn task_text(
    view: &TaskView,
    breaker: &TaskBreaker,
    policy: &Policy,
    width: usize,
) -> String {
    let mut out = vec![heading(view, breaker, width)];
    out.extend(facts(view, policy, width).lines(usize::MAX));
    out.extend(attempt_lines(view, &policy.attempts));
    out.extend(scope_lines(view));
    if let Some(incident) = &breaker.incident {
        let reason = breaker.reason.as_deref().unwrap_or_default();
        out.extend(style::section("The breaker is open"));
        out.extend(display::wrap_after("  ", &display::one_line(reason, 400), width));
        out.push(format!("  {}", style::command(format!("fusebox show {incident}"))));
    }
    out.join("\n")
}

fn heading(view: &TaskView, breaker: &TaskBreaker, width: usize) -> String {
    let named = view.named.as_ref();
    let kind = if named.is_some() { "Task" } else { "Session" };
    let slice = named.and_then(|task| task.slice.as_deref());
    let id = display::one_line(view.task.as_str(), 100);
    let (state, state_style) = state(view, breaker);
    let title = format!("{kind} {id}");
    let room = width.saturating_sub(title.len() + state.len() + 4).clamp(8, 100);
    let slice = slice.map(|slice| format!("  {}", display::one_line(slice, room)));
    let slice = slice.unwrap_or_default();
    format!("{}{slice}  {}", style::heading(title), paint(state_style, state))
}

/// The columns in front of a fact's value.
const FACT_COLUMNS: usize = 14;

fn facts(view: &TaskView, policy: &Policy, width: usize) -> TextTable {
    let mut facts = TextTable::indented();
    match &view.named {
        Some(task) => add_task_facts(&mut facts, task),
        None => facts.push_fact("task", "none was started: the session is its own task"),
    }
    facts.push_facts("state", waits_on(&view.lifecycle).map(|on| format!("asleep: {on}")));
    if let Some(text) = checkpoint::text(view) {
        facts.push_wrapped("checkpoint", &text, width.saturating_sub(FACT_COLUMNS));
    }
    facts.push_fact("calls", against_limit(view.tool_calls, policy.limits.tool_calls));
    let sessions: Vec<String> =
        view.sessions.iter().map(|id| display::short_id(id.as_str())).collect();
    let none = sessions.is_empty().then(|| "none yet".to_owned());
    facts.push_fact("sessions", none.unwrap_or_else(|| display::first_items(&sessions, SESSIONS)));
    facts
}

fn add_task_facts(facts: &mut TextTable, task: &Task) {
    facts.push_fact("folder", display::one_line(&task.folder, 300));
    let optional = [("role", &task.role), ("issue", &task.issue), ("contract", &task.contract)];
    for (name, value) in optional {
        facts.push_facts(name, value.iter().map(|value| display::one_line(value, 300)));
    }
    let criteria = task.criteria.iter().map(|criterion| display::one_line(criterion, 300));
    facts.push_facts("criterion", criteria);
    facts.push_facts("files", task.files_from.map(|_| files_list(task)));
    let is_shown = |key: &str| key != files::KEY || task.files_from.is_none();
    for (key, value) in task.set.iter().filter(|(key, _)| is_shown(key)) {
        facts.push_fact("setting", format!("{key} = {}", display::one_line(value, 200)));
    }
    facts.push_fact("started", display::time_and_ago(task.started_at));
    facts.push_facts("completed", task.completed_at.map(display::time_and_ago));
}

/// The files of a task, in one sentence.
pub(super) fn files_text(task: &Task) -> String {
    match task.files_from {
        Some(_) => format!("Its files: {}", files_list(task)),
        None => "It has no files of its own.".to_owned(),
    }
}

/// The globs of a task, and who named them.
fn files_list(task: &Task) -> String {
    let globs = display::first_items(&files::task_globs(task), FILES);
    let source = task.files_from.map_or("a setting", FilesFrom::name);
    format!("{} (from {source})", display::one_line(&globs, 310))
}

/// The changes outside the scope that were asked for.
fn scope_lines(view: &TaskView) -> Vec<String> {
    if view.scope_violations.is_empty() {
        return Vec::new();
    }
    let mut table = TextTable::indented();
    for touch in &view.scope_violations {
        let reason = touch.justification.as_deref().unwrap_or_default();
        table.push([
            plain(display::one_line(&touch.file, 60)),
            plain(touch.verdict.name()),
            (style::DIM, display::one_line(reason, 160)),
        ]);
    }
    [style::section("Outside the scope").to_vec(), table.lines(usize::MAX)].concat()
}

/// The table of attempts, and what else is counted.
fn attempt_lines(view: &TaskView, limits: &AttemptLimits) -> Vec<String> {
    let mut table = TextTable::right_aligned(&[1]);
    for (name, test) in &view.per_test_attempts {
        let result = if test.failing { "fails" } else { "not run since" };
        table.push([
            plain(format!("  {}", task_choice::short_test_name(name, 60))),
            plain(against_limit(test.count, limits.per_test)),
            (style::DIM, result.to_owned()),
        ]);
    }
    let slice = against_limit(view.total_slice_failures, limits.per_slice);
    table.push([plain("  the slice"), plain(slice)]);
    if view.infrastructure_failures > 0 {
        let count = against_limit(view.infrastructure_failures, limits.infra);
        table.push([plain("  could not run"), plain(count), (style::DIM, "in a row".to_owned())]);
    }
    let mut lines = style::section("Failed attempts").to_vec();
    lines.extend(table.lines(usize::MAX));
    if !limits.is_limited() {
        lines.push(style::dim("  not limited here: preset tdd limits them"));
    }
    if !view.skipped.is_empty() {
        let names: Vec<&str> = view.skipped.iter().map(String::as_str).collect();
        let names = task_choice::test_names_line(&names);
        lines.push(format!("  {} {names}", style::dim("no longer counted:")));
    }
    lines
}

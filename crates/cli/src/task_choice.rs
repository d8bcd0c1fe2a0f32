//! Which task, session or test a command line names.

use fusebox_engine::{SessionId, TaskId, TestAttempts};
use fusebox_runtime::query::{self, SessionView, TaskView};
use fusebox_runtime::task::{self, Task};
use fusebox_runtime::{PolicySet, Runtime};
use fusebox_store::SessionSelection;
use fusebox_text::printable_line;

use crate::{CliError, Context, Result, clock, display};

/// Tests that a line names; the rest is a number.
const NAMED_TESTS: usize = 5;

/// A task, and the session that is named or worked on it last.
#[derive(Debug, Clone)]
pub(crate) struct TaskChoice {
    /// The task.
    pub(crate) task: TaskId,
    /// The session; none where nothing has worked on the task yet.
    pub(crate) session: Option<SessionId>,
}

impl TaskChoice {
    /// The task with the session that worked on it last.
    fn latest(runtime: &Runtime, task: TaskId) -> Result<Self> {
        let serving = runtime.store().read().sessions(SessionSelection::OfTask(&task))?;
        Ok(Self { session: serving.into_iter().next().map(|row| row.session), task })
    }

    /// The task that `view` serves.
    pub(crate) fn of_session(view: &SessionView) -> Self {
        Self { task: view.task.clone(), session: Some(view.session.clone()) }
    }
}

/// The named task. Without a name, the active task of this folder, else that of the latest session.
pub(crate) fn find(context: &Context, runtime: &Runtime, name: Option<&str>) -> Result<TaskChoice> {
    if let Some(name) = name {
        return find_named(runtime, name);
    }
    if let Some(here) = task::of_folder(runtime.store(), &context.dir)? {
        return TaskChoice::latest(runtime, here.id);
    }
    newest_session(runtime)?.as_ref().map(TaskChoice::of_session).ok_or_else(|| {
        CliError::failed("there is no task, and no session has been watched yet")
            .hint("`fusebox task start ID` names one")
    })
}

/// The session in which something happened last.
pub(crate) fn latest_session(runtime: &Runtime) -> Result<SessionView> {
    let newest = newest_session(runtime)?;
    newest.ok_or_else(|| CliError::failed("no session has been watched yet"))
}

fn newest_session(runtime: &Runtime) -> Result<Option<SessionView>> {
    Ok(select(runtime, SessionSelection::NewestAndOpen(1))?.into_iter().next())
}

/// The task of this name, or that of the only session whose id begins with it.
pub(crate) fn find_named(runtime: &Runtime, name: &str) -> Result<TaskChoice> {
    if let Ok(id) = TaskId::parse(name) {
        let is_started = task::find(runtime.store(), &id)?.is_some();
        let chosen = TaskChoice::latest(runtime, id)?;
        if is_started || chosen.session.is_some() {
            return Ok(chosen);
        }
    }
    let found = session_by_prefix(runtime, name)?;
    found.as_ref().map(TaskChoice::of_session).ok_or_else(|| {
        CliError::failed(format!("no task, session or incident is called `{name}`"))
            .hint("`fusebox task list` and `fusebox status` list them")
    })
}

/// The task that a run or a loop works on: the named one, that of `FUSEBOX_TASK`, the active task
/// of this folder, or `otherwise`. With it, what a person said of the task when they started it.
pub(crate) fn find_for_run(
    context: &Context,
    runtime: &Runtime,
    name: Option<&str>,
    otherwise: &str,
) -> Result<(TaskId, Option<Task>)> {
    if let Some(name) = name.or_else(|| context.environment.setting("FUSEBOX_TASK")) {
        let id = parse_id("TASK", name)?;
        let named = task::find(runtime.store(), &id)?;
        return Ok((id, named));
    }
    match task::of_folder(runtime.store(), &context.dir)? {
        Some(here) => Ok((here.id.clone(), Some(here))),
        None => Ok((parse_id("TASK", otherwise)?, None)),
    }
}

/// A task id of the command line; `place` is the flag or argument that holds it.
pub(crate) fn parse_id(place: &str, text: &str) -> Result<TaskId> {
    TaskId::parse(text.trim()).map_err(CliError::of_flag(place))
}

/// Every session and the state of its breaker, the latest first.
pub(crate) fn sessions(runtime: &Runtime) -> Result<Vec<SessionView>> {
    select(runtime, SessionSelection::All)
}

/// The sessions that serve a task, and the state of their breakers, the latest first.
pub(crate) fn sessions_of_task(runtime: &Runtime, task: &TaskId) -> Result<Vec<SessionView>> {
    select(runtime, SessionSelection::OfTask(task))
}

fn select(runtime: &Runtime, selection: SessionSelection<'_>) -> Result<Vec<SessionView>> {
    let policies = PolicySet::default();
    let mut views = query::sessions(runtime.store(), &policies, clock::now(), selection)?;
    views.sort_by_key(|view| std::cmp::Reverse(view.last));
    Ok(views)
}

/// The session with this id, and the state of its breaker.
pub(crate) fn session(runtime: &Runtime, id: &SessionId) -> Result<Option<SessionView>> {
    Ok(select(runtime, SessionSelection::Id(id))?.pop())
}

/// The beginning of an id as a person gives it: lists end one that is cut with an ellipsis.
pub(crate) fn id_prefix(text: &str) -> &str {
    text.strip_suffix('…').unwrap_or(text)
}

/// The session with this id, else the only one whose id begins with it, or the id of one of whose
/// incidents. Of several sessions of one task, as the iterations of a loop are, the latest.
pub(crate) fn session_by_prefix(runtime: &Runtime, prefix: &str) -> Result<Option<SessionView>> {
    let prefix = id_prefix(prefix);
    if let Ok(id) = SessionId::parse(prefix)
        && let Some(exact) = session(runtime, &id)?
    {
        return Ok(Some(exact));
    }
    let reader = runtime.store().read();
    let mut found = reader.sessions(SessionSelection::IdPrefix(prefix))?;
    for incident in query::find_incidents(runtime.store(), prefix)? {
        found.extend(reader.sessions(SessionSelection::Id(&incident.session))?);
    }
    if found.windows(2).any(|two| two[0].task != two[1].task) {
        let many = format!("several sessions or their incidents begin with `{prefix}`");
        return Err(CliError::failed(many).hint("give more of the id"));
    }
    let latest = found.into_iter().max_by_key(|row| row.last);
    latest.map_or(Ok(None), |row| session(runtime, &row.session))
}

/// The latest session of the task that a person started under this name.
fn session_of_named_task(runtime: &Runtime, name: &str) -> Result<Option<SessionView>> {
    match TaskId::parse(name) {
        Ok(id) if task::find(runtime.store(), &id)?.is_some() => {
            Ok(sessions_of_task(runtime, &id)?.into_iter().next())
        }
        Ok(_) | Err(_) => Ok(None),
    }
}

/// The session that `prefix` names, as [`session_by_prefix`] has it, or else the latest one of the task of that name.
pub(crate) fn session_named(runtime: &Runtime, prefix: &str) -> Result<SessionView> {
    let found = match session_by_prefix(runtime, prefix)? {
        Some(found) => Some(found),
        None => session_of_named_task(runtime, prefix)?,
    };
    found.ok_or_else(|| {
        CliError::failed(format!("no session or incident begins with `{prefix}`"))
            .hint("`fusebox status` lists them")
    })
}

/// The counted tests with this name or this end of a name.
pub(crate) fn tests_named<'a>(view: &'a TaskView, name: &str) -> Vec<&'a str> {
    let names = view.per_test_attempts.keys().map(String::as_str);
    names.filter(|known| TestAttempts::is_named(known, name)).collect()
}

/// The tests that fail now, in one line; none where no test is known to fail.
pub(crate) fn failing_tests(view: &TaskView) -> Option<String> {
    let failing = view.per_test_attempts.iter().filter(|(_, test)| test.failing);
    let names: Vec<&str> = failing.map(|(name, _)| name.as_str()).collect();
    (!names.is_empty()).then(|| test_names_line(&names))
}

/// Names of tests in one line of bounded length.
pub(crate) fn test_names_line(names: &[&str]) -> String {
    let names: Vec<String> = names.iter().map(|name| short_test_name(name, 80)).collect();
    display::first_items(&names, NAMED_TESTS)
}

/// A test name in at most `chars` characters: its end, which tells it from the others.
pub(crate) fn short_test_name(name: &str, chars: usize) -> String {
    display::ending(&printable_line(name, 1_000), chars)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_test_name_keeps_its_end() {
        assert_eq!(short_test_name("cart::adds", 10), "cart::adds");
        assert_eq!(short_test_name("cart::totals::adds", 10), "…als::adds");
        assert_eq!(short_test_name("a\u{1b}[31mb", 10), "ab");
        assert_eq!(test_names_line(&["a", "b"]), "a, b");
        let seven = ["a", "b", "c", "d", "e", "f", "g"];
        assert_eq!(test_names_line(&seven), "a, b, c, d, e and 2 more");
    }
}

//! `fusebox task complete`.

use std::path::Path;

use fusebox_engine::EventKind;
use fusebox_runtime::Runtime;
use fusebox_runtime::query::{self, TaskView};
use fusebox_runtime::task::{self, Task};

use super::task_breaker::TaskBreaker;
use super::{checkpoint, task_args};
use crate::commands::{incidents, order};
use crate::{CliError, Context, Result, clock, display, person, style, task_choice};

/// Close a task: new sessions no longer serve it.
///
/// Its counts are kept, and `fusebox task start` opens it again. Its checkpoint is removed; its
/// attempts stay for `attempts.keep_attempts`. Only a person may do this, in a terminal outside the
/// agent.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// The task; without one the active task of this folder.
    #[arg(value_name = "ID")]
    id: Option<String>,
    /// What was done, for the log of its latest session.
    #[arg(long, value_name = "TEXT")]
    summary: Option<String>,
}

pub(super) fn run(args: &Args, context: &Context) -> Result<()> {
    let mut runtime = context.runtime(None)?;
    let summary = args.summary.as_deref();
    let summary = summary.map(|text| task_args::one_line("--summary", text, 2_000)).transpose()?;
    let id = match args.id.as_deref() {
        Some(id) => task_choice::find_named(&runtime, id)?.task,
        None => {
            let here = task::of_folder(runtime.store(), &context.dir)?;
            let none = || CliError::failed("no open task is worked on here");
            here.ok_or_else(|| none().hint("`fusebox task list` lists them"))?.id
        }
    };
    let view = query::task(runtime.store(), &id)?;
    let Some(known) = &view.named else {
        return Err(CliError::failed(format!("{id} is a session, not a task that was started"))
            .hint("`fusebox task list` lists the tasks"));
    };
    person::require(context, &runtime)?;
    let name = display::one_line(id.as_str(), 100);
    let title = style::heading(format!("Task {name}"));
    if let Some(at) = known.completed_at {
        let ago = display::time_ago(at);
        return context.say(&format!("{title} was completed {ago}."));
    }
    let completed = Task { completed_at: Some(clock::now()), ..known.clone() };
    task::keep(runtime.store_mut(), &completed, clock::now())?;
    if let Some(summary) = summary {
        log_summary(context, &mut runtime, &view, &summary)?;
    }
    context.say(&format!("{title} is completed."))?;
    checkpoint::remove(context, &mut runtime, &view)?;
    let open = unfinished(&view, &TaskBreaker::read(&runtime, &view)?);
    if !open.is_empty() {
        context.print(&format!("Left open:\n  {}", open.join("\n  ")))?;
    }
    if let Some(next) = task::of_folder(runtime.store(), Path::new(&completed.folder))? {
        let next = display::one_line(next.id.as_str(), 100);
        let folder = &completed.folder;
        context.inform(&format!("New sessions in {folder} serve task {next}, which is open."));
    }
    Ok(())
}

/// Adds the summary to the log of the latest session, and to an open incident after the agent's
/// own.
fn log_summary(
    context: &Context,
    runtime: &mut Runtime,
    view: &TaskView,
    summary: &str,
) -> Result<()> {
    let Some(session) = view.sessions.first() else {
        context.note("no session has served it, so there is no log that keeps the summary");
        return Ok(());
    };
    let mut text = format!("A person completed the task: {summary}");
    if let Some(incident) = &view.incident {
        let known = incidents::by_id(runtime, incident)?;
        if let Some(earlier) = known.and_then(|incident| incident.summary) {
            text = format!("{earlier}\n{text}");
        }
    }
    let kind = EventKind::Complete { summary: Some(text) };
    order::send_to_sessions(runtime, std::slice::from_ref(session), &kind)
}

/// What is not finished: failing tests, an open breaker, criteria.
fn unfinished(view: &TaskView, breaker: &TaskBreaker) -> Vec<String> {
    let failing = task_choice::failing_tests(view);
    let failing = failing.map(|names| format!("failing when last run: {names}"));
    let breaker = breaker.incident.as_ref().map(|incident| {
        let command = style::command(format!("fusebox show {incident}"));
        format!("the breaker, which stops the agent: {command}")
    });
    let criteria = view.named.iter().flat_map(|task| &task.criteria);
    let criteria = criteria.map(|c| format!("not checked here: {}", display::one_line(c, 200)));
    failing.into_iter().chain(breaker).chain(criteria).collect()
}

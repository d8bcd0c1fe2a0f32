//! `fusebox task complete`.

use std::path::Path;

use fusebox_engine::EventKind;
use fusebox_runtime::query::{self, TaskView};
use fusebox_runtime::task::{self, Task};

use super::standing::{self, Standing};
use super::{checkpoint, choice, given, test_names};
use crate::commands::order;
use crate::context::Context;
use crate::error::{CliError, exit};
use crate::person::{self, PersonArgs};
use crate::{display, style};

/// Close a task: new sessions no longer serve it.
///
/// Its counts are kept, and `fusebox task start` opens it again. Its checkpoint is removed; its
/// attempts stay for `attempts.keep_attempts`. Only a person may do this, in a terminal outside the
/// agent.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// The task; without one the open task of this folder.
    #[arg(value_name = "ID")]
    id: Option<String>,
    /// What was done, for the log of its latest session.
    #[arg(long, value_name = "TEXT")]
    summary: Option<String>,
}

pub(super) fn run(args: &Args, context: &Context) -> Result<u8, CliError> {
    let mut runtime = context.runtime(None)?;
    let summary = args.summary.as_deref();
    let summary = summary.map(|text| given::text("--summary", text, 2_000)).transpose()?;
    let chosen = match args.id.as_deref() {
        Some(id) => choice::named(context, &runtime, id)?.task,
        None => {
            task::of_folder(runtime.store(), &context.dir)?
                .ok_or_else(|| {
                    CliError::failed("no open task is worked on here")
                        .hint("`fusebox task list` lists them")
                })?
                .id
        }
    };
    let view = query::task(runtime.store(), &chosen)?;
    let Some(known) = &view.named else {
        return Err(CliError::failed(format!(
            "{chosen} is a session, not a task that was started"
        ))
        .hint("`fusebox task list` lists the tasks"));
    };
    person::confirm(context, &runtime, PersonArgs { yes: true }, "")?;
    let id =
        style::paint(style::HEADING, format!("Task {}", display::one_line(chosen.as_str(), 100)));
    if let Some(at) = known.completed_at {
        context.print(&format!("{id} was completed {}.", display::time_ago(at, context.now())))?;
        return Ok(exit::OK);
    }
    let done = Task { completed_at: Some(context.now()), ..known.clone() };
    task::keep(runtime.store_mut(), &done, context.now())?;
    if let Some(summary) = summary {
        keep_summary(context, &mut runtime, &view, &summary)?;
    }
    context.print(&format!("{id} is completed."))?;
    checkpoint::remove(context, &mut runtime, &view)?;
    let standing = Standing::of(&view, &standing::sessions(context, &runtime)?);
    let open = left_open(&view, &standing);
    if !open.is_empty() {
        context.print(&format!("Left open:\n  {}", open.join("\n  ")))?;
    }
    if let Some(next) = task::of_folder(runtime.store(), Path::new(&done.folder))? {
        let next = display::one_line(next.id.as_str(), 100);
        context
            .inform(&format!("New sessions in {} serve task {next}, which is open.", done.folder));
    }
    Ok(exit::OK)
}

/// A person's words go to the log of the latest session, and to an open incident after the agent's.
fn keep_summary(
    context: &Context,
    runtime: &mut fusebox_runtime::Runtime,
    view: &TaskView,
    summary: &str,
) -> Result<(), CliError> {
    let Some(session) = view.sessions.first() else {
        context.inform("note: no session has served it, so there is no log that keeps the summary");
        return Ok(());
    };
    let mut text = format!("A person completed the task: {summary}");
    if let Some(incident) = &view.incident {
        let known = query::find_incidents(runtime.store(), incident)?;
        if let Some(said) = known.into_iter().find_map(|incident| incident.summary) {
            text = format!("{said}\n{text}");
        }
    }
    let kind = EventKind::Complete { summary: Some(text) };
    order::send(context, runtime, std::slice::from_ref(session), &kind)
}

fn left_open(view: &TaskView, standing: &Standing) -> Vec<String> {
    let mut open = Vec::new();
    if let Some(names) = test_names::failing(view) {
        open.push(format!("failing when last run: {names}"));
    }
    if let Some(incident) = &standing.incident {
        let command = style::paint(style::COMMAND, format!("fusebox show {incident}"));
        open.push(format!("the breaker, and with it the agent: {command}"));
    }
    let criteria = view.named.iter().flat_map(|task| &task.criteria);
    open.extend(criteria.map(|text| format!("not checked here: {}", display::one_line(text, 200))));
    open
}

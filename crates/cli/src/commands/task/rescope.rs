//! `fusebox task rescope`.

use fusebox_engine::EventKind;
use fusebox_engine::event::ControlOrder;
use fusebox_runtime::query;
use fusebox_runtime::task::{self, Task};

use super::task_args::{self, TaskArgs};
use super::task_breaker::TaskBreaker;
use super::{policy_of, text};
use crate::commands::order;
use crate::person::{self, PersonArgs};
use crate::{Context, Result, clock, display, style, task_choice};

const EXAMPLES: &str = "\
Examples:
  fusebox task rescope 42 --contract docs/cart-totals.md
  fusebox task rescope 42 --files src/lib/round.rs
  fusebox task rescope 42 --slice \"Totals without discounts\" --set attempts.per_slice=10";

/// Change what a task is to do: its attempts start again.
///
/// What you give is changed and the rest stays; files are added to those that the task has, and
/// `fusebox task start ID --files GLOB` names them anew. A breaker that attempts opened closes; one
/// that a repetition or a budget opened stays open. Only a person may do this, in a terminal
/// outside the agent.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// The task.
    #[arg(value_name = "ID")]
    id: String,
    #[command(flatten)]
    changes: TaskArgs,
    #[command(flatten)]
    person: PersonArgs,
}

pub(super) fn run(args: &Args, context: &Context) -> Result<()> {
    let mut runtime = context.runtime(None)?;
    let id = task_choice::find_named(&runtime, &args.id)?.task;
    let view = query::task(runtime.store(), &id)?;
    let known = match &view.named {
        Some(known) => known.clone(),
        // A session that is its own task becomes a named one, which can hold the changes.
        None => Task::new(id.clone(), &task_args::folder(context, None)?, clock::now()),
    };
    let mut changed = known.clone();
    let files = policy_of::task(context, &runtime, &view)?.scope.files;
    let notices = args.changes.apply(context, &mut changed, &files)?;
    let name = display::one_line(id.as_str(), 100);
    let question =
        format!("Start the attempts of {name} again ({} so far)?", view.total_slice_failures);
    person::confirm(context, &runtime, args.person, &question)?;
    if changed != known {
        task::keep(runtime.store_mut(), &changed, clock::now())?;
    }
    let kind = EventKind::Control(ControlOrder::Rescope);
    order::send_to_sessions(&mut runtime, &view.sessions, &kind)?;
    let after = query::task(runtime.store(), &id)?;
    let breaker = TaskBreaker::read(&runtime, &after)?;
    let title = style::heading(format!("Task {name}"));
    context.say(&match (&view.incident, &breaker.incident) {
        (_, Some(incident)) => format!(
            "{title}: the attempts start again. The breaker stays open for another reason: {}",
            style::command(format!("fusebox show {incident}"))
        ),
        (Some(_), None) => format!("{title}: the attempts start again and the breaker is closed."),
        (None, None) => format!("{title}: the attempts start again."),
    })?;
    if view.named.is_none() && changed != known {
        context.inform(&format!(
            "It has a name now: sessions that start in {} serve it, until `fusebox task complete {}`.",
            changed.folder,
            display::shell_word(id.as_str())
        ));
    }
    if changed.set != known.set {
        context.inform(&text::files_text(&changed));
    }
    for notice in &notices {
        context.note(&notice.to_string());
    }
    Ok(())
}

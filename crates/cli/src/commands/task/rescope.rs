//! `fusebox task rescope`.

use fusebox_engine::EventKind;
use fusebox_engine::event::ControlOrder;
use fusebox_runtime::query;
use fusebox_runtime::task::{self, Task};

use super::given::Given;
use super::standing::{self, Standing};
use super::{choice, place, policy_of, text};
use crate::commands::order;
use crate::context::Context;
use crate::error::{CliError, exit};
use crate::person::{self, PersonArgs};
use crate::{display, style};

const EXAMPLES: &str = "\
Examples:
  fusebox task rescope 42 --contract docs/cart-totals.md
  fusebox task rescope 42 --files src/lib/round.rs
  fusebox task rescope 42 --slice \"Totals without discounts\" --set attempts.per_slice=10";

/// Change what a task is to do: its attempts start again.
///
/// What you give is changed and the rest stays; files are added to those that the task has, and
/// `fusebox task start ID --files GLOB` names them anew. A breaker that attempts opened closes; one that a
/// repetition or a budget opened stays open. Only a person may do this, in a terminal outside the
/// agent.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// The task.
    #[arg(value_name = "ID")]
    id: String,
    #[command(flatten)]
    given: Given,
    #[command(flatten)]
    person: PersonArgs,
}

pub(super) fn run(args: &Args, context: &Context) -> Result<u8, CliError> {
    let mut runtime = context.runtime(None)?;
    let id = choice::named(context, &runtime, &args.id)?.task;
    let view = query::task(runtime.store(), &id)?;
    let known = match &view.named {
        Some(known) => known.clone(),
        // A session that is its own task becomes one with a name: what is given needs a place.
        None => Task::new(id.clone(), &place::of(context, None)?, context.now()),
    };
    let mut changed = known.clone();
    let had = policy_of::task(context, &runtime, &view)?.scope.files;
    let notices = args.given.apply(context, &mut changed, Some(&had))?;
    let name = display::one_line(id.as_str(), 100);
    let question =
        format!("Start the attempts of {name} again ({} so far)?", view.total_slice_failures);
    person::confirm(context, &runtime, args.person, &question)?;
    if changed != known {
        task::keep(runtime.store_mut(), &changed, context.now())?;
    }
    order::send(context, &mut runtime, &view.sessions, &EventKind::Control(ControlOrder::Rescope))?;
    let after = query::task(runtime.store(), &id)?;
    let after = Standing::of(&after, &standing::sessions(context, &runtime)?);
    let head = style::paint(style::HEADING, format!("Task {name}"));
    context.print(&match (&view.incident, &after.incident) {
        (_, Some(incident)) => format!(
            "{head}: the attempts start again. The breaker stays open for another reason: {}",
            style::paint(style::COMMAND, format!("fusebox show {incident}"))
        ),
        (Some(_), None) => format!("{head}: the attempts start again and the breaker is closed."),
        (None, None) => format!("{head}: the attempts start again."),
    })?;
    if view.named.is_none() && changed != known {
        context.inform(&format!(
            "It has a name now: sessions that start in {} serve it, until `fusebox task complete {}`.",
            changed.folder,
            choice::typed(id.as_str())
        ));
    }
    if changed.set != known.set {
        context.inform(&text::files(&changed));
    }
    for notice in &notices {
        context.inform(&format!("{}: {notice}", style::paint(style::WARNING, "note")));
    }
    Ok(exit::OK)
}

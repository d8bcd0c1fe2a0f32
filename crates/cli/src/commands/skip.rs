//! `fusebox skip`.

use fusebox_engine::EventKind;
use fusebox_engine::event::ControlOrder;
use fusebox_runtime::query;

use crate::commands::order;
use crate::commands::task::standing::{self, Standing};
use crate::commands::task::{choice, test_names};
use crate::context::Context;
use crate::error::{CliError, exit};
use crate::person::{self, PersonArgs};
use crate::{display, style};

const EXAMPLES: &str = "\
Examples:
  fusebox skip cart::tests::total
  fusebox skip test_total --task 42     the end of the name is enough";

/// The longest name, in bytes: no test has a longer one.
const NAME_BYTES: usize = 120;

/// Take a failing test out of the count of attempts.
///
/// It may stay red: the agent goes on with the others. Fusebox itself changes no test. Only a person
/// may do this, in a terminal outside the agent.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// The test: its whole name, or the end of it.
    test: String,
    /// The task or a session of it; without one the open task of this folder, else that of the latest
    /// session.
    #[arg(long, value_name = "ID")]
    task: Option<String>,
    #[command(flatten)]
    person: PersonArgs,
}

pub(crate) fn run(args: &Args, context: &Context) -> Result<u8, CliError> {
    let test = args.test.trim();
    if test.is_empty() || test.len() > NAME_BYTES || test.chars().any(char::is_control) {
        return Err(CliError::usage(format!(
            "TEST: a name of 1 to {NAME_BYTES} bytes in one line"
        ))
        .hint("the end of a long name is enough"));
    }
    let mut runtime = context.runtime(None)?;
    let chosen = choice::of(context, &runtime, args.task.as_deref())?;
    let view = query::task(runtime.store(), &chosen.task)?;
    let name = display::one_line(chosen.task.as_str(), 100);
    if view.sessions.is_empty() {
        return Err(CliError::failed(format!("no session has worked on task {name} yet"))
            .hint("a test can be left out once it was run"));
    }
    let question = format!("No longer count attempts at `{test}` in {name}?");
    person::confirm(context, &runtime, args.person, &question)?;
    let kind = EventKind::Control(ControlOrder::Skip { test: test.to_owned() });
    order::send(context, &mut runtime, &view.sessions, &kind)?;
    context.print(&format!(
        "{name}: attempts at `{test}` no longer count. The test itself is not changed."
    ))?;
    let called = test_names::called(&view, test);
    if called.is_empty() {
        let now = test_names::failing(&view);
        let now = now.map_or_else(
            || "nothing is known to fail".to_owned(),
            |names| format!("failing now: {names}"),
        );
        context.inform(&format!(
            "{}: no counted test has that name yet; {now}",
            style::paint(style::WARNING, "note")
        ));
    } else {
        context.print(&format!("  that is now: {}", test_names::names_in_line(&called)))?;
    }
    let standing = Standing::of(&view, &standing::sessions(context, &runtime)?);
    if let Some(incident) = &standing.incident {
        context.inform(&format!(
            "The breaker is still open ({}). To let the agent go on: {}",
            style::paint(style::COMMAND, format!("fusebox show {incident}")),
            style::paint(
                style::COMMAND,
                format!("fusebox reset {}", choice::typed(chosen.task.as_str()))
            )
        ));
    }
    Ok(exit::OK)
}

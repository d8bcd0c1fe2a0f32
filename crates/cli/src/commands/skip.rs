//! `fusebox skip`.

use fusebox_engine::EventKind;
use fusebox_engine::event::ControlOrder;
use fusebox_runtime::query;

use crate::commands::order;
use crate::commands::task::task_breaker::TaskBreaker;
use crate::person::{self, PersonArgs};
use crate::{CliError, Context, Result, display, style, task_choice};

const EXAMPLES: &str = "\
Examples:
  fusebox skip cart::tests::total
  fusebox skip test_total --task 42     the end of the name is enough";

/// The longest name, in bytes: no test has a longer one.
const NAME_BYTES: usize = 120;

/// Stop counting attempts at a failing test.
///
/// It may keep failing: the agent continues with the others. Fusebox itself changes no test. Only a
/// person may do this, in a terminal outside the agent.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// The test: its whole name, or the end of it.
    test: String,
    /// The task or a session of it; without one the active task of this folder, else that of the
    /// latest session.
    #[arg(long, value_name = "ID")]
    task: Option<String>,
    #[command(flatten)]
    person: PersonArgs,
}

pub(crate) fn run(args: &Args, context: &Context) -> Result<()> {
    let test = args.test.trim();
    if test.is_empty() || test.len() > NAME_BYTES || test.chars().any(char::is_control) {
        let text = format!("TEST: a name of 1 to {NAME_BYTES} bytes in one line");
        return Err(CliError::usage(text).hint("the end of a long name is enough"));
    }
    let mut runtime = context.runtime(None)?;
    let chosen = task_choice::find(context, &runtime, args.task.as_deref())?;
    let view = query::task(runtime.store(), &chosen.task)?;
    let name = display::one_line(chosen.task.as_str(), 100);
    if view.sessions.is_empty() {
        return Err(CliError::failed(format!("no session has worked on task {name} yet"))
            .hint("a test can be left out once it was run"));
    }
    let question = format!("No longer count attempts at `{test}` in {name}?");
    person::confirm(context, &runtime, args.person, &question)?;
    let kind = EventKind::Control(ControlOrder::Skip { test: test.to_owned() });
    order::send_to_sessions(&mut runtime, &view.sessions, &kind)?;
    context.say(&format!(
        "{name}: attempts at `{test}` no longer count. The test itself is not changed."
    ))?;
    let tests = task_choice::tests_named(&view, test);
    if tests.is_empty() {
        let failing = task_choice::failing_tests(&view).map_or_else(
            || "no test is known to fail".to_owned(),
            |names| format!("failing now: {names}"),
        );
        context.note(&format!("no counted test has that name yet; {failing}"));
    } else {
        context.print(&format!("  these are: {}", task_choice::test_names_line(&tests)))?;
    }
    let breaker = TaskBreaker::read(&runtime, &view)?;
    if let Some(incident) = &breaker.incident {
        let task = display::shell_word(chosen.task.as_str());
        context.inform(&format!(
            "The breaker is still open ({}). To let the agent continue: {}",
            style::command(format!("fusebox show {incident}")),
            style::command(format!("fusebox reset {task}"))
        ));
    }
    Ok(())
}

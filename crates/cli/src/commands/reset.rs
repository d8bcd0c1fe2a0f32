//! `fusebox reset`.

use fusebox_engine::event::ControlOrder;
use fusebox_engine::state::NOTICE_BYTES;
use fusebox_runtime::query;

use crate::commands::task::{choice, test_names};
use crate::commands::{order, rollback};
use crate::context::Context;
use crate::error::{CliError, exit};
use crate::person::PersonArgs;
use crate::style;

const EXAMPLES: &str = "\
Examples:
  fusebox reset 9f3c2a10 --guidance \"the fixture is stale: make fixtures\"
  fusebox reset 42 --test cart::total --guidance \"round half to even\"
  fusebox reset 42 --rollback --guidance \"start again from the parser\"";

/// Close an open breaker, with a word of guidance for the agent or without.
///
/// With guidance the agent is told at its next step and goes on under watch: the same loop trips
/// sooner. Counts of attempts start again: of one test and the slice with --test, else of all.
/// Only a person may do this, in a terminal outside the agent.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// The session or task (the beginning of the session's id is enough).
    #[arg(value_name = "SESSION|TASK")]
    target: String,
    /// What the agent is told when it goes on.
    #[arg(long, value_name = "TEXT")]
    guidance: Option<String>,
    /// The test that it is about: its name, or the end of it.
    #[arg(long, value_name = "TEST")]
    test: Option<String>,
    /// Go back to the checkpoint first; shows what would change.
    #[arg(long)]
    rollback: bool,
    #[command(flatten)]
    person: PersonArgs,
}

pub(crate) fn run(args: &Args, context: &Context) -> Result<u8, CliError> {
    let guidance = args.guidance.as_deref().map(str::trim).filter(|text| !text.is_empty());
    if guidance.is_some_and(|text| text.len() > NOTICE_BYTES - 100) {
        return Err(CliError::usage(format!(
            "--guidance: at most {} bytes reach the agent",
            NOTICE_BYTES - 100
        ))
        .hint("write it to a file and name the file in the guidance"));
    }
    let test = match args.test.as_deref().map(str::trim) {
        Some("") => return Err(CliError::usage("--test: the name of a test is missing")),
        test => test.map(str::to_owned),
    };
    let note = match &test {
        Some(test) => unknown_test(context, &args.target, test)?,
        None => None,
    };
    let control = ControlOrder::Reset { guidance: guidance.map(str::to_owned), test };
    let question = format!("Close the breaker of {}?", args.target);
    let mut person = args.person;
    if args.rollback {
        // Where it cannot go back, the breaker stays as it is.
        let both = format!("Roll back, and close the breaker of {}?", args.target);
        rollback::before_reset(context, &args.target, person, &both)?;
        person.yes = true;
    }
    let sessions = order::give(context, &args.target, &control, person, &question)?;
    for session in sessions {
        context.print(&match guidance {
            Some(_) => {
                format!("{session}: the agent is told at its next step and goes on under watch.")
            }
            None => format!("{session}: closed."),
        })?;
    }
    if let Some(note) = note {
        context.inform(&note);
    }
    Ok(exit::OK)
}

/// A note where no test of that name is counted: the slice starts again all the same.
fn unknown_test(context: &Context, target: &str, test: &str) -> Result<Option<String>, CliError> {
    let runtime = context.runtime(None)?;
    let chosen = choice::named(context, &runtime, target)?;
    let view = query::task(runtime.store(), &chosen.task)?;
    let known = !test_names::called(&view, test).is_empty();
    Ok((!known).then(|| {
        format!(
            "{}: no counted test is called `{test}`: only the slice starts again{}",
            style::paint(style::WARNING, "note"),
            test_names::failing(&view)
                .map(|names| format!("; failing now: {names}"))
                .unwrap_or_default()
        )
    }))
}

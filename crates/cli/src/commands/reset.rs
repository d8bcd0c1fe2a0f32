//! `fusebox reset`.

use fusebox_engine::event::Control;
use fusebox_engine::state::NOTICE_BYTES;

use crate::commands::order;
use crate::context::Context;
use crate::error::{CliError, exit};
use crate::person::PersonArgs;

/// Close an open breaker, with a word of guidance for the agent or without.
///
/// With guidance the agent is told at its next step and goes on under watch: the same loop trips
/// sooner. Only a person may do this, in a terminal outside the agent.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// The session or task (the beginning of the session's id is enough).
    #[arg(value_name = "SESSION|TASK")]
    target: String,
    /// What the agent is told when it goes on.
    #[arg(long, value_name = "TEXT")]
    guidance: Option<String>,
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
    let control = Control::Reset { guidance: guidance.map(str::to_owned) };
    let question = format!("Close the breaker of {}?", args.target);
    let sessions = order::give(context, &args.target, &control, args.person, &question)?;
    for session in sessions {
        context.print(&match guidance {
            Some(_) => {
                format!("{session}: the agent is told at its next step and goes on under watch.")
            }
            None => format!("{session}: closed."),
        })?;
    }
    Ok(exit::OK)
}

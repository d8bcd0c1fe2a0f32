//! `fusebox bypass`.

use fusebox_engine::Duration;
use fusebox_engine::event::ControlOrder;

use crate::commands::order;
use crate::person::PersonArgs;
use crate::{CliError, Context, Result, clock, display};

/// Let every call pass for a while; findings are still logged.
///
/// It is of the session with all of its subagents. Another one replaces it: `--for 1s` ends it. Only a
/// person may do this, in a terminal outside the agent.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// The session, incident or task (the beginning of an id is enough).
    #[arg(value_name = "ID")]
    target: String,
    /// For how long, at most 24 hours.
    #[arg(long = "for", value_name = "TIME", default_value = "30m")]
    length: String,
    #[command(flatten)]
    person: PersonArgs,
}

pub(crate) fn run(args: &Args, context: &Context) -> Result<()> {
    let length = Duration::parse(&args.length).map_err(CliError::of_flag("--for"))?;
    if length > Duration::from_hours(24) {
        return Err(CliError::usage("--for: at most 24 hours")
            .hint("`mode = \"observe\"` in the configuration refuses nothing for good"));
    }
    let until = clock::now().after(length);
    let question = format!("Let every call of {} pass for {length}?", args.target);
    let control = ControlOrder::Bypass { until };
    for session in order::confirm_and_send(context, &args.target, &control, args.person, &question)?
    {
        context
            .say(&format!("{session}: every call passes until {}.", display::clock_time(until)))?;
    }
    Ok(())
}

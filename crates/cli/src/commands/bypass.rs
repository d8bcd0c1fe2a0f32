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
    for line in let_pass(context, &args.target, length, args.person)? {
        context.say(&line)?;
    }
    Ok(())
}

/// What a person is asked before every call of `target` passes.
pub(super) fn question(target: &str, length: Duration) -> String {
    format!("Let every call of {target} pass for {length}?")
}

/// Lets every call of `target` pass for so long, once a person agrees. Returns a line for each session.
pub(super) fn let_pass(
    context: &Context,
    target: &str,
    length: Duration,
    person: PersonArgs,
) -> Result<Vec<String>> {
    let until = clock::now().after(length);
    let control = ControlOrder::Bypass { until };
    let question = question(target, length);
    let sessions = order::confirm_and_send(context, target, &control, person, &question)?;
    let until = display::clock_time(until);
    Ok(sessions.iter().map(|it| format!("{it}: every call passes until {until}.")).collect())
}

//! `fusebox escalate`.

use fusebox_effects::AnswerAuthority;

use crate::commands::incidents;
use crate::person::{self, PersonArgs};
use crate::{CliError, Context, Result, style};

const EXAMPLES: &str = "\
Examples:
  fusebox escalate --dry-run            the latest incident
  fusebox escalate 9f3c2a10 --dry-run";

/// Tell people of a trip through the channels of `escalate.needs_person`, or show what would be sent.
///
/// Trips are told by themselves; this is for one that was not, and to see what each channel would get. Only a
/// person may do this, in a terminal outside the agent.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// The incident, or the session of which the latest is meant (the beginning of an id is enough);
    /// the latest of all without it.
    incident: Option<String>,
    /// Print each request of each level, and send nothing.
    #[arg(long)]
    dry_run: bool,
    #[command(flatten)]
    person: PersonArgs,
}

pub(crate) fn run(args: &Args, context: &Context) -> Result<()> {
    let mut runtime = context.runtime(None)?;
    let incident = incidents::find_or_latest(&runtime, args.incident.as_deref())?;
    let settings = context.escalation_settings()?;
    let failed = |error: Box<dyn std::error::Error>| CliError::failed(error.to_string());
    if args.dry_run {
        let requests = fusebox_effects::channel_requests(&runtime, &incident, &settings);
        return print(&requests.map_err(failed)?, context);
    }
    if settings.needs_person.is_empty() {
        return Err(CliError::failed("nobody would be told: `escalate.needs_person` is empty")
            .hint("write `needs_person = [\"slack\"]` or another channel under `[escalate]` in your own config.toml"));
    }
    let question =
        format!("Tell {} of incident {}?", settings.needs_person.join(", "), incident.id);
    // The answer to the code that it may carry frees the session.
    let sessions = std::slice::from_ref(&incident.session);
    person::confirm_freeing(context, &runtime, sessions, args.person, &question)?;
    fusebox_effects::queue_for_person(&mut runtime, &incident, &settings).map_err(failed)?;
    context.drain_effects(&mut runtime, &AnswerAuthority::OneTrip(incident.id))?;
    context.say("Sent, or on its way: `fusebox doctor` names what did not arrive.")
}

fn print(requests: &[fusebox_effects::ChannelRequest], context: &Context) -> Result<()> {
    if requests.is_empty() {
        let channel = "needs_person = [\"slack\"]";
        context.inform(&format!(
            "No level has a channel. Name one in your own configuration, like `{channel}` below `[escalate]`."
        ));
        return Ok(());
    }
    for request in requests {
        let title = format!("{} at {}", request.to, request.level.name());
        context.print(&style::heading(title).to_string())?;
        match &request.request {
            Ok(text) => context.print(&format!("{text}\n"))?,
            Err(missing) => context.print(&format!("cannot be sent: {missing}\n"))?,
        }
    }
    Ok(())
}

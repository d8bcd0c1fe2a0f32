//! `fusebox pause`.

use fusebox_engine::pause::Pause;
use fusebox_engine::{Duration, SessionId};

use crate::commands::order;
use crate::{CliError, Context, Result, clock, display, person, style};

/// The longest reason, in bytes: the agent is told it with every refused call.
const WHY_BYTES: usize = 300;

const EXAMPLES: &str = "\
Examples:
  fusebox pause                                     every agent on this machine
  fusebox pause 9f3c2a10 --for 30m \"the database is being moved\"
  fusebox resume";

/// Stop agents at their next call, without a trip; `fusebox resume` lets them go on.
///
/// Nothing is lost and nothing is counted: no call, no time, no attempt, no failure. A command under
/// `fusebox run` or `fusebox loop` is held where it is. Only a person may do this, in a terminal
/// outside the agent.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// The session, incident or task (the beginning of an id is enough); every session without it.
    #[arg(value_name = "SESSION")]
    target: Option<String>,
    /// Why, for the agent and for `fusebox status`.
    #[arg(value_name = "WHY")]
    why: Option<String>,
    /// Every session, those that begin later as well. The one word beside it is the reason.
    #[arg(long)]
    all: bool,
    /// For how long; until `fusebox resume` without it.
    #[arg(long = "for", value_name = "TIME")]
    length: Option<String>,
    /// Read an operator's token from standard input, in place of a person at a terminal.
    #[arg(long)]
    operator: bool,
}

impl Args {
    /// The target and the reason: beside `--all`, one word is the reason.
    fn target_and_why(&self) -> Result<(Option<&str>, Option<&str>)> {
        let (target, why) = (self.target.as_deref(), self.why.as_deref());
        match (self.all, target, why) {
            (false, target, why) => Ok((target, why)),
            (true, why, None) => Ok((None, why)),
            (true, Some(_), Some(_)) => Err(CliError::usage("--all: it names every session")
                .hint("leave out either --all or the session")),
            (true, None, Some(why)) => Ok((None, Some(why))),
        }
    }
}

pub(crate) fn run(args: &Args, context: &Context) -> Result<()> {
    let (target, why) = args.target_and_why()?;
    let length = args.length.as_deref().map(Duration::parse).transpose();
    let length = length.map_err(CliError::of_flag("--for"))?;
    if why.is_some_and(|why| why.len() > WHY_BYTES) {
        return Err(CliError::usage(format!("WHY: at most {WHY_BYTES} bytes reach the agent")));
    }
    let mut runtime = context.runtime(None)?;
    let sessions: Option<Vec<SessionId>> =
        target.map(|target| order::sessions_named(&runtime, target)).transpose()?;
    person::require_or_operator(context, &runtime, args.operator)?;
    let since = clock::now();
    let until = length.map(|length| since.after(length));
    let why = why.map(|why| display::one_line(why, WHY_BYTES)).filter(|why| !why.is_empty());
    let pause = Pause { since, until, why };
    runtime.change_pauses(since, |pauses| match &sessions {
        None => pauses.all = Some(pause.clone()),
        Some(sessions) => {
            pauses.sessions.extend(sessions.iter().map(|session| (session.clone(), pause.clone())));
        }
    })?;
    let who = match &sessions {
        None => "every agent on this machine".to_owned(),
        Some(sessions) => {
            let ids: Vec<String> =
                sessions.iter().map(|session| display::short_id(session.as_str())).collect();
            display::first_items(&ids, 5)
        }
    };
    let until =
        until.map(|until| format!(", until {}", display::clock_time(until))).unwrap_or_default();
    context.say(&format!("Paused: {who}{until}. Calls are refused from now on."))?;
    let resume = match target {
        None => "fusebox resume".to_owned(),
        Some(target) => format!("fusebox resume {}", display::shell_word(target)),
    };
    context.print(&format!("{} lets them go on.", style::command(resume)))
}

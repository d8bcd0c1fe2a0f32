//! `fusebox report`.

use clap::Subcommand;

use fusebox_engine::{AgentId, Event, EventKind, SessionId};
use fusebox_runtime::{PolicySet, query};

use crate::context::Context;
use crate::error::{CliError, exit};

/// What an agent runs to say how far it came; it always passes, also after a trip.
///
/// The hook reads the command line itself, where the session is known, and this command only
/// acknowledges: run it as one simple command. A command that has no hooks and runs under
/// `fusebox run` is known by its environment.
#[derive(Debug, Subcommand)]
pub(crate) enum Args {
    /// The work is done.
    Complete {
        /// What was done.
        summary: String,
    },
    /// The work cannot go on.
    Blocked {
        /// What it waits for, for example an issue.
        #[arg(long, value_name = "WHAT")]
        on: Option<String>,
        /// What was tried, what was seen, what is needed.
        summary: String,
    },
}

pub(crate) fn run(args: &Args, context: &Context) -> Result<u8, CliError> {
    tell_the_run(args, context)?;
    match args {
        Args::Complete { summary } => {
            context
                .print(&format!("Noted as complete ({} characters).", summary.chars().count()))?;
        }
        Args::Blocked { on, summary } => {
            let on = on.as_deref().map(|on| format!(" on {on}")).unwrap_or_default();
            let length = summary.chars().count();
            context.print(&format!("Noted as blocked{on} ({length} characters). Stop here."))?;
        }
    }
    Ok(exit::OK)
}

/// Tells it to the run that this belongs to, while no client of the run tells of itself.
fn tell_the_run(args: &Args, context: &Context) -> Result<(), CliError> {
    let Some(run) = context.environment.setting("FUSEBOX_RUN") else { return Ok(()) };
    let Ok(session) = SessionId::parse(run) else { return Ok(()) };
    let mut runtime = context.runtime(None)?;
    if query::run_of(runtime.store(), &session)?.is_none_or(|of| of.as_str() != run) {
        return Ok(());
    }
    let kind = match args {
        Args::Complete { summary } => EventKind::Complete { summary: Some(summary.clone()) },
        Args::Blocked { on, summary } => {
            EventKind::Blocked { on: on.clone(), summary: Some(summary.clone()) }
        }
    };
    let event = Event { session, id: None, at: None, agent: AgentId::main(), kind };
    runtime.decide(&PolicySet::default(), &event, context.now())?;
    Ok(())
}

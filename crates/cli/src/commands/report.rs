//! `fusebox report`.

use clap::Subcommand;

use crate::context::Context;
use crate::error::{CliError, exit};

/// What an agent runs to say how far it came; it always passes, also after a trip.
///
/// The hook reads the command line itself, where the session is known. This command only
/// acknowledges, so run it as one simple command.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    #[command(subcommand)]
    what: What,
}

#[derive(Debug, Subcommand)]
enum What {
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
    match &args.what {
        What::Complete { summary } => {
            context
                .print(&format!("Noted as complete ({} characters).", summary.chars().count()))?;
        }
        What::Blocked { on, summary } => {
            let on = on.as_deref().map(|on| format!(" on {on}")).unwrap_or_default();
            let length = summary.chars().count();
            context.print(&format!("Noted as blocked{on} ({length} characters). Stop here."))?;
        }
    }
    Ok(exit::OK)
}

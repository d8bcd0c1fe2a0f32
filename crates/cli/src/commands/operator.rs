//! `fusebox operator`.

use clap::Subcommand;

use crate::person::{self, TerminalArgs};
use crate::{CliError, Context, Result, display, operator};

const EXAMPLES: &str = "\
Examples:
  (umask 077; fusebox operator create night-shift > ~/.night-shift)
  FUSEBOX_OPERATOR_TOKEN_FILE=~/.night-shift fusebox reset 42 --yes
  fusebox reset 42 --yes --operator < ~/.night-shift";

/// Give a program the key to a person's orders, for machines without a terminal.
///
/// The token is printed once; only its digest is kept. Each order that is given with it is recorded with
/// the operator's name in `operators.log` of the state folder. Runs and loops do not pass it on. Only a
/// person may do this, in a terminal outside the agent.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    #[command(subcommand)]
    command: OperatorCommand,
}

#[derive(Debug, Subcommand)]
enum OperatorCommand {
    /// Make a key, in place of an earlier one of that name, and print its token.
    Create {
        /// The operator.
        name: String,
        #[command(flatten)]
        terminal: TerminalArgs,
    },
    /// Take the key away.
    Remove {
        /// The operator.
        name: String,
        #[command(flatten)]
        terminal: TerminalArgs,
    },
}

pub(crate) fn run(args: &Args, context: &Context) -> Result<()> {
    let runtime = context.runtime(None)?;
    match &args.command {
        OperatorCommand::Create { name, terminal } => {
            let question = format!("Let {} give a person's orders?", display::one_line(name, 60));
            person::confirm_in_terminal(context, &runtime, *terminal, &question)?;
            context.print(&operator::create(context, name)?)
        }
        OperatorCommand::Remove { name, terminal } => {
            let question = format!("Take the key of {} away?", display::one_line(name, 60));
            person::confirm_in_terminal(context, &runtime, *terminal, &question)?;
            if operator::remove(context, name)? {
                return context.say(&format!("{name}: its token is no key any more."));
            }
            Err(CliError::failed(format!("there is no operator `{name}`")))
        }
    }
}

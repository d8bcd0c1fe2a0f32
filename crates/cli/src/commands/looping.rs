//! `fusebox loop`.

mod driver;
mod iteration_text;
mod loop_args;
mod loop_task;
mod reset;
mod status;

use clap::Subcommand;

use self::loop_args::LoopArgs;
use super::run::watchdog;
use crate::{Context, Result, client_settings, exit};

const EXAMPLES: &str = "\
Examples:
  fusebox loop --prompt PLAN.md --until \"make test\" -- claude -p
  fusebox loop --prompt PLAN.md --max 30 --test \"cargo test\" --timeout 20m -- codex exec
  fusebox loop status
  fusebox loop reset

Exit codes: 0 `--until` succeeded, 1 failed, 2 usage or configuration, 3 tripped, 4 `--max` or a \
budget was used up, 130 interrupted.";

/// Run an agent's command again and again on one prompt, as long as it makes progress.
///
/// Each iteration is a run of its own: one start of the command, with the prompt read again. What it
/// changed is measured from outside, against the state of the files at its start. Presets `budget`
/// and `loop` apply in addition to the configuration: four iterations in a row without progress stop
/// the loop, as do five with the same error, once it was tried again with the analysis of the trip
/// (`guided.max_retries`). Budgets apply to the loop as a whole. Its counts outlive it: started again
/// in the same folder, or for the same task, it continues where it was.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES, args_conflicts_with_subcommands = true)]
#[command(subcommand_negates_reqs = true)]
pub(crate) struct Args {
    #[command(subcommand)]
    command: Option<LoopCommand>,
    #[command(flatten)]
    start: LoopArgs,
}

#[derive(Debug, Subcommand)]
enum LoopCommand {
    Status(status::Args),
    Reset(reset::Args),
}

pub(crate) fn run(args: &Args, context: &Context) -> Result<u8> {
    match (&args.command, &args.start.run.supervised) {
        (Some(LoopCommand::Status(args)), _) => status::run(args, context)?,
        (Some(LoopCommand::Reset(args)), _) => reset::run(args, context)?,
        (None, Some(run)) => {
            let id = watchdog::parse_run_id(run)?;
            return client_settings::warn_around(context, || driver::run(&args.start, id, context));
        }
        (None, None) => return watchdog::start('l', context),
    }
    Ok(exit::OK)
}

//! `fusebox loop`.

mod drive;
mod its_task;
mod reset;
mod status;
mod turn;

use clap::Subcommand;

use super::run::{plan, watched};
use crate::context::Context;
use crate::error::CliError;

const EXAMPLES: &str = "\
Examples:
  fusebox loop --prompt PLAN.md --until \"make test\" -- claude -p
  fusebox loop --prompt PLAN.md --max 30 --test \"cargo test\" --timeout 20m -- codex exec
  fusebox loop status
  fusebox loop reset

Exit codes: 0 `--until` succeeded, 1 failed, 2 usage or configuration, 3 tripped, 4 `--max` or a
budget was used up, 130 interrupted.";

/// Run an agent's command again and again on one prompt, as long as it gets anywhere.
///
/// Each iteration is a run of its own: one start of the command, with the prompt read anew. What it
/// changed is measured from outside, against the state of the files at its start. Presets `budget`
/// and `loop` hold beside whatever is configured: four iterations in a row without progress stop
/// the loop, as do five with the same error. Budgets hold for the loop as a whole. Its counts
/// outlive it: started again in the same folder, or for the same task, it goes on where it was.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES, args_conflicts_with_subcommands = true)]
#[command(subcommand_negates_reqs = true)]
pub(crate) struct Args {
    #[command(subcommand)]
    what: Option<What>,
    #[command(flatten)]
    start: Start,
}

#[derive(Debug, Subcommand)]
enum What {
    Status(status::Args),
    Reset(reset::Args),
}

/// A loop that is to begin or to go on.
#[derive(Debug, clap::Args)]
struct Start {
    /// What the agent is asked to do: a file, read anew for each iteration.
    #[arg(long, value_name = "FILE", required = true)]
    prompt: Option<String>,
    /// The work is done when this command line succeeds; asked before every iteration.
    #[arg(long, value_name = "CMD")]
    until: Option<String>,
    /// At most so many iterations, counted over all starts of the loop until a reset.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    max: Option<u64>,
    /// A command line that runs the tests: more of them passing than ever before is progress too.
    #[arg(long, value_name = "CMD")]
    test: Option<String>,
    /// How long an iteration may take. Without it, as long as it wants.
    #[arg(long, value_name = "TIME")]
    timeout: Option<String>,
    /// How long an iteration may write and do nothing. Without it, as long as it wants.
    #[arg(long, value_name = "TIME")]
    idle_timeout: Option<String>,
    /// Write a line of JSON for each iteration; the command's output goes to standard error then.
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    wanted: plan::Wanted,
}

pub(crate) fn run(args: &Args, context: &Context) -> Result<u8, CliError> {
    match &args.what {
        Some(What::Status(args)) => status::run(args, context),
        Some(What::Reset(args)) => reset::run(args, context),
        None => begin(&args.start, context),
    }
}

fn begin(start: &Start, context: &Context) -> Result<u8, CliError> {
    if let Some(run) = &start.wanted.supervised {
        return drive::run(start, watched::id(run)?, context);
    }
    watched::start("loop", 'l', &words(start), context)
}

/// The same words for the supervisor.
fn words(start: &Start) -> Vec<String> {
    let mut words = Vec::new();
    let given = [
        ("prompt", &start.prompt),
        ("until", &start.until),
        ("test", &start.test),
        ("timeout", &start.timeout),
        ("idle-timeout", &start.idle_timeout),
    ];
    for (name, value) in given {
        words.extend(value.as_ref().map(|value| format!("--{name}={value}")));
    }
    words.extend(start.max.map(|max| format!("--max={max}")));
    words.extend(start.json.then(|| "--json".to_owned()));
    words.extend(start.wanted.words());
    words
}

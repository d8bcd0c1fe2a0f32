//! `fusebox run`.

pub(super) mod outcome;
pub(super) mod plan;
pub(super) mod watched;

use fusebox_engine::RunId;

use crate::context::Context;
use crate::error::CliError;

const EXAMPLES: &str = "\
Examples:
  fusebox run -- claude -p \"fix the failing tests\"
  fusebox run --task 42 --prompt PLAN.md -- claude -p
  fusebox run --agent codex --prompt \"add tests\" -- codex exec
  fusebox run --role bug-fix -- ./agent.sh

The prompt goes where the client takes it, else to the command's standard input.
Exit codes: 0 completed, 1 failed, 2 usage or configuration, 3 tripped, 4 a budget was used up,
130 interrupted. The command's own code is in `fusebox runs`.";

/// Run an agent's command unattended: its time is kept, and a trip ends it.
///
/// Budgets hold (preset `budget`) beside whatever is configured. The command and everything that it
/// starts belong to the run: when it is over, what is left of them is ended. An agent that trips has
/// `limits.wrap_up` (60 s) to say how far it came.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// What the agent is asked to do: a file that exists, or the text itself.
    #[arg(long, value_name = "FILE|TEXT")]
    prompt: Option<String>,
    #[command(flatten)]
    wanted: plan::Wanted,
}

pub(crate) fn run(args: &Args, context: &Context) -> Result<u8, CliError> {
    if let Some(run) = &args.wanted.supervised {
        return supervise(args, watched::id(run)?, context);
    }
    let mut words: Vec<String> =
        args.prompt.iter().map(|prompt| format!("--prompt={prompt}")).collect();
    words.extend(args.wanted.words());
    watched::start("run", 'r', &words, context)
}

fn supervise(args: &Args, run: RunId, context: &Context) -> Result<u8, CliError> {
    let mut runtime = context.runtime(None)?;
    let kind = plan::Kind { own_task: run.as_str(), presets: &["budget"], unattended: None };
    let plan = plan::make(&args.wanted, &kind, context, &mut runtime)?;
    let prompt = plan::prompt(args.prompt.as_deref(), context, &runtime, &plan.task)?;
    let spec = plan.spec(run, prompt, context)?;
    if let Some(code) = outcome::refused(&spec.task, &runtime, context)? {
        return Ok(code);
    }
    let tell = |text: &str| context.inform(text);
    let ran = fusebox_supervisor::run::run(&spec, &mut runtime, &plan.policies, &tell);
    let ran = ran.map_err(outcome::error)?;
    outcome::tell(&ran, &mut runtime, context)
}

/// How a run ends for whoever started it.
pub(super) mod code {
    pub(crate) use crate::error::exit::{FAILED, OK, TRIPPED};
    /// A budget was used up.
    pub(crate) const BUDGET: u8 = 4;
    /// Somebody interrupted it.
    pub(crate) const INTERRUPTED: u8 = 130;
}

//! `fusebox run`.

mod outcome;
mod plan;

use std::process::Command;

use clap::builder::PossibleValuesParser;
use fusebox_clients::AGENTS;
use fusebox_engine::RunId;
use fusebox_supervisor::guard::{self, Supervisor};

use crate::context::Context;
use crate::error::{CliError, exit};

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
    /// The task that it works on: budgets, attempts and guidance belong to it. Without it, the open
    /// task of this folder, or none.
    #[arg(long, value_name = "ID")]
    task: Option<String>,
    /// What the agent is for; selects overrides.
    #[arg(long, value_name = "ROLE")]
    role: Option<String>,
    /// Read the output of this agent: it is asked for its structured form, and is seen without
    /// hooks as well. Without it, output is only passed on.
    #[arg(long, value_name = "AGENT", value_parser = names())]
    agent: Option<String>,
    /// What the agent is asked to do: a file that exists, or the text itself.
    #[arg(long, value_name = "FILE|TEXT")]
    prompt: Option<String>,
    /// Use these presets (comma-separated, later wins) beside `budget`.
    #[arg(long, value_name = "PRESET", value_delimiter = ',')]
    preset: Vec<String>,
    /// Time between the request to end and the end by force.
    #[arg(long, value_name = "TIME", default_value = "5s")]
    grace: String,
    /// Set by the watchdog.
    #[arg(long, value_name = "RUN", hide = true)]
    supervised: Option<String>,
    /// The command.
    #[arg(last = true, required = true, value_name = "COMMAND")]
    command: Vec<String>,
}

pub(crate) fn run(args: &Args, context: &Context) -> Result<u8, CliError> {
    if let Some(run) = &args.supervised {
        let run = RunId::parse(run.as_str())
            .map_err(|error| CliError::usage(format!("--supervised: {error}")))?;
        return supervise(args, run, context);
    }
    let swept = guard::sweep(&mut context.runtime(None)?)?;
    if swept > 0 {
        context.tell(&format!("fusebox: {swept} lost runs were found and ended"));
    }
    let run = format!("r{:x}-{:x}", context.now().0, std::process::id());
    let program = std::env::current_exe()?;
    let mut supervisor = Command::new(program);
    supervisor.args(["run", "--supervised", &run]).args(words(args));
    let ended = guard::watch(&mut supervisor).map_err(outcome::error)?;
    let run = RunId::parse(run).map_err(|error| CliError::failed(error.to_string()))?;
    guard::bury(&mut context.runtime(None)?, &run)?;
    match ended {
        Supervisor::Ended(code) => Ok(code),
        Supervisor::Died { signal, left_behind } => {
            let how = signal.map(|signal| format!(" by signal {signal}")).unwrap_or_default();
            Err(CliError::failed(format!(
                "the supervisor was killed{how}; what was left of the run ({left_behind} \
                 processes) was ended"
            )))
        }
    }
}

fn supervise(args: &Args, run: RunId, context: &Context) -> Result<u8, CliError> {
    let mut runtime = context.runtime(None)?;
    let plan = plan::make(args, run, context, &mut runtime)?;
    if let Some(code) = outcome::refused(&plan.spec, &runtime, context)? {
        return Ok(code);
    }
    let tell = |text: &str| context.tell(text);
    let ran = fusebox_supervisor::run::run(&plan.spec, &mut runtime, &plan.policies, &tell);
    let ran = ran.map_err(outcome::error)?;
    outcome::tell(&ran, &mut runtime, context)
}

/// The same words for the supervisor.
fn words(args: &Args) -> Vec<String> {
    let mut words = vec![format!("--grace={}", args.grace)];
    let given = [
        ("agent", &args.agent),
        ("task", &args.task),
        ("role", &args.role),
        ("prompt", &args.prompt),
    ];
    for (name, value) in given {
        words.extend(value.as_ref().map(|value| format!("--{name}={value}")));
    }
    words.extend(args.preset.iter().map(|preset| format!("--preset={preset}")));
    words.push("--".to_owned());
    words.extend(args.command.iter().cloned());
    words
}

/// The agents whose output is understood.
fn names() -> PossibleValuesParser {
    PossibleValuesParser::new(AGENTS.iter().map(|agent| agent.name))
}

/// How a run ends for whoever started it.
mod code {
    pub(super) use super::exit::{FAILED, OK, TRIPPED};
    /// A budget was used up.
    pub(super) const BUDGET: u8 = 4;
    /// Somebody interrupted it.
    pub(super) const INTERRUPTED: u8 = 130;
}

//! `fusebox confined`: the helper that starts a command in its confinement. People use `run --confine`.

use std::os::unix::process::CommandExt;
use std::process::Command;

use fusebox_supervisor::confine::{self, ConfinementPlan, REMOVED_VARIABLES};

use crate::{CliError, Context, Result, exit};

/// Confine this process and become the command. `fusebox run --confine` starts it.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// What the command must leave alone, as JSON.
    #[arg(long, value_name = "JSON")]
    plan: String,
    /// Print what this system cannot do, as JSON, instead of starting a command.
    #[arg(long)]
    check: bool,
    /// The command.
    #[arg(last = true, required_unless_present = "check", value_name = "COMMAND")]
    command: Vec<String>,
}

pub(crate) fn run(args: &Args, context: &Context) -> Result<u8> {
    let plan: ConfinementPlan = serde_json::from_str(&args.plan)
        .map_err(|error| CliError::usage(format!("--plan: {error}")))?;
    let missing = confine::enter(&plan)?;
    if args.check {
        context.json(&missing)?;
        return Ok(exit::OK);
    }
    if let Some(missing) = missing.first() {
        return Err(CliError::failed(format!("{}: {}", missing.part, missing.why)));
    }
    let Some((program, words)) = args.command.split_first() else { return Ok(exit::OK) };
    let mut command = Command::new(program);
    let removed = plan.removed_variables.iter().map(String::as_str);
    for name in REMOVED_VARIABLES.iter().copied().chain(removed) {
        command.env_remove(name);
    }
    let error = command.args(words).exec();
    Err(CliError::usage(format!("{program}: {error}")))
}

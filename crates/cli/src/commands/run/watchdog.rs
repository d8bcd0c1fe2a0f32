//! The watchdog of `fusebox run` and `fusebox loop`: starts the same command as its supervisor.

use std::process::Command;

use fusebox_engine::RunId;
use fusebox_supervisor::confine;
use fusebox_supervisor::watchdog::{self, SupervisorEnd};

use super::reconcile_timer::ReconcileTimer;
use crate::{CliError, Context, Result, clock};

/// Starts this process's command line again as the supervisor, with a run id that begins with
/// `letter`, and waits for its end. Returns the exit code.
pub(crate) fn start(letter: char, context: &Context) -> Result<u8> {
    let swept = watchdog::sweep(&mut context.runtime(None)?)?;
    if swept > 0 {
        context.inform(&format!("fusebox: {swept} lost runs were found and ended"));
        fusebox_hook::deliver_effects();
    }
    let run = format!("{letter}{:x}-{:x}", clock::now().0, std::process::id());
    // The command of the agent follows the first `--`.
    let mut arguments = context.arguments.clone();
    let end = arguments.iter().position(|word| word == "--").unwrap_or(arguments.len());
    arguments.insert(end, format!("--supervised={run}"));
    let mut supervisor = Command::new(std::env::current_exe()?);
    supervisor.args(arguments);
    let ended = watchdog::watch(&mut supervisor, &mut ReconcileTimer::of(context))?;
    confine::remove_stale_placeholders(&context.home()?.state_dir);
    watchdog::close_dead_runs(&mut context.runtime(None)?)?;
    match ended {
        SupervisorEnd::Exited(code) => Ok(code),
        SupervisorEnd::Died { signal, left_behind } => {
            // A trip of the run waits for a person, who is to hear of it.
            fusebox_hook::deliver_effects();
            let signal = signal.map(|signal| format!(" by signal {signal}")).unwrap_or_default();
            Err(CliError::failed(format!(
                "the supervisor was killed{signal}; what was left of the run ({left_behind} \
                 processes) was ended"
            )))
        }
    }
}

/// The run that the watchdog names.
pub(crate) fn parse_run_id(text: &str) -> Result<RunId> {
    RunId::parse(text).map_err(|error| CliError::usage(format!("--supervised: {error}")))
}

//! The watchdog's side of `fusebox run` and `fusebox loop`: the same command once more, watched.

use std::process::Command;

use fusebox_engine::RunId;
use fusebox_supervisor::guard::{self, Supervisor};

use super::outcome;
use crate::context::Context;
use crate::error::CliError;

/// Starts this command again as the supervisor, with a run id that begins with `letter`, and waits
/// for its end; the exit code.
pub(crate) fn start(
    command: &str,
    letter: char,
    words: &[String],
    context: &Context,
) -> Result<u8, CliError> {
    let swept = guard::sweep(&mut context.runtime(None)?)?;
    if swept > 0 {
        context.inform(&format!("fusebox: {swept} lost runs were found and ended"));
    }
    let run = format!("{letter}{:x}-{:x}", context.now().0, std::process::id());
    let program = std::env::current_exe()?;
    let mut supervisor = Command::new(program);
    supervisor.args([command, "--supervised", &run]).args(words);
    let ended = guard::watch(&mut supervisor).map_err(outcome::error)?;
    guard::bury(&mut context.runtime(None)?)?;
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

/// The run that the watchdog names.
pub(crate) fn id(given: &str) -> Result<RunId, CliError> {
    RunId::parse(given).map_err(|error| CliError::usage(format!("--supervised: {error}")))
}

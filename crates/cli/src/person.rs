//! Orders that are a person's: an agent that is stopped must not free itself.

use std::io::{BufRead, Write};

use fusebox_runtime::process::{self, ProcessInfo};
use fusebox_runtime::{Runtime, agent_run};

use crate::context::Context;
use crate::error::CliError;

/// What a person adds to such an order.
#[derive(Debug, Clone, Copy, Default, clap::Args)]
pub(crate) struct PersonArgs {
    /// Do not ask.
    #[arg(long, short = 'y')]
    pub(crate) yes: bool,
}

/// Refuses when a guarded client is among this process's ancestors, and wants a terminal.
pub(crate) fn confirm(
    context: &Context,
    runtime: &Runtime,
    args: PersonArgs,
    question: &str,
) -> Result<(), CliError> {
    if let Some(pid) = supervised_by(runtime)? {
        return Err(CliError::failed(format!(
            "this runs inside a supervised run (process {pid}); only a person may do that"
        ))
        .hint("open another terminal and run it there"));
    }
    if let Some(pid) = guarded_ancestor(runtime)? {
        return Err(CliError::failed(format!(
            "this runs inside the guarded agent (process {pid}); only a person may do that"
        ))
        .hint("open another terminal and run it there"));
    }
    let terminal = std::fs::OpenOptions::new().read(true).write(true).open("/dev/tty");
    let Ok(mut terminal) = terminal else {
        return Err(CliError::failed("there is no terminal: only a person may do that")
            .hint("run it in a terminal of your own"));
    };
    if context.variables.is_client_child || is_below_an_agent() {
        return Err(CliError::failed("this was started by an agent; only a person may do that")
            .hint("open another terminal and run it there"));
    }
    if args.yes {
        return Ok(());
    }
    write!(terminal, "{question} [y/N] ")?;
    let mut answer = String::new();
    std::io::BufReader::new(terminal).read_line(&mut answer)?;
    if matches!(answer.trim(), "y" | "Y" | "yes") {
        Ok(())
    } else {
        Err(CliError::failed("nothing was done"))
    }
}

/// The nearest ancestor that a hook recorded as a client.
fn guarded_ancestor(runtime: &Runtime) -> Result<Option<u32>, CliError> {
    let recorded = runtime.store().read().processes()?;
    let is_client = |(pid, process): &(u32, ProcessInfo)| {
        recorded.iter().any(|row| row.pid == *pid && row.started == process.started)
    };
    Ok(process::upwards(std::process::id()).find(is_client).map(|(pid, _)| pid))
}

/// The nearest ancestor that keeps the time of a run.
fn supervised_by(runtime: &Runtime) -> Result<Option<u32>, CliError> {
    let runs = agent_run::unfinished(runtime.store())?;
    let keeps = |(pid, process): &(u32, ProcessInfo)| {
        let own = (*pid, process.started);
        runs.iter().any(|run| run.watch.supervisor == own || run.watch.guard == own)
    };
    Ok(process::upwards(std::process::id()).find(keeps).map(|(pid, _)| pid))
}

/// Whether a client started one of the processes above for its agent: it says so in their
/// environment, which `env -i` below them does not undo. Only the name is looked for.
fn is_below_an_agent() -> bool {
    const MARK: &[u8] = b"CLAUDECODE=";
    process::upwards(std::process::id()).any(|(pid, _)| {
        let environment = std::fs::read(format!("/proc/{pid}/environ")).unwrap_or_default();
        environment.split(|byte| *byte == 0).any(|variable| variable.starts_with(MARK))
    })
}

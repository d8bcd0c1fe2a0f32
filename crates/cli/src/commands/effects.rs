//! `fusebox effects`: what the hook starts and does not wait for.

use clap::Subcommand;

use crate::context::Context;
use crate::error::{CliError, exit};

/// Carry out what decisions have queued.
#[derive(Debug, Subcommand)]
pub(crate) enum Args {
    /// Deliver everything that is due, each exactly once.
    Drain,
}

pub(crate) fn run(args: &Args, context: &Context) -> Result<u8, CliError> {
    let Args::Drain = args;
    let mut runtime = context.runtime(None)?;
    let path = context.variables.path.as_deref().unwrap_or_default();
    fusebox_effects::drain_outbox(&mut runtime, path, context.now())?;
    Ok(exit::OK)
}

//! `fusebox effects`, which the hook starts and does not wait for.

use clap::Subcommand;

use crate::{Context, Result};

/// Carry out queued effects.
#[derive(Debug, Subcommand)]
pub(crate) enum Args {
    /// Carry out every effect that is due, each exactly once.
    Drain,
}

pub(crate) fn run(args: &Args, context: &Context) -> Result<()> {
    let Args::Drain = args;
    let mut runtime = context.runtime(None)?;
    context.drain_effects(&mut runtime)
}

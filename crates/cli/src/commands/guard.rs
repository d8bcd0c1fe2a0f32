//! `fusebox guard`.

mod accept;

use crate::{Context, Result};

/// What guards the agents: the hooks in the settings of their programs.
#[derive(Debug, clap::Subcommand)]
pub(crate) enum Args {
    Accept(accept::Args),
}

pub(crate) fn run(args: &Args, context: &Context) -> Result<()> {
    match args {
        Args::Accept(args) => accept::run(args, context),
    }
}

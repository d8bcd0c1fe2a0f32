//! `fusebox attempts`.

mod diff;
mod list;
mod restore;

use clap::Subcommand;

use crate::{Context, Result};

/// List, show and restore the attempts that rollbacks and trips have kept.
///
/// Each is a commit of the whole working state, under a ref of its own in the repository. They stay
/// for `attempts.keep_attempts` after the end of the task.
#[derive(Debug, Subcommand)]
pub(crate) enum Args {
    List(list::Args),
    Diff(diff::Args),
    Restore(restore::Args),
}

pub(crate) fn run(args: &Args, context: &Context) -> Result<()> {
    match args {
        Args::List(args) => list::run(args, context),
        Args::Diff(args) => diff::run(args, context),
        Args::Restore(args) => restore::run(args, context),
    }
}

//! `fusebox task`.

pub(crate) mod checkpoint;
mod complete;
mod contract_folders;
mod files;
mod graph;
mod list;
mod path_glob;
pub(crate) mod policy_of;
mod rescope;
pub(crate) mod settings;
mod show;
pub(crate) mod start;
mod task_args;
pub(crate) mod task_breaker;
pub(crate) mod text;

use clap::Subcommand;

use crate::{Context, Result};

/// Start, show, change and complete named tasks, whose counts outlive sessions.
///
/// Without a task, each session is its own. With one, attempts, limits and the open breaker belong
/// to the task, and a new session of it starts where the last one ended.
#[derive(Debug, Subcommand)]
pub(crate) enum Args {
    Start(start::Args),
    Show(show::Args),
    List(list::Args),
    Rescope(rescope::Args),
    Complete(complete::Args),
}

pub(crate) fn run(args: &Args, context: &Context) -> Result<()> {
    match args {
        Args::Start(args) => start::run(args, context),
        Args::Show(args) => show::run(args, context),
        Args::List(args) => list::run(args, context),
        Args::Rescope(args) => rescope::run(args, context),
        Args::Complete(args) => complete::run(args, context),
    }
}

//! The command line: one variant per command, its help is the command's own doc comment.

use clap::{ColorChoice, Parser, Subcommand};

use crate::commands as c;

/// Circuit breakers for AI agents.
///
/// Fusebox watches an agent from outside the model, sees that it no longer makes progress, stops
/// it where it cannot argue, and says what happened.
///
/// Begin with `fusebox demo`, then `fusebox install claude`.
#[derive(Debug, Parser)]
#[command(name = "fusebox", version, max_term_width = 100, disable_help_subcommand = true)]
pub(crate) struct Cli {
    /// When to use colour.
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto")]
    pub(crate) color: ColorChoice,
    #[command(subcommand)]
    pub(crate) command: Command,
}

/// What to do.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    Demo(c::demo::Args),
    Install(c::install::Args),
    Uninstall(c::uninstall::Args),
    Run(c::run::Args),
    Runs(c::runs::Args),
    Loop(c::looping::Args),
    Status(c::status::Args),
    Service(c::service::Args),
    Incidents(c::incidents::Args),
    Show(c::show::Args),
    Debug(c::debug::Args),
    #[command(subcommand)]
    Task(c::task::Args),
    Log(c::log::Args),
    Checkpoint(c::checkpoint::Args),
    Rollback(c::rollback::Args),
    #[command(subcommand)]
    Attempts(c::attempts::Args),
    Reset(c::reset::Args),
    Skip(c::skip::Args),
    Dismiss(c::dismiss::Args),
    Bypass(c::bypass::Args),
    #[command(subcommand)]
    Report(c::report::Args),
    Justify(c::justify::Args),
    Decide(c::decide::Args),
    Replay(c::replay::Args),
    #[command(subcommand)]
    Config(c::config::Args),
    Prompt(c::prompt::Args),
    Metrics(c::metrics::Args),
    Doctor(c::doctor::Args),
    Purge(c::purge::Args),
    Completions(c::completions::Args),
    #[command(subcommand, hide = true)]
    Effects(c::effects::Args),
}

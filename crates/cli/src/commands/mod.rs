//! The commands, one file each.

pub(crate) mod attempts;
pub(crate) mod bypass;
pub(crate) mod checkpoint;
pub(crate) mod completions;
pub(crate) mod config;
pub(crate) mod debug;
pub(crate) mod decide;
pub(crate) mod demo;
pub(crate) mod dismiss;
pub(crate) mod doctor;
pub(crate) mod effects;
pub(crate) mod incidents;
pub(crate) mod install;
pub(crate) mod justify;
pub(crate) mod log;
pub(crate) mod looping;
pub(crate) mod metrics;
mod order;
pub(crate) mod prompt;
pub(crate) mod purge;
pub(crate) mod replay;
pub(crate) mod report;
pub(crate) mod reset;
pub(crate) mod rollback;
pub(crate) mod run;
pub(crate) mod runs;
pub(crate) mod service;
pub(crate) mod show;
pub(crate) mod skip;
pub(crate) mod status;
pub(crate) mod task;
pub(crate) mod uninstall;

use crate::cli::Command;
use crate::context::Context;
use crate::error::CliError;

/// Runs one command; the number is the exit code.
pub(crate) fn run(command: &Command, context: &Context) -> Result<u8, CliError> {
    match command {
        Command::Demo(args) => demo::run(args, context),
        Command::Install(args) => install::run(args, context),
        Command::Uninstall(args) => uninstall::run(args, context),
        Command::Status(args) => status::run(args, context),
        Command::Service(args) => service::run(args, context),
        Command::Metrics(args) => metrics::run(args, context),
        Command::Incidents(args) => incidents::run(args, context),
        Command::Show(args) => show::run(args, context),
        Command::Debug(args) => debug::run(args, context),
        Command::Task(args) => task::run(args, context),
        Command::Log(args) => log::run(args, context),
        Command::Checkpoint(args) => checkpoint::run(args, context),
        Command::Rollback(args) => rollback::run(args, context),
        Command::Attempts(args) => attempts::run(args, context),
        Command::Reset(args) => reset::run(args, context),
        Command::Run(args) => run::run(args, context),
        Command::Loop(args) => looping::run(args, context),
        Command::Runs(args) => runs::run(args, context),
        Command::Skip(args) => skip::run(args, context),
        Command::Dismiss(args) => dismiss::run(args, context),
        Command::Bypass(args) => bypass::run(args, context),
        Command::Report(args) => report::run(args, context),
        Command::Justify(args) => justify::run(args, context),
        Command::Decide(args) => decide::run(args, context),
        Command::Replay(args) => replay::run(args, context),
        Command::Config(args) => config::run(args, context),
        Command::Prompt(args) => prompt::run(args, context),
        Command::Doctor(args) => doctor::run(args, context),
        Command::Purge(args) => purge::run(args, context),
        Command::Completions(args) => completions::run(args, context),
        Command::Effects(args) => effects::run(args, context),
    }
}

//! The `fusebox` command.

mod cli;
mod client_settings;
mod commands;
mod context;
mod display;
mod error;
mod incident_text;
mod person;
mod policy;
mod style;
mod task_repository;

use std::process::ExitCode;

use clap::Parser;

use crate::context::Context;

fn main() -> ExitCode {
    let words: Vec<String> =
        std::env::args_os().skip(1).map(|word| word.to_string_lossy().into_owned()).collect();
    // The hook must not meet clap: clap's exit code for bad usage means "deny" to clients.
    if words.first().is_some_and(|word| word == "hook") {
        return ExitCode::from(fusebox_hook::main(&words[1..]));
    }
    let cli = cli::Cli::parse();
    let context = Context::from_process(cli.color);
    match commands::run(&cli.command, &context) {
        Ok(code) => ExitCode::from(code),
        Err(error) => error.report(&context),
    }
}

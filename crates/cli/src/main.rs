//! The `fusebox` command.

mod cli;
mod commands;
mod context;
mod error;
mod guarded;
mod incident_text;
mod kept;
mod person;
mod policy;
mod shown;
mod style;

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
    let context = Context::of_process(cli.color);
    match commands::run(&cli.command, &context) {
        Ok(code) => ExitCode::from(code),
        Err(error) => error.report(&context),
    }
}

//! The `fusebox` command.

mod child_process;
mod cli;
mod client_program;
mod client_settings;
mod commands;
mod context;
mod display;
mod error;
mod incident_text;
mod operator;
mod person;
mod person_terminal;
mod piped_input;
mod policy;
mod program_folder;
mod read_progress;
mod spend_records;
mod style;
mod task_choice;
mod task_repository;
mod text_table;

use std::process::ExitCode;

use fusebox_runtime::clock;

use crate::context::Context;
use crate::error::{CliError, Result, exit};
use crate::program_folder::ProgramFolder;

fn main() -> ExitCode {
    let words: Vec<String> =
        std::env::args_os().skip(1).map(|word| word.to_string_lossy().into_owned()).collect();
    // The hook must not meet clap: clap's exit code for bad usage means "deny" to clients.
    if words.first().is_some_and(|word| word == "hook") {
        return ExitCode::from(fusebox_hook::main(&words[1..]));
    }
    let mut context = Context::from_process(words);
    let cli = cli::CommandLine::parse_words(&context);
    context.color = cli.color;
    if cli.utc {
        display::use_utc();
    }
    // A client starts the copies. What keeps them from being written is no reason to fail: `doctor` tells.
    let _ = ProgramFolder::of(&context).and_then(|folder| folder.update());
    let chosen = cli.command.store_location().map_or(Ok(()), |store| context.use_store(store));
    ExitCode::from(chosen.and_then(|()| cli.command.run(&context)).unwrap_or_else(|error| {
        context.inform(&error.text());
        error.exit_code()
    }))
}

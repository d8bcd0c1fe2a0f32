//! Reads a shell command line: which commands would run, and what they are for.
//!
//! [`parse`] turns the text into a [`CommandLine`], a flat list of simple commands in the order they are
//! met: those of subshells, groups, loops, substitutions and `sh -c` strings included, and each
//! wrapper (`sudo`, `timeout 5`, `npx` …) stepped over to the command it runs. The other functions
//! are recognisers over that list. Nothing here expands a variable, touches a file or panics.

mod code;
mod command;
mod compound;
mod finds;
pub mod guard;
mod heredoc;
mod inner;
mod parser;
mod patch;
mod pattern;
mod runner;
mod target;
mod variables;
mod waits;
mod word;
mod wrapper;
mod writes;

#[cfg(test)]
mod properties;

pub use command::{
    Assignment, CommandLine, Redirect, RedirectKind, ShellWord, SimpleCommand, WordKind,
    WorkingDir, basename,
};
pub use finds::is_search;
pub use parser::{MAX_COMMANDS, MAX_DEPTH, MAX_TEXT_BYTES, parse};
pub use patch::{PatchAction, patch_header, patched_files};
pub use pattern::matches_pattern;
pub use runner::{TestRunner, test_command, test_runner};
pub use variables::ScriptVariables;
pub use waits::is_waiting;
pub use writes::{WrittenPaths, written_paths, written_words};

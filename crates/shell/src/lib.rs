//! Parses shell command lines, and recognises what they do.
//!
//! [`parse`] turns the text into a [`CommandLine`], a flat list of simple commands in the order they are
//! read: those of subshells, groups, loops, substitutions and `sh -c` strings included, and each
//! wrapper (`sudo`, `timeout 5`, `npx` …) skipped to the command it runs. The other functions
//! recognise test runs, waits, searches and written files in that list, and [`guard`] refuses what an agent
//! must not run. Nothing here expands variables, reads files or panics.

mod agent_program;
mod asking;
mod bounded;
mod code;
mod command;
mod compound;
mod filter;
mod folder;
pub mod guard;
mod handover;
mod heredoc;
mod nested;
mod parser;
mod patch;
mod pattern;
mod question;
mod restart;
mod runner;
mod search;
mod settings;
mod setup;
mod shown_lines;
mod task_name;
#[cfg(test)]
mod test_support;
mod variables;
mod waiting;
mod word;
mod work;
mod wrapper;
mod writes;

#[cfg(test)]
mod properties;

pub use agent_program::prompts_agent;
pub use asking::{asks_for_things, asks_whether_installed};
pub use bounded::was_ended_by_bound;
pub use command::{
    Assignment, CommandLine, CommandOperator, Redirect, RedirectKind, ShellWord, SimpleCommand,
    WordKind, WorkingDir, basename,
};
pub use filter::{hides_status, is_printer};
pub use folder::{FolderOption, builds_folder, folder_option};
pub use handover::{handed_over_names, hands_over};
pub use parser::{MAX_COMMANDS, MAX_DEPTH, MAX_TEXT_BYTES, parse};
pub use patch::{PatchAction, changed_paths, is_patch, patch_header, patched_files};
pub use pattern::matches_pattern;
pub use question::{plain_query, visit_question};
pub use restart::{START_VERBS, last_restart, restarts};
pub use runner::{TestRunner, test_command, test_runner};
pub use search::is_search;
pub use settings::{clears, only_sets, sets_or_clears};
pub use setup::{is_look, may_provide, provides};
pub use shown_lines::{ShownLines, shown_lines};
pub use variables::ScriptVariables;
pub use waiting::{asks_about_others, is_waiting, reads_log};
pub use work::{
    accepts_output, builds_project, checks_or_builds, does_nothing, installs, is_check,
};
pub use writes::{WrittenPaths, written_paths, written_words};

//! Refuses command lines that write to Fusebox's own files or give orders reserved for a person.

mod client_traits;
mod code_text;
mod hook_files;
mod line;
mod modes;
mod orders;
pub(crate) mod programs;
mod protected;
mod protected_writes;
mod searches;
mod spelling;
mod trees;

use std::fmt;

pub use client_traits::{
    GEMINI_VARIABLES, asks_for_no_sandbox, changes_hook_program, holds_options,
};
use line::GuardedLine;
pub use orders::{PERSON_ORDERS, is_person_order, operands};
use programs::ProgramKind;
pub use protected::ProtectedPaths;
pub use protected_writes::is_query;

use crate::{CommandLine, SimpleCommand, parse};

/// How deep command lines in command lines are followed, beside those that the parser reads.
const MAX_DEPTH: u8 = 3;

/// Why a command line may not pass.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum GuardRefusal {
    /// It writes to a protected file.
    WritesFiles,
    /// It names a protected file and cannot be read to its end.
    Unreadable,
    /// It runs `fusebox-hook`.
    RunsHook,
    /// It gives `fusebox` this order, which is reserved for a person.
    GivesOrder(String),
    /// It gives `fusebox` an order that a variable or a pattern hides.
    HidesOrder,
    /// It ends the hook's process.
    StopsHook,
    /// It deletes a checkpoint or an attempt.
    RemovesState,
    /// It uninstalls Fusebox.
    Uninstalls,
    /// It starts a client without Fusebox's hooks.
    StartsUnguarded,
    /// It reports to `fusebox`, or has it deliver, with the settings or the state of another place.
    ReportsElsewhere,
}

impl fmt::Display for GuardRefusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::WritesFiles => "This command writes to the circuit breaker's files.",
            Self::Unreadable => "This names the circuit breaker's files and cannot be read.",
            Self::RunsHook => "`fusebox-hook` is the circuit breaker's own.",
            Self::GivesOrder(order) => {
                return write!(f, "`fusebox {order}` changes the circuit breaker.");
            }
            Self::HidesOrder => "This gives `fusebox` an order that cannot be read.",
            Self::StopsHook => "This stops the circuit breaker's hook.",
            Self::RemovesState => "This removes a state that the circuit breaker kept.",
            Self::Uninstalls => "This removes the circuit breaker.",
            Self::ReportsElsewhere => "This uses another circuit breaker than your own.",
            Self::StartsUnguarded => "This starts an agent with the circuit breaker changed.",
        })
    }
}

/// Whether code changes a protected file or gives a person's order, as far as it says.
#[must_use]
pub fn code_changes(code: &str, protected: &ProtectedPaths<'_>) -> bool {
    code_text::code_writes_protected(code, None, protected)
}

/// Whether code may change any file, as far as it says.
#[must_use]
pub fn code_may_write(code: &str) -> bool {
    code_text::may_write(code)
}

/// Why the command line may not pass; `None` lets it pass.
#[must_use]
pub fn refusal(line: &CommandLine<'_>, protected: &ProtectedPaths<'_>) -> Option<GuardRefusal> {
    let budget = GuardedLine::budget_of(line.text.len());
    line_refusal(&GuardedLine::new(line, protected, &budget), 0)
}

fn line_refusal(line: &GuardedLine<'_, '_>, depth: u8) -> Option<GuardRefusal> {
    let text = line.command_line.text;
    let names_ours =
        || code_text::names_protected(text, line.protected) || code_text::gives_person_order(text);
    let unreadable = || names_ours().then_some(GuardRefusal::Unreadable);
    if !line.is_readable() {
        return unreadable();
    }
    let found = line.command_line.commands.iter().find_map(|command| {
        let kind = programs::kind(command);
        orders::order_refusal(line, command, kind)
            .or_else(|| {
                protected_writes::writes_protected(line, command, kind)
                    .then_some(GuardRefusal::WritesFiles)
            })
            .or_else(|| {
                (kind == ProgramKind::Runs).then(|| inner_refusal(line, command, depth)).flatten()
            })
    });
    found.or_else(|| if line.budget.get() == 0 { unreadable() } else { None })
}

/// The same for the command lines that a command is given as words or input.
fn inner_refusal(
    line: &GuardedLine<'_, '_>,
    command: &SimpleCommand<'_>,
    depth: u8,
) -> Option<GuardRefusal> {
    if depth >= MAX_DEPTH {
        return None;
    }
    let is_alias = command.program() == "alias";
    protected_writes::input_texts(line, command).find_map(|text| {
        let text =
            if is_alias { text.split_once('=').map_or("", |(_, value)| value) } else { text };
        if !text.contains(char::is_whitespace) {
            return None;
        }
        let script = parse(text);
        let mut inner = GuardedLine::new(&script, line.protected, line.budget);
        inner.is_redirected = orders::has_moved_settings(line, command);
        line_refusal(&inner, depth + 1)
    })
}

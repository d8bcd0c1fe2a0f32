//! The programs that only show, cut or count what they read: behind a pipe they ask nothing of their own,
//! and the status of the line is that of the program in front, as far as anyone reads it.

use super::command::SimpleCommand;

/// Programs that show a file: one question, whichever shows it.
const VIEWERS: [&str; 9] = ["cat", "head", "tail", "less", "more", "bat", "batcat", "nl", "sed"];
/// Programs that select, cut or count lines.
const CUTTERS: [&str; 17] = [
    "sort", "uniq", "cut", "tr", "wc", "awk", "column", "tee", "jq", "rev", "tac", "fold", "fmt",
    "grep", "egrep", "fgrep", "rg",
];

/// Whether the program shows a file.
pub(super) fn is_viewer(program: &str) -> bool {
    VIEWERS.contains(&program)
}

/// Whether the command only filters what the one before it printed.
pub(super) fn is_filter(command: &SimpleCommand<'_>) -> bool {
    let program = command.program();
    command.piped_from && (is_viewer(program) || CUTTERS.contains(&program))
}

/// Whether the command does no work of its own: it filters, prints words, or prepares the shell.
#[must_use]
pub fn is_printer(command: &SimpleCommand<'_>) -> bool {
    let is_silent = matches!(command.program(), "true" | "echo" | ":" | "" | "cd" | "export");
    is_silent || is_filter(command)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parse;

    #[test]
    fn r04_the_last_command_that_works_gives_the_status() {
        for (line, expected) in [
            ("cd web && npm run lint 2>&1 | tail -20", "npm"),
            ("mypy app.py | sort | uniq -c", "mypy"),
            ("terraform plan | jq .x | tr a b", "terraform"),
            ("export A=1; make | rg FAIL || true", "make"),
            ("ls; cat notes", "cat"),
            ("grep -rn x src", "grep"),
        ] {
            let line = parse(line);
            let last = line.commands.iter().rev().find(|command| !is_printer(command));
            assert_eq!(last.map(SimpleCommand::program), Some(expected));
        }
    }
}

//! The programs that only show, cut or count what they read: behind a pipe they ask nothing of their own,
//! and the status of the line is that of the program in front, as far as anyone reads it.

use super::command::{CommandLine, CommandOperator, SimpleCommand};
use super::work::{installs, is_check};

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

/// Whether the status of the line is that of a filter (`make | tail -5`), or of words behind an installation or a check
/// (`npm ci || true`, `make lint; echo done`): that it is 0 says nothing of the program. Who says of another command
/// that it may fail (`mkdir a || true`) means it.
#[must_use]
pub fn hides_status(line: &CommandLine<'_>) -> bool {
    let Some((last, before)) = line.commands.split_last() else { return false };
    let is_printed =
        is_printer(last) && !last.program().is_empty() && !before.iter().all(is_printer);
    let is_unasked = || installs(line) || is_check(line);
    // The last command runs only where all before it succeeded.
    let tells_success = || {
        last.behind == Some(CommandOperator::And)
            && before.iter().all(|one| matches!(one.behind, None | Some(CommandOperator::And)))
    };
    is_printed && !sets_pipefail(line) && (last.piped_from || !tells_success() && is_unasked())
}

/// Whether a pipe has the status of whichever of its programs failed.
fn sets_pipefail(line: &CommandLine<'_>) -> bool {
    line.commands.iter().any(|command| {
        command.program() == "set"
            && command.has("-o")
            && command.args().any(|arg| arg == "pipefail")
    })
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

    #[test]
    fn r05_a_status_that_is_not_that_of_the_program() {
        for line in [
            "pip install numpy 2>&1 | tail -3",
            "npm ci || true",
            "npm ci 2>&1 | tee build.log | tail -4",
            "cd web && npm i; echo done",
            "terraform plan || echo failed",
            "npm ci || true && echo done",
            "make 2>&1 | grep -v warning | head",
        ] {
            assert!(hides_status(&parse(line)), "{line}");
        }
        for line in [
            "pip install numpy",
            "npm ci && echo done",
            "npm ci && \\\n  echo \"no echo\"",
            "mkdir -p a || true",
            "VERSION=$(npm ci)",
            "set -o pipefail; make | tail -3",
            "curl -s http://x/setup.sh | sh",
            "cat schema.sql | psql app",
            "echo done",
            "true",
            "",
        ] {
            assert!(!hides_status(&parse(line)), "{line}");
        }
    }
}

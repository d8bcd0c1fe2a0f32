//! The programs that only show, cut or count what they read: behind a pipe they ask nothing of their own,
//! and the status of the line is that of the program in front, as far as anyone reads it.

use super::command::{CommandLine, SimpleCommand};

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

/// Whether the status of the line is that of a filter, or of words behind the program that does the work (`make | tail -5`,
/// `make || true`, `make; echo done`): that it is 0 says nothing of the program.
#[must_use]
pub fn hides_status(line: &CommandLine<'_>) -> bool {
    let Some((last, before)) = line.commands.split_last() else { return false };
    // What is printed behind `&&` is printed where the program has succeeded.
    let is_told = || {
        let at = line.text.rfind(last.program()).unwrap_or_default();
        !last.piped_from && line.text[..at].trim_end().ends_with("&&")
    };
    is_printer(last)
        && !before.iter().all(is_printer)
        && !line.text.contains("pipefail")
        && !is_told()
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
            "cd web && make; echo done",
            "terraform apply || echo failed",
            "make 2>&1 | grep -v warning | head",
        ] {
            assert!(hides_status(&parse(line)), "{line}");
        }
        for line in [
            "pip install numpy",
            "make && echo done",
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

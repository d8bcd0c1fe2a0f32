//! Long results through the person's pager.

use std::io::Write;
use std::process::{Command, Stdio};

use crate::{Context, Result};

/// Ends at once where one screen is enough, keeps colours, leaves the text on the screen.
const LESS: &str = "-FRX";

/// Prints `text`, through the pager where a terminal has too few rows for it.
pub(super) fn print(context: &Context, text: &str) -> Result<()> {
    let fits = |rows: usize| rows_of(text, context.columns()) < rows;
    if context.rows().is_none_or(fits) {
        return context.print(text);
    }
    let plain = anstream::adapter::strip_str(text).to_string();
    let text = if context.has_color() { text } else { &plain };
    match pager(context.variables.pager.as_deref()).map(|mut pager| pager.spawn()) {
        Some(Ok(mut child)) => {
            if let Some(mut stdin) = child.stdin.take() {
                // A person may leave before the end.
                let _ = writeln!(stdin, "{text}");
            }
            child.wait()?;
            Ok(())
        }
        // Without a pager the terminal scrolls.
        Some(Err(_)) | None => context.print(text),
    }
}

/// The pager that the environment names; `less` by default.
fn pager(set: Option<&str>) -> Option<Command> {
    let mut words = set.unwrap_or("less").split_whitespace();
    let program = words.next()?;
    let mut command = Command::new(program);
    command.args(words.clone());
    if words.next().is_none() && (program == "less" || program.ends_with("/less")) {
        command.arg(LESS);
    }
    command.stdin(Stdio::piped());
    Some(command)
}

fn rows_of(text: &str, columns: usize) -> usize {
    let plain = anstream::adapter::strip_str(text).to_string();
    plain.lines().map(|line| line.chars().count().div_ceil(columns.max(1)).max(1)).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn less_is_told_to_keep_colours_and_others_are_left_alone() {
        let words = |set: Option<&str>| {
            let command = pager(set)?;
            let args = command.get_args().map(|arg| arg.to_string_lossy().into_owned());
            let program = command.get_program().to_string_lossy().into_owned();
            Some([program].into_iter().chain(args).collect::<Vec<_>>().join(" "))
        };
        assert_eq!(words(None).as_deref(), Some("less -FRX"));
        assert_eq!(words(Some("/usr/bin/less")).as_deref(), Some("/usr/bin/less -FRX"));
        assert_eq!(words(Some("less -S")).as_deref(), Some("less -S"));
        assert_eq!(words(Some("most -s")).as_deref(), Some("most -s"));
        assert_eq!(words(Some(" ")), None);
    }

    #[test]
    fn a_long_line_takes_several_rows_and_colours_take_none() {
        assert_eq!(rows_of("a\n\nb", 10), 3);
        assert_eq!(rows_of("12345678901", 10), 2);
        assert_eq!(rows_of("\u{1b}[1m1234567890\u{1b}[0m", 10), 1);
    }
}

//! Which lines of one file a command line shows: `sed -n 10,50p f`, `head -60 f | tail -20`.

use super::command::{CommandLine, SimpleCommand};

/// The lines of one file, as far as the command line says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ShownLines<'s> {
    /// The file, as it is written.
    pub path: &'s str,
    /// The folder that the command runs in, as far as it is known.
    pub dir: &'s str,
    /// The first line, counted from 1.
    pub first: u32,
    /// The last line; `u32::MAX` for all that follow.
    pub last: u32,
}

/// The lines that the command line shows, if it does nothing else than to show lines of one file.
#[must_use]
pub fn shown_lines<'s>(line: &'s CommandLine<'_>) -> Option<ShownLines<'s>> {
    let mut commands = line.commands.iter().filter(|command| command.program() != "cd");
    let viewer = commands.next().filter(|viewer| line.complete && !viewer.piped_from)?;
    let (path, mut shown) = of_file(viewer)?;
    for filter in commands {
        if !filter.piped_from || filter.written_redirects().next().is_some() {
            return None;
        }
        let (first, last) = selected(filter, None)?;
        shown = match first {
            // How many lines the file has is not known.
            FromEnd(_) if shown.1 == u32::MAX => return None,
            FromEnd(count) => (shown.1.saturating_sub(count - 1).max(shown.0), shown.1),
            FromStart(first) => {
                let begin = shown.0.checked_add(first - 1)?;
                (begin, shown.1.min(shown.0.saturating_add(last - 1)))
            }
        };
    }
    let dir = viewer.known_dir().unwrap_or_default();
    (shown.0 <= shown.1).then_some(ShownLines { path, dir, first: shown.0, last: shown.1 })
}

/// Where a selection begins.
enum Start {
    /// At this line, counted from 1.
    FromStart(u32),
    /// So many lines before the end.
    FromEnd(u32),
}
use Start::{FromEnd, FromStart};

/// The file that the command shows, and which lines of it.
fn of_file<'s>(viewer: &'s SimpleCommand<'_>) -> Option<(&'s str, (u32, u32))> {
    if viewer.written_redirects().next().is_some() || viewer.is_run_by_xargs() {
        return None;
    }
    let path = viewer.args().last().filter(|path| !path.starts_with('-') && !path.is_empty())?;
    match selected(viewer, Some(path))? {
        (FromStart(first), last) => Some((path, (first, last))),
        (FromEnd(_), _) => None,
    }
}

/// Which lines of what it reads the command shows; `path` is the file that it is given.
fn selected(command: &SimpleCommand<'_>, path: Option<&str>) -> Option<(Start, u32)> {
    let args = command.args().count().checked_sub(usize::from(path.is_some()))?;
    let mut args = command.args().take(args);
    match command.program() {
        "cat" | "nl" | "bat" | "batcat" => {
            args.all(|arg| arg.starts_with('-')).then_some((FromStart(1), u32::MAX))
        }
        "head" => Some((FromStart(1), line_count(args)?)),
        "tail" => {
            let mut words = args.clone().flat_map(|arg| arg.strip_prefix("-n").or(Some(arg)));
            if let Some(first) = words.find_map(|word| word.strip_prefix('+')) {
                return Some((FromStart(first.parse().ok().filter(|first| *first > 0)?), u32::MAX));
            }
            Some((FromEnd(line_count(args)?), u32::MAX))
        }
        "sed" => {
            let mut words = args.clone().filter(|arg| !arg.starts_with('-'));
            let script = words.next().filter(|_| args.any(|arg| arg == "-n"))?;
            let range = script.trim_matches(['{', '}', ' ', ';']).strip_suffix('p')?;
            words.next().is_none().then(|| sed_range(range)).flatten()
        }
        "awk" | "gawk" | "mawk" => {
            let script = args.next()?;
            args.next().is_none().then(|| awk_range(script)).flatten()
        }
        _ => None,
    }
}

/// `10,50`, `10`, `10,$`, `10,+5`.
fn sed_range(range: &str) -> Option<(Start, u32)> {
    let (first, last) = range.split_once(',').unwrap_or((range, range));
    let first: u32 = first.trim().parse().ok().filter(|first| *first > 0)?;
    let last = match last.trim() {
        "$" => u32::MAX,
        last => match last.strip_prefix('+') {
            Some(more) => first.checked_add(more.parse().ok()?)?,
            None => last.parse().ok()?,
        },
    };
    Some((FromStart(first), last))
}

/// `NR>=10 && NR<=50`, `NR==7`, with or without `{print}`.
fn awk_range(script: &str) -> Option<(Start, u32)> {
    let script = script.trim();
    let condition = match script.split_once('{') {
        Some((condition, action)) if action.trim_end_matches([' ', ';', '}']).trim() == "print" => {
            condition
        }
        Some(_) => return None,
        None => script,
    };
    let (mut first, mut last) = (1_u32, u32::MAX);
    for part in condition.split("&&") {
        let part = part.trim().trim_matches(['(', ')']).strip_prefix("NR")?.trim_start();
        let number = |signs: &str| part.strip_prefix(signs)?.trim().parse::<u32>().ok();
        if let Some(line) = number("==") {
            (first, last) = (line, line);
        } else if let Some(line) = number(">=") {
            first = line;
        } else if let Some(line) = number("<=") {
            last = line;
        } else if let Some(line) = number(">") {
            first = line.checked_add(1)?;
        } else {
            last = number("<")?.checked_sub(1)?;
        }
    }
    Some((FromStart(first.max(1)), last))
}

/// How many lines `head` or `tail` shows: `-20`, `-n 20`, `-n20`; 10 where it is not said.
fn line_count<'s>(args: impl Iterator<Item = &'s str>) -> Option<u32> {
    let mut count = 10;
    let mut is_value = false;
    for arg in args {
        let number = match arg {
            "-n" => {
                is_value = true;
                continue;
            }
            _ if std::mem::take(&mut is_value) => arg,
            _ => arg
                .strip_prefix("--lines=")
                .or_else(|| arg.strip_prefix("-n"))
                .or_else(|| arg.strip_prefix('-'))?,
        };
        count = number.parse().ok()?;
    }
    (count > 0).then_some(count)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parse;

    fn check(line: &str, expected: Option<(&str, u32, u32)>) {
        let line = parse(line);
        let shown = shown_lines(&line).map(|shown| (shown.path, shown.first, shown.last));
        assert_eq!(shown, expected, "{}", line.text);
    }

    #[test]
    fn r06_the_lines_that_a_look_shows() {
        for (line, first, last) in [
            ("sed -n 10,50p f", 10, 50),
            ("sed -n '10,$p' f", 10, u32::MAX),
            ("sed -n 7p f", 7, 7),
            ("cat f", 1, u32::MAX),
            ("cat f | head -20", 1, 20),
            ("head f", 1, 10),
            ("head -n 60 f | tail -20", 41, 60),
            ("head -n60 f | tail -n 90", 1, 60),
            ("tail -n +41 f | head -n 20", 41, 60),
            ("nl -ba f | sed -n '5,9p'", 5, 9),
            ("awk 'NR>=10 && NR<=50' f", 10, 50),
            ("awk 'NR>9&&NR<51{print}' f", 10, 50),
            ("sed -n 10,50p f | cat -n", 10, 50),
        ] {
            check(line, Some(("f", first, last)));
        }
        for line in [
            "tail f",
            "head a f",
            "sed 10,50p f",
            "sed -n '/a/,/b/p' f",
            "cat f | grep x",
            "cat f | wc -l",
            "head -20 f > g",
            "cat a; cat f",
            "awk '{print $1}' f",
            "sed -n '1,5p;9,10p' f",
            "head -c 20 f",
            "",
        ] {
            check(line, None);
        }
    }
}

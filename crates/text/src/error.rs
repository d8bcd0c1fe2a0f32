//! Finds the line of a failed command's output that says what went wrong.

mod guesses;
mod line_weight;

use fusebox_scan::lines;

use super::{
    ansi, digest, envelope,
    excerpt::{first_chars, prefix_up_to, redacted_below, suffix_up_to},
    mask::mask,
    whitespace::collapse_whitespace,
};
use guesses::without_guesses;
pub(crate) use line_weight::is_exception;
use line_weight::{LineWeight, weigh};

/// The most characters of an error line that are kept.
const LINE_CHARS: usize = 200;
/// How many lines before an error may say that it has a secret in it: a prompt, a heading.
const CONTEXT_LINES: usize = 2;
/// The most characters of an error line that are read. Masks and redaction shorten it.
const READ_CHARS: usize = 8 * LINE_CHARS;
/// Of a longer output only this much of the beginning and of the end is read. Errors stand there.
const HEAD_BYTES: usize = 64 * 1024;
const TAIL_BYTES: usize = 192 * 1024;

/// What went wrong, in a form that is equal when the same error occurs again.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ErrorLine {
    /// The digest of `line`, ignoring case, versions and amounts of memory.
    pub digest: u64,
    /// The line for comparing: masked, redacted, with single blanks, at most 200 characters.
    pub line: String,
    /// The line for reading: the same without masks.
    pub said: String,
}

/// The signature of a failed command's output; `None` if the output says nothing.
///
/// The line is the first of the most telling kind: a failed test with its name, then a named error
/// (`error[E0308]: …`, `fatal: …`, `…Error: …`, `… command not found`), then a mention of a
/// failure, otherwise the last line. Of a Python traceback it is the last exception. If the message
/// of a headline follows on the next line (a Rust panic, a Go or Jest test, `ERROR:`), both are
/// joined.
///
/// The caller knows that the command failed; this function does not judge that.
pub fn find_error_line(text: &str) -> Option<ErrorLine> {
    let body = envelope::output_body(text);
    let (head, tail) = head_and_tail(body);
    let (head, tail) = (ansi::to_plain_text(head), ansi::to_plain_text(tail));
    let both = lines(&head).chain(lines(&tail)).map(str::trim_end);
    let lines: Vec<&str> = without_noise(both).filter(|line| says_something(line)).collect();
    let at = heaviest_line(&lines);
    let found = at.map(|at| with_message(&lines, at));
    let line = found.or_else(|| envelope::exit_line(text).map(str::to_owned))?;
    let said = redacted(lines.get(..at.unwrap_or(0)).unwrap_or_default(), &line);
    let line = first_chars(&mask(&said), LINE_CHARS).to_owned();
    (!line.is_empty()).then(|| {
        let compared = without_guesses(&without_speaker(&line).to_lowercase());
        let said = first_chars(&said, LINE_CHARS).to_owned();
        ErrorLine { digest: digest::of_text(&compared), line, said }
    })
}

/// The line without the names of programs in front: `cat: F: Permission denied` and `less: F:
/// Permission denied` are one error.
fn without_speaker(line: &str) -> &str {
    let mut rest = without_position(line);
    while let Some((name, said)) = rest.split_once(": ") {
        let is_program =
            name.bytes().all(|byte| byte.is_ascii_lowercase() || b"-_+".contains(&byte));
        let is_place = name.strip_prefix("line ").is_some_and(|_| rest.len() < line.len());
        if !(is_program || is_place) || said.len() < SHORTEST_ERROR {
            break;
        }
        rest = said;
    }
    rest
}

/// The line without the line and column in front: `12:14  error  Unexpected any`.
fn without_position(line: &str) -> &str {
    let digits = |text: &str| text.bytes().take_while(u8::is_ascii_digit).count();
    let message = || {
        let (row, rest) = line.split_at_checked(digits(line))?;
        let rest = rest.strip_prefix(':').filter(|_| !row.is_empty())?;
        let (column, said) = rest.split_at_checked(digits(rest))?;
        said.strip_prefix([' ', ':']).filter(|_| !column.is_empty())
    };
    message().map_or(line, str::trim_start)
}

/// What is left of an error line without the program that says it has at least so many bytes.
const SHORTEST_ERROR: usize = 12;

/// How the lines start that a broken environment adds to every output: no terminal, no locale, no
/// name for a host or group, a library that cannot be preloaded.
const NOISE_STARTS: [&str; 13] = [
    "bash: cannot set terminal process group",
    "bash: no job control in this shell",
    "bash: warning: setlocale: ",
    "/bin/bash: warning: setlocale: ",
    "ERROR: ld.so: object ",
    "groups: cannot find name for group ID",
    "manpath: can't set the locale",
    "mesg: ttyname failed",
    "perl: warning: ",
    "stty: 'standard input': Inappropriate ioctl",
    "stty: standard input: Inappropriate ioctl",
    "sudo: unable to resolve host",
    "tput: No value for $TERM",
];
/// Whether a line of noise may begin with the byte.
static NOISE_FIRST_BYTES: [bool; 256] = {
    let mut firsts = [false; 256];
    let mut start = 0;
    while start < NOISE_STARTS.len() {
        firsts[NOISE_STARTS[start].as_bytes()[0] as usize] = true;
        start += 1;
    }
    firsts
};
/// The first and last line of what Python prints at its start when a package left a broken `.pth`
/// file. An indented traceback stands between them.
const PTH_LINES: [&str; 2] = ["Error processing line ", "Remainder of file ignored"];

/// The lines without those that the environment adds to every command's output. They would make all
/// failures look the same.
fn without_noise<'t>(lines: impl Iterator<Item = &'t str>) -> impl Iterator<Item = &'t str> {
    let mut in_pth = false;
    lines.filter(move |line| {
        if in_pth && (line.is_empty() || line.starts_with(' ')) {
            return false;
        }
        let ends = std::mem::take(&mut in_pth) && *line == PTH_LINES[1];
        in_pth = line.starts_with(PTH_LINES[0]) && line.ends_with(".pth:");
        let first = line.as_bytes().first();
        let may_be_noise = first.is_some_and(|first| NOISE_FIRST_BYTES[usize::from(*first)]);
        let is_noise = |start: &&str| first == start.as_bytes().first() && line.starts_with(start);
        !(ends || in_pth || may_be_noise && NOISE_STARTS.iter().any(is_noise))
    })
}

/// Whether the line, which has no white space at its end, is neither empty nor a mark with which
/// some clients end a result, such as `[rerun: b40]`.
fn says_something(line: &str) -> bool {
    let mark = line.starts_with("[rerun: ") || line.starts_with("[result-id: ");
    !line.is_empty() && !mark
}

/// The two parts of the text that are read. The second begins at a line where possible.
fn head_and_tail(text: &str) -> (&str, &str) {
    if text.len() <= HEAD_BYTES + TAIL_BYTES {
        return (text, "");
    }
    let (head, tail) = (prefix_up_to(text, HEAD_BYTES), suffix_up_to(text, TAIL_BYTES));
    (head, tail.split_once('\n').map_or(tail, |(_, whole)| whole))
}

/// The index of the first line of the greatest weight: of chained tracebacks the last exception,
/// otherwise the last line.
fn heaviest_line(lines: &[&str]) -> Option<usize> {
    let mut best = (LineWeight::None, lines.len().checked_sub(1)?);
    let (mut in_traceback, mut traceback_ended_at) = (false, None);
    for (at, line) in lines.iter().enumerate() {
        if best.0 == LineWeight::Test {
            break;
        }
        let (text, indented) = (line.trim_start(), line.starts_with([' ', '\t']));
        if text.starts_with("Traceback (most recent call last)") {
            in_traceback = true;
            continue;
        }
        if in_traceback && !indented {
            in_traceback = false;
            let replaces = best.0 < LineWeight::Named || Some(best.1) == traceback_ended_at;
            if replaces && best.0 <= LineWeight::Named {
                best = (LineWeight::Named, at);
                traceback_ended_at = Some(at);
            }
        } else if !in_traceback {
            let weight = weigh(text, indented, best.0);
            if weight > best.0 {
                best = (weight, at);
            }
        }
    }
    Some(best.1)
}

/// The line at `at`, joined with its message if the line is only a headline.
fn with_message(lines: &[&str], at: usize) -> String {
    let line = lines.get(at).copied().unwrap_or_default().trim();
    let mut next = lines.iter().skip(at + 1).map(|l| l.trim());
    let panicked = line.contains("panicked at") && line.ends_with(':');
    let mut out = line.to_owned();
    let mut add = |part: &str| {
        out.push(' ');
        out.push_str(part);
    };
    match next.next() {
        Some(message) if panicked => {
            add(message);
            next.take_while(|l| l.starts_with("left:") || l.starts_with("right:")).for_each(add);
        }
        Some(message) if is_heading(line) => add(message),
        Some(message) if line.starts_with("--- FAIL:") || line.starts_with("● ") => add(message),
        Some(place) if line.starts_with("error") && place.starts_with("--> ") => add(place),
        _ => {}
    }
    out
}

/// Whether the line is one word and a colon, such as `ERROR:`, or a place and no message: `A.hs:3:9: error:
/// [GHC-88464]`.
fn is_heading(line: &str) -> bool {
    let is_code = |code: &str| code.is_empty() || code.starts_with('[') && code.ends_with(']');
    let after_place = line.rsplit_once(": error:").map(|(_, code)| code.trim());
    line.strip_suffix(':').is_some_and(|word| !word.contains([' ', ':', '/']))
        || after_place.is_some_and(is_code)
}

/// The line without the secrets that it has below those before it.
fn redacted(before: &[&str], line: &str) -> String {
    let line = line.trim_start_matches("<tool_use_error>").trim_end_matches("</tool_use_error>");
    let line = match line.strip_prefix("E  ") {
        Some(pytest) => pytest,
        None => line,
    };
    // A document in one line, as JSON is, may be as long as the whole output.
    let line = collapse_whitespace(first_chars(line, READ_CHARS));
    let before = before.get(before.len().saturating_sub(CONTEXT_LINES)..).unwrap_or_default();
    redacted_below(&before.join("\n"), &line)
}

#[cfg(test)]
mod tests;

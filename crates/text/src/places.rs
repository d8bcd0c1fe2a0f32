//! Finds the places that the answer of a check names: a file and a line each.

use fusebox_scan::{BytePositions, lines};

use super::ansi;
use super::digest::{DigestBuilder, of_parts};
use super::excerpt::prefix_up_to;

/// Of a longer output only the beginning is read, in bytes.
pub(super) const MAX_BYTES: usize = 64 * 1024;
/// A longer line says something else, in bytes.
const MAX_LINE_BYTES: usize = 1_000;
/// What stands before the number of the notebook cell that failed.
const CELL_FAILED: &str = "Exception encountered at \"In [";
/// What stands before the line of data that PostgreSQL could not copy.
const COPY_FAILED: &str = "CONTEXT:  COPY ";
/// What stands before a line number that is told in words: `In a.sh line 12`.
const SPELLED_LINE: &str = " line ";

/// The digest of the places that the body of an output names, in any order and format: `a.c:12:5`, `a.ts(12,5)`, `In
/// a.sh line 12`, `12:5` below the name of its file. Folders make no difference, because one file is
/// shown from many. `None` where no place is named.
pub fn named_places(body: &str) -> Option<u64> {
    let plain = ansi::to_plain_text(prefix_up_to(body, MAX_BYTES));
    let mut places: Vec<u64> = Vec::new();
    let mut heading = "";
    let is_spelled = plain.contains(SPELLED_LINE);
    for line in lines(&plain).map(str::trim_end).filter(|line| line.len() <= MAX_LINE_BYTES) {
        if is_file(line) {
            heading = line;
        } else if let Some((file, number)) = place_in(line, heading, is_spelled) {
            let name = file.rsplit(['/', '\\']).next().unwrap_or(file);
            places.push(of_parts(&[name, number]));
        }
    }
    places.sort_unstable();
    places.dedup();
    let mut builder = DigestBuilder::new();
    places.iter().for_each(|place| builder.number(*place));
    (!places.is_empty()).then(|| builder.finish())
}

/// The number of the line or the cell in which the body of an output says that something failed: the first one. `None`
/// for an exception in a line of a file: what is written above it moves it, and a compiler stops at the first fault
/// instead.
pub fn failing_place(body: &str) -> Option<u32> {
    let plain = ansi::to_plain_text(prefix_up_to(body, MAX_BYTES));
    let short = || short_lines(&plain);
    let has_cells = plain.contains(CELL_FAILED);
    let number = match short().find_map(|line| numbered_part(line, has_cells)) {
        Some(number) => number,
        None if is_raised(&plain) => return None,
        None => {
            let is_spelled = plain.contains(SPELLED_LINE);
            let place = |line| place_in(line, "", is_spelled);
            short().find_map(|line| place(line).map(|(_, number)| number))?
        }
    };
    number.parse().ok()
}

/// The file in which a tool found a fault, as the body of a failed call's output tells: that of the line of the error, else
/// the first that is named beside a number. `None` for an exception, which a program raises while it works.
pub fn faulty_file<'t>(body: &'t str, error: &'t str) -> Option<&'t str> {
    let start = prefix_up_to(body, MAX_BYTES);
    let is_spelled = start.contains(SPELLED_LINE);
    let file = |line| place_in(line, "", is_spelled).map(|(file, _)| file);
    // Who includes a file with a fault, or is about to be told more of it, is not at fault.
    let is_beside = |line: &str| {
        line.contains("ncluded from ")
            || line.trim_start().starts_with("from ")
            || line.contains(": note: ")
    };
    let mut told = short_lines(start).filter(|line| !is_beside(line));
    file(error).or_else(|| told.find_map(file)).filter(|_| !is_raised(start))
}

/// Whether a line begins with the place of a fault that a compiler found, and calls it no mere warning: `a.go:14:2: undefined: b`.
pub fn is_fault_line(line: &str) -> bool {
    let begins = |(file, _): (&str, _)| line.starts_with(file);
    line.len() <= MAX_LINE_BYTES
        && place_in(line, "", false).is_some_and(begins)
        && !is_mere_warning(line)
}

/// Whether what a line tells of a place is no error.
pub(super) fn is_mere_warning(line: &str) -> bool {
    ["warning", "note:", "info:", "hint:"].into_iter().any(|word| line.contains(word))
}

/// Whether the body of an output says in which line something is at fault, with or without a file: `l.14 \foo`, `syntax error in
/// line 3`, `(line 3, column 7)`, `3 │ color: $x`. That of an exception does not.
#[must_use]
pub fn names_line(body: &str) -> bool {
    let start = prefix_up_to(body, MAX_BYTES);
    let has_number = |rest: &str| rest.starts_with(|sign: char| sign.is_ascii_digit());
    let spells = |line: &str| {
        let mut parts = line.split("line ");
        let mut before = parts.next().unwrap_or_default();
        parts.any(|rest| {
            let front = std::mem::replace(&mut before, rest);
            has_number(rest) && (front.is_empty() || front.ends_with([' ', '(', ',']))
        })
    };
    let quotes = |line: &str| {
        let line = line.trim_start();
        let behind = line.trim_start_matches(|sign: char| sign.is_ascii_digit());
        behind.len() < line.len() && (behind.starts_with(" │") || behind.starts_with(" |"))
    };
    short_lines(start)
        .any(|line| numbered_part(line, false).is_some() || spells(line) || quotes(line))
        && !is_raised(start)
}

/// Whether an output tells of an exception that a program raised.
pub(super) fn is_raised(plain: &str) -> bool {
    let is_frame = |line: &str| line.trim_start().starts_with("at ") && line.starts_with(' ');
    plain.contains("Traceback (most recent")
        || short_lines(plain).any(|line| is_frame(line) || is_live_cell(line))
}

/// The lines that may name a place: tools write none that are longer.
pub(super) fn short_lines(text: &str) -> impl Iterator<Item = &str> {
    lines(text).filter(|line| line.len() <= MAX_LINE_BYTES)
}

/// The name of the file in which an exception of Java was raised, as its first frame tells: `\tat x.Pool.take(Pool.java:390)`.
pub fn raising_file(body: &str) -> Option<&str> {
    let (_, behind) = body.split_once("\n\tat ")?;
    let frame = behind.lines().next()?;
    let (_, place) = frame.rsplit_once('(')?;
    place.split_once(':').map(|(file, _)| file)
}

/// Whether the line names a cell of a notebook that stays open: its number counts the executions.
fn is_live_cell(line: &str) -> bool {
    let mut text = line.trim_start();
    while let Some(rest) = text.strip_prefix("Cell ") {
        text = rest;
    }
    text.strip_prefix("In").is_some_and(|rest| rest.starts_with('[') || rest.starts_with(" ["))
}

/// The number of a part that is no line of a file: `l.120 \foo` of a document, `In [7]` of a notebook that is run
/// from its first cell on. `has_cells`: whether the output has [`CELL_FAILED`] in any line, which spares most searches.
fn numbered_part(line: &str, has_cells: bool) -> Option<&str> {
    let cell = if has_cells { line.split_once(CELL_FAILED) } else { None };
    // `CONTEXT:  COPY orders, line 42, column total`: of the data that a table is filled with.
    let copied = || line.strip_prefix(COPY_FAILED)?.split_once(", line ");
    let after = match cell.or_else(copied) {
        Some((_, after)) => after,
        None => line.trim_start().strip_prefix("l.")?,
    };
    let digits = after.bytes().take_while(u8::is_ascii_digit).count();
    after.get(..digits).filter(|number| !number.is_empty())
}

/// The file and the number of the first place in a line; `heading` is the file named above it. `is_spelled`: whether the
/// output has [`SPELLED_LINE`] in any line, which spares most searches.
pub(super) fn place_in<'t>(
    line: &'t str,
    heading: &'t str,
    is_spelled: bool,
) -> Option<(&'t str, &'t str)> {
    let is_digit = |byte: &u8| byte.is_ascii_digit();
    let number_at = |at: usize| {
        let length = line.as_bytes().get(at..)?.iter().take_while(|byte| is_digit(byte)).count();
        line.get(at..at + length).filter(|number| !number.is_empty())
    };
    // Maven says `A.java:[9,5]`.
    let mut signs = BytePositions::of(line.as_bytes(), |byte, behind| {
        ((byte == b':') | (byte == b'(') | (byte == b'[')) & behind.is_ascii_digit()
    });
    let mut from = 0;
    let joined = std::iter::from_fn(|| {
        let at = signs.next_from(from)?;
        from = at + 1;
        Some(at)
    });
    let mut joined = joined.filter_map(|at| {
        let number = number_at(at + 1)?;
        let front = &line[..at];
        let before = match line.as_bytes()[at] {
            b'[' => front.strip_suffix(':')?,
            // Kotlin says `A.kt: (9, 5)`, or an address: `file:///w/A.kt:9:5`.
            b'(' if line[at + 1 + number.len()..].starts_with(", ") => {
                front.strip_suffix(": ").unwrap_or(front)
            }
            _ => front,
        };
        let file = before.rsplit([' ', '"', '\'', '(', '[', '\t']).next()?;
        let file = file.strip_prefix("file://").unwrap_or(file);
        Some((file, number)).filter(|(file, _)| is_file(file))
    });
    let spelled = || {
        let at = if is_spelled { line.find(SPELLED_LINE)? } else { return None };
        // PHP says `in a.php on line 9`.
        let before = line[..at].trim_end_matches(" on").trim_end_matches(['"', '\'', ',', ':']);
        let file = before.rsplit([' ', '"', '\'']).next()?;
        Some((file, number_at(at + SPELLED_LINE.len())?)).filter(|(file, _)| is_file(file))
    };
    let below = || {
        let start = line.len() - line.trim_start().len();
        let number = number_at(start).filter(|_| start > 0 && !heading.is_empty())?;
        let after = line.as_bytes().get(start + number.len())?;
        (*after == b':').then_some((heading, number))
    };
    joined.next().or_else(spelled).or_else(below)
}

/// Whether a word names a file with an ending: no number, no host with a port, no URL.
#[must_use]
pub fn is_file(word: &str) -> bool {
    let Some((stem, ending)) = word.rsplit_once('.') else { return false };
    let is_ending = |ending: &str| {
        (1..=10).contains(&ending.len())
            && ending.bytes().all(|byte| byte.is_ascii_alphanumeric())
            && ending.bytes().any(|byte| byte.is_ascii_alphabetic())
    };
    !stem.is_empty()
        && is_ending(ending)
        && !word.contains("://")
        && !word.contains(char::is_whitespace)
        && !matches!(ending, "com" | "org" | "net" | "io" | "local" | "example")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a13_an_exception_of_java_is_raised_in_a_file() {
        let body =
            "x.NoStateException: no\n\tat x.Pool.take(Pool.java:390)\n\tat x.App.main(App.java:3)";
        assert_eq!(raising_file(body), Some("Pool.java"));
        for other in [
            "",
            "x.NoStateException: no",
            "a\n\tat x.Pool.take(Native Method)",
            "Error: no\n    at a.js:7:8",
        ] {
            assert_eq!(raising_file(other), None, "{other}");
        }
    }

    #[test]
    fn r04_one_finding_in_many_formats_is_one_place() {
        let place = named_places("deploy.sh:4:8: note: Double quote to prevent globbing. [SC2086]");
        for output in [
            "In deploy.sh line 4:\nrm -rf $DIR/\n       ^--^ SC2086 (info): Double quote.",
            "ops/deploy.sh:4: warning",
            "deploy.sh(4,8): error X1: no",
            "e: deploy.sh: (4, 8): no",
            "e: file:///w/ops/deploy.sh:4:8 no",
            "/w/ops/deploy.sh\n  4:8  error  no such thing  some-rule\n\n1 problem",
            "File \"ops/deploy.sh\", line 4\n  oops\n",
            " --> deploy.sh:4:8\n  |",
            "deploy.sh:4:8: one\ndeploy.sh:4:9: another",
        ] {
            assert_eq!(named_places(output), place, "{output}");
        }
    }

    #[test]
    fn a13_where_something_failed() {
        for (output, place) in [
            ("src/a.hs:41:5: error: [GHC-88464]\n    not in scope", Some(41)),
            ("Error: Unsupported argument\n\n  on main.tf line 14, in resource", Some(14)),
            (
                "Traceback (most recent call last):\n  File \"a.py\", line 4, in f\nKeyError: 1",
                None,
            ),
            ("Error: no\n    at test/all.js:7:8", None),
            ("x.ParseException: a.csv:38: no date\n\tat x.Load.row(Load.java:30)", Some(38)),
            ("! Undefined control sequence.\nl.120 \\foo", Some(120)),
            ("Exception encountered at \"In [7]\":\nKeyError: 'date'", Some(7)),
            ("Cell In [7], line 1\nKeyError: 'date'", None),
            ("Cell In[7], line 1\n----> 1 a.py:4\nKeyError: 'date'", None),
            ("connection refused by 10.0.0.1:80", None),
            ("ERROR:  no\nDETAIL:  Failing row.\nCONTEXT:  COPY specimen, line 188", Some(188)),
            ("ERROR:  no\nCONTEXT:  SQL function \"f\" statement 1", None),
            ("", None),
        ] {
            assert_eq!(failing_place(output), place, "{output}");
        }
    }

    #[test]
    fn r04_a_fault_is_in_the_file_of_its_error() {
        for (body, error, file) in [
            ("src/a.c:3:1: error: no", "src/a.c:3:1: error: no", Some("src/a.c")),
            ("In file included from a.c:2:\nb.h:9:1: error: no", "no", Some("b.h")),
            ("a.c:2:1: note: here\nb.c:9:1: error: no", "no", Some("b.c")),
            ("  File \"a.py\", line 9\n    x\nSyntaxError: no", "SyntaxError: no", Some("a.py")),
            ("PHP Parse error: no in a.php on line 9", "no", Some("a.php")),
            ("[ERROR] /w/App.java:[9,5] no", "[ERROR] /w/App.java:[9,5] no", Some("/w/App.java")),
            (
                "Traceback (most recent call last):\n  File \"a.py\", line 9\nKeyError: 1",
                "KeyError: 1",
                None,
            ),
            ("Error: no\n    at f (a.js:7:8)", "Error: no", None),
            ("error: no", "error: no", None),
            ("a.py[3] is no place", "no", None),
        ] {
            assert_eq!(faulty_file(body, error), file, "{body}");
        }
        for body in [
            "! Undefined control sequence.\nl.14 \\foo",
            "Error: syntax error in line 3 near '->'",
            "Error (line 3, column 7): unexpected end of input",
            "line 3: no such command",
            "Error: Undefined variable.\n  ╷\n3 │   color: $x;\n  ╵",
        ] {
            assert!(names_line(body), "{body}");
        }
        for body in [
            "error: no",
            "the deadline 3 of them met",
            "3 files | 2 lines",
            "Traceback (most recent call last):\n  File \"a.py\", line 9\nKeyError: 1",
            "Error: no\n    at validate (cli.js:40)\nin line 3",
            "",
        ] {
            assert!(!names_line(body), "{body}");
        }
        assert!(is_fault_line("rates/a.go:14:2: undefined: b"));
        // Each place in a line is sought from its begin: a long one is no line of a compiler.
        assert!(!is_fault_line(&"a:1,".repeat(250_000)));
        for line in ["a.c:9:5: warning: unused", "see a.c:9 for more", "make: done", ""] {
            assert!(!is_fault_line(line), "{line}");
        }
    }

    #[test]
    fn r04_other_places_and_none() {
        let place = named_places("a.c:4: x");
        assert_ne!(named_places("a.c:5: x"), place);
        assert_ne!(named_places("b.c:4: x"), place);
        assert_ne!(named_places("a.c:4: x\na.c:9: y"), place);
        for output in [
            "",
            "All checks passed!",
            "at 10:22:01",
            "http://a.b:80/x",
            "host.example:443 up",
            "1.5:2",
        ] {
            assert_eq!(named_places(output), None, "{output}");
        }
    }
}

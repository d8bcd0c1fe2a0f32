//! Weighs how much a line of output says about what went wrong.

use fusebox_scan::find_byte;

use crate::anchored_words::{AnchoredWord, is_one_of, word_positions};
use crate::excerpt::prefix_up_to;

/// How much a line says, from nothing to the name of the failed test.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum LineWeight {
    /// Ordinary output.
    None,
    /// Contains a word of failure.
    Mention,
    /// Sums up errors that other lines describe.
    Summary,
    /// Says that something failed.
    Failure,
    /// Says what went wrong.
    Named,
    /// Says what went wrong and in which test.
    Test,
}

/// The lower-cased pairs of letters that words of failure are found by.
const ANCHORS: [[u8; 2]; 11] =
    [*b"rr", *b"fa", *b"xc", *b"ie", *b"nv", *b"ot", *b"na", *b"im", *b"fu", *b"ck", *b"uc"];

const SUMMARIES: [&str; 35] = [
    "error: could not compile",
    "error: aborting due to",
    "error: test failed, to rerun",
    "error: process didn't exit",
    "error: build failed",
    "error: recipe `",
    "FAILED (",
    "[ERROR] COMPILATION ERROR",
    "[ERROR] Tests run:",
    "[ERROR] Failures:",
    "[ERROR] Errors:",
    "[ERROR] There are test failures",
    "[ERROR] To see the full",
    "[ERROR] Re-run Maven",
    "[ERROR] -> [Help",
    "[ERROR] [Help",
    "[ERROR] For more information",
    "[ERROR] After correcting",
    "[ERROR] Please refer",
    "[ERROR] See ",
    "npm ERR! code",
    "npm error code",
    "npm ERR! errno",
    "npm error errno",
    "npm ERR! syscall",
    "npm error syscall",
    "npm ERR! path",
    "npm error path",
    "npm ERR! A complete log",
    "npm error A complete log",
    "npm ERR! Test failed",
    "npm ERR! Exit status",
    "make: ***",
    "Error: Process completed with exit code",
    "npm ERR! Lifecycle script",
];
const NAMED_STARTS: [&str; 22] = [
    "error[",
    "error:",
    "error TS",
    "Error:",
    "ERROR:",
    "ERROR ",
    "[ERROR] ",
    "fatal:",
    "fatal error",
    "FATAL",
    "<tool_use_error>",
    "npm ERR! ",
    "npm error ",
    "CONFLICT (",
    "curl: (",
    "Exception in thread",
    "Uncaught ",
    "panic: ",
    "E: ",
    "Unhandled ",
    "OCI runtime",
    "AssertionError",
];
static NAMED_PARTS: [AnchoredWord; 12] = AnchoredWord::of_each(
    [
        " panicked at ",
        ": error:",
        ": error TS",
        ": fatal error:",
        "command not found",
        "No such file or directory",
        "ermission denied",
        "is not recognized as",
        "Cannot find module",
        ": not found",
        "SyntaxError:",
        "): error ",
    ],
    &ANCHORS,
);
const FAILURE_STARTS: [&str; 8] = [
    "FAIL",
    "BUILD FAIL",
    "Caused by",
    "make[",
    "gmake",
    "Build failed",
    "Execution failed",
    "* What went wrong",
];
/// Whether some start in these lists begins with the byte.
static FIRST_BYTES: [bool; 256] = {
    const LISTS: [&[&str]; 3] = [&SUMMARIES, &NAMED_STARTS, &FAILURE_STARTS];
    let mut firsts = [false; 256];
    let mut list = 0;
    while list < LISTS.len() {
        let mut i = 0;
        while i < LISTS[list].len() {
            firsts[LISTS[list][i].as_bytes()[0] as usize] = true;
            i += 1;
        }
        list += 1;
    }
    firsts
};
/// How far into a line words of failure count, in bytes.
const MENTION_BYTES: usize = 400;
static MENTIONS: [AnchoredWord; 12] = AnchoredWord::of_each(
    [
        "error",
        "fail",
        "exception",
        "denied",
        "invalid",
        "cannot",
        "unable",
        "not found",
        "timed out",
        "timeout",
        "refused",
        "could not",
    ],
    &ANCHORS,
);
const FREE_OF_ERRORS: [&str; 4] = ["0 failed", "0 errors", "no error", "0 failures"];

/// The weight of a line if it is more than `least`; otherwise any weight that is not more. The line
/// has no indentation.
pub(super) fn weigh(line: &str, indented: bool, least: LineWeight) -> LineWeight {
    let line = line.strip_prefix("E  ").map_or(line, str::trim_start);
    let starts = |list: &[&str]| starts(line, list);
    if line.starts_with("warning")
        || line.starts_with("note:")
        || line.starts_with("WARN")
        || line.starts_with("===")
        || line.starts_with("---") && !line.starts_with("--- FAIL")
        || is_empty_field(line)
    {
        LineWeight::None
    } else if starts(&SUMMARIES) {
        LineWeight::Summary
    } else if is_test(line) {
        LineWeight::Test
    } else if least >= LineWeight::Named {
        LineWeight::None
    } else if starts(&NAMED_STARTS) || is_exception(line) || !indented && is_at_position(line) {
        LineWeight::Named
    } else {
        weight_by_words(line, least, starts(&FAILURE_STARTS) || line.ends_with("... FAILED"))
    }
}

/// Whether the line starts with one of these. The first byte rules out most lines.
fn starts(line: &str, list: &[&str]) -> bool {
    let Some(first) = line.as_bytes().first().filter(|first| FIRST_BYTES[usize::from(**first)])
    else {
        return false;
    };
    list.iter().any(|start| start.as_bytes().first() == Some(first) && line.starts_with(start))
}

/// The weight of a line by the words it contains.
fn weight_by_words(line: &str, least: LineWeight, is_failure: bool) -> LineWeight {
    let asks = !is_failure && least < LineWeight::Mention;
    let mut is_mention = false;
    for place in word_positions(line, |byte, behind| is_one_of(&ANCHORS, byte, behind)) {
        if NAMED_PARTS.iter().any(|part| place.has(part)) {
            return LineWeight::Named;
        }
        is_mention |= asks && MENTIONS.iter().any(|w| place.has_in_any_case(w, MENTION_BYTES));
    }
    if is_failure {
        LineWeight::Failure
    } else if is_mention && !is_free_of_errors(line) {
        LineWeight::Mention
    } else {
        LineWeight::None
    }
}

/// Whether the line names a failed test: `FAILED tests/a.py::test_x - …`, `--- FAIL: TestX`, `●
/// suite › test`, or a panic in a test.
fn is_test(line: &str) -> bool {
    let pytest = line.starts_with("FAILED ") || line.starts_with("ERROR ");
    pytest && line.contains("::")
        || line.starts_with("--- FAIL: ")
        || line.starts_with("● ") && line.contains('›')
        || line.starts_with("thread '") && line.contains("' panicked at ")
}

/// Whether the line is the field of a form, and empty: `Error: (none)`.
fn is_empty_field(line: &str) -> bool {
    line.ends_with(": (none)") || line.ends_with(": (empty)")
}

/// Whether the line is an exception: `TypeError: …`, `java.lang.IllegalStateException: …`,
/// `AssertionError`.
pub(crate) fn is_exception(line: &str) -> bool {
    if is_empty_field(line) {
        return false;
    }
    let end = line.bytes().position(|b| !(b.is_ascii_alphanumeric() || b"_.$".contains(&b)));
    let name = line.get(..end.unwrap_or(line.len())).unwrap_or_default();
    let rest = line.get(name.len()..).unwrap_or_default();
    // `org.acme.TimeoutException`
    let simple = name.rsplit('.').next().unwrap_or_default();
    let bare =
        rest.is_empty() && name.len() > 9 && simple.starts_with(|c: char| c.is_ascii_uppercase());
    // `airflow.exceptions.DagNotFound: …`
    let is_name = || {
        ["Error", "Exception", "Interrupt"].iter().any(|end| name.ends_with(end))
            || name.contains("exceptions.")
    };
    (bare || rest.starts_with(": ") || rest.starts_with(" [")) && is_name()
}

/// Whether a position and an error start the line: `./main.go:5:2: undefined: x`.
fn is_at_position(line: &str) -> bool {
    let blank = find_byte(b' ', line.as_bytes());
    let Some((place, message)) = blank.and_then(|at| line.split_at_checked(at)) else {
        return false;
    };
    // Few lines have a colon before their first blank.
    let Some(place) = place.strip_suffix(':') else { return false };
    let mut parts = place.rsplit(':');
    let number = |part: Option<&str>| {
        part.is_some_and(|p| !p.is_empty() && p.bytes().all(|b| b.is_ascii_digit()))
    };
    number(parts.next())
        && number(parts.next())
        && !message.starts_with(" warning")
        && !message.starts_with(" note")
}

/// Whether the line counts no failure: `3 passed, 0 failed`.
fn is_free_of_errors(line: &str) -> bool {
    let start = prefix_up_to(line, MENTION_BYTES).to_ascii_lowercase();
    FREE_OF_ERRORS.iter().any(|part| start.contains(part))
}

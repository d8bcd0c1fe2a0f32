//! Classifies what went wrong with a tool that reads or writes files for the client.
//!
//! Such a tool fails because of its arguments, unless the file is locked or out of reach: then the same
//! call may succeed later, and calling it again at once is what the breaker is for.

use super::{FILE_NOT_FOUND, INVALID_ARGUMENTS, TOOL_ERROR};

/// A file that does not exist, in the words of the systems and the clients.
const NOT_FOUND: &[&str] = &[
    "enoent",
    "no such file",
    "file not found",
    "filenotfounderror",
    "file does not exist",
    "path does not exist",
];

/// A file that is locked, or that the system cannot reach or serve now.
#[rustfmt::skip]
const OUT_OF_REACH: &[&str] = &[
    "ebusy", "resource busy", "etxtbsy", "text file busy", "text file is busy",
    "file is locked", "is locked by", "being used by another process", "sharing violation",
    "eagain", "resource temporarily unavailable", "edeadlk", "enolck", "no locks available",
    "estale", "stale file handle", "stale nfs",
    "etimedout", "timed out",
    "eio:", "i/o error", "input/output error",
    "enotconn", "transport endpoint is not connected",
    "ehostdown", "host is down", "ehostunreach", "no route to host", "enetunreach",
    "emfile", "enfile", "too many open files",
    "enospc", "no space left on device", "edquot", "disk quota exceeded",
];

/// The class of a failure of a tool on files.
pub(super) fn file_error_class(text: &str) -> &'static str {
    let cause = own_words(text.trim_start().lines().next().unwrap_or_default());
    let names = |phrases: &[&str]| phrases.iter().any(|phrase| cause.contains(phrase));
    if names(NOT_FOUND) {
        FILE_NOT_FOUND
    } else if names(OUT_OF_REACH) {
        TOOL_ERROR
    } else {
        INVALID_ARGUMENTS
    }
}

/// The line without what it quotes and without paths, which are the agent's own words.
fn own_words(line: &str) -> String {
    let mut unquoted = String::with_capacity(line.len());
    let mut rest = line;
    while let Some(at) = rest.find(['\'', '"', '`']) {
        let (before, quoted) = rest.split_at(at);
        unquoted.push_str(before);
        let mark = quoted.chars().next().unwrap_or_default();
        let is_apostrophe = before.ends_with(|c: char| c.is_alphanumeric());
        let inside = quoted.get(1..).unwrap_or_default();
        rest = match inside.find(mark) {
            Some(end) if !is_apostrophe => inside.get(end + 1..).unwrap_or_default(),
            _ => inside,
        };
    }
    unquoted.push_str(rest);
    // `i/o` is a word of the systems; every other word with a slash is a path.
    let is_path =
        |word: &&str| word.contains('/') && !word.contains("i/o") && !word.contains("input/");
    let words: Vec<&str> = unquoted.split(' ').filter(|word| !is_path(word)).collect();
    words.join(" ").to_ascii_lowercase()
}

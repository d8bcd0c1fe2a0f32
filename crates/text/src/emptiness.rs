//! Recognises answers that are none: of searches that found nothing, and results that the client cleared.

use serde_json::Value;

use super::{ansi, error::is_exception};

/// The longest output that says that nothing was found, in bytes.
const MAX_BYTES: usize = 160;
/// The longest answer of a name server that is read, in bytes.
const MAX_ANSWER_BYTES: usize = 1_200;
/// How an output starts that says so, lower-cased.
const STARTS: [&str; 22] = [
    "no matches found",
    "no match",
    "no files found",
    "no results",
    "no file matched",
    "no files matched",
    "no such pattern",
    "no entries",
    "no documents",
    "no records",
    "no resources found",
    "no rows",
    "nothing found",
    "nothing matched",
    "0 results",
    "0 matches",
    "found 0 ",
    "(no output)",
    "<no output>",
    "(0 rows)",
    "command exited with code 1",
    "(bash completed with no output)",
];
/// What a client took away, and how it says so, in the line that stands in place of a result.
const EVICTED_THINGS: [&str; 6] =
    ["result", "results", "output", "content", "contents", "response"];
const EVICTIONS: [&str; 10] = [
    "cleared",
    "evicted",
    "omitted",
    "removed",
    "pruned",
    "elided",
    "compacted",
    "dropped",
    "trimmed",
    "persisted",
];

/// Whether a search or a look that printed this body found nothing, however its tool words that.
pub fn found_nothing(body: &str) -> bool {
    let body = body.trim();
    if body.len() > MAX_BYTES {
        return names_no_host(body);
    }
    let line = ansi::to_plain_text(body).trim().to_ascii_lowercase();
    let is_empty_value = matches!(line.as_str(), "" | "[]" | "{}" | "0" | "null" | "none");
    let said = without_advice(line.strip_prefix("error: ").unwrap_or(&line));
    // `No messages found`; that no issues are found is what a check found out, and that none match is not.
    const FAULTS: [&str; 6] = ["error", "issue", "problem", "fail", "violation", "vulnerabilit"];
    let finds_none = said.strip_prefix("no ").is_some_and(|what| {
        what.split_once(" found").is_some_and(|(what, rest)| {
            rest.starts_with(" matching ") || !FAULTS.iter().any(|fault| what.contains(fault))
        })
    });
    is_empty_value
        || names_no_host(body)
        || is_empty_json(&line)
        || finds_none
        || STARTS.iter().any(|start| said.starts_with(start))
}

/// The first line of what is said, where those behind it only say how to search better.
fn without_advice(said: &str) -> &str {
    let Some((first, rest)) = said.split_once('\n') else { return said };
    let mut rest = rest.lines().map(str::trim).filter(|line| !line.is_empty());
    let advises = |line: &str| {
        ["try ", "please try", "hint:", "tip:", "consider ", "did you mean"]
            .iter()
            .any(|start| line.starts_with(start))
    };
    if rest.all(advises) { first.trim_end() } else { said }
}

/// Whether a name server says that there is no such name, or that it has none to tell: of what `dig`, `host` and
/// `nslookup` print beside it, the number of the question and the time are others each time.
fn names_no_host(body: &str) -> bool {
    if body.len() > MAX_ANSWER_BYTES {
        return false;
    }
    if let Some((_, header)) = body.split_once("->>HEADER<<-") {
        let status = header.split_once("status: ").map_or("", |(_, status)| status);
        return !status.starts_with("NOERROR") || header.contains(" ANSWER: 0,");
    }
    let mut words = ["** server can't find ", "(NXDOMAIN)", ": NXDOMAIN", "(SERVFAIL)"].iter();
    words.any(|words| body.contains(words))
}

/// Whether the line is JSON without a value: `{"messages": [], "total": 0}`.
fn is_empty_json(line: &str) -> bool {
    fn is_empty(value: &Value) -> bool {
        match value {
            Value::Null => true,
            Value::Bool(value) => !value,
            Value::Number(number) => number.as_f64() == Some(0.0),
            Value::String(text) => text.is_empty(),
            Value::Array(list) => list.iter().all(is_empty),
            Value::Object(fields) => fields.values().all(is_empty),
        }
    }
    // What a server says beside an empty list: of what kind it is, and which part of it.
    fn has_empty_list(value: &Value) -> bool {
        let Value::Object(fields) = value else { return false };
        let is_list = |(key, value): (&String, &Value)| {
            LISTS.contains(&key.as_str()) && value.as_array().is_some_and(Vec::is_empty)
        };
        let is_about = |(key, value): (&String, &Value)| {
            is_empty(value) || ABOUT_LISTS.contains(&key.as_str()) && !value.is_array()
        };
        fields.iter().any(is_list) && fields.iter().all(is_about)
    }
    line.starts_with('{')
        && serde_json::from_str(line).is_ok_and(|value| is_empty(&value) || has_empty_list(&value))
}

/// How servers call a list of what was found, and what they say about it.
const LISTS: [&str; 10] = [
    "results",
    "items",
    "matches",
    "hits",
    "entries",
    "records",
    "documents",
    "messages",
    "files",
    "issues",
];
const ABOUT_LISTS: [&str; 12] = [
    "type",
    "object",
    "kind",
    "query",
    "q",
    "page",
    "limit",
    "offset",
    "per_page",
    "request_id",
    "sort",
    "took",
];

/// How the first line of an output starts that is an error and nothing else, lower-cased.
const ERROR_STARTS: [&str; 42] = [
    "error response from ",
    "error from server",
    "error:",
    "error[",
    "an error occurred",
    "fatal:",
    "traceback (most recent",
    "failed to ",
    "could not ",
    "cannot ",
    "permission denied",
    "access denied",
    "panic:",
    "unable to ",
    // The client rejected the call.
    "<tool_use_error>",
    "no replacement was performed",
    "the tool execution failed",
    // An agent that was asked.
    "i could not ",
    "i cannot ",
    "i was unable ",
    "[error] ",
    "error making ",
    "not ok",
    "compilation error",
    "fatal error",
    "curl: (",
    "make: ***",
    "* what went wrong:",
    "! latex error",
    "! undefined control sequence",
    "error in ",
    "error while ",
    "error executing ",
    "error authenticating",
    "error ~ ",
    "npm error ",
    "npm err! ",
    "err_pnpm_",
    "http 401",
    "http 403",
    "http 404",
    "a terminal is required to read the password",
];
/// How its first line ends: the words of the system, mostly.
pub(super) const ERROR_ENDS: [&str; 18] = [
    ": permission denied",
    ": no such file or directory",
    ": not found",
    "access denied",
    ": no space left on device",
    ": connection refused",
    ": connection timed out",
    ": operation not permitted",
    ": read-only file system",
    ": input/output error",
    ": stale file handle",
    ": device or resource busy",
    ": not a directory",
    ": is a directory",
    ": disk quota exceeded",
    " is denied.",
    "invalid data found when processing input",
    ": unbound variable",
];
/// How its last line starts, behind a banner.
const ERROR_ENDINGS: [&str; 7] = [
    "error: ",
    "fatal: ",
    "fatal error: ",
    "make: ***",
    "* 1 error occurred",
    "denied: ",
    "unknown encoder ",
];
/// The longest output that is an error and nothing else, in bytes, and the longest in which a banner may
/// stand in front.
const MAX_ERROR_BYTES: usize = 1_500;
const MAX_BANNER_BYTES: usize = 400;

/// Whether the body of an output is an error and nothing else, for calls whose status is not known, is that of a filter
/// behind the program (`| tail -1`), or says only that a server has answered.
pub fn is_error_text(body: &str) -> bool {
    let body = body.trim();
    if body.len() > MAX_ERROR_BYTES {
        return false;
    }
    if body.starts_with('{') {
        return serde_json::from_str(body).is_ok_and(|answer| is_failed_answer(&answer));
    }
    let plain = ansi::to_plain_text(body);
    // The program may say that it ends after an exception of a script.
    let mut ends = plain.lines().rev().map(str::trim_end).filter(|line| !line.is_empty()).take(2);
    if ends.next().is_some_and(is_exception) {
        return plain.len() <= MAX_BANNER_BYTES;
    }
    if ends.next().is_some_and(is_exception) && plain.contains("\nTraceback (most recent") {
        return true;
    }
    // What a client or a program adds may stand behind it.
    if plain.len() <= MAX_BANNER_BYTES && plain.lines().any(is_exception) {
        return true;
    }
    // pip complains of other packages before it says so, and Maven of what it can do without.
    if plain.contains("\nSuccessfully installed ") || plain.contains("BUILD SUCCESS") {
        return false;
    }
    // `install.packages` warns, and ends well.
    if plain.contains("is not available for this version of R") {
        return true;
    }
    let mut lines = plain.trim().lines().map(|line| line.trim().to_lowercase());
    let first = lines.next().unwrap_or_default();
    let last = lines.next_back().filter(|_| plain.len() <= MAX_BANNER_BYTES);
    let first = first.as_str();
    // The name of the program that says so.
    let said = first
        .split_once(": ")
        // PowerShell puts a space in front of the colon.
        .filter(|(name, _)| !name.trim_end().contains(' ') || !name.contains(char::is_alphabetic))
        .map_or(first, |(_, said)| said);
    ERROR_STARTS.iter().any(|start| first.starts_with(start) || said.starts_with(start))
        || ERROR_ENDS.iter().any(|end| first.ends_with(end))
        || first.contains(" verification failed: ")
        || first.contains(": access denied: ")
        // `Error 456: Quota exceeded.`
        || first.strip_prefix("error ").is_some_and(starts_with_code)
        || last.is_some_and(|last| ERROR_ENDINGS.iter().any(|start| last.starts_with(start)))
}

/// Whether a number begins the text that is no count: `456: Quota exceeded.`, `1045 (28000): Access denied`.
fn starts_with_code(text: &str) -> bool {
    let rest = text.trim_start_matches(|c: char| c.is_ascii_digit());
    let is_end = rest.is_empty()
        || rest.starts_with([':', ',', '.', '-', ';'])
        || rest.starts_with(" (")
        || rest.starts_with(" -");
    rest.len() < text.len() && is_end
}

/// Whether a server's answer says that it did not do what it was asked for.
fn is_failed_answer(answer: &Value) -> bool {
    let denies = |key: &str| answer[key] == Value::Bool(false);
    let error = &answer["error"];
    let has_error = error.as_str().is_some_and(|text| !text.is_empty())
        || *error == Value::Bool(true)
        || error.as_object().is_some_and(|fields| !fields.is_empty());
    let has_errors = |key: &str| match &answer[key] {
        Value::Array(list) => !list.is_empty(),
        Value::Object(fields) => !fields.is_empty(),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => false,
    };
    has_error
        || has_errors("errors")
        || has_errors("errorMessages")
        || denies("ok")
        || denies("success")
        || answer["isError"] == true
        || answer["status"] == "error"
}

/// Whether the client removed the result from the conversation: what it was is unknown.
///
/// A line in brackets stands in its place (`[Old tool result content cleared]`), or a tag around a note
/// (`<persisted-output>`).
pub fn is_evicted(body: &str) -> bool {
    let body = body.trim_start();
    if !body.starts_with(['[', '<', '(', '…']) {
        return false;
    }
    let first = body.lines().next().unwrap_or_default().trim_end();
    // What follows such a line is the result, but for a tag.
    let is_whole = body.trim_end().len() == first.len() || first.starts_with('<');
    let is_data = first.contains(['"', '{', '=']);
    if !is_whole || is_data || first.len() > MAX_BYTES || !first.ends_with([']', '>', ')', '…']) {
        return false;
    }
    let line = first.to_lowercase();
    let mut words = line.split(|sign: char| !sign.is_alphanumeric());
    let names = |known: &[&str]| words.clone().any(|word| known.contains(&word));
    let is_thing = names(&EVICTED_THINGS);
    is_thing && words.any(|word| EVICTIONS.contains(&word))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::envelope::output_body;

    #[test]
    fn r06_answers_of_fruitless_searches_are_one() {
        for output in [
            "",
            "\n",
            "(no output)",
            "No matches found",
            "No files found",
            "Command exited with code 1",
            "Exit code: 1\nOutput:\n",
            "[]",
            "(0 rows)",
            "No resources found in default namespace.",
            "{\"messages\": [], \"resultSizeEstimate\": 0}",
            "No issues found matching your search criteria.\n\nTry adjusting your search criteria.",
            "{\"results\": [], \"type\": \"workspace_search\", \"total\": 0}",
            "No pages found.\nHint: search in all spaces.",
            "; <<>> DiG 9.18 <<>> a.example\n;; ->>HEADER<<- opcode: QUERY, status: NXDOMAIN, id: 1",
            ";; ->>HEADER<<- opcode: QUERY, status: NOERROR, id: 7\n;; flags: qr; QUERY: 1, ANSWER: 0, AUTHORITY: 1",
            "Host a.example not found: 3(NXDOMAIN)",
            "Server:\t\t9.9.9.9\n\n** server can't find a.example: NXDOMAIN",
        ] {
            assert!(found_nothing(output_body(output)), "{output:?}");
        }
        for output in [
            "a.rs:1: no matches found",
            "error",
            "1 result",
            "grep: a: No such file",
            "No issues found",
            "{\"results\": [], \"state\": \"indexing\"}",
            "{\"results\": [\"a\"], \"type\": \"search\"}",
            ";; ->>HEADER<<- opcode: QUERY, status: NOERROR, id: 7\n;; flags: qr; QUERY: 1, ANSWER: 1, AUTHORITY: 0",
        ] {
            assert!(!found_nothing(output_body(output)), "{output:?}");
        }
    }

    #[test]
    fn r05_errors_are_known_without_a_status() {
        for output in [
            "ERROR: Please run 'az login' to setup account.",
            "psql: error: connection to server failed",
            "apply_patch verification failed: Failed to find expected lines in /w/a.py:",
            "cat: /etc/shadow: Permission denied",
            "fatal: not a git repository",
            "cp: error writing '/mnt/a': No space left on device",
            "Open On-Chip Debugger 0.12.0\nError: unable to find a matching device",
            "Traceback (most recent call last):\n  File",
            "torch.cuda.OutOfMemoryError: CUDA out of memory.",
            "{\"ok\": false, \"error\": \"not_in_channel\"}",
            "{\"status\": \"error\", \"message\": \"no such sheet\"}",
            "{\"isError\": true, \"content\": []}",
            "{\"error\": {\"code\": -32603}}",
            "{\"error\": true, \"message\": \"You do not have permission to edit this file\"}",
            "No replacement was performed, old_str `a` did not appear verbatim in /w/a.py.",
            "The tool execution failed with the following error:\n<error>",
            "Command: x\nError: no such file",
            "Start-Service : Cannot find any service with service name 'a'.",
        ] {
            assert!(is_error_text(output_body(output)), "{output:?}");
        }
        for output in [
            "{\"ok\": true, \"error\": null}",
            "{\"error\": \"\"}",
            "{\"error\": false, \"message\": \"saved\"}",
            "{\"success\": true}",
            "{\"errors\": []}",
            "ok",
            "",
            "2 errors",
            "a.rs:1: error",
            "errors: 0",
            "Stdout: 18 passed\nStderr: (empty)\nError: (none)\nExit Code: 0",
            "the build failed twice today",
        ] {
            assert!(!is_error_text(output_body(output)), "{output:?}");
        }
    }

    #[test]
    fn r01_results_that_the_client_cleared_are_unknown() {
        for output in [
            "[Old tool result content cleared]",
            "[… content evicted …]",
            "<persisted-output>\nOutput too large (60KB). Full output saved to: /x",
            "[Tool result cleared to save context]",
            "Exit code: 0\nWall time: 0.1 seconds\nOutput:\n[Old tool result content cleared]",
            "[tool output omitted: exceeded context budget]",
            "<tool_result_cleared/>",
        ] {
            assert!(is_evicted(output_body(output)), "{output:?}");
        }
        for output in [
            "",
            "[]",
            "cleared",
            "[1] done",
            "The old tool result content cleared",
            "[\"content\", \"cleared\"]",
        ] {
            assert!(!is_evicted(output_body(output)), "{output:?}");
        }
    }
}

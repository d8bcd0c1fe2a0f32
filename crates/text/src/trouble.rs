//! Recognises answers about what others run that tell of trouble: a line of a log, the state of a run or of a pod.

use super::end_state::{begins_with_count, ends_with_count, words};
use super::excerpt::suffix_up_to;

/// Trouble that is being told stands at the end, in bytes.
const END_BYTES: usize = 2_000;
/// Words that tell of trouble, lower-cased.
const TROUBLE: [&str; 19] = [
    "abort",
    "aborted",
    "crash",
    "crashed",
    "critical",
    "denied",
    "err",
    "error",
    "exception",
    "fail",
    "failed",
    "failure",
    "fatal",
    "forbidden",
    "panic",
    "panicked",
    "refused",
    "traceback",
    "unauthorized",
];
/// Words before one of them that say that there is none.
const NONE_OF: [&str; 5] = ["no", "without", "0", "zero", "not"];

/// Whether the end of the text tells of trouble. One that counts (`failed: 0`), names a field without a value
/// (`"error": null`), or says that there is none does not.
pub fn tells_trouble(text: &str) -> bool {
    let said = suffix_up_to(text, END_BYTES).to_ascii_lowercase();
    let mut before = "";
    words(&said).any(|(at, word)| {
        let last = std::mem::replace(&mut before, word);
        let behind = &said[at + word.len()..];
        let is_none = || {
            NONE_OF.contains(&last)
                || ends_with_count(&said[..at])
                || begins_with_count(word, behind)
                || names_nothing(behind)
        };
        // A state of a pod counts nothing: behind it stands how often it began again.
        word.ends_with("backoff") || TROUBLE.contains(&word) && !is_none()
    })
}

/// Whether a word is the name of a field without a value: `"error":null`, `error: none`, `"errors": []`.
fn names_nothing(behind: &str) -> bool {
    let value = behind.trim_start_matches(['"', '\'', ' ']);
    let Some(value) = value.strip_prefix([':', '=']) else { return false };
    let value = value.trim_start();
    let ends = |rest: &str| {
        let rest = rest.trim_start_matches([' ', '\t']);
        rest.is_empty() || rest.starts_with([',', ';', '}', ']', ')', '\n', '\r'])
    };
    ["null", "none", "nil", "false", "[]", "{}", "\"\"", "''", "-", ""]
        .iter()
        .any(|nothing| value.strip_prefix(nothing).is_some_and(ends))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a13_trouble_that_others_tell_of() {
        for text in [
            "app-1  | 2026-10-09 15:03:13.071 UTC [61] FATAL:  password authentication failed for user \"forum\"",
            "NAME  READY  STATUS  RESTARTS\npricing-1  0/1  CrashLoopBackOff  3 (17s ago)",
            "Post comment\t2026-10-09T17:22:31Z ##[error]Resource not accessible by integration",
            "completed\tfailure\tci",
            "{\"state\":\"FAILED\",\"reason\":\"quota\"}",
            "thread 'main' panicked at src/main.rs:4",
            "ERROR:  null value in column \"id\" violates not-null constraint",
            "error: nonexistent branch",
        ] {
            assert!(tells_trouble(text), "{text}");
        }
        for text in [
            "listening on :8080",
            "passed: 40, failed: 0, errors: 0",
            "{\"status\":\"ok\",\"error\":null}",
            "no errors in the last 5 minutes",
            "0 failed, 12 running",
            "{\"errors\": [], \"count\": 3}",
            "step 40 done without error",
            "",
        ] {
            assert!(!tells_trouble(text), "{text}");
        }
    }
}

//! Recognises words and lines that tell of trouble: in an answer about what others run (a line of a log, the state of a
//! run or of a pod), and in what is left of the output of a program.

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

/// Whether a word is one that tells of trouble, in any case of its letters: no program has such a name.
pub fn is_trouble_word(word: &str) -> bool {
    TROUBLE.iter().any(|trouble| word.eq_ignore_ascii_case(trouble))
}

/// Lines read from the end of an output for a failure by which it ends.
const LAST_LINES: usize = 6;

/// Whether a line tells no more than that a program ended, what it cleared away or how long it took: `Cleanup completed`, `Done
/// in 2s`, `Transaction rolled back`. That it did its work, it does not say.
pub fn is_closing_line(line: &str) -> bool {
    const ENDS: [&str; 12] = [
        "bye", "cleanup", "cleaned", "cleaning", "exiting", "goodbye", "rollback", "rolled",
        "shutdown", "shutting", "teardown", "torn",
    ];
    const TIMES: [&str; 22] = [
        "after",
        "all",
        "complete",
        "completed",
        "done",
        "duration",
        "elapsed",
        "ended",
        "execution",
        "finished",
        "in",
        "it",
        "min",
        "minutes",
        "ms",
        "real",
        "run",
        "s",
        "seconds",
        "time",
        "took",
        "total",
    ];
    let line = line.to_ascii_lowercase();
    let words = || line.split(|sign: char| !sign.is_alphanumeric()).filter(|word| !word.is_empty());
    let is_number = |word: &str| word.starts_with(|sign: char| sign.is_ascii_digit());
    let is_time = |word: &str| is_number(word) || TIMES.contains(&word);
    let is_short = words().nth(MAX_CLOSING_WORDS).is_none();
    is_short
        && !TROUBLE.iter().any(|trouble| line.contains(trouble))
        && (words().any(|word| ENDS.contains(&word))
            || ["clean up", "actionable task"].iter().any(|words| line.contains(words))
            || words().any(is_number) && words().all(is_time) && !words().all(is_number))
}

/// A line of more words tells of something else.
const MAX_CLOSING_WORDS: usize = 7;

/// Whether an output ends with what failed: nothing follows it but words about it (`See config.log for more details`).
pub fn ends_with_failure(body: &str) -> bool {
    const ABOUT: [&str; 7] = ["error", "fail", "cannot", ".log", "for more ", "see ", "hint: "];
    let is_about = |line: &str| {
        let line = line.to_ascii_lowercase();
        ABOUT.iter().any(|words| line.contains(words)) || is_closing_line(&line)
    };
    let lines = suffix_up_to(body, END_BYTES).lines().rev().map(str::trim);
    let last = lines.filter(|line| !line.is_empty()).take(LAST_LINES);
    last.take_while(|line| is_labelled_failure(line) || is_about(line)).any(is_labelled_failure)
}

/// Whether a line of a compiler, or of a tool that builds, says that the build failed.
pub fn is_build_failure(line: &str) -> bool {
    const STARTS: [&str; 10] = [
        "BUILD FAILED",
        "Build failed",
        "ERROR in ",
        "FAILURE: ",
        "ERROR] ",
        "error during build",
        "error[",
        "npm ERR! ",
        "npm error ",
        "x Build failed",
    ];
    let said = line.trim_start_matches(|sign: char| !sign.is_alphabetic());
    is_labelled_failure(line)
        || STARTS.iter().any(|start| said.starts_with(start))
        || said.contains("): error ")
}

/// Whether a line says in front that it is about a failure: `ERROR: no space`, `configure: error: no compiler`,
/// `CMake Error at a.txt:9`.
fn is_labelled_failure(line: &str) -> bool {
    let line = line.trim_start_matches(|sign: char| !sign.is_alphabetic());
    let is_label = |word: &str| {
        let label = word.trim_end_matches(':');
        word.len() > label.len()
            && (label.ends_with("Error")
                || ["error", "fatal"].iter().any(|name| label.eq_ignore_ascii_case(name)))
    };
    // The name of the program, or the place, may stand in front.
    let mut words = line.split_ascii_whitespace();
    let first = words.next().unwrap_or_default();
    line.starts_with("CMake Error at ")
        || line.starts_with("An error occurred while ")
        || is_label(first)
        || first.ends_with(':') && words.next().is_some_and(is_label)
}

/// Whether a line tells that something failed: by how it begins, by its second word (`Database Error in model a`), or by a
/// count (`ok=3 failed=1`).
pub fn is_failure_line(line: &str) -> bool {
    const STARTS: [&str; 9] = [
        "aborted:",
        "aborted with ",
        "error",
        "fatal",
        "failed",
        "exiting because",
        "build failed",
        "execution halted",
        "traceback (most recent call last)",
    ];
    const COUNTS: [&str; 4] = ["error=", "errors=", "failed=", "failures="];
    const ABORTS: &str = "aborting ";
    // A time before it is no word of it.
    let line = line.trim_start_matches(|sign: char| !sign.is_alphabetic());
    let begins = STARTS.iter().any(|start| {
        line.get(..start.len()).is_some_and(|said| said.eq_ignore_ascii_case(start))
            && !line[start.len()..].trim_start_matches(['s', ':', '=', ' ']).starts_with('0')
    });
    let is_error = |word: &str| {
        let word = word.trim_end_matches(':');
        word.ends_with("Error") || word == "ERROR"
    };
    let counts = |word: &str| {
        COUNTS.iter().any(|count| {
            let rest = word.get(..count.len()).filter(|said| said.eq_ignore_ascii_case(count));
            rest.is_some() && !word[count.len()..].starts_with('0')
        })
    };
    let mut words = line.split_ascii_whitespace();
    let aborts = || {
        // Only such a line is copied.
        let said = line.get(..ABORTS.len()).filter(|said| said.eq_ignore_ascii_case(ABORTS));
        let said = said.map(|_| line.to_ascii_lowercase());
        said.is_some_and(|said| ["failure", "error"].iter().any(|word| said.contains(word)))
    };
    begins || aborts() || words.clone().take(2).any(is_error) || words.any(counts)
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

    #[test]
    fn a13_lines_that_tell_that_something_failed() {
        for line in [
            "ERROR: no matching distribution",
            "Database Error in model a (models/a.sql)",
            "12:04:11 failed=1 ok=3",
            "Failed: 2 of 40",
        ] {
            assert!(is_failure_line(line), "{line}");
        }
        for line in
            ["Errors: 0", "Failed:     0, Passed: 41", "failed=0", "an error is no start", ""]
        {
            assert!(!is_failure_line(line), "{line}");
        }
        assert!(is_trouble_word("Exception") && !is_trouble_word("warning"));
    }

    #[test]
    fn r04_lines_that_only_tell_of_an_end() {
        for line in [
            "Cleanup completed",
            "Cleaning up temporary files",
            "Done in 2s",
            "✨  Done in 1.32s.",
            "Finished in 3.2 seconds",
            "Total time: 2.1s",
            "Transaction rolled back.",
            "1 actionable task: 1 executed",
        ] {
            assert!(is_closing_line(line), "{line}");
        }
        for line in [
            "all done",
            "BUILD SUCCESSFUL in 3s",
            "37 rows loaded",
            "UPGRADE FAILED: another rollback is in progress",
            "200",
            "",
        ] {
            assert!(!is_closing_line(line), "{line}");
        }
    }

    #[test]
    fn r04_lines_that_say_that_a_build_failed() {
        for line in [
            "[ERROR] Failed to execute goal",
            "FAILURE: Build failed with an exception.",
            "error[E0433]: no crate",
            "a.c:4:2: error: no",
            "a.ts(4,5): error TS2322: no",
            "npm ERR! Lifecycle script failed",
        ] {
            assert!(is_build_failure(line), "{line}");
        }
        for line in ["warning: unused", "0 errors", "Compiling error-chain v0.12", ""] {
            assert!(!is_build_failure(line), "{line}");
        }
    }

    #[test]
    fn r04_outputs_that_end_with_what_failed() {
        for output in [
            "Collecting a\nERROR: No matching distribution found for a",
            "checking for cc... no\nconfigure: error: no compiler\nSee `config.log' for more details",
            "CMake Error at CMakeLists.txt:4 (find_package):\n-- Configuring incomplete, errors occurred!",
            "extconf failed\n\nAn error occurred while installing ffi (1.15.5), and Bundler cannot continue.\n",
            "src/a.c:4:2: error: unknown type name 'b'",
        ] {
            assert!(ends_with_failure(output), "{output}");
        }
        for output in [
            "ERROR: lock held, trying again\nloaded a.csv: 37 rows",
            "error: mirror 1 does not answer\ndone",
            "Error handler installed\nrows 37",
            "Errors: 0, warnings: 2",
            "see the log for details",
            "last error: ECONNRESET",
            "",
        ] {
            assert!(!ends_with_failure(output), "{output}");
        }
    }
}

//! Recognises outputs that only acknowledge a call. Equal ones are no sign of a loop.

use super::ansi;
use super::trouble::is_closing_line;
use fusebox_scan::WordSet;

/// Whole outputs that acknowledge, lower-cased, without white space and without a full stop.
const STATUS_WORDS: [&str; 29] = [
    "",
    "ok",
    "okay",
    "true",
    "yes",
    "done",
    "success",
    "successful",
    "succeeded",
    "completed",
    "complete",
    "null",
    "none",
    "undefined",
    "{}",
    "[]",
    "\"\"",
    "(nooutput)",
    "<nooutput>",
    "nooutput",
    "(nocontent)",
    "commandcompletedsuccessfully",
    "saved",
    "accepted",
    "ok:true",
    "success:true",
    "(bashcompletedwithnooutput)",
    "toolranwithoutoutputorerrors",
    "[image]",
];
/// Keys of a JSON object that acknowledges when their value is one of [`SUCCESS_VALUES`].
const STATUS_KEYS: [&str; 6] = ["ok", "success", "status", "result", "done", "message"];
const SUCCESS_VALUES: [&str; 6] = ["true", "\"ok\"", "\"success\"", "\"done\"", "null", "\"true\""];
/// Verbs of writing: a line acknowledges when it starts with one, or has one and "successfully".
static WRITE_VERBS: WordSet<14> = WordSet::new(
    "written wrote created updated edited saved modified deleted removed applied replaced \
     inserted added completed",
);
/// The longest output that can acknowledge, in bytes; a longer one carries information.
const MAX_LINE_BYTES: usize = 240;
/// Participles that do not end in `ed`.
static IRREGULAR_PARTICIPLES: WordSet<12> =
    WordSet::new("built done gone made put ran run sent set taken written wrote");
/// Words in `ed` that do not report a completed action. Words in `un`, `mis` and `dis` do not
/// either.
static OTHER_PARTICIPLES: WordSet<33> = WordSet::new(
    "aborted blocked canceled cancelled corrupted crashed denied deprecated exceeded excluded \
     exited expected expired failed halted ignored interrupted killed limited logged \
     malformed matched needed nested passed refused rejected reserved required skipped \
     supported terminated timed",
);
/// A line that contains one of these does more than acknowledge.
const DOUBT_WORDS: [&str; 15] = [
    "error",
    "fail",
    "warn",
    "not ",
    "n't",
    "no ",
    "none",
    "nothing",
    "cannot",
    "unable",
    "invalid",
    "missing",
    "connection",
    "already",
    "pending",
];
/// A line that contains one of these reports a check that found no problem.
const CLEAN_CHECKS: [&str; 8] = [
    "all checks passed",
    "no issues",
    "no errors",
    "no problems",
    "no warnings",
    "no vulnerabilities",
    "0 errors",
    "0 problems",
];
/// The longest number that acknowledges, in bytes; a longer one is an identifier or a time.
const MAX_NUMBER_BYTES: usize = 8;
/// The longest line that can report a completed action, in bytes.
const MAX_COMPLETION_BYTES: usize = 100;

/// Whether the body of an output says nothing but that the call was carried out.
///
/// Such outputs are: an empty one; `ok`, `done`, `true`, `null`, `{}`, `[]` and the like in any
/// case; `{"ok":true}`, `{"status":"success"}`; one line with "successfully" and a verb of writing
/// (`File written successfully`), or that starts with such a verb (`Wrote 12 bytes to a.txt`), or
/// that is short and reports a completed action (`Message sent`, `Label added to issue`), because
/// servers answer so to any request; a short number (`200`, `0`), which answers one question and
/// says nothing about another; and one line of a check that found no problem.
///
/// `ok` is whether the call succeeded. A line that reports an action (`Service overloaded`) is an
/// error message where the call failed.
pub fn is_acknowledgement(body: &str, ok: bool) -> bool {
    let body = body.trim();
    if body.len() > MAX_LINE_BYTES {
        return false;
    }
    let plain = ansi::to_plain_text(body);
    let line = plain.trim().to_ascii_lowercase();
    is_status_word(&line)
        || is_number(&line)
        || is_success_object(&line)
        || is_write_report(&line)
        || ok && (is_completion(&line) || is_clean_check(&line))
}

/// Whether the last line of a program's output says that it did its work, whatever it warned of before: `37 rows loaded`, `Upload
/// complete`. A number, an address, a longer sentence and that it ended say nothing of that.
pub fn tells_success(last: &str) -> bool {
    const WORDS: [&str; 8] = [
        "complete",
        "finished",
        "ok",
        "ready",
        "success",
        "successful",
        "successfully",
        "succeeded",
    ];
    // Imperatives as well.
    const AMBIGUOUS: [&str; 3] = ["put", "run", "set"];
    let said = last.trim().trim_start_matches(|sign: char| !sign.is_alphanumeric());
    let said = said.to_ascii_lowercase();
    let mut words =
        said.split(|sign: char| !sign.is_alphanumeric()).filter(|word| !word.is_empty());
    let says_so = |word: &str| {
        WORDS.contains(&word) || is_completed_action(word) && !AMBIGUOUS.contains(&word)
    };
    let is_short = said.split_ascii_whitespace().count() <= MAX_SUCCESS_WORDS;
    // `The account is locked.`, `Caused by: x.NotFoundException`
    const STATES: [&str; 7] = [" is ", " are ", " was ", "exception", "://", "`", "="];
    let is_sentence = STATES.iter().any(|sign| said.contains(sign));
    let is_none = said.starts_with("0 ")
        || said.contains(" 0 ")
        || DOUBT_WORDS.iter().any(|word| said.contains(word));
    is_short
        && !(is_sentence || is_none || is_closing_line(&said))
        && (words.next().is_some_and(says_so) || words.next_back().is_some_and(says_so))
}

/// A line of more words tells of something else.
const MAX_SUCCESS_WORDS: usize = 6;

/// Whether the line is one of [`STATUS_WORDS`], ignoring white space and the signs at its end.
fn is_status_word(line: &str) -> bool {
    let said = line.trim_end_matches(|c: char| matches!(c, '.' | '!') || c.is_whitespace());
    let packed = || said.chars().filter(|c| !c.is_whitespace());
    STATUS_WORDS.iter().any(|word| packed().eq(word.chars()))
}

/// Whether the line is an object with a success value whose other entries only identify something
/// (`"messageId":"m-17"`).
fn is_success_object(line: &str) -> bool {
    if !line.starts_with('{') {
        return false;
    }
    let packed: String = line.split_whitespace().collect();
    let packed = packed.trim_end_matches(['.', '!']);
    let Some(inner) = packed.strip_prefix('{').and_then(|rest| rest.strip_suffix('}')) else {
        return false;
    };
    let mut good = 0;
    for entry in inner.split(',') {
        let Some((key, value)) = entry.split_once(':') else { return false };
        let key = key.trim_matches('"');
        if STATUS_KEYS.contains(&key) && SUCCESS_VALUES.contains(&value) {
            good += 1;
        } else if !(key.ends_with("id") || key == "ts" || key == "timestamp") {
            return false;
        }
    }
    good > 0
}

/// Whether the line is a short number: `200`, `0`, `12.5%`.
fn is_number(line: &str) -> bool {
    let is_part = |byte: u8| byte.is_ascii_digit() || b".,%".contains(&byte);
    line.len() <= MAX_NUMBER_BYTES && !line.is_empty() && line.bytes().all(is_part)
}

/// Whether a check found no problem: `All checks passed!`, `Success: no issues found in 1 source
/// file`.
fn is_clean_check(line: &str) -> bool {
    let is_short = line.len() <= MAX_COMPLETION_BYTES && !line.contains('\n');
    let stands = |(at, _): (usize, &str)| !line[..at].ends_with(|c: char| c.is_alphanumeric());
    is_short && CLEAN_CHECKS.iter().any(|words| line.match_indices(words).any(stands))
}

/// Whether a short line reports a completed action.
fn is_completion(line: &str) -> bool {
    let mut words = line.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    let is_data = line.starts_with(['{', '[', '<']) || line.contains(['\n', '|', '=']);
    line.len() <= MAX_COMPLETION_BYTES
        && !is_data
        && words.any(is_completed_action)
        && !DOUBT_WORDS.iter().any(|word| line.contains(word))
}

fn is_completed_action(word: &str) -> bool {
    let otherwise = ["un", "mis", "dis"].iter().any(|start| word.starts_with(start));
    let is_participle = word.len() > 4 && word.ends_with("ed") && !word.ends_with("eed");
    IRREGULAR_PARTICIPLES.has(word.as_bytes())
        || is_participle && !otherwise && !OTHER_PARTICIPLES.has(word.as_bytes())
}

fn is_write_report(line: &str) -> bool {
    let mut words = line.split(|c: char| !c.is_ascii_alphanumeric()).filter(|w| !w.is_empty());
    let first_is_verb = words.next().is_some_and(|word| WRITE_VERBS.has(word.as_bytes()));
    let mut says_so =
        || line.contains("successfully") && words.any(|word| WRITE_VERBS.has(word.as_bytes()));
    let doubts = || ["error", "fail", "warn", "not "].iter().any(|word| line.contains(word));
    !line.contains('\n') && (first_is_verb || says_so()) && !doubts()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::envelope::output_body;

    fn check(output: &str, expected: bool) {
        assert_eq!(is_acknowledgement(output_body(output), true), expected, "{output:?}");
    }

    #[test]
    fn r06_acknowledgements_are_known() {
        for output in [
            "",
            "  \n",
            "ok",
            "OK\n",
            "Done.",
            "true",
            "success",
            "null",
            "{}",
            "[]",
            "{\"ok\":true}",
            "{ \"status\": \"success\" }",
            "File written successfully",
            "File created successfully at: /w/a.rs",
            "The file /w/a.rs has been updated successfully.",
            "Wrote 12 bytes to a.txt",
            "Successfully edited src/main.rs",
            "\x1b[32mok\x1b[0m",
            "Exit code: 0\nWall time: 0.1 seconds\nOutput:\n",
            "(no output)",
            "(Bash completed with no output)",
            "Tool ran without output or errors",
            "Plan updated",
            "Message sent to the channel.",
            "Label added to issue",
            "1 row affected",
            "Clicked",
            "Your answer was recorded.",
            "Success: true",
            "OK: 1 row inserted",
            "    Finished `dev` profile [unoptimized + debuginfo] target(s) in 0.05s",
            "0",
            "200",
            "12.5%",
            "All checks passed!",
            "Success: no issues found in 1 source file",
        ] {
            check(output, true);
        }
    }

    #[test]
    fn r06_everything_else_counts() {
        for output in [
            "1763773608",
            "10 errors",
            "{\"ok\":false}",
            "[1]",
            "ok 3 tests",
            "hello",
            "2 failed",
            "File not written successfully",
            "Goodbye!",
            "a\nb",
            "{\"ok\":true,\"n\":3}",
            "ok  \tpkg/a\t0.003s",
            "error: file created but not saved successfully",
            "pending",
            "Access denied",
            "Request timed out",
            "No results were returned",
            "Connection closed",
            "Goodbye for the time number one.",
            "3 tests passed",
            "unchanged",
            "id=7 created",
            "./a/b.rs",
            "Login required",
            "Rate limited",
            "Already installed",
            "A speed is needed",
        ] {
            check(output, false);
        }
        assert!(is_acknowledgement("", false) && !is_acknowledgement("Service overloaded", false));
    }

    #[test]
    fn r04_a_last_line_that_says_that_work_was_done() {
        for line in
            ["37 rows loaded", "loaded a.csv: 37 rows", "Upload complete", "all done", "Saved."]
        {
            assert!(tells_success(line), "{line}");
        }
        for line in [
            "",
            "200",
            "0 rows loaded",
            "Done in 2s",
            "cleanup completed",
            "The account is locked.",
            "Caused by: x.ClassNotFoundException: a.B",
            "Run `npm fund` to be told more",
            "def run(x)",
            "Processed a total of 0 messages",
            "terminated",
        ] {
            assert!(!tells_success(line), "{line}");
        }
    }

    proptest! {
        #[test]
        fn r06_a_word_is_what_is_left_without_space_and_signs(
            parts in prop::collection::vec(prop::sample::select(vec![
                "ok", "o", "k", "done", "(no", "output)", "{}", "\"\"", " ", "\n", "\u{a0}", ".", "!",
                "é", "saved", "null",
            ]), 0..6),
        ) {
            let line = parts.concat();
            let line = line.trim();
            let packed: String = line.split_whitespace().collect();
            prop_assert_eq!(is_status_word(line), STATUS_WORDS.contains(&packed.trim_end_matches(['.', '!'])));
        }
    }
}

//! Counts the failures that an output tells of.

use fusebox_scan::BytePositions;
use fusebox_text::excerpt::{prefix_up_to, suffix_up_to};
use fusebox_text::word_runs;

/// How many failures the end of an output tells of: `3 failed`, `failures=11`; 1 for `TEST FAILED`, 0 for
/// `0 failed` and `FAIL=0`. The largest number counts; `None` where it tells of none.
pub(crate) fn count_failures(output: &str) -> Option<u64> {
    let end = suffix_up_to(output, MAX_COUNTED_BYTES);
    let failures = failure_words(end).map(|(number, unsaid)| number.unwrap_or(unsaid)).max();
    failures.max(errors_in_summary(end))
}

/// Only so much of the end of an output is read for counts.
const MAX_COUNTED_BYTES: usize = 4_096;

/// The numbers beside the words of failure in a text.
fn failure_words(end: &str) -> impl Iterator<Item = (Option<u64>, u64)> {
    let mut words = BytePositions::of(end.as_bytes(), |byte, behind| {
        (byte | 0x20 == b'f') & (behind | 0x20 == b'a')
    });
    let mut from = 0;
    let positions = std::iter::from_fn(move || {
        let at = words.next_from(from)?;
        from = at + 1;
        Some(at)
    });
    positions.filter_map(|at| {
        let (before, rest) = end.split_at_checked(at)?;
        failures_of_word(before, rest)
    })
}

/// Whether the end of an output counts failures: `Failed: 1`, `3 failures`.
pub(crate) fn tells_failures(output: &str) -> bool {
    let end = suffix_up_to(output, MAX_COUNTED_BYTES);
    failure_words(end).any(|(number, _)| number.is_some_and(|number| number > 0))
}

/// The largest number of errors that a line of counts at the end of an output tells: `Done. PASS=3 WARN=0 ERROR=1 SKIP=2`, `2 passed,
/// 1 error`, `ok=3 unreachable=1`. `None` where there are none, or no line counts two outcomes.
fn errors_in_summary(end: &str) -> Option<u64> {
    let lines = end.lines().rev().take(SUMMARY_LINES);
    // A part of each of the words.
    let may_count = |line: &&str| {
        let is_short = line.len() <= MAX_SUMMARY_BYTES;
        is_short && ["rr", "RR", "roken", "reach"].iter().any(|part| line.contains(part))
    };
    lines.filter(may_count).filter_map(errors_counted).max()
}

/// Only so many of the last lines may be such a line, and it is no longer than that, in bytes.
const SUMMARY_LINES: usize = 12;
const MAX_SUMMARY_BYTES: usize = 200;
/// Outcomes that are counted side by side, and those of them that say that something went wrong.
const OUTCOMES: [&str; 16] = [
    "changed",
    "fail",
    "failed",
    "failures",
    "ignored",
    "ok",
    "pass",
    "passed",
    "skip",
    "skipped",
    "succeeded",
    "success",
    "total",
    "tests",
    "warn",
    "warnings",
];
const ERRORS: [&str; 5] = ["broken", "err", "error", "errors", "unreachable"];

/// The errors that one line counts beside another outcome.
fn errors_counted(line: &str) -> Option<u64> {
    let is_one_of =
        |word: &str, known: &[&str]| known.iter().any(|known| word.eq_ignore_ascii_case(known));
    let (mut before, mut counted, mut errors) = ("", 0, 0);
    let mut words = word_runs(line).peekable();
    while let Some(word) = words.next() {
        let last = std::mem::replace(&mut before, word);
        // `ERROR=1`, `errors: 1`; or `1 error`.
        let end = word.as_ptr() as usize - line.as_ptr() as usize + word.len();
        let is_assigned = line.get(end..).is_some_and(|rest| rest.starts_with(['=', ':']));
        let number = if is_assigned { words.peek().copied().unwrap_or_default() } else { last };
        let Ok(count) = number.parse::<u64>() else { continue };
        if is_one_of(word, &ERRORS) {
            (counted, errors) = (counted + 1, u64::saturating_add(errors, count));
        } else if is_one_of(word, &OUTCOMES) {
            counted += 1;
        }
    }
    Some(errors).filter(|errors| *errors > 0 && counted > 1)
}

/// What is counted, as it is named where none of it failed.
const NOUNS: [&str; 24] = [
    "assertions",
    "builds",
    "cases",
    "checks",
    "documents",
    "examples",
    "files",
    "hosts",
    "items",
    "jobs",
    "messages",
    "modules",
    "objects",
    "packages",
    "records",
    "requests",
    "rows",
    "scenarios",
    "specs",
    "steps",
    "suites",
    "targets",
    "tasks",
    "tests",
];

fn is_noun(name: &str) -> bool {
    NOUNS.iter().any(|noun| noun.eq_ignore_ascii_case(name))
}

fn is_gap(sign: char) -> bool {
    matches!(sign, ' ' | '=' | ':' | '(')
}

fn is_letter(sign: char) -> bool {
    sign.is_alphanumeric() || sign == '_'
}

/// Whether what stands before a number makes it a part of a name or a version: `web-0`, `1.0`.
fn is_within_name(before: &str) -> bool {
    before.strip_suffix(['-', '.', '_']).is_some_and(|name| name.ends_with(is_letter))
}

/// Whether what stands before a word of failure counts none: `0 document(s) failed`.
fn counts_none(before: &str) -> bool {
    before.rsplit_once(' ').is_some_and(|(count, noun)| {
        let is_alone =
            |rest: &str| rest.is_empty() || rest.ends_with([' ', '\n', '\t', '(', ',', ':', '=']);
        (noun.ends_with("(s)") || is_noun(noun)) && count.strip_suffix('0').is_some_and(is_alone)
    })
}

/// What stands behind the name of what is counted: `0 (0.0%)` in `files: 0 (0.0%)`.
fn behind_noun(after: &str) -> Option<&str> {
    let (_, rest) = after.split_once(':').filter(|(name, _)| is_noun(name))?;
    let rest = rest.trim_start();
    let behind = rest.trim_start_matches(|sign: char| sign.is_ascii_digit());
    let ends = behind.is_empty()
        || behind.starts_with(|sign: char| sign.is_whitespace() || matches!(sign, '(' | ','));
    ends.then_some(rest)
}

/// The number beside the word of failure with which `rest` begins, if it does, and what to count where there is
/// none.
fn failures_of_word(before: &str, rest: &str) -> Option<(Option<u64>, u64)> {
    const WORDS: [&str; 6] = ["fail", "failed", "failing", "failure", "failures", "fails"];
    const COUNTED: [&str; 6] = ["tests", "test", "specs", "examples", "cases", "checks"];
    let length = rest.find(|sign| !is_letter(sign)).unwrap_or(rest.len());
    let (word, after) = rest.split_at(length);
    let is_word = WORDS.iter().any(|known| word.eq_ignore_ascii_case(known));
    if !is_word || before.ends_with(is_letter) {
        return None;
    }
    // `5 tests failed`
    let before = before.trim_end_matches(is_gap);
    let counted = COUNTED.iter().find_map(|word| {
        let (before, end) = before.split_at_checked(before.len().checked_sub(word.len())?)?;
        end.eq_ignore_ascii_case(word).then_some(before)
    });
    let before = counted.unwrap_or(before).trim_end_matches(is_gap);
    let after = after.trim_start_matches(is_gap);
    // `Failed processing 0 files`
    let after = after.strip_prefix("processing ").unwrap_or(after);
    // `Failed files: 0 (0.0%)`
    let after = behind_noun(after).unwrap_or(after);
    let digits = after.bytes().take_while(u8::is_ascii_digit).count();
    let start = before.trim_end_matches(|sign: char| sign.is_ascii_digit()).len();
    let start = if is_within_name(&before[..start]) { before.len() } else { start };
    let (first, last) = (&before[start..], &after[..digits]);
    // `PASS=18 FAIL=0`
    let is_assigned = rest[length..].starts_with(['=', ':']) && !last.is_empty();
    let (first, last) = if is_assigned { (last, first) } else { (first, last) };
    let counts_none = || counts_none(before).then_some(0);
    let number = first.parse().or_else(|_| last.parse()).ok().or_else(counts_none);
    let is_none =
        before.as_bytes().last_chunk().is_some_and(|end: &[u8; 2]| end.eq_ignore_ascii_case(b"no"));
    Some((number, u64::from(!is_none)))
}

/// Whether a check that ended with a status has said what it found, and not that it could not run.
pub(crate) fn tells_findings(output: &str) -> bool {
    let could_not = [
        "usage:",
        "unrecognized",
        "unknown option",
        "no such file",
        "cannot open",
        "traceback",
        "no such host",
        "could not resolve",
        "no valid credential",
    ];
    let start = prefix_up_to(output, 400).to_lowercase();
    !output.trim().is_empty() && !could_not.iter().any(|words| start.contains(words))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn r04_failures_are_counted_by_a_number_of_its_own() {
        for (output, expected) in [
            ("3 failed, 2 passed", Some(3)),
            ("0 failed", Some(0)),
            ("failures=11", Some(11)),
            ("PASS=18 FAIL=0", Some(0)),
            ("5 tests failed", Some(5)),
            ("TEST FAILED", Some(1)),
            ("no failures", Some(0)),
            ("Failed files:      0 (0.0%)", Some(0)),
            ("Failed requests:        0", Some(0)),
            ("Failed tests: 3, passed: 2", Some(3)),
            ("12 document(s) imported successfully. 0 document(s) failed to import.", Some(0)),
            ("0 files failed", Some(0)),
            ("10 files failed", Some(1)),
            ("web-0 deployment failed", Some(1)),
            ("pod web-0 failed", Some(1)),
            ("Release 1.0 build failed", Some(1)),
            ("web-0 tasks failed", Some(1)),
            ("check failed: got: 0 rows", Some(1)),
            ("Failed expectation: 0 widgets", Some(1)),
            ("Failed files: 0.5 of all", Some(1)),
            ("all is well", None),
            ("Done. PASS=3 WARN=0 ERROR=1 SKIP=2 TOTAL=6", Some(1)),
            ("12:04:11  Done. PASS=3 WARN=0 ERROR=2 SKIP=0 TOTAL=5", Some(2)),
            ("Done. PASS=6 WARN=0 ERROR=0 SKIP=0 TOTAL=6", None),
            ("2 passed, 1 error in 0.41s", Some(1)),
            ("web1 : ok=3 changed=1 unreachable=2 failed=0", Some(2)),
            ("Tests: 4, Assertions: 9, Errors: 2, Skipped: 1.", Some(2)),
            ("1 runs, 1 assertions, 0 failures, 3 errors, 0 skips", Some(3)),
            ("ok=1 error=18446744073709551615 errors=1", Some(u64::MAX)),
            ("exit with error 3", None),
            ("error: 1 job, total unknown", None),
            ("listening on 8080, 12 tests", None),
        ] {
            assert_eq!(count_failures(output), expected, "{output}");
        }
    }
}

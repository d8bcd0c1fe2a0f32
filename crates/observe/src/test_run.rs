//! Turns the output of a test run into what the engine counts, bounded and redacted.

use std::borrow::Cow;

use fusebox_engine::ErrorSignature;
use fusebox_engine::test_run::{FailedTest, TestCall, TestRun, TestRunEnd};

use crate::SessionContext;
use crate::error_signature::OutputError;
use crate::failure_count::tells_failures;
use crate::pytest_root::name_from_start;
use fusebox_shell::TestRunner;
use fusebox_test_output::{
    ParsedTestRun, TestFailure, read_junit_report, read_test_output, worse_run,
};
use fusebox_text::digest::DigestBuilder;
use fusebox_text::redacted_line;
use fusebox_text::{ansi, digest, excerpt, mask, redact};

/// The longest name, and the longest assertion or error line kept, in characters.
const NAME_CHARS: usize = 160;
const LINE_CHARS: usize = 240;
/// How much of the beginning and of the end of an output is kept, in bytes.
const HEAD_BYTES: usize = 1_024;
const TAIL_BYTES: usize = 3_072;

/// What the output of a test run shows, and where the tests are that failed, as
/// [`CallOutcome::failed_tests`] takes it; `error` is the error it tells of, `ok` what the call itself reports. `None` where
/// nothing but an option says that tests were run, and the output does not.
pub(crate) fn read_test_run(
    call: &TestCall,
    output: &str,
    error: &OutputError<'_>,
    ok: bool,
    context: &SessionContext<'_>,
) -> Option<(Box<TestRun>, u16)> {
    let runner = TestRunner::ALL.iter().copied().find(|runner| runner.as_str() == call.runner);
    let named = read_test_output(runner, output);
    // The named runner passed although the call failed: another runner of the same script may say
    // why.
    let content =
        |reading: &ParsedTestRun| matches!(reading.end, TestRunEnd::Passed | TestRunEnd::Nothing);
    let read = match named {
        Some(reading) if !ok && content(&reading) => {
            read_test_output(None, output).or(Some(reading))
        }
        named => named,
    };
    // A report that contains only passes does not explain why the call failed.
    let reported = context.report.and_then(read_junit_report);
    let mut reading = worse_run(reported.filter(|reading| ok || !content(reading)), read);
    if runner == Some(TestRunner::Googletest) {
        // The program that is tested is the runner: its crash is a failure.
        let reading = reading.as_mut()?;
        if reading.end == TestRunEnd::Crash {
            reading.end = TestRunEnd::Failed;
        }
    }
    if let Some(reading) = &mut reading {
        name_from_start(reading, call);
    }
    let place = reading.as_ref().map_or(0, |reading| place_of_failures(&reading.failures, call));
    let mut run = match reading {
        Some(reading) => to_test_run(&reading, context),
        None if ok && !tells_failures(output) => TestRun::default(),
        None => unreadable_suite(error),
    };
    if matches!(run.end, TestRunEnd::Passed | TestRunEnd::Nothing) {
        return Some((Box::new(run), place));
    }
    if run.end == TestRunEnd::Failed && run.failed.is_empty() {
        let TestRun { failed, failing, .. } = unreadable_suite(error);
        run = TestRun { failed, failing, ..run };
    }
    if run.error.is_none() {
        let first = run.failed.first().and_then(|test| test.error.clone());
        run.error = first.or_else(|| error.signature(LINE_CHARS));
    }
    Some((Box::new(run), place))
}

/// Where the failed tests are, in 16 bits: in the packages that the runner names, else in the folder and the package
/// that the command line names.
fn place_of_failures(failures: &[TestFailure], call: &TestCall) -> u16 {
    let mut packages: Vec<&str> =
        failures.iter().flat_map(|failure| &failure.packages).map(String::as_str).collect();
    packages.sort_unstable();
    packages.dedup();
    let has_packages = failures.iter().all(|failure| !failure.packages.is_empty());
    let is_relative = !has_packages || packages.iter().any(|package| names_script(package));
    let scope = if is_relative { call.scope() } else { call.scope() & TestCall::BUILD_SCOPE };
    let mut place = DigestBuilder::new();
    place.number(scope.into());
    packages.iter().for_each(|package| place.text(package));
    (place.finish() >> 48) as u16
}

/// Whether a runner names the file of a test in place of a package.
fn names_script(package: &str) -> bool {
    let end = package.rsplit('.').next().unwrap_or_default();
    matches!(end, "js" | "jsx" | "ts" | "tsx" | "mjs" | "cjs" | "mts" | "cts" | "vue" | "svelte")
}

fn to_test_run(reading: &ParsedTestRun, context: &SessionContext<'_>) -> TestRun {
    let named = reading.failures.iter().take(TestRun::NAMED);
    let failed = named.map(|failure| failed_test(failure, context)).collect();
    let keys = reading.failures.iter().take(TestRun::KEYS);
    TestRun {
        end: reading.end,
        failed,
        failing: keys.map(|failure| test_key(&failure.name)).collect(),
        passed: reading.passed_names.iter().map(|name| test_key(name)).collect(),
        error: None,
    }
}

/// A failed run that no reader understands counts as one test without a name.
fn unreadable_suite(error: &OutputError<'_>) -> TestRun {
    let error = error.signature(LINE_CHARS);
    let suite = FailedTest {
        name: TestRun::SUITE.to_owned(),
        key: TestRun::SUITE_KEY,
        error: error.clone(),
        ..FailedTest::default()
    };
    TestRun {
        end: TestRunEnd::Failed,
        failing: vec![suite.key],
        failed: vec![suite],
        error,
        ..TestRun::default()
    }
}

fn failed_test(failure: &TestFailure, context: &SessionContext<'_>) -> FailedTest {
    FailedTest {
        name: redacted_line(&failure.name, NAME_CHARS),
        key: test_key(&failure.name),
        file: failure
            .file
            .as_deref()
            .map(|file| redacted_line(context.relative_path(file), NAME_CHARS)),
        line: failure.line,
        assertion: failure.assertion.as_deref().map(|text| redacted_line(text, LINE_CHARS)),
        error: failure.error.as_deref().map(|text| ErrorSignature {
            digest: digest::of_text(&mask(text).to_lowercase()),
            line: redacted_line(text, LINE_CHARS),
            said: None,
        }),
    }
}

/// A short digest of a test's name. A task has few tests.
#[expect(clippy::cast_possible_truncation, reason = "32 bits are enough")]
fn test_key(name: &str) -> u32 {
    (digest::of_text(name) as u32).max(1)
}

/// The beginning and end of a test run's output, without secrets and without what a terminal would
/// interpret.
#[must_use]
pub fn test_output_excerpt(output: &str) -> String {
    // Redact before the final cut: a cut through a secret would hide it from the rules.
    let wide = excerpt(output, HEAD_BYTES * 4, TAIL_BYTES * 4);
    let plain = ansi::to_plain_text(&wide);
    let clean = without_controls(redact(&plain));
    excerpt(clean.trim_end(), HEAD_BYTES, TAIL_BYTES)
}

/// The text without control characters other than line ends and tabs.
fn without_controls(text: Cow<'_, str>) -> Cow<'_, str> {
    // In UTF-8 the control characters beyond ASCII (U+0080 to U+009F) begin with this byte, as other characters do.
    const BEYOND_ASCII: u8 = 0xc2;
    let may_be_control = |byte: u8| {
        (byte < b' ') & (byte != b'\n') & (byte != b'\t') | (byte == 0x7f) | (byte == BEYOND_ASCII)
    };
    if !text.bytes().fold(false, |found, byte| found | may_be_control(byte)) {
        return text;
    }
    let is_kept = |c: &char| !c.is_control() || matches!(c, '\n' | '\t');
    Cow::Owned(text.chars().filter(is_kept).collect())
}

#[cfg(test)]
mod key_tests {
    use super::*;

    #[test]
    fn the_key_of_the_suite_is_that_of_its_name() {
        assert_eq!(test_key(TestRun::SUITE), TestRun::SUITE_KEY);
    }
}

//! Reads the output of minitest, also under rails.

use super::counts::counts;
use super::failure_text::FailureText;
use super::findings::RunFindings;
use super::lines::{LineReader, is_cut, place, read_lines};
use super::{ParsedTestRun, TestRunEnd};

/// Every output of the runner contains one of these; most other outputs contain none.
pub(super) const MARKS: &[&str] = &[" assertions, ", "Failure:\n", "Error:\n", "(LoadError)"];

/// Reads a run of minitest.
pub(super) fn read(text: &str) -> Option<ParsedTestRun> {
    read_lines::<MinitestReader<'_>>(text)
}

#[derive(Default)]
struct MinitestReader<'t> {
    findings: RunFindings,
    /// Whether the last line was the head of a failure, and whether that failure is an assertion.
    head: Option<bool>,
    failure_text: Option<(&'t str, FailureText<'t>)>,
}

impl<'t> LineReader<'t> for MinitestReader<'t> {
    fn read_line(&mut self, line: &'t str) {
        if let Some(asserts) = self.head.take() {
            self.test(line, asserts);
        } else if let Some(head) = head(line) {
            self.end_failure();
            self.head = head;
        } else if let Some([all, failed, skipped]) = summary(line) {
            self.end_failure();
            self.findings.recognize().add_totals(all, failed, skipped);
            if all == skipped {
                self.findings.add_end(TestRunEnd::Nothing);
            }
        } else if line.contains("': cannot load such file -- ") && line.ends_with(" (LoadError)") {
            self.findings.recognize().add_infrastructure(TestRunEnd::Build);
        } else if let Some((test, _)) =
            line.split_once(" s = .").and_then(|(l, _)| l.split_once(" = "))
        {
            if test.contains('#') {
                self.findings.add_passed(|| test);
            }
        } else if is_cut(line) || line.starts_with("bin/rails test ") || line.is_empty() {
            self.end_failure();
        } else if let Some((_, failure_text)) = &mut self.failure_text {
            match place(line.trim()).filter(|_| line.starts_with("    ") && line.contains(":in ")) {
                Some((file, _)) if file.starts_with("/usr/") || file.contains("/gems/") => {}
                Some(place) => failure_text.set_place(Some(place)),
                None => failure_text.push_line(line),
            }
        }
    }

    fn into_run(mut self) -> Option<ParsedTestRun> {
        self.end_failure();
        self.findings.into_run()
    }
}

impl<'t> MinitestReader<'t> {
    /// Reads the line below the head: `SumsTest#test_adds [test/sums_test.rb:6]:`.
    fn test(&mut self, line: &'t str, asserts: bool) {
        let Some(test) = line.trim_end().strip_suffix(':').filter(|test| test.contains('#')) else {
            return;
        };
        let mut failure_text = FailureText::default();
        let (name, at) = test.split_once(" [").unwrap_or((test, ""));
        failure_text.set_place(place(at));
        failure_text.asserts = asserts;
        self.findings.recognize();
        self.failure_text = Some((name, failure_text));
    }

    fn end_failure(&mut self) {
        let Some((name, failure_text)) = self.failure_text.take() else { return };
        self.findings.add_failure(failure_text.to_failure(name));
    }
}

/// Whether the line is the head of a test's report, and if that test failed, whether by an
/// assertion.
fn head(line: &str) -> Option<Option<bool>> {
    let line = line.trim_start();
    let digits = line.bytes().take_while(u8::is_ascii_digit).count();
    let numbered = line.get(digits..).and_then(|rest| rest.strip_prefix(") "));
    match numbered.filter(|_| digits > 0).unwrap_or(line).trim_end() {
        "Failure:" => Some(Some(true)),
        "Error:" => Some(Some(false)),
        "Skipped:" => Some(None),
        _ => None,
    }
}

/// All, failed and skipped of `6 runs, 4 assertions, 3 failures, 1 errors, 1 skips`.
fn summary(line: &str) -> Option<[u64; 3]> {
    match counts(line, ", ")?[..] {
        [
            (all, "runs" | "tests"),
            (_, "assertions"),
            (failures, "failures"),
            (errors, "errors"),
            (skipped, "skips"),
        ] => Some([all, failures.saturating_add(errors), skipped]),
        _ => None,
    }
}

#[cfg(test)]
pub(crate) mod tests;

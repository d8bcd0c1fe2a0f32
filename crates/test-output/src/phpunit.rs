//! Reads the output of `PHPUnit`.

use super::findings::RunFindings;
use super::lines::{LineReader, read_lines};
use super::{ParsedTestRun, TestFailure, TestRunEnd};

/// Every output of the runner contains one of these; most other outputs contain none.
pub(super) const MARKS: &[&str] =
    &["FAILURES!", "ERRORS!", ", Assertions: ", " assertions)", "No tests executed!"];

/// Reads a run of `PHPUnit`.
pub(super) fn read(text: &str) -> Option<ParsedTestRun> {
    read_lines::<PhpunitReader<'_>>(text)
}

#[derive(Default)]
struct PhpunitReader<'t> {
    findings: RunFindings,
    /// Whether the tests below have failed, and are not only risky or skipped.
    lists_failures: Option<bool>,
    /// The names of a list whose head is cut off.
    names: Vec<&'t str>,
}

impl<'t> LineReader<'t> for PhpunitReader<'t> {
    fn read_line(&mut self, line: &'t str) {
        let line = line.trim_end();
        if let Some(listed) = list_head(line) {
            self.names.clear();
            self.lists_failures = Some(listed);
        } else if let Some(name) = numbered_test(line) {
            match self.lists_failures {
                Some(true) => self.findings.add_failure(TestFailure::named(name)),
                Some(false) => {}
                None => self.names.push(name),
            }
        } else if let Some([all, failed, skipped]) = summary(line) {
            self.findings.recognize().add_totals(all, failed, skipped);
        } else if let Some(all) = passed(line) {
            self.findings.recognize().add_counts(all, 0);
        } else {
            match line {
                "FAILURES!" | "ERRORS!" => self.findings.recognize().add_end(TestRunEnd::Failed),
                "No tests executed!" => self.findings.recognize().add_end(TestRunEnd::Nothing),
                _ => {}
            }
        }
    }

    fn into_run(mut self) -> Option<ParsedTestRun> {
        if self.findings.has_failed() && !self.findings.has_failures() {
            let names = std::mem::take(&mut self.names).into_iter();
            names.for_each(|name| self.findings.add_failure(TestFailure::named(name)));
        }
        self.findings.into_run()
    }
}

/// Whether the line begins a list of tests, and whether those have failed: `There was 1 failure:`.
fn list_head(line: &str) -> Option<bool> {
    let what = line.strip_prefix("There was ").or_else(|| line.strip_prefix("There were "))?;
    let (_, what) = what.strip_suffix(':')?.split_once(' ')?;
    Some(matches!(what, "failure" | "failures" | "error" | "errors"))
}

/// The test of `1) Shop\CartTest::testTotal with data set "two"`.
fn numbered_test(line: &str) -> Option<&str> {
    let (number, name) = line.split_once(") ")?;
    number.parse::<u32>().ok()?;
    name.contains("::").then_some(name)
}

/// All, failed and skipped of `Tests: 30, Assertions: 61, Errors: 1, Failures: 1, Skipped: 2.`
fn summary(line: &str) -> Option<[u64; 3]> {
    let rest = line.strip_prefix("Tests: ")?.trim_end_matches('.');
    let mut parts = rest.split(", ");
    let all = parts.next()?.parse().ok()?;
    let (mut failed, mut skipped, mut is_own) = (0_u64, 0_u64, false);
    for part in parts {
        let (what, count) = part.split_once(": ")?;
        let count: u64 = count.parse().ok()?;
        match what {
            "Assertions" => is_own = true,
            "Failures" | "Errors" => failed = failed.saturating_add(count),
            "Skipped" | "Incomplete" => skipped = skipped.saturating_add(count),
            _ => {}
        }
    }
    is_own.then_some([all, failed, skipped])
}

/// The count of `OK (30 tests, 61 assertions)`.
fn passed(line: &str) -> Option<u64> {
    let (all, rest) = line.strip_prefix("OK (")?.split_once(' ')?;
    rest.ends_with(" assertions)").then(|| all.parse().ok())?
}

#[cfg(test)]
mod tests {
    use crate::tests::check_said;

    #[test]
    fn a09_runs_of_phpunit_are_read() {
        let whole = "There were 2 risky tests:\n\n1) A::x\nno assertion\n\nThere was 1 failure:\n\n\
            1) Shop\\CartTest::testTotal with data set \"two\"\nFailed asserting that 2 matches 3.\n\n\
            /w/CartTest.php:14\n\nFAILURES!\nTests: 30, Assertions: 61, Failures: 1, Risky: 2.";
        let cut = "1) CartTest::testTotal\nFailed asserting.\n\nFAILURES!\nTests: 3, Assertions: 6, Failures: 1.";
        for (text, expected) in [
            (whole, "failed, 29 passed, 1 failed\nShop\\CartTest::testTotal with data set \"two\""),
            (cut, "failed, 2 passed, 1 failed\nCartTest::testTotal"),
            (
                "FAILURES!\nTests: 3, Assertions: 6, Errors: 1, Failures: 1.",
                "failed, 1 passed, 2 failed",
            ),
            ("FAILURES!", "failed"),
            ("OK (30 tests, 61 assertions)", "passed, 30 passed, 0 failed"),
            ("OK (3 tests)", "(none)"),
        ] {
            check_said(super::read, text, expected);
        }
    }
}

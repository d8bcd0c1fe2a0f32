//! Reads the pretty output that bats prints to a terminal. Its other output is TAP.

use super::counts::counts;
use super::failure_text::FailureText;
use super::findings::RunFindings;
use super::lines::{LineReader, read_lines};
use super::{ParsedTestRun, TestRunEnd};

/// Every output of the runner contains one of these; most other outputs contain none.
pub(super) const MARKS: &[&str] = &[" test, ", " tests, ", ".bats\" does not exist", " ✗ "];

/// Reads a run of bats.
pub(super) fn read(text: &str) -> Option<ParsedTestRun> {
    read_lines::<BatsReader<'_>>(text)
}

#[derive(Default)]
struct BatsReader<'t> {
    findings: RunFindings,
    failure_text: Option<(&'t str, FailureText<'t>)>,
}

impl<'t> LineReader<'t> for BatsReader<'t> {
    fn read_line(&mut self, line: &'t str) {
        if let Some((passed, name)) = test(line) {
            self.end_failure();
            match passed {
                Some(true) => self.findings.add_passed(|| name),
                Some(false) => self.failure_text = Some((name, FailureText::default())),
                None => {}
            }
        } else if let Some((passed, failed)) = summary(line) {
            self.end_failure();
            let failed = if self.findings.infrastructure.is_some() { 0 } else { failed };
            self.findings.recognize().add_counts(passed, failed);
        } else if line.starts_with("Error: Test file ") && line.ends_with(".bats\" does not exist")
        {
            self.findings.recognize().add_end(TestRunEnd::Nothing);
        } else if let Some((_, failure_text)) = &mut self.failure_text
            && line.starts_with("   ")
            && failure_text.read_bats_line(line)
        {
            self.findings.recognize();
        }
    }

    fn into_run(mut self) -> Option<ParsedTestRun> {
        self.end_failure();
        self.findings.into_run()
    }
}

impl<'t> BatsReader<'t> {
    fn end_failure(&mut self) {
        let Some((name, failure_text)) = self.failure_text.take() else { return };
        if failure_text.mentions_any(&[": syntax error near "]) {
            self.findings.add_infrastructure(TestRunEnd::Build);
        } else {
            self.findings.add_failure(failure_text.to_failure(name));
        }
    }
}

/// The result and name of a test: `Some(true)` where it passed, `None` where it was skipped. Bats
/// draws the line twice, first with the number of the test and without a mark: `   adds1/6 ✗ adds`.
fn test(line: &str) -> Option<(Option<bool>, &str)> {
    let marks = [(" ✗ ", Some(false)), (" ✓ ", Some(true)), (" - ", None)];
    marks.into_iter().find_map(|(mark, passed)| {
        let (before, name) = line.split_once(mark)?;
        let drawn = before.strip_prefix("   ").and_then(|drawn| drawn.rsplit_once('/'));
        let is_drawn = drawn.is_some_and(|(drawn, all)| {
            drawn.ends_with(|c: char| c.is_ascii_digit()) && all.parse::<u32>().is_ok()
        });
        (is_drawn || before.is_empty()).then_some((passed, name.trim_end()))
    })
}

/// The counts of passed and failed tests in `6 tests, 4 failures, 1 skipped`.
fn summary(line: &str) -> Option<(u64, u64)> {
    let (all, failed, skipped) = match counts(line, ", ")?[..] {
        [(all, "test" | "tests"), (failed, "failure" | "failures")] => (all, failed, 0),
        [(all, "test" | "tests"), (failed, "failure" | "failures"), (skipped, what), ..]
            if what.starts_with("skipped") =>
        {
            (all, failed, skipped)
        }
        _ => return None,
    };
    Some((all.saturating_sub(failed).saturating_sub(skipped), failed))
}

#[cfg(test)]
pub(crate) mod tests;

//! Reads the output of mocha, from its reporters that end with `N passing`, `N failing` and a list.

use super::counts::{add_to, count, indent, without_duration};
use super::failure_text::FailureText;
use super::findings::RunFindings;
use super::lines::{lines, numbered};
use super::test_groups::TestGroups;
use super::{ParsedTestRun, TestFailure, TestRunEnd};

/// Every output of the runner contains one of these; most other outputs contain none.
pub(super) const MARKS: &[&str] =
    &[" passing", " failing", "No test files found", "Exception during run:", FRAME];
/// A frame below a failure, which is all that is left of some runs that were cut.
const FRAME: &str = "\n      at ";

/// Reads a run of mocha.
pub(super) fn read(text: &str) -> Option<ParsedTestRun> {
    // Programs without tests print frames as well, but no name of a test in front.
    let is_cut = || text.contains(":\n     ") && text.contains(FRAME);
    if !MARKS.iter().any(|mark| *mark != FRAME && text.contains(mark)) && !is_cut() {
        return None;
    }
    let mut run = MochaReader::default();
    lines(text).for_each(|line| run.read_line(line));
    run.end_failure();
    run.into_run()
}

#[derive(Default)]
struct MochaReader<'t> {
    findings: RunFindings,
    passing: Option<u64>,
    failing: Option<u64>,
    /// The groups around the next test of the tree.
    groups: TestGroups<'t>,
    after_blank: bool,
    /// The failures of the tree, which are numbered from 1.
    failed: Vec<String>,
    /// The titles of the failure of the list that is being read, up to one that ends with a colon.
    titles: Vec<&'t str>,
    failure_text: Option<FailureText<'t>>,
}

impl<'t> MochaReader<'t> {
    fn read_line(&mut self, line: &'t str) {
        if let Some(total) = total(line, "passing") {
            self.findings.recognize();
            add_to(&mut self.passing, total);
            self.end_failure();
        } else if let Some(total) = total(line, "failing").filter(|_| self.passing.is_some()) {
            add_to(&mut self.failing, total);
        } else if line.trim_start().starts_with("Exception during run: ") {
            self.findings.recognize().add_infrastructure(TestRunEnd::Build);
        } else if line.starts_with("Error: No test files found") {
            self.findings.recognize().add_end(TestRunEnd::Nothing);
        } else if let Some((_, title)) = numbered(line) {
            self.end_failure();
            self.first_title(title);
        } else if let Some(failure_text) = &mut self.failure_text {
            failure_text.read_line(line);
        } else if !self.titles.is_empty() {
            self.title(line);
        }
        if self.passing.is_none() {
            self.branch(line);
        }
    }

    /// Reads a part of a test's name below its number.
    fn title(&mut self, line: &'t str) {
        let title = line.trim();
        if title.is_empty() || indent(line) < 4 {
            self.titles.clear();
        } else {
            self.first_title(title);
        }
    }

    /// Adds a part of a test's name; the last part ends with a colon.
    fn first_title(&mut self, title: &'t str) {
        self.titles.push(title.strip_suffix(':').unwrap_or(title));
        self.failure_text = title.ends_with(':').then(FailureText::default);
    }

    fn end_failure(&mut self) {
        let titles = std::mem::take(&mut self.titles);
        let Some(failure_text) = self.failure_text.take() else { return };
        if self.passing.is_some() || failure_text.ended {
            self.findings.recognize().add_failure(failure_text.to_failure(titles.join(" ")));
        }
    }

    /// Reads a line of the tree: a group, or a test with its mark.
    fn branch(&mut self, line: &'t str) {
        let (depth, text) = (indent(line), line.trim());
        let after_blank = std::mem::replace(&mut self.after_blank, text.is_empty());
        if text.is_empty() || depth < 2 {
            return;
        }
        if let Some(test) = text.strip_prefix("✔ ").or_else(|| text.strip_prefix("✓ ")) {
            self.groups.leave(depth);
            let test = without_duration(test);
            return self.findings.add_passed(|| self.groups.name(" ", test));
        }
        let is_grouped = self.groups.depth().is_some_and(|group| group < depth);
        match numbered(line).filter(|(_, test)| is_grouped && !test.ends_with(':')) {
            Some((number, test)) if number == self.failed.len() + 1 => {
                self.groups.leave(depth);
                self.failed.push(self.groups.name(" ", test));
            }
            // A group without indentation follows an empty line. Otherwise a test printed the line.
            _ if depth > 2 || after_blank => {
                self.groups.leave(depth);
                self.groups.enter(depth, text);
            }
            _ => {}
        }
    }

    fn into_run(mut self) -> Option<ParsedTestRun> {
        if !self.failed.is_empty() {
            self.findings.recognize();
        }
        // A tree without a summary was cut. A summary says whether any test failed.
        if self.passing.is_none() || self.failing.is_some() {
            self.failed.iter().for_each(|name| self.findings.add_failure(TestFailure::named(name)));
        }
        if let Some(passing) = self.passing {
            self.findings.add_counts(passing, self.failing.unwrap_or(0));
        }
        self.findings.into_run()
    }
}

/// The count of `  3 passing (12ms)` or `  1 failing`.
fn total(line: &str, what: &str) -> Option<u64> {
    let (total, rest) = line.strip_prefix("  ").and_then(count)?;
    let rest = rest.strip_prefix(what)?;
    let is_end = rest.is_empty() || (rest.starts_with(" (") && rest.ends_with(')'));
    (is_end && !line.starts_with("   ")).then_some(total)
}

#[cfg(test)]
pub(crate) mod tests;

//! Reads the output of jest.

use super::counts::{counts, indent, sum, without_duration};
use super::explain::Story;
use super::lines::lines;
use super::tally::{Tally, named};
use super::tree::Tree;
use super::{ParsedTestRun, TestRunEnd};

/// What jest says about a run.
pub(super) fn read(text: &str) -> Option<ParsedTestRun> {
    let marks = ["FAIL ", "PASS ", "Tests: ", "Test Suites: ", "No tests found, exiting", "● "];
    if !marks.iter().any(|mark| text.contains(mark)) {
        return None;
    }
    let mut run = Run::default();
    lines(text).for_each(|line| run.line(line));
    run.close();
    run.reading()
}

#[derive(Default)]
struct Run<'t> {
    tally: Tally,
    /// A line was seen that only jest prints.
    is_jest: bool,
    file_passed: bool,
    file_failed: bool,
    suite_failed: bool,
    story: Option<(&'t str, Story<'t>)>,
    /// The groups around the next line of the tree; `None` outside of a tree.
    tree: Option<Tree<'t>>,
}

const SUITE: &str = "Test suite failed to run";

impl<'t> Run<'t> {
    fn line(&mut self, line: &'t str) {
        if let Some(title) = line.strip_prefix("  ● ") {
            self.close();
            let is_test = !title.starts_with(' ') && title != "Console";
            self.story = is_test.then(|| (title.trim_end(), Story::default()));
        } else if let Some(passed) = file_line(line) {
            self.close();
            self.is_jest = true;
            self.file_passed |= passed;
            self.file_failed |= !passed;
            self.tree = Some(Tree::default());
        } else if !line.starts_with(' ') && self.summary(line) {
            self.close();
        } else if let Some((_, story)) = &mut self.story {
            story.line(line);
        } else if self.tree.is_some() {
            self.branch(line);
        }
    }

    /// A line that begins at the margin; `false` where it is none of jest's.
    fn summary(&mut self, line: &str) -> bool {
        if let Some(totals) = line.strip_prefix("Tests: ").and_then(totals) {
            self.is_jest = true;
            self.tally.count(sum(&totals, &["passed"]), sum(&totals, &["failed"]));
        } else if let Some(totals) = line.strip_prefix("Test Suites: ").and_then(totals) {
            self.is_jest = true;
            self.suite_failed |= sum(&totals, &["failed"]) > 0;
        } else if line.starts_with("No tests found, exiting with code ") {
            self.is_jest = true;
            self.tally.says(TestRunEnd::Nothing);
        } else if line.starts_with("● Unrecognized CLI Parameter")
            || line.starts_with("● Validation Error:")
        {
            self.is_jest = true;
            self.tally.infra(TestRunEnd::Crash);
        } else {
            return line.starts_with("Summary of all failing tests");
        }
        true
    }

    /// A line of the tree under a file: a group, or a test with its mark.
    fn branch(&mut self, line: &'t str) {
        let Some(groups) = &mut self.tree else { return };
        let depth = indent(line);
        let text = line.trim();
        if text.is_empty() || depth < 2 {
            self.tree = None;
            return;
        }
        groups.leave(depth);
        let Some((mark, test)) = text.split_once(' ').filter(|(m, _)| is_mark(m)) else {
            return groups.enter(depth, text);
        };
        let name = || groups.name(" › ", without_duration(test));
        match mark {
            "✓" => self.tally.pass(name),
            "✕" => self.tally.add(named(name())),
            _ => {}
        }
    }

    /// Ends the story of a test or a suite.
    fn close(&mut self) {
        self.tree = None;
        let Some((title, story)) = self.story.take() else { return };
        let killed = ["jest worker process", "Jest worker encountered", "heap out of memory"];
        if title != SUITE {
            self.tally.add(story.failure(title));
        } else if story.mentions(&killed) {
            self.tally.infra(TestRunEnd::Crash);
        } else {
            self.tally.infra(TestRunEnd::Build);
        }
    }

    fn reading(mut self) -> Option<ParsedTestRun> {
        if !self.is_jest {
            return None;
        }
        // With its tests counted, a suite without a failed test is one that did not load.
        if self.suite_failed && self.tally.is_counted() && !self.tally.any_failed() {
            self.tally.infra(TestRunEnd::Build);
        }
        self.file_failed |= self.suite_failed;
        if self.file_failed && !self.tally.any_infra() && !self.tally.is_counted() {
            self.tally.says(TestRunEnd::Failed);
        } else if self.file_passed {
            self.tally.says(TestRunEnd::Passed);
        }
        self.tally.reading()
    }
}

fn is_mark(text: &str) -> bool {
    matches!(text, "✓" | "✕" | "○" | "✎")
}

/// The counts of a summary, which end in a total.
fn totals(text: &str) -> Option<Vec<(u64, &str)>> {
    counts(text, ", ").filter(|counts| counts.last().is_some_and(|(_, what)| *what == "total"))
}

/// Whether the file passed, where the line is `PASS path` or `FAIL path (5.1 s)`.
fn file_line(line: &str) -> Option<bool> {
    let line = line.strip_prefix(' ').unwrap_or(line);
    let (path, passed) = match line.strip_prefix("PASS ") {
        Some(path) => (path, true),
        None => (line.strip_prefix("FAIL ")?, false),
    };
    let path = path.split(" (").next().unwrap_or(path).trim();
    let ends = ["js", "jsx", "ts", "tsx", "mjs", "cjs", "mts", "cts", "vue", "svelte"];
    let is_path = path.rsplit_once('.').is_some_and(|(_, end)| ends.contains(&end));
    (is_path && !path.contains(" > ")).then_some(passed)
}

#[cfg(test)]
mod tests;

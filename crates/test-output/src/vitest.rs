//! Reads the output of vitest.

use super::counts::{counts, indent, is_duration, sum, without_duration};
use super::explain::Story;
use super::lines::lines;
use super::tally::{Tally, named};
use super::{ParsedTestRun, TestRunEnd};
use fusebox_text::excerpt::prefix_up_to;

/// The longest name of a file that is kept, in bytes.
const MAX_FILE_BYTES: usize = 200;

/// What vitest says about a run.
pub(super) fn read(text: &str) -> Option<ParsedTestRun> {
    let marks =
        [" FAIL  ", "Test Files  ", "Tests  ", " RUN  v", "No test files found", "⎯", " × "];
    let startup = ["CACError: ", "MISSING DEPENDENCY"];
    if !marks.iter().chain(&startup).any(|mark| text.contains(mark)) {
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
    /// A line was seen that only vitest prints.
    is_vitest: bool,
    files_failed: bool,
    errors: u64,
    /// The file whose tests are listed.
    file: Option<&'t str>,
    /// The tests that the next error is of: several may share one.
    names: Vec<&'t str>,
    story: Option<Story<'t>>,
    /// The story is of an error outside of the tests.
    is_stray: bool,
    /// What was read stands in a file that did not load.
    is_suite: bool,
}

impl<'t> Run<'t> {
    fn line(&mut self, line: &'t str) {
        if let Some(name) = line.strip_prefix(" FAIL  ") {
            self.head(name.trim_end());
        } else if line.starts_with('⎯') {
            self.rule(line);
        } else if let Some(story) = self.story.as_mut().filter(|_| !is_summary(line)) {
            if let Some(file) = originated(line).filter(|_| self.is_stray) {
                self.names = vec![file];
            }
            story.line(line);
        } else if line.starts_with("No test files found, exiting with code ") {
            self.is_vitest = true;
            self.tally.says(TestRunEnd::Nothing);
        } else if line.starts_with("CACError: ") {
            self.is_vitest = true;
            self.tally.infra(TestRunEnd::Crash);
        } else if line.trim_start().starts_with("MISSING DEPENDENCY ") {
            self.is_vitest = true;
            self.tally.infra(TestRunEnd::MissingTool);
        } else if !self.summary(line) {
            self.branch(line);
        }
    }

    /// The name above an error: `file > group > test`, or `file [ file ]` for one that did not load.
    fn head(&mut self, name: &'t str) {
        let suite = name.strip_suffix(" ]").and_then(|name| name.split_once(" [ "));
        if suite.is_none() && !name.contains(" > ") {
            return;
        }
        if self.story.as_ref().is_none_or(|story| !story.is_empty()) {
            self.close();
        }
        self.is_vitest = true;
        self.is_suite = suite.is_some();
        if self.names.len() < ParsedTestRun::MAX_FAILURES {
            self.names.push(name);
        }
        self.story = Some(Story::default());
    }

    /// A ruled line: the end of an error, or a heading.
    fn rule(&mut self, line: &'t str) {
        let title = line.trim_matches('⎯').trim();
        self.close();
        match title {
            "Unhandled Rejection" | "Unhandled Error" | "Uncaught Exception" => {
                self.is_vitest = true;
                self.is_stray = true;
                self.story = Some(Story::default());
            }
            "Startup Error" => {
                self.is_vitest = true;
                self.tally.infra(TestRunEnd::Build);
            }
            _ => {}
        }
    }

    /// Ends the error that is being read.
    fn close(&mut self) {
        let names = std::mem::take(&mut self.names);
        let (is_stray, is_suite) = (self.is_stray, self.is_suite);
        (self.is_stray, self.is_suite) = (false, false);
        let Some(story) = self.story.take() else { return };
        let lost = ["[vitest-pool", "Worker exited", "Channel closed", "heap out of memory"];
        if is_stray && story.mentions(&lost) {
            self.tally.infra(TestRunEnd::Crash);
        } else if is_suite && story.mentions(&["No test suite found in file"]) {
            self.tally.says(TestRunEnd::Nothing);
        } else if is_suite {
            self.tally.infra(TestRunEnd::Build);
        } else {
            for name in names {
                self.tally.add(story.failure(name));
            }
        }
    }

    /// A line of the table at the end.
    fn summary(&mut self, line: &str) -> bool {
        if !is_summary(line) {
            return false;
        }
        self.close();
        self.is_vitest = true;
        let Some((what, rest)) = line.trim().split_once("  ") else { return false };
        let rest = rest.rsplit_once(" (").map_or(rest, |(rest, _)| rest);
        let totals = counts(rest, " | ").unwrap_or_default();
        match what {
            "Tests" => self.tally.count(sum(&totals, &["passed"]), sum(&totals, &["failed"])),
            "Errors" => self.errors = sum(&totals, &["error", "errors"]),
            _ => self.files_failed |= sum(&totals, &["failed"]) > 0,
        }
        true
    }

    /// A file of the list, or a test with its mark: ` ✓ file > test 4ms`, `   × group > test 4ms`.
    /// Deeper tests stand without their groups, and so without a name.
    fn branch(&mut self, line: &'t str) {
        let Some((mark, test)) = line.trim().split_once(' ') else { return };
        if !matches!(mark, "✓" | "×" | "❯") {
            return;
        }
        let name = without_duration(test);
        let is_timed = test.rsplit_once(' ').is_some_and(|(_, last)| is_duration(last));
        match indent(line) {
            1 if test.contains(" test") && test.contains(" (") => {
                self.file = test.split(" (").next().map(|file| prefix_up_to(file, MAX_FILE_BYTES));
                self.is_vitest = true;
                if test.contains(" failed") {
                    self.tally.says(TestRunEnd::Failed);
                } else if mark == "✓" {
                    self.tally.says(TestRunEnd::Passed);
                }
            }
            1 if is_timed && name.contains(" > ") => self.test(mark, name.to_owned()),
            3 if is_timed => {
                let Some(file) = self.file else { return };
                self.test(mark, format!("{file} > {name}"));
            }
            _ => {}
        }
    }

    fn test(&mut self, mark: &str, name: String) {
        self.is_vitest = true;
        match mark {
            "✓" => self.tally.pass(|| name),
            "×" => self.tally.add(named(name)),
            _ => {}
        }
    }

    fn reading(mut self) -> Option<ParsedTestRun> {
        if !self.is_vitest {
            return None;
        }
        let is_uncounted = self.files_failed && !self.tally.is_counted();
        if (self.errors > 0 || is_uncounted) && !self.tally.any_infra() {
            self.tally.says(TestRunEnd::Failed);
        } else if self.files_failed && !self.tally.any_failed() && !self.tally.is_empty_run() {
            // With its tests counted, a file without a failed test is one that did not load.
            self.tally.infra(TestRunEnd::Build);
        }
        self.tally.reading()
    }
}

/// A line of the table at the end: ` Test Files  1 failed (1)`, `      Tests  2 passed (2)`.
fn is_summary(line: &str) -> bool {
    let table = [" Test Files  ", "      Tests  ", "     Errors  "];
    let rest = table.iter().find_map(|head| line.strip_prefix(head));
    // A client may take away the space that a cut output begins with.
    let Some(rest) = rest.or_else(|| line.strip_prefix("Test Files  ")) else { return false };
    rest == "no tests" || rest.starts_with(|c: char| c.is_ascii_digit())
}

/// The file that an error outside of the tests came from.
fn originated(line: &str) -> Option<&str> {
    line.strip_prefix("This error originated in \"")?.split('"').next()
}

#[cfg(test)]
mod tests;

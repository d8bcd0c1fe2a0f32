//! Reads the output of gradle.

use super::explain::Story;
use super::lines::{is_cut, lines};
use super::tally::Tally;
use super::{ParsedTestRun, TestRunEnd};

/// What gradle says about a run.
pub(super) fn read(text: &str) -> Option<ParsedTestRun> {
    let marks = [
        "BUILD FAILED in ",
        "BUILD SUCCESSFUL in ",
        " tests completed, ",
        " test completed, ",
        " FAILED\n    ",
        "GradleW",
    ];
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
    is_gradle: bool,
    passed: u64,
    /// The next line says what went wrong.
    asks: bool,
    has_reason: bool,
    /// What failed is a task that runs tests.
    has_test_task: bool,
    build_failed: bool,
    story: Option<(&'t str, Story<'t>)>,
}

impl<'t> Run<'t> {
    fn line(&mut self, line: &'t str) {
        if let Some((test, outcome)) = test(line) {
            self.close();
            match outcome {
                "FAILED" => self.story = Some((test, Story::default())),
                "PASSED" => {
                    self.passed += 1;
                    self.tally.pass(|| test);
                }
                _ => {}
            }
            return;
        }
        if let Some((_, story)) = self.story.as_mut().filter(|_| line.starts_with("    ")) {
            match short_place(line) {
                Some((error, file, number)) => {
                    story.say(error);
                    story.at(file, number);
                }
                None => story.line(line),
            }
            return;
        }
        if line.is_empty() || is_cut(line) {
            self.close();
        }
        if self.asks || line.starts_with("> ") {
            self.answer(line);
        }
        self.asks = line == "* What went wrong:";
        self.has_reason |= self.asks;
        self.task(line);
        if let Some((all, failed, skipped)) = completed(line) {
            self.is_gradle = true;
            self.tally.count(all.saturating_sub(failed).saturating_sub(skipped), failed);
        } else if line.starts_with("BUILD SUCCESSFUL in ") {
            self.is_gradle = true;
            self.tally.says(TestRunEnd::Passed);
        } else if line.starts_with("BUILD FAILED in ") {
            self.is_gradle = true;
            self.build_failed = true;
        } else if line.starts_with("Error: Could not find or load main class org.gradle.") {
            self.is_gradle = true;
            self.tally.infra(TestRunEnd::MissingTool);
        }
    }

    /// A line of a task: `> Task :test FAILED`, `:test NO-SOURCE`.
    fn task(&mut self, line: &str) {
        let line = line.strip_prefix("> Task ").unwrap_or(line);
        let is_compile =
            line.starts_with(':') && line.contains(":compile") && line.ends_with(" FAILED");
        if is_compile {
            self.is_gradle = true;
            self.tally.infra(TestRunEnd::Build);
        }
    }

    /// What gradle says went wrong, in one line and the one below it.
    fn answer(&mut self, line: &str) {
        let holds = |words: &[&str]| words.iter().any(|word| line.contains(word));
        let is_test = line.starts_with("Execution failed for task ':") && line.contains("est'.");
        if self.asks && is_test && !line.contains("':compile") {
            self.has_test_task = true;
        } else if holds(&["Could not resolve ", "Could not download ", "Could not GET "]) {
            self.worse(TestRunEnd::Network);
        } else if holds(&["There were failing tests"]) {
            self.tally.says(TestRunEnd::Failed);
        } else if holds(&["No tests found for given includes"]) {
            self.tally.says(TestRunEnd::Nothing);
        } else if holds(&["finished with non-zero exit value", "not found in root project"]) {
            self.worse(TestRunEnd::Crash);
        } else if self.asks && (line.starts_with("Execution failed for task ':compile")) {
            self.worse(TestRunEnd::Build);
        } else {
            return;
        }
        self.is_gradle = true;
    }

    /// What gradle says itself is better than what a task's line suggests.
    fn worse(&mut self, why: TestRunEnd) {
        self.tally.forget_infra();
        self.tally.infra(why);
    }

    fn close(&mut self) {
        let Some((test, story)) = self.story.take() else { return };
        if !story.is_empty() {
            self.is_gradle = true;
            self.tally.add(story.failure(test));
        }
    }

    fn reading(mut self) -> Option<ParsedTestRun> {
        if !self.is_gradle {
            return None;
        }
        if self.passed > 0 && !self.tally.is_counted() && !self.tally.any_failed() {
            self.tally.count(self.passed, 0);
        }
        let is_build = self.has_reason && !self.has_test_task;
        let reason = if is_build { TestRunEnd::Build } else { TestRunEnd::Failed };
        let build_failed = self.build_failed;
        self.tally.reading().or_else(|| build_failed.then(|| ParsedTestRun::new(reason)))
    }
}

/// The test of `com.acme.SumsTest > adds FAILED`, and its outcome.
fn test(line: &str) -> Option<(&str, &str)> {
    let (test, outcome) = line.rsplit_once(' ')?;
    let is_outcome = matches!(outcome, "FAILED" | "PASSED" | "SKIPPED");
    let is_test = test.contains(" > ") && !line.starts_with([' ', '>', ':']);
    (is_outcome && is_test).then_some((test, outcome))
}

/// The error and the place of `    java.lang.AssertionError at SumsTest.java:9`.
fn short_place(line: &str) -> Option<(&str, &str, u32)> {
    let (error, place) = line.trim().split_once(" at ")?;
    let (file, number) = place.split_once(':')?;
    let is_short = !error.contains(' ') && !place.contains(['(', ' ']);
    is_short.then_some((error, file, number.parse().ok()?))
}

/// All, failed and skipped of `9 tests completed, 6 failed, 1 skipped`.
fn completed(line: &str) -> Option<(u64, u64, u64)> {
    let (all, rest) = line.split_once(" test")?;
    let rest = rest.strip_prefix('s').unwrap_or(rest).strip_prefix(" completed")?;
    let part = |what: &str| {
        let part = rest.split(", ").find_map(|part| part.trim_end().strip_suffix(what));
        part.and_then(|n| n.trim().parse().ok()).unwrap_or(0)
    };
    Some((all.parse().ok()?, part("failed"), part("skipped")))
}

#[cfg(test)]
mod tests;

//! Reads the output of `node --test`: its spec and dot reporters. What its TAP reporter prints is
//! read as TAP.

use super::counts::{indent, is_number, sum};
use super::explain::{Story, is_load_error};
use super::frames::place;
use super::lines::lines;
use super::tally::Tally;
use super::{ParsedTestRun, TestRunEnd};

/// What node's test runner says about a run.
pub(super) fn read(text: &str) -> Option<ParsedTestRun> {
    let marks = ["ℹ ", "✖ ", "✔ ", "Could not find '"];
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
    is_node: bool,
    totals: Vec<(u64, &'t str)>,
    /// The groups that are open, by the depth of their lines.
    groups: Vec<(usize, &'t str)>,
    /// The failure that is read is that of a group, which may have failed for its tests alone.
    is_group: bool,
    story: Option<(&'t str, Story<'t>)>,
    /// The place above a test in the list at the end.
    listed_at: Option<(&'t str, u32)>,
    /// Failures that stand for a whole file.
    files: Vec<(&'t str, Story<'t>)>,
    load_failed: bool,
    crashed: bool,
}

impl<'t> Run<'t> {
    fn line(&mut self, line: &'t str) {
        if let Some((passed, name)) = test(line) {
            self.close();
            self.is_node = true;
            self.is_group = self.groups.pop_if(|group| *group == (indent(line), name)).is_some();
            match passed {
                Some(true) if !self.is_group => self.tally.pass(|| name),
                Some(false) => self.story = Some((name, Story::default())),
                _ => {}
            }
        } else if let Some(total) = line.strip_prefix("ℹ ").and_then(total) {
            self.close();
            self.is_node = true;
            self.totals.push(total);
        } else if let Some(place) = line.strip_prefix("test at ").and_then(place) {
            self.close();
            self.listed_at = Some(place);
        } else if let Some(group) = line.trim_start().strip_prefix("▶ ") {
            self.close();
            self.groups.push((indent(line), group.trim_end()));
        } else if let Some((_, story)) = self.story.as_mut().filter(|_| line.starts_with(' ')) {
            story.line(line);
        } else if let Some(path) = line.strip_prefix("Could not find '") {
            let ends = [".js'", ".mjs'", ".cjs'", ".ts'"];
            self.is_node |= ends.iter().any(|end| path.ends_with(end));
            self.tally.says(TestRunEnd::Nothing);
        } else {
            self.stray(line);
        }
    }

    /// What a file says when it dies outside of its tests.
    fn stray(&mut self, line: &str) {
        self.load_failed |= is_load_error(line);
        let crash = ["----- Native stack trace -----", "FATAL ERROR: ", "<--- Last few GCs --->"];
        self.crashed |= crash.iter().any(|head| line.starts_with(head));
    }

    fn close(&mut self) {
        let listed_at = self.listed_at.take();
        let Some((name, story)) = self.story.take() else { return };
        let is_told = story.mentions(&["subtest failed'", "subtests failed'"]);
        if is_told || (self.is_group && story.is_empty()) {
            return;
        }
        if story.mentions(&["'test failed'"]) && name.contains('.') {
            self.files.push((name, story));
            return;
        }
        let mut failure = story.failure(name);
        if let (None, Some((file, line))) = (failure.line, listed_at) {
            failure.file = Some(file.to_owned());
            failure.line = Some(line);
        }
        self.tally.add(failure);
    }

    fn reading(mut self) -> Option<ParsedTestRun> {
        if !self.is_node {
            return None;
        }
        if !self.files.is_empty() && self.crashed {
            self.tally.infra(TestRunEnd::Crash);
        } else if !self.files.is_empty() && self.load_failed {
            self.tally.infra(TestRunEnd::Build);
        } else {
            self.files.iter().for_each(|(name, story)| self.tally.add(story.failure(*name)));
        }
        if !self.totals.is_empty() {
            let failed = sum(&self.totals, &["fail", "cancelled"]);
            // A file that did not load is counted as a test that failed.
            let files = if self.tally.any_infra() { failed } else { 0 };
            let is_load = files > 0 && !self.tally.any_failed();
            self.tally.count(sum(&self.totals, &["pass"]), if is_load { 0 } else { failed });
        }
        self.tally.reading()
    }
}

/// A test's line, `✔ name (1.2ms)`: whether it passed, and its name. A group looks the same. A test
/// that is to do has no verdict.
fn test(line: &str) -> Option<(Option<bool>, &str)> {
    let line = line.trim_start();
    let (passed, test) = match line.strip_prefix("✔ ") {
        Some(test) => (true, test),
        None => (false, line.strip_prefix("✖ ")?),
    };
    let (name, time) = test.rsplit_once(" (")?;
    let (time, after) = time.split_once("ms)")?;
    let is_todo = after.starts_with(" # ");
    let is_test = is_number(time) && time.contains('.') && (is_todo || after.is_empty());
    is_test.then_some(((!is_todo).then_some(passed), name))
}

/// The count of `fail 3`.
fn total(text: &str) -> Option<(u64, &str)> {
    let (what, number) = text.trim_end().split_once(' ')?;
    Some((number.parse().ok()?, what))
}

#[cfg(test)]
mod tests;

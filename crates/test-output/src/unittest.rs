//! Reads `python -m unittest`, and Django's `manage.py test`.

use super::found::Found;
use super::lines::{count, is_foreign, lines};
use super::traceback::frame;
use super::{ParsedTestRun, TestFailure, TestRunEnd};

/// The most lines of an error that are kept.
const ERROR_LINES: usize = 8;

/// What the output says; `None` where it has no verdict in unittest's layout.
pub(super) fn read(text: &str) -> Option<ParsedTestRun> {
    let mut run = Run::default();
    lines(text).for_each(|line| run.read(line));
    run.reading()
}

#[derive(Default)]
struct Run<'t> {
    found: Found,
    /// The test whose lines these are.
    current: Option<Section<'t>>,
    /// Whether the last line was a double rule, which a failed test's heading follows.
    is_heading_next: bool,
    /// The test of a line with its verdict on the next (`-v`, a described test).
    described: Option<&'t str>,
    ran: Option<u64>,
    passed: Option<bool>,
    unloaded: bool,
}

impl<'t> Run<'t> {
    fn read(&mut self, line: &'t str) {
        if std::mem::take(&mut self.is_heading_next) && self.heading(line) {
            return;
        }
        let is_rule = |mark: u8| line.len() == 70 && line.bytes().all(|b| b == mark);
        match line.as_bytes().first() {
            Some(b'=') if is_rule(b'=') => {
                self.leave();
                self.is_heading_next = true;
            }
            Some(b'-') if is_rule(b'-') => {
                if self.current.as_mut().is_some_and(Section::rule) {
                    self.leave();
                }
            }
            Some(b'R' | b'O' | b'F' | b'N') if self.verdict(line) => {}
            _ => match &mut self.current {
                Some(section) => section.read(line),
                None => self.verbose(line),
            },
        }
    }

    /// `FAIL: test_adds (tests.test_sum.SumTest.test_adds)`
    fn heading(&mut self, line: &'t str) -> bool {
        let test = line.strip_prefix("FAIL: ").or_else(|| line.strip_prefix("ERROR: "));
        let Some(test) = test else { return false };
        self.current = Some(Section { test, ..Section::default() });
        true
    }

    /// `Ran 3 tests in 0.001s`, then `OK` or `FAILED (failures=1)`
    fn verdict(&mut self, line: &str) -> bool {
        if let Some((n, rest)) = line.strip_prefix("Ran ").and_then(count) {
            let time = rest.strip_prefix("tests in ").or_else(|| rest.strip_prefix("test in "));
            let is_own = time.is_some_and(|time| time.ends_with('s') && !time.contains(' '));
            if is_own {
                self.leave();
                self.ran = Some(n);
            }
            return is_own;
        }
        let (word, notes) = line.split_once(" (").unwrap_or((line, ""));
        let Some(notes) = Notes::of(notes) else { return false };
        match word {
            "FAILED" if !line.ends_with("FAILED") => {
                self.passed = Some(false);
                self.found.failed =
                    Some(self.found.failed.unwrap_or(0).saturating_add(notes.failed));
            }
            "OK" | "NO TESTS RAN" if self.ran.is_some() => {
                let passed = self.ran.take().unwrap_or(0).saturating_sub(notes.not_passed);
                self.found.passed = Some(self.found.passed.unwrap_or(0).saturating_add(passed));
                self.passed.get_or_insert(true);
            }
            _ => return false,
        }
        true
    }

    /// `test_a (tests.test_sum.SumTest.test_a) ... ok`
    fn verbose(&mut self, line: &'t str) {
        let described = self.described.take();
        match line.strip_suffix(" ... ok") {
            Some(test) if id(test).is_some() => self.found.pass(&name(test)),
            Some(_) => {
                if let Some(test) = described {
                    self.found.pass(&name(test));
                }
            }
            None => self.described = Some(line).filter(|l| l.ends_with(')') && id(l).is_some()),
        }
    }

    fn leave(&mut self) {
        let Some(section) = self.current.take() else { return };
        if section.test.contains("unittest.loader._FailedTest") {
            self.unloaded = true;
        } else if let Some(failure) = self.found.failure(&name(section.test)) {
            section.complete(failure);
        }
    }

    fn reading(mut self) -> Option<ParsedTestRun> {
        self.leave();
        let end = if self.found.has_failures() {
            TestRunEnd::Failed
        } else if self.unloaded {
            TestRunEnd::Build
        } else if self.passed == Some(false) {
            TestRunEnd::Failed
        } else if self.passed.is_none() {
            return None;
        } else if self.found.passed == Some(0) {
            TestRunEnd::Nothing
        } else {
            TestRunEnd::Passed
        };
        if end == TestRunEnd::Failed {
            self.found.passed = None;
        }
        Some(self.found.reading(end))
    }
}

/// What stands in the brackets after the verdict: `failures=1, errors=2, skipped=1)`.
struct Notes {
    failed: u64,
    not_passed: u64,
}

impl Notes {
    fn of(text: &str) -> Option<Self> {
        let mut notes = Self { failed: 0, not_passed: 0 };
        if text.is_empty() {
            return Some(notes);
        }
        for note in text.strip_suffix(')')?.split(", ") {
            let (word, n) = note.split_once('=')?;
            let n: u64 = n.parse().ok()?;
            match word {
                "failures" | "errors" | "unexpected successes" => {
                    notes.failed = notes.failed.saturating_add(n);
                }
                "skipped" => notes.not_passed = notes.not_passed.saturating_add(n),
                "expected failures" => {}
                _ => return None,
            }
        }
        Some(notes)
    }
}

/// What stands under one failed test.
#[derive(Default)]
struct Section<'t> {
    test: &'t str,
    /// Whether the rule under the heading has been seen.
    is_open: bool,
    place: Option<(&'t str, u32)>,
    source: Option<&'t str>,
    is_source_next: bool,
    in_error: bool,
    error: Vec<&'t str>,
    has_ended: bool,
}

impl<'t> Section<'t> {
    /// The rule under the heading; true for the one that ends the last section.
    fn rule(&mut self) -> bool {
        std::mem::replace(&mut self.is_open, true)
    }

    fn read(&mut self, line: &'t str) {
        if !self.is_open || self.has_ended {
            return;
        }
        if let Some(at) = frame(line) {
            if !is_foreign(at.0) {
                (self.place, self.is_source_next) = (Some(at), true);
            }
        } else if std::mem::take(&mut self.is_source_next) {
            self.source = Some(line.trim());
        } else if line.starts_with("Traceback (most recent call last)") {
            self.error.clear();
            self.in_error = false;
        } else if matches!(line, "Stdout:" | "Stderr:") {
            self.has_ended = true;
        } else if self.in_error || !line.starts_with([' ', '\t']) {
            self.in_error |= !line.is_empty();
            if self.error.len() < ERROR_LINES && !line.trim().is_empty() {
                self.error.push(line.trim());
            }
        }
    }

    fn complete(self, failure: &mut TestFailure) {
        let Some(first) = self.error.first() else { return };
        let is_assertion = first.starts_with("AssertionError");
        failure.assertion = self.source.filter(|_| is_assertion).map(str::to_owned);
        failure.error = Some(self.error.join("\n"));
        if let Some((file, line)) = self.place {
            failure.file = Some(file.to_owned());
            failure.line = Some(line);
        }
    }
}

/// What stands in the first brackets of `test_a (tests.SumTest.test_a) (n=1)`, with the method in
/// front and the rest after.
fn id(test: &str) -> Option<(&str, &str, &str)> {
    let (method, rest) = test.split_once(" (")?;
    let (class, rest) = rest.split_once(')')?;
    let is_path = |text: &str| !text.is_empty() && !text.contains(' ');
    let is_apart = rest.is_empty() || rest.starts_with(' ');
    (is_path(method) && is_path(class) && class.contains('.') && is_apart)
        .then_some((method, class, rest))
}

/// The test as the command line takes it: `tests.test_sum.SumTest.test_adds`, with what tells a
/// sub-test from its fellows.
fn name(test: &str) -> String {
    let Some((method, class, rest)) = id(test) else { return test.to_owned() };
    let is_fixture = method.starts_with("setUp") || method.starts_with("tearDown");
    let has_method = class.rsplit('.').next() == Some(method);
    let rest = rest.trim_end();
    if is_fixture || has_method {
        format!("{class}{rest}")
    } else {
        format!("{class}.{method}{rest}")
    }
}

#[cfg(test)]
mod tests;

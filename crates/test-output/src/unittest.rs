//! Reads `python -m unittest` and Django's `manage.py test`.

use super::counts::{add_to, count};
use super::findings::{RunFindings, first_end};
use super::lines::{is_foreign, lines, push_error_line};
use super::{ParsedTestRun, TestFailure, TestRunEnd};
use fusebox_text::python_frame as frame;

/// Reads a run of unittest; `None` where there is no verdict.
pub(super) fn read(text: &str) -> Option<ParsedTestRun> {
    let mut run = UnittestReader::default();
    lines(text).for_each(|line| run.read(line));
    run.into_run()
}

#[derive(Default)]
struct UnittestReader<'t> {
    findings: RunFindings,
    /// The test to which the current lines belong.
    current: Option<TracebackSection<'t>>,
    /// Whether the last line was a double rule, after which the heading of a failed test follows.
    is_heading_next: bool,
    /// The test of a line whose verdict stands on the next one (`-v`, a described test).
    described: Option<&'t str>,
    ran: Option<u64>,
    passed: Option<bool>,
    unloaded: bool,
}

impl<'t> UnittestReader<'t> {
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
                if self.current.as_mut().is_some_and(TracebackSection::rule) {
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

    /// Reads `FAIL: test_adds (tests.test_sum.SumTest.test_adds)`.
    fn heading(&mut self, line: &'t str) -> bool {
        let test = line.strip_prefix("FAIL: ").or_else(|| line.strip_prefix("ERROR: "));
        let Some(test) = test else { return false };
        self.current = Some(TracebackSection { test, ..TracebackSection::default() });
        true
    }

    /// Reads `Ran 3 tests in 0.001s`, then `OK` or `FAILED (failures=1)`.
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
        let Some(notes) = ResultNotes::of(notes) else { return false };
        match word {
            "FAILED" if !line.ends_with("FAILED") => {
                self.passed = Some(false);
                add_to(&mut self.findings.failed, notes.failed);
            }
            "OK" | "NO TESTS RAN" if self.ran.is_some() => {
                let passed = self.ran.take().unwrap_or(0).saturating_sub(notes.not_passed);
                add_to(&mut self.findings.passed, passed);
                self.passed.get_or_insert(true);
            }
            _ => return false,
        }
        true
    }

    /// Reads `test_a (tests.test_sum.SumTest.test_a) ... ok`.
    fn verbose(&mut self, line: &'t str) {
        let described = self.described.take();
        match line.strip_suffix(" ... ok") {
            Some(test) if id(test).is_some() => self.findings.add_passed(|| name(test)),
            Some(_) => {
                if let Some(test) = described {
                    self.findings.add_passed(|| name(test));
                }
            }
            None => self.described = Some(line).filter(|l| l.ends_with(')') && id(l).is_some()),
        }
    }

    fn leave(&mut self) {
        let Some(section) = self.current.take() else { return };
        if section.test.contains("unittest.loader._FailedTest") {
            self.unloaded = true;
        } else if let Some(failure) = self.findings.failure(&name(section.test)) {
            section.complete(failure);
        }
    }

    fn into_run(mut self) -> Option<ParsedTestRun> {
        self.leave();
        let end = first_end([
            (self.findings.has_failures(), TestRunEnd::Failed),
            (self.unloaded, TestRunEnd::Build),
            (self.passed == Some(false), TestRunEnd::Failed),
            (self.passed.is_some() && self.findings.passed == Some(0), TestRunEnd::Nothing),
            (self.passed.is_some(), TestRunEnd::Passed),
        ])?;
        if end == TestRunEnd::Failed {
            self.findings.passed = None;
        }
        Some(self.findings.into_run_with(end))
    }
}

/// The counts in the brackets behind the verdict: `failures=1, errors=2, skipped=1)`.
struct ResultNotes {
    failed: u64,
    not_passed: u64,
}

impl ResultNotes {
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

/// The section of one failed test.
#[derive(Default)]
struct TracebackSection<'t> {
    test: &'t str,
    /// Whether the rule under the heading was read.
    is_open: bool,
    place: Option<(&'t str, u32)>,
    source: Option<&'t str>,
    is_source_next: bool,
    in_error: bool,
    error: Vec<&'t str>,
    has_ended: bool,
}

impl<'t> TracebackSection<'t> {
    /// Reads a rule: true where it ends the last section, and is not the one under the heading.
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
            push_error_line(&mut self.error, line);
        }
    }

    fn complete(self, failure: &mut TestFailure) {
        let Some(first) = self.error.first() else { return };
        let assertion = self.source.filter(|_| first.starts_with("AssertionError"));
        failure.explain(assertion, &self.error, self.place);
    }
}

/// The method, the class in the first brackets, and the rest of `test_a (tests.SumTest.test_a)
/// (n=1)`.
fn id(test: &str) -> Option<(&str, &str, &str)> {
    let (method, rest) = test.split_once(" (")?;
    let (class, rest) = rest.split_once(')')?;
    let is_path = |text: &str| !text.is_empty() && !text.contains(' ');
    let is_apart = rest.is_empty() || rest.starts_with(' ');
    (is_path(method) && is_path(class) && class.contains('.') && is_apart)
        .then_some((method, class, rest))
}

/// The test as the command line accepts it: `tests.test_sum.SumTest.test_adds`, with what
/// distinguishes a sub-test.
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
pub(crate) mod tests;

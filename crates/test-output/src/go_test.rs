//! Reads `go test`, also with `-v` and `-json`.

mod json;
mod panic;

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};

use self::panic::GoPanic;
use super::findings::{RunFindings, first_end};
use super::lines::{contains_any, lines, place, push_error_line, starts_with_any};
use super::{ParsedTestRun, TestFailure, TestRunEnd};

/// Reads a run of `go test`; `None` where there is no verdict.
pub(super) fn read(text: &str) -> Option<ParsedTestRun> {
    let text = json::text(text).map_or(Cow::Borrowed(text), Cow::Owned);
    let mut run = GoTestReader::default();
    lines(&text).for_each(|line| run.read(line));
    run.into_run()
}

#[derive(Default)]
struct GoTestReader<'t> {
    findings: RunFindings,
    /// What each test logged.
    logs: HashMap<&'t str, Vec<&'t str>>,
    /// The test whose log the current lines are.
    current: Option<&'t str>,
    /// The tests that failed since the last line of a package.
    failed_here: Vec<&'t str>,
    /// The test that failed last. A panic right behind it belongs to it.
    failed: Option<&'t str>,
    panic: Option<GoPanic<'t>>,
    is_verbose: bool,
    passed: u64,
    package_passed: bool,
    package_failed: bool,
    unbuilt: bool,
    crashed: bool,
    is_empty: bool,
}

impl<'t> GoTestReader<'t> {
    fn read(&mut self, line: &'t str) {
        if let Some(panic) = &mut self.panic {
            if !starts_with_any(line, &["FAIL", "ok  ", "=== ", "--- "]) {
                return panic.read(line);
            }
            self.end_panic();
        }
        match line.trim_start_matches(' ').as_bytes().first() {
            Some(b'=') if self.run(line) => {}
            Some(b'-') if self.verdict(line.trim_start_matches(' ')) => {}
            Some(b'F' | b'o' | b'?') if self.package(line) => {}
            Some(b'p' | b'f') if starts_with_any(line, &["panic: ", "fatal error: "]) => {
                self.panic = Some(GoPanic::new(line));
            }
            _ => self.log(line),
        }
    }

    /// Reads `=== RUN   TestA/b`.
    fn run(&mut self, line: &'t str) -> bool {
        const WORDS: &[&str] = &["=== RUN ", "=== CONT ", "=== NAME ", "=== PAUSE "];
        let Some(name) = WORDS.iter().find_map(|word| line.strip_prefix(word)) else {
            return false;
        };
        self.is_verbose = true;
        self.current = Some(name.trim()).filter(|name| !name.is_empty());
        true
    }

    /// Reads `--- FAIL: TestA/b (0.00s)`.
    fn verdict(&mut self, line: &'t str) -> bool {
        let Some((word, rest)) = line.strip_prefix("--- ").and_then(|l| l.split_once(": ")) else {
            return false;
        };
        let Some((name, time)) = rest.rsplit_once(" (") else { return false };
        if !time.ends_with("s)") || name.contains(' ') {
            return false;
        }
        self.current = Some(name);
        match word {
            "FAIL" => {
                self.findings.failure(name);
                self.failed = Some(name);
                self.failed_here.push(name);
            }
            "PASS" => {
                self.passed += u64::from(!name.contains('/'));
                self.findings.add_passed(|| name);
            }
            "SKIP" | "BENCH" => {}
            _ => return false,
        }
        true
    }

    /// Reads `ok  pkg 0.01s`, `FAIL pkg 0.01s`, `FAIL pkg [build failed]` or `? pkg [no test
    /// files]`.
    fn package(&mut self, line: &'t str) -> bool {
        let mut words = line.split_whitespace();
        let (Some(verdict), Some(package), Some(third)) =
            (words.next(), words.next(), words.next())
        else {
            return line == "FAIL";
        };
        let is_timed = third == "(cached)"
            || third.strip_suffix('s').is_some_and(|t| t.parse::<f64>().is_ok());
        match verdict {
            "ok" if is_timed => {
                let is_empty = line.ends_with("[no tests to run]");
                self.is_empty |= is_empty;
                self.package_passed |= !is_empty;
            }
            "FAIL" if line.ends_with("[build failed]") || line.ends_with("[setup failed]") => {
                self.unbuilt = true;
            }
            "FAIL" if is_timed => {
                self.package_failed = true;
                for name in self.failed_here.drain(..) {
                    if let Some(failure) = self.findings.failure(name) {
                        failure.add_package(package);
                    }
                }
            }
            "?" if line.ends_with("[no test files]") => self.is_empty = true,
            _ => return false,
        }
        (self.current, self.failed) = (None, None);
        true
    }

    /// Assigns the panic to the test that failed just before, otherwise to one that was running.
    fn end_panic(&mut self) {
        let Some(panic) = self.panic.take() else { return };
        let failed = self.failed.take().or_else(|| panic.running());
        self.failed_here.extend(failed);
        match failed.and_then(|name| self.findings.failure(name)) {
            Some(failure) => panic.complete(failure),
            None => self.crashed = true,
        }
    }

    fn log(&mut self, line: &'t str) {
        if let Some(name) = self.current
            && !line.trim().is_empty()
            && line.starts_with([' ', '\t'])
        {
            push_error_line(self.logs.entry(name).or_default(), line);
        }
    }

    fn into_run(mut self) -> Option<ParsedTestRun> {
        self.end_panic();
        self.complete();
        // Any Go program prints such a stack as a test that crashes.
        let ended = !self.crashed;
        let end = first_end([
            (self.findings.has_failures(), TestRunEnd::Failed),
            (self.unbuilt, TestRunEnd::Build),
            (self.crashed && self.package_failed, TestRunEnd::Crash),
            (self.package_failed, TestRunEnd::Failed),
            (ended && self.package_passed, TestRunEnd::Passed),
            (ended && self.is_empty, TestRunEnd::Nothing),
        ])?;
        if self.is_verbose {
            self.findings.passed = Some(self.passed);
        }
        Some(self.findings.into_run_with(end))
    }

    /// Adds the log to each failed test, and drops tests that failed only because of a sub-test.
    fn complete(&mut self) {
        let Self { findings, logs, .. } = self;
        let names: Vec<String> = findings.failures_mut().iter().map(|f| f.name.clone()).collect();
        let parents: HashSet<&str> =
            names.iter().filter_map(|name| Some(name.rsplit_once('/')?.0)).collect();
        findings.failures_mut().retain(|failure| {
            let is_silent = failure.error.is_none() && !logs.contains_key(failure.name.as_str());
            !(is_silent && parents.contains(failure.name.as_str()))
        });
        for failure in findings.failures_mut() {
            if let Some(log) = logs.get(failure.name.as_str()) {
                explain(failure, log);
            }
        }
    }
}

/// Explains a failure by its log. Go tests assert by logging: the most telling line is the
/// assertion, the whole log is the error.
fn explain(failure: &mut TestFailure, log: &[&str]) {
    const TELLING: &[&str] = &["want", "got", "expect", "!=", "should", "must", "Error:"];
    if failure.error.is_some() {
        return;
    }
    let placed = log.iter().filter_map(|line| {
        let (file, number) = place(line).filter(|(file, _)| file.ends_with(".go"))?;
        let (_, text) = line.get(file.len() + 1..)?.split_once(':')?;
        Some((file, number, text.trim()))
    });
    // The last of the telling lines, otherwise the last one.
    let best = placed.max_by_key(|(_, _, text)| contains_any(text, TELLING));
    let assertion = best.map(|(_, _, text)| text).filter(|text| !text.is_empty());
    failure.explain(assertion, log, best.map(|(file, number, _)| (file, number)));
}

#[cfg(test)]
pub(crate) mod tests;

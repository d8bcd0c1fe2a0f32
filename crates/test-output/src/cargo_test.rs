//! Reads `cargo test`: the harness of the standard library, doc-tests, and cargo's own lines.

use std::collections::HashMap;

use super::cargo_target::{rerun_target, started_target};
use super::counts::count;
use super::findings::{RunFindings, first_end};
use super::lines::{is_cut, lines};
use super::rust_panic::{RustFailureText, panicked_thread};
use super::{ParsedTestRun, TestRunEnd, nextest};

/// Reads a run of `cargo test`; `None` where there is no verdict, or where the output is of
/// cargo-nextest.
pub(super) fn read(text: &str) -> Option<ParsedTestRun> {
    let mut run = CargoTestReader { is_listing: true, ..CargoTestReader::default() };
    for line in lines(text) {
        if line.starts_with(' ') {
            if nextest::is_own(line) {
                return None;
            }
            run.indented(line);
        } else if !run.structure(line) {
            run.detail(line);
        }
    }
    run.into_run()
}

#[derive(Default)]
struct CargoTestReader<'t> {
    findings: RunFindings,
    /// What tests printed when they failed, and when a panic was expected of them.
    whys: HashMap<&'t str, RustFailureText<'t>>,
    /// The test to which the current lines belong.
    current: Option<&'t str>,
    /// Whether the lines stand under a heading, which assigns them to that test for sure.
    has_heading: bool,
    /// The test whose verdict follows what it prints (`--nocapture`).
    pending: Option<&'t str>,
    /// Whether indented lines are the names of failed tests.
    is_listing: bool,
    listed: Vec<&'t str>,
    /// Whether headings belong to tests that passed (`--show-output`).
    shows_passed: bool,
    /// The target whose harness runs.
    target: Option<String>,
    /// The target that cargo names last as the one that failed.
    rerun_target: Option<String>,
    /// The tests that failed in the harness that runs.
    failed_here: Vec<&'t str>,
    /// Whether a harness has started and not printed its result.
    is_open: bool,
    has_verdict: bool,
    has_failed: bool,
    /// Whether cargo reported that a target failed.
    target_failed: bool,
    crashed: bool,
    build_failed: bool,
}

impl<'t> CargoTestReader<'t> {
    /// Reads a line of the harness or of cargo; false for any other line.
    fn structure(&mut self, line: &'t str) -> bool {
        let known = match line.as_bytes().first() {
            Some(b't') => self.verdict(line) || self.result(line),
            Some(b'-') => self.heading(line),
            Some(b'r') => self.running(line),
            Some(b'f') if line == "failures:" => {
                self.leave();
                self.is_listing = true;
                self.shows_passed = false;
                self.listed.clear();
                return true;
            }
            Some(b's') if line == "successes:" => {
                self.shows_passed = true;
                true
            }
            Some(b'F') if line == "FAILED" => self.pending.take().is_some_and(|name| {
                self.fail(name);
                true
            }),
            Some(b'o') if line == "ok" => self.pending.take().is_some_and(|name| {
                self.findings.add_passed(|| name);
                true
            }),
            Some(b'e') => self.cargo(line),
            _ => line.strip_suffix(" --- FAILED").is_some_and(|name| {
                let is_test = !name.contains(' ');
                if is_test {
                    self.fail(name);
                }
                is_test
            }),
        };
        if known {
            self.leave();
        }
        if !line.is_empty() {
            self.is_listing = is_cut(line);
        }
        known
    }

    /// Reads `test tests::a ... ok`.
    fn verdict(&mut self, line: &'t str) -> bool {
        let Some((name, verdict)) = line.strip_prefix("test ").and_then(|l| l.split_once(" ... "))
        else {
            return false;
        };
        let name = without_note(name);
        match verdict.split(' ').next().unwrap_or_default() {
            "ok" if verdict == "ok" || verdict.starts_with("ok <") => {
                self.findings.add_passed(|| name)
            }
            "FAILED" => self.fail(name),
            "ignored" | "ignored," | "bench:" => {}
            _ => {
                self.leave();
                self.pending = Some(name);
                self.current = Some(name);
                self.whys.entry(name).or_default().read(verdict);
                return false;
            }
        }
        true
    }

    /// Reads `test result: FAILED. 1 passed; 2 failed; 0 ignored; 0 measured; 3 filtered out`.
    fn result(&mut self, line: &str) -> bool {
        let Some((verdict, counts)) =
            line.strip_prefix("test result: ").and_then(|rest| rest.split_once(". "))
        else {
            return false;
        };
        if !matches!(verdict, "ok" | "FAILED") {
            return false;
        }
        let of = |word: &str| {
            counts.split(';').filter_map(count).find_map(|(n, w)| (w == word).then_some(n))
        };
        let (Some(passed), Some(failed)) = (of("passed"), of("failed")) else { return false };
        self.findings.add_counts(passed, failed);
        self.has_verdict = true;
        self.is_open = false;
        if verdict == "FAILED" {
            self.has_failed = true;
            for name in std::mem::take(&mut self.listed) {
                self.fail(name);
            }
        }
        true
    }

    /// Reads `---- tests::a stdout ----`.
    fn heading(&mut self, line: &'t str) -> bool {
        let name = line.strip_prefix("---- ").and_then(|rest| rest.strip_suffix(" stdout ----"));
        let Some(name) = name else { return false };
        self.leave();
        if !self.shows_passed {
            self.fail(name);
            self.current = Some(name);
            self.has_heading = true;
        }
        // A heading starts the lines of a test; the caller must not end them.
        false
    }

    /// Reads `running 3 tests`.
    fn running(&mut self, line: &str) -> bool {
        let tests = line.strip_prefix("running ").and_then(count);
        let begins = tests.is_some_and(|(_, word)| matches!(word, "test" | "tests"));
        self.is_open |= begins;
        begins
    }

    /// Reads what cargo reports about a target.
    fn cargo(&mut self, line: &str) -> bool {
        let Some(said) = line.strip_prefix("error: ") else { return false };
        let failed = said.starts_with("test failed, to rerun pass")
            || said.starts_with("doctest failed, to rerun pass")
            || count(said).is_some_and(|(_, w)| matches!(w, "target failed:" | "targets failed:"));
        let unbuilt = said.starts_with("could not compile `");
        let refused = said.starts_with("Unrecognized option: ");
        self.crashed |= refused;
        self.target_failed |= failed;
        self.build_failed |= unbuilt;
        if failed && let Some(target) = rerun_target(said) {
            self.target = Some(target.clone());
            self.rerun_target = Some(target);
        }
        failed || unbuilt || refused
    }

    fn indented(&mut self, line: &'t str) {
        let text = line.trim_start();
        if text.starts_with("process didn't exit successfully: ") {
            self.crashed |= text.contains("(signal: ") || self.is_open;
            return;
        }
        if let Some(target) = started_target(text) {
            self.end_target();
            self.target = Some(target);
        }
        if self.is_listing {
            let name = line.strip_prefix("    ").filter(|name| is_test_name(name));
            self.is_listing = name.is_some();
            self.listed.extend(name);
        }
        self.detail(line);
    }

    /// Reads a line that a test may have printed.
    fn detail(&mut self, line: &'t str) {
        if let Some(thread) = panicked_thread(line)
            && !self.has_heading
        {
            let name = self.pending.unwrap_or(thread);
            self.leave();
            self.current = Some(name);
        }
        if let Some(name) = self.current {
            self.whys.entry(name).or_default().read(line);
        }
    }

    fn leave(&mut self) {
        self.current = None;
        self.has_heading = false;
    }

    fn fail(&mut self, name: &'t str) {
        self.has_failed = true;
        self.findings.failure(name);
        self.failed_here.push(name);
    }

    /// Assigns the tests that failed to their target, where it is known.
    fn end_target(&mut self) {
        let failed = std::mem::take(&mut self.failed_here);
        let Some(target) = self.target.take() else { return };
        for name in failed {
            if let Some(failure) = self.findings.failure(name) {
                failure.add_package(&target);
            }
        }
    }

    /// Assigns the tests of which no target is known to the one that cargo named: what it says of targets may be
    /// printed before all results or behind them.
    fn end_targets(&mut self) {
        self.end_target();
        let Some(target) = self.rerun_target.take() else { return };
        let failures = self.findings.failures_mut().iter_mut();
        failures.filter(|f| f.packages.is_empty()).for_each(|f| f.add_package(&target));
    }

    fn into_run(mut self) -> Option<ParsedTestRun> {
        self.end_targets();
        let passed = self.findings.passed.unwrap_or(0);
        let end = first_end([
            (self.has_failed, TestRunEnd::Failed),
            (self.crashed && self.target_failed, TestRunEnd::Crash),
            (self.target_failed, TestRunEnd::Failed),
            (self.has_verdict && self.build_failed, TestRunEnd::Build),
            (self.has_verdict && passed == 0, TestRunEnd::Nothing),
            (self.has_verdict, TestRunEnd::Passed),
        ])?;
        for failure in self.findings.failures_mut() {
            if let Some(why) = self.whys.remove(failure.name.as_str()) {
                why.complete(failure);
            }
        }
        Some(self.findings.into_run_with(end))
    }
}

/// The name without the note with which the harness marks the kind of test.
fn without_note(name: &str) -> &str {
    const NOTES: &[&str] = &[" - should panic", " - compile fail", " - compile"];
    NOTES.iter().find_map(|note| name.strip_suffix(note)).unwrap_or(name)
}

/// Whether it is a path of modules, or a doc-test: `src/lib.rs - add (line 3)`.
fn is_test_name(name: &str) -> bool {
    let is_path = |text: &str| !text.is_empty() && !text.contains([' ', '`', '"', ',']);
    is_path(name) || (name.contains(" - ") && name.ends_with(')') && name.contains("(line "))
}

#[cfg(test)]
pub(crate) mod tests;

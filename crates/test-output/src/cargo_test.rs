//! Reads `cargo test`: the harness of the standard library, doc-tests, and what cargo adds.

use std::collections::HashMap;

use super::found::Found;
use super::libtest::{Why, panicked_thread};
use super::lines::{count, is_cut, lines};
use super::{ParsedTestRun, TestRunEnd, nextest};

/// What the output says; `None` where it has no verdict, or is of cargo-nextest.
pub(super) fn read(text: &str) -> Option<ParsedTestRun> {
    let mut run = Run { is_listing: true, ..Run::default() };
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
    run.reading()
}

#[derive(Default)]
struct Run<'t> {
    found: Found,
    /// Why tests failed; also of tests whose panic was wanted.
    whys: HashMap<&'t str, Why<'t>>,
    /// The test whose lines these are.
    current: Option<&'t str>,
    /// Whether they stand under a heading, and so are surely of that test.
    has_heading: bool,
    /// The test whose verdict comes after what it prints (`--nocapture`).
    pending: Option<&'t str>,
    /// Whether indented lines are names of failed tests.
    is_listing: bool,
    listed: Vec<&'t str>,
    /// Whether the headings are of tests that passed (`--show-output`).
    shows_passed: bool,
    /// Whether a harness has begun and not given its result.
    is_open: bool,
    verdicts: u32,
    has_failed: bool,
    /// Cargo's own word that a target failed.
    target_failed: bool,
    crashed: bool,
    build_failed: bool,
}

impl<'t> Run<'t> {
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
                self.found.pass(name);
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

    /// `test tests::a ... ok`
    fn verdict(&mut self, line: &'t str) -> bool {
        let Some((name, verdict)) = line.strip_prefix("test ").and_then(|l| l.split_once(" ... "))
        else {
            return false;
        };
        let name = without_note(name);
        match verdict.split(' ').next().unwrap_or_default() {
            "ok" if verdict == "ok" || verdict.starts_with("ok <") => self.found.pass(name),
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

    /// `test result: FAILED. 1 passed; 2 failed; 0 ignored; 0 measured; 3 filtered out`
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
        self.found.count(passed, failed);
        self.verdicts += 1;
        self.is_open = false;
        if verdict == "FAILED" {
            self.has_failed = true;
            for name in std::mem::take(&mut self.listed) {
                self.fail(name);
            }
        }
        true
    }

    /// `---- tests::a stdout ----`
    fn heading(&mut self, line: &'t str) -> bool {
        let name = line.strip_prefix("---- ").and_then(|rest| rest.strip_suffix(" stdout ----"));
        let Some(name) = name else { return false };
        self.leave();
        if !self.shows_passed {
            self.fail(name);
            self.current = Some(name);
            self.has_heading = true;
        }
        // It opens the lines of a test, and does not close them again.
        false
    }

    /// `running 3 tests`
    fn running(&mut self, line: &str) -> bool {
        let tests = line.strip_prefix("running ").and_then(count);
        let begins = tests.is_some_and(|(_, word)| matches!(word, "test" | "tests"));
        self.is_open |= begins;
        begins
    }

    /// What cargo says of a target.
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
        failed || unbuilt || refused
    }

    fn indented(&mut self, line: &'t str) {
        let text = line.trim_start();
        if text.starts_with("process didn't exit successfully: ") {
            self.crashed |= text.contains("(signal: ") || self.is_open;
            return;
        }
        if self.is_listing {
            let name = line.strip_prefix("    ").filter(|name| is_test_name(name));
            self.is_listing = name.is_some();
            self.listed.extend(name);
        }
        self.detail(line);
    }

    /// A line that a test may have left behind.
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

    fn fail(&mut self, name: &str) {
        self.has_failed = true;
        self.found.failure(name);
    }

    fn reading(mut self) -> Option<ParsedTestRun> {
        let passed = self.found.passed.unwrap_or(0);
        let end = if self.has_failed {
            TestRunEnd::Failed
        } else if self.crashed && self.target_failed {
            TestRunEnd::Crash
        } else if self.target_failed {
            TestRunEnd::Failed
        } else if self.verdicts == 0 {
            return None;
        } else if self.build_failed {
            TestRunEnd::Build
        } else if passed == 0 {
            TestRunEnd::Nothing
        } else {
            TestRunEnd::Passed
        };
        for failure in self.found.failures_mut() {
            if let Some(why) = self.whys.remove(failure.name.as_str()) {
                why.complete(failure);
            }
        }
        Some(self.found.reading(end))
    }
}

/// The name without what the harness says about the kind of test.
fn without_note(name: &str) -> &str {
    const NOTES: &[&str] = &[" - should panic", " - compile fail", " - compile"];
    NOTES.iter().find_map(|note| name.strip_suffix(note)).unwrap_or(name)
}

/// A path of modules, or a doc-test: `src/lib.rs - add (line 3)`.
fn is_test_name(name: &str) -> bool {
    let is_path = |text: &str| !text.is_empty() && !text.contains([' ', '`', '"', ',']);
    is_path(name) || (name.contains(" - ") && name.ends_with(')') && name.contains("(line "))
}

#[cfg(test)]
mod tests;

//! Reads `cargo nextest run`.

use std::collections::{HashMap, HashSet};

use super::cargo_target::nextest_target;
use super::counts::count;
use super::findings::{RunFindings, first_end};
use super::lines::lines;
use super::rust_panic::{RustFailureText, panicked_thread};
use super::{ParsedTestRun, TestRunEnd, cargo_test};

/// Reads a run of cargo-nextest; `None` where no line is of cargo-nextest. What stands before and
/// after its lines may be of `cargo test` (`cargo nextest run && cargo test --doc`) and is read
/// too.
pub(super) fn read(text: &str) -> Option<ParsedTestRun> {
    let mut run = NextestReader::default();
    let mut own: Option<(usize, usize)> = None;
    let mut at = 0;
    for line in lines(text) {
        let end = at + line.len();
        if run.read(line) {
            own = Some((own.map_or(at, |(start, _)| start), end));
        }
        at = end + 1;
    }
    let (start, end) = own?;
    let reading = run.into_run()?;
    let others = [text.get(..start), text.get(end..)].into_iter().flatten();
    Some(others.filter_map(cargo_test::read).fold(reading, ParsedTestRun::join))
}

/// Whether only cargo-nextest prints the line.
pub(super) fn is_own(line: &str) -> bool {
    let text = line.trim_start();
    if !text.as_bytes().first().is_some_and(u8::is_ascii_uppercase) {
        return false;
    }
    text.starts_with("Summary [")
        || text.starts_with("Nextest run ID ")
        || TestStatus::of(line).is_some()
}

#[derive(Default)]
struct NextestReader<'t> {
    findings: RunFindings,
    /// Tests that failed first and passed when they were retried.
    recovered: HashSet<&'t str>,
    /// The finally failed test to which the next lines belong.
    current: Option<(&'t str, RustFailureText<'t>)>,
    /// The thread that panicked, where the verdict of its test follows (`--no-capture`).
    thread: Option<&'t str>,
    panics: HashMap<&'t str, RustFailureText<'t>>,
    failed: Option<bool>,
    /// Whether the runner itself could not continue.
    crashed: bool,
    is_empty: bool,
}

impl<'t> NextestReader<'t> {
    /// Reads a line; true where it is cargo-nextest's own.
    fn read(&mut self, line: &'t str) -> bool {
        if let Some(said) = line.strip_prefix("error: ")
            && self.verdict(said)
        {
            self.leave();
            return true;
        }
        if line.starts_with(' ') && self.own(line) {
            return true;
        }
        if let Some((_, why)) = &mut self.current {
            why.read(line.strip_prefix("    ").unwrap_or(line));
            return false;
        }
        self.thread = panicked_thread(line).or(self.thread);
        if let Some(thread) = self.thread {
            self.panics.entry(thread).or_default().read(line);
        }
        false
    }

    /// Reads the verdict of the runner.
    fn verdict(&mut self, said: &str) -> bool {
        match said {
            "test run failed" => self.failed = Some(true),
            "no tests to run" => self.is_empty = true,
            _ if said.starts_with("creating test list failed") => self.crashed = true,
            _ => return false,
        }
        true
    }

    fn own(&mut self, line: &'t str) -> bool {
        if let Some(status) = TestStatus::of(line) {
            self.leave();
            self.test(status);
            return true;
        }
        let text = line.trim_start();
        if let Some(summary) = text.strip_prefix("Summary [") {
            self.leave();
            return self.summary(summary);
        }
        text.starts_with("Nextest run ID ")
    }

    fn test(&mut self, TestStatus { word, binary, name, is_final }: TestStatus<'t>) {
        if is_pass(word) {
            if word != "PASS" {
                self.recovered.insert(name);
            }
            self.findings.add_passed(|| name);
        } else if is_final {
            self.current = Some((name, RustFailureText::default()));
            let Some(failure) = self.findings.failure(name) else { return };
            failure.add_package(&nextest_target(binary));
            let word = tried(word);
            if !word.contains("FAIL") && failure.error.is_none() {
                failure.error = Some(word.to_owned());
            }
        }
    }

    /// Reads `   0.015s] 4/11 tests run: 2 passed (1 slow), 2 failed, 1 timed out, 1 skipped`.
    fn summary(&mut self, text: &str) -> bool {
        let Some((_, counts)) = text.split_once(" run: ") else { return false };
        let (mut passed, mut failed) = (0, 0_u64);
        for (n, word) in counts.split(", ").filter_map(count) {
            let word = word.split(" (").next().unwrap_or_default();
            match word {
                "passed" => passed = n,
                "failed" | "timed out" | "exec failed" => failed = failed.saturating_add(n),
                _ => {}
            }
        }
        self.findings.add_counts(passed, failed);
        self.is_empty = passed == 0 && failed == 0;
        self.failed = Some(self.failed.unwrap_or(false) || failed > 0);
        true
    }

    fn leave(&mut self) {
        self.thread = None;
        if let Some((name, why)) = self.current.take()
            && let Some(failure) = self.findings.failure(name)
        {
            why.complete(failure);
        }
    }

    fn into_run(mut self) -> Option<ParsedTestRun> {
        self.leave();
        let Self { findings, recovered, panics, .. } = &mut self;
        findings.failures_mut().retain(|failure| !recovered.contains(failure.name.as_str()));
        for failure in findings.failures_mut().iter_mut().filter(|failure| failure.file.is_none()) {
            if let Some(why) = panics.remove(failure.name.as_str()) {
                why.complete(failure);
            }
        }
        let end = first_end([
            (self.findings.has_failures() || self.failed == Some(true), TestRunEnd::Failed),
            (self.crashed, TestRunEnd::Crash),
            (self.is_empty, TestRunEnd::Nothing),
            (self.failed == Some(false), TestRunEnd::Passed),
        ])?;
        Some(self.findings.into_run_with(end))
    }
}

/// The status line of a test: `        FAIL [   0.008s] ( 3/11) my-crate tests::a`.
struct TestStatus<'t> {
    word: &'t str,
    /// The program that holds the test.
    binary: &'t str,
    name: &'t str,
    /// Whether it is the verdict, and not an attempt before the last.
    is_final: bool,
}

impl<'t> TestStatus<'t> {
    fn of(line: &'t str) -> Option<Self> {
        let (word, rest) = line.strip_prefix(' ')?.trim_start().split_once(" [")?;
        let known = is_pass(word) || is_failure(word);
        let (took, rest) = rest.split_once("] ").filter(|_| known)?;
        let took = took.trim_start_matches(['>', ' ']).strip_suffix('s')?;
        took.parse::<f64>().ok()?;
        let (progress, rest) = match rest.strip_prefix('(') {
            Some(rest) => rest.split_once(") ")?,
            None => ("", rest),
        };
        let (binary, name) = rest.trim_start().split_once(' ')?;
        let name = name.trim();
        (!name.is_empty()).then_some(Self {
            word,
            binary,
            name,
            is_final: !progress.starts_with('─'),
        })
    }
}

fn is_pass(word: &str) -> bool {
    let word = tried(word);
    matches!(word, "PASS" | "LEAK") || word.starts_with("FLAKY ")
}

fn is_failure(word: &str) -> bool {
    let word = tried(word);
    let is_signal = word.starts_with("SIG") && word.bytes().all(|b| b.is_ascii_alphanumeric());
    matches!(word, "FAIL" | "TIMEOUT" | "ABORT" | "XFAIL" | "LEAK-FAIL" | "FAIL + LEAK" | "TMT")
        || is_signal
}

/// The word without the number of the attempt, as in `TRY 2 FAIL`.
fn tried(word: &str) -> &str {
    word.strip_prefix("TRY ").and_then(|rest| rest.split_once(' ')).map_or(word, |(_, word)| word)
}

#[cfg(test)]
pub(crate) mod tests;

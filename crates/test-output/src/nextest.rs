//! Reads `cargo nextest run`.

use std::collections::{HashMap, HashSet};

use super::found::Found;
use super::libtest::{Why, panicked_thread};
use super::lines::{count, lines};
use super::{ParsedTestRun, TestRunEnd, cargo_test};

/// What the output says; `None` where it has no line of cargo-nextest. What stands before and
/// after its lines may be of `cargo test` (`cargo nextest run && cargo test --doc`) and is read too.
pub(super) fn read(text: &str) -> Option<ParsedTestRun> {
    let mut run = Run::default();
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
    let reading = run.reading()?;
    let others = [text.get(..start), text.get(end..)].into_iter().flatten();
    Some(others.filter_map(cargo_test::read).fold(reading, ParsedTestRun::join))
}

/// Whether the line is one that only cargo-nextest writes.
pub(super) fn is_own(line: &str) -> bool {
    let text = line.trim_start();
    if !text.as_bytes().first().is_some_and(u8::is_ascii_uppercase) {
        return false;
    }
    text.starts_with("Summary [")
        || text.starts_with("Nextest run ID ")
        || Status::of(line).is_some()
}

#[derive(Default)]
struct Run<'t> {
    found: Found,
    /// Tests that failed and passed when tried again.
    recovered: HashSet<&'t str>,
    /// The test that the next lines belong to, if it failed for good.
    current: Option<(&'t str, Why<'t>)>,
    /// The thread that panicked, where its test's verdict is still to come (`--no-capture`).
    thread: Option<&'t str>,
    panics: HashMap<&'t str, Why<'t>>,
    failed: Option<bool>,
    /// The runner itself could not go on.
    crashed: bool,
    is_empty: bool,
}

impl<'t> Run<'t> {
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

    /// The last word of the runner.
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
        if let Some(status) = Status::of(line) {
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

    fn test(&mut self, Status { word, name, is_final }: Status<'t>) {
        if is_pass(word) {
            if word != "PASS" {
                self.recovered.insert(name);
            }
            self.found.pass(name);
        } else if is_final {
            self.current = Some((name, Why::default()));
            let Some(failure) = self.found.failure(name) else { return };
            let word = tried(word);
            if !word.contains("FAIL") && failure.error.is_none() {
                failure.error = Some(word.to_owned());
            }
        }
    }

    /// `   0.015s] 4/11 tests run: 2 passed (1 slow), 2 failed, 1 timed out, 1 skipped`
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
        self.found.count(passed, failed);
        self.is_empty = passed == 0 && failed == 0;
        self.failed = Some(self.failed.unwrap_or(false) || failed > 0);
        true
    }

    fn leave(&mut self) {
        self.thread = None;
        if let Some((name, why)) = self.current.take()
            && let Some(failure) = self.found.failure(name)
        {
            why.complete(failure);
        }
    }

    fn reading(mut self) -> Option<ParsedTestRun> {
        self.leave();
        let Self { found, recovered, panics, .. } = &mut self;
        found.failures_mut().retain(|failure| !recovered.contains(failure.name.as_str()));
        for failure in found.failures_mut().iter_mut().filter(|failure| failure.file.is_none()) {
            if let Some(why) = panics.remove(failure.name.as_str()) {
                why.complete(failure);
            }
        }
        let end = if self.found.has_failures() || self.failed == Some(true) {
            TestRunEnd::Failed
        } else if self.crashed {
            TestRunEnd::Crash
        } else if self.is_empty {
            TestRunEnd::Nothing
        } else if self.failed == Some(false) {
            TestRunEnd::Passed
        } else {
            return None;
        };
        Some(self.found.reading(end))
    }
}

/// `        FAIL [   0.008s] ( 3/11) my-crate tests::a`
struct Status<'t> {
    word: &'t str,
    name: &'t str,
    /// Whether it is the verdict, and not a try before the last.
    is_final: bool,
}

impl<'t> Status<'t> {
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
        let (_, name) = rest.trim_start().split_once(' ')?;
        let name = name.trim();
        (!name.is_empty()).then_some(Self { word, name, is_final: !progress.starts_with('─') })
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

/// The word without the number of the try: `TRY 2 FAIL`.
fn tried(word: &str) -> &str {
    word.strip_prefix("TRY ").and_then(|rest| rest.split_once(' ')).map_or(word, |(_, word)| word)
}

#[cfg(test)]
mod tests;

//! A reference model of rows A1–A5 and A9: it counts attempts with plain sets.
//!
//! It shares no code with the engine, so that a mistake in one of them shows as a difference.

use std::collections::{BTreeMap, BTreeSet};

/// The tests that a command selects.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Selection {
    /// Every test there is.
    Whole,
    /// The tests whose names contain this.
    Named(&'static str),
    /// A part of the suite that no word of the command line names.
    Part(&'static str),
}

impl Selection {
    /// Whether the command line alone says that `test` is run.
    pub(crate) fn names(&self, test: &str) -> bool {
        match self {
            Self::Whole => true,
            Self::Named(part) => test.contains(part),
            Self::Part(_) => false,
        }
    }
}

/// The tests that the output of a run lists.
#[derive(Debug, Clone)]
pub(crate) struct ListedTests {
    pub(crate) selection: Selection,
    pub(crate) failed: BTreeSet<String>,
    pub(crate) passed: BTreeSet<String>,
}

/// The counts at which the breaker opens; `None` is no limit.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Numbers {
    pub(crate) per_test: Option<u64>,
    pub(crate) per_slice: Option<u64>,
    pub(crate) infra: Option<u64>,
}

/// ReachedLimit the breaker is open.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ReachedLimit {
    PerTest,
    PerSlice,
    Infra,
}

/// The counts of one task, of all agents that work on it.
#[derive(Debug, Default)]
pub(crate) struct Model {
    pub(crate) numbers: Numbers,
    pub(crate) counts: BTreeMap<String, u64>,
    pub(crate) total: u64,
    pub(crate) infra: u64,
    pub(crate) open: Option<ReachedLimit>,
    /// Each failing test with the selection of the run in which it failed last.
    failing: BTreeMap<String, Selection>,
    /// Tests that a person excluded, or the ends of their names.
    skipped: BTreeSet<String>,
    tests_changed: bool,
    code_changed: bool,
    had_verdict: bool,
}

impl Model {
    pub(crate) fn new(numbers: Numbers) -> Self {
        Self { numbers, ..Self::default() }
    }

    /// A file has another content than before.
    pub(crate) fn changed(&mut self, is_test: bool) {
        if is_test {
            self.tests_changed = true;
        } else {
            self.code_changed = true;
        }
    }

    /// A run gave a verdict.
    pub(crate) fn run(&mut self, run: &ListedTests) {
        if !run.failed.contains("<suite>") && !run.failed.is_empty() {
            // This output names tests, so the placeholder for unnamed ones goes.
            self.failing.remove("<suite>");
            self.counts.remove("<suite>");
        }
        let failed: BTreeSet<String> =
            run.failed.iter().filter(|test| !self.is_skipped(test)).cloned().collect();
        let before: BTreeSet<String> =
            self.failing.keys().filter(|test| self.covers(run, test)).cloned().collect();
        let first = !self.had_verdict;
        if !failed.is_empty() && self.is_attempt(&failed, &before) {
            self.charge(&failed, first);
        }
        for test in before.difference(&failed) {
            self.failing.remove(test);
            self.counts.remove(test);
        }
        for test in failed {
            self.failing.insert(test, run.selection.clone());
        }
        self.had_verdict = true;
        self.tests_changed = false;
        self.code_changed = false;
        self.infra = 0;
    }

    fn covers(&self, run: &ListedTests, test: &str) -> bool {
        if run.failed.contains("<suite>") && test != "<suite>" {
            return false; // what it ran is unknown
        }
        run.selection.names(test)
            || run.failed.contains(test)
            || run.passed.contains(test)
            || self.failing.get(test) == Some(&run.selection)
    }

    fn is_attempt(&self, failed: &BTreeSet<String>, before: &BTreeSet<String>) -> bool {
        let progress = failed.is_subset(before) && failed.len() < before.len();
        let only_tests = !self.code_changed;
        let written_first = only_tests && failed.is_disjoint(before);
        let first_red = only_tests && !self.had_verdict;
        (self.tests_changed || self.code_changed) && !progress && !written_first && !first_red
    }

    fn charge(&mut self, failed: &BTreeSet<String>, first: bool) {
        self.total += 1;
        let mut highest = 0;
        for test in failed.iter().filter(|test| first || self.failing.contains_key(*test)) {
            let count = self.counts.entry(test.clone()).or_default();
            *count += 1;
            highest = highest.max(*count);
        }
        if reached(self.numbers.per_test, highest) {
            self.open_by(ReachedLimit::PerTest);
        } else if reached(self.numbers.per_slice, self.total) {
            self.open_by(ReachedLimit::PerSlice);
        }
    }

    /// A run could not run.
    pub(crate) fn infra_failure(&mut self) {
        self.infra += 1;
        let limited = self.numbers.per_test.is_some() || self.numbers.per_slice.is_some();
        if limited && reached(self.numbers.infra, self.infra) {
            self.open_by(ReachedLimit::Infra);
        }
    }

    fn open_by(&mut self, limit: ReachedLimit) {
        self.open = self.open.or(Some(limit));
    }

    /// A person's guidance, for one test or for all.
    pub(crate) fn guidance(&mut self, test: Option<&str>) {
        match test {
            Some(test) => _ = self.counts.remove(test),
            None => self.counts.clear(),
        }
        self.total = 0;
        self.infra = 0;
        self.open = None;
    }

    /// A person's prompt: guidance where it answers a trip.
    pub(crate) fn persons_prompt(&mut self) {
        if self.open.is_some() {
            self.guidance(None);
        }
    }

    /// A person excludes a test: its name, or the end of it.
    pub(crate) fn skip(&mut self, test: &str) {
        self.skipped.insert(test.to_owned());
        let gone: Vec<String> =
            self.failing.keys().filter(|test| self.is_skipped(test)).cloned().collect();
        for test in gone {
            self.failing.remove(&test);
            self.counts.remove(&test);
        }
    }

    fn is_skipped(&self, test: &str) -> bool {
        self.skipped.iter().any(|end| test.ends_with(end))
    }
}

fn reached(number: Option<u64>, count: u64) -> bool {
    number.is_some_and(|number| count >= number)
}

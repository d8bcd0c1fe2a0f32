//! Counts the failed attempts at each failing test and at the slice of work as a whole.
//!
//! Attempts are counted from test runs and from whether something was changed in
//! between. What is unknown counts in the agent's favour: a test that a run did
//! not cover neither passed nor failed.

mod record;
mod tested;

use TestRunEnd::{Build, Crash, Failed, MissingTool, Network, Nothing, Passed};
pub use record::{ChangedTest, TestRunRecord};
use serde::{Deserialize, Serialize};
pub use tested::{TestAttempts, same_path};

use crate::cut::{head, tail};
use crate::state::{is_default, keep_newest, push_newest};
use crate::test_run::{FailedTest, TestCall, TestRun, TestRunEnd, TouchedFile};

/// Tests remembered by name.
const TESTS: usize = 8;
/// Files remembered since the last run.
const TOUCHED: usize = 4;
/// Changed tests remembered since the last run.
const TESTS_TOUCHED: usize = 3;
/// Tests that a person took out.
const SKIPPED: usize = 3;
/// The longest name of a test that is kept, in bytes.
const NAME_BYTES: usize = 100;
/// The longest path that is kept, in bytes.
pub(crate) const PATH_BYTES: usize = 80;

/// The attempts of one task.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct TaskAttempts {
    /// Tests that fail, or failed and have not passed since; those with most attempts are kept.
    #[serde(skip_serializing_if = "is_default")]
    pub tests: Vec<TestAttempts>,
    /// Short digests of all tests known to fail.
    #[serde(with = "crate::state::digests", skip_serializing_if = "is_default")]
    pub failing: Vec<u32>,
    /// Failed attempts of the slice: `total_slice_failures`.
    #[serde(skip_serializing_if = "is_default")]
    pub total: u64,
    /// Infrastructure failures in a row.
    #[serde(skip_serializing_if = "is_default")]
    pub infra: u64,
    /// Runs recorded so far.
    pub runs: u64,
    /// Whether a run tested the code since the task began.
    pub judged: bool,
    /// Whether something was changed since the last run that gave a verdict.
    #[serde(skip_serializing_if = "is_default")]
    pub changed: bool,
    /// Whether something that is no test was changed since the last run that gave a verdict.
    #[serde(skip_serializing_if = "is_default")]
    pub changed_code: bool,
    /// Files changed since the last run that tested the code.
    #[serde(skip_serializing_if = "is_default")]
    pub touched: Vec<TouchedFile>,
    /// Failing tests changed since then.
    #[serde(skip_serializing_if = "is_default")]
    pub tests_touched: Vec<ChangedTest>,
    /// Tests that a person excluded.
    #[serde(skip_serializing_if = "is_default")]
    pub skipped: Vec<String>,
    /// The agent's last sentence since the last run.
    #[serde(skip_serializing_if = "is_default")]
    pub said: Option<String>,
}

/// How a test run counts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum AttemptCharge {
    /// Nothing is charged.
    Free,
    /// A failed attempt, and the test with most attempts of those it is charged to.
    Attempt(Option<TestAttempts>),
    /// The run could not test the code; so many in a row.
    Infra(u64),
}

impl TaskAttempts {
    /// Notes a change of these files, or of unnamed files.
    pub(crate) fn change(&mut self, files: &[TouchedFile]) {
        self.changed = true;
        self.changed_code |= files.is_empty() || files.iter().any(|file| !file.test);
        for file in files {
            let mut file = TouchedFile { tests: None, names: Vec::new(), ..file.clone() };
            file.path = tail(&file.path, PATH_BYTES);
            match self.touched.iter_mut().find(|known| known.path == file.path) {
                Some(known) => known.change = file.change.after(known.change),
                None => self.touched.push(file),
            }
        }
        keep_newest(&mut self.touched, TOUCHED);
    }

    /// Notes a change of a failing test.
    pub(crate) fn touch_test(&mut self, mut touched: ChangedTest) {
        touched.file = tail(&touched.file, PATH_BYTES);
        if !self.tests_touched.contains(&touched) {
            push_newest(&mut self.tests_touched, touched, TESTS_TOUCHED);
        }
    }

    /// Counts one run.
    pub(crate) fn run(&mut self, call: &TestCall, run: &TestRun) -> AttemptCharge {
        self.runs += 1;
        let charge = match run.end {
            Failed => self.fail(call, run),
            Passed => self.pass(call, run),
            Nothing => return AttemptCharge::Free,
            Build | MissingTool | Crash | Network => {
                self.infra += 1;
                return AttemptCharge::Infra(self.infra);
            }
        };
        // The run tested the code: changes from now on belong to the next run.
        (self.infra, self.judged) = (0, true);
        (self.changed, self.changed_code) = (false, false);
        charge
    }

    fn pass(&mut self, call: &TestCall, run: &TestRun) -> AttemptCharge {
        let Self { tests, failing, .. } = self;
        let passed =
            |test: &TestAttempts| test.is_covered_by(call) || run.passed.contains(&test.key);
        failing.retain(|key| match tests.iter().find(|test| test.key == *key) {
            Some(test) => !passed(test),
            None => !call.whole && !run.passed.contains(key),
        });
        tests.retain(|test| !passed(test));
        AttemptCharge::Free
    }

    fn fail(&mut self, call: &TestCall, run: &TestRun) -> AttemptCharge {
        self.forget_suite(run);
        let now: Vec<u32> =
            run.failing.iter().copied().filter(|key| !self.is_skipped(run, *key)).collect();
        // The tests that failed before and that this run covers.
        let looked_at: Vec<u32> =
            self.failing.iter().copied().filter(|key| self.looks_at(call, run, *key)).collect();
        let fewer = now.len() < looked_at.len() && now.iter().all(|key| looked_at.contains(key));
        // Only tests were changed and only new tests fail: a test written first is expected to fail.
        let written_first = !self.changed_code && now.iter().all(|key| !looked_at.contains(key));
        let first = !self.judged;
        let charged = self.changed && !now.is_empty() && !fewer && !written_first;
        // What the run covered and does not fail now has passed.
        self.tests.retain(|test| !looked_at.contains(&test.key) || now.contains(&test.key));
        self.failing.retain(|key| !looked_at.contains(key));
        self.failing.extend(&now);
        keep_newest(&mut self.failing, TestRun::KEYS);
        let mut most: Option<TestAttempts> = None;
        for test in run.failed.iter().filter(|test| now.contains(&test.key)) {
            let charge = charged && (first || looked_at.contains(&test.key));
            let noted = self.note(test, call, charge);
            if charge && most.as_ref().is_none_or(|most| most.count < noted.count) {
                most = Some(noted);
            }
        }
        if charged {
            self.total += 1;
            return AttemptCharge::Attempt(most);
        }
        AttemptCharge::Free
    }

    /// Charges a failed attempt that is not a test run: to the test that failed last, else to the suite.
    pub(crate) fn charge(&mut self) -> TestAttempts {
        self.total += 1;
        let Self { tests, failing, .. } = self;
        let current = tests.iter().rposition(|test| failing.contains(&test.key));
        let known = current.or_else(|| tests.iter().position(|test| test.name == TestRun::SUITE));
        let mut test = known.map(|at| tests.remove(at)).unwrap_or_else(|| TestAttempts {
            name: TestRun::SUITE.to_owned(),
            key: TestRun::SUITE_KEY,
            ..TestAttempts::default()
        });
        test.count += 1;
        self.keep(test.clone());
        test
    }

    /// Appends a test. If there are too many, removes the one with fewest attempts, the oldest first.
    fn keep(&mut self, test: TestAttempts) {
        self.tests.push(test);
        if self.tests.len() > TESTS {
            let least = (0..self.tests.len()).min_by_key(|at| self.tests[*at].count);
            least.map(|at| self.tests.remove(at));
        }
    }

    /// A run that can be read names the failing tests, so the unnamed suite no longer stands for
    /// them.
    fn forget_suite(&mut self, run: &TestRun) {
        let Self { tests, failing, .. } = self;
        let suite = tests.iter().find(|test| test.name == TestRun::SUITE).map(|test| test.key);
        if let Some(key) = suite.filter(|key| !run.failing.contains(key)) {
            failing.retain(|failing| *failing != key);
            tests.retain(|test| test.key != key);
        }
    }

    /// Whether a run tells anything about a test that failed. A run that cannot be read tells nothing
    /// about named tests.
    fn looks_at(&self, call: &TestCall, run: &TestRun, key: u32) -> bool {
        let known = self.tests.iter().find(|test| test.key == key);
        let unread = run.failed.first().is_some_and(|test| test.name == TestRun::SUITE);
        run.failing.contains(&key)
            || run.passed.contains(&key)
            || (!unread && known.map_or(call.whole, |test| test.is_covered_by(call)))
    }

    fn note(&mut self, failed: &FailedTest, call: &TestCall, charge: bool) -> TestAttempts {
        let at = self.tests.iter().position(|test| test.key == failed.key);
        let mut test = at.map(|at| self.tests.remove(at)).unwrap_or_default();
        test.key = failed.key;
        test.name = head(&failed.name, NAME_BYTES).to_owned();
        test.file = failed.file.as_deref().map(|file| tail(file, PATH_BYTES)).or(test.file);
        test.selection = call.selection;
        test.count += u64::from(charge);
        self.keep(test.clone());
        test
    }

    fn is_skipped(&self, run: &TestRun, key: u32) -> bool {
        let mut named = run.failed.iter().filter(|test| test.key == key);
        let is_skipped =
            |name: &str| self.skipped.iter().any(|of| TestAttempts::is_named(name, of));
        named.any(|test| is_skipped(&test.name))
    }

    /// A5: guidance resets the count of the slice and of the test it names; of all tests
    /// if it names none.
    pub(crate) fn restart_counts(&mut self, test: Option<&str>) {
        self.total = 0;
        self.infra = 0;
        for known in &mut self.tests {
            if test.is_none_or(|name| TestAttempts::is_named(&known.name, name)) {
                known.count = 0;
            }
        }
    }

    /// Excludes a test from the count.
    pub(crate) fn skip(&mut self, test: &str) {
        let Self { tests, failing, skipped, .. } = self;
        for gone in tests.extract_if(.., |known| TestAttempts::is_named(&known.name, test)) {
            failing.retain(|key| *key != gone.key);
        }
        skipped.retain(|known| known != test);
        push_newest(skipped, head(test, NAME_BYTES).to_owned(), SKIPPED);
    }

    /// Starts another slice of work: the counts belong to the one before.
    pub(crate) fn rescope(&mut self) {
        let Self { runs, skipped, .. } = std::mem::take(self);
        *self = Self { runs, skipped, ..Self::default() };
    }
}

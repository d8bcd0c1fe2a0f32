//! Limits of attempts at failing tests.

use serde::{Deserialize, Serialize};

use super::Limit;
use crate::Duration;

/// Attempts at failing tests. A failure threshold of N trips at the Nth failure.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct AttemptLimits {
    /// Failed attempts at one test. Default: no limit; preset `tdd`: 3.
    pub per_test: Limit,
    /// Failed attempts in a slice of work. Default: no limit; preset `tdd`: 7.
    pub per_slice: Limit,
    /// Test runs in a row that could not run. Default 5; only a notice while neither of the others
    /// has a limit.
    pub infra: Limit,
    /// Changes with the same check failing in the same way, after which the agent is asked for a hypothesis; after
    /// three times as many a session that nobody attends is stopped. Default 5.
    pub advice: Limit,
    /// Whether changes to a failing test are refused. Default: they only raise a notice.
    pub protect_tests: bool,
    /// How long attempts are kept after the end of their task. Default 30 days.
    pub keep_attempts: Duration,
    /// Globs of the JUnit XML files that test runs write, relative to the working folder. Default: none.
    pub junit: Vec<String>,
}

impl Default for AttemptLimits {
    fn default() -> Self {
        Self {
            per_test: Limit::UNLIMITED,
            per_slice: Limit::UNLIMITED,
            infra: Limit::at(5),
            advice: Limit::at(5),
            protect_tests: false,
            keep_attempts: Duration::from_hours(30 * 24),
            junit: Vec::new(),
        }
    }
}

impl AttemptLimits {
    /// Whether attempts are limited at all.
    #[must_use]
    pub fn is_limited(&self) -> bool {
        self.per_test.get().is_some() || self.per_slice.get().is_some()
    }
}

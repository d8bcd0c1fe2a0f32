//! The record of one test run, for reports.

use serde::{Deserialize, Serialize};

use crate::Timestamp;
use crate::test_run::{FailedTest, TestChange, TestRunEnd, TouchedFile};

/// One test run that failed, or could not run; kept with the task.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TestRunRecord {
    /// Its number in the task, from 1.
    pub n: u64,
    /// When it happened.
    pub at: Timestamp,
    /// How it ended.
    pub end: TestRunEnd,
    /// The command line, short and redacted.
    pub command: String,
    /// The attempt it counts as in the slice, from 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub attempt: Option<u64>,
    /// The agent's last sentence before it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub said: Option<String>,
    /// Files changed since the last run that tested the code.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub files: Vec<TouchedFile>,
    /// The first tests that failed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub failed: Vec<FailedTest>,
    /// How many failed in all.
    pub failing: u64,
    /// The error, in one line.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error: Option<crate::ErrorSignature>,
    /// Failing tests that were changed before it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tests_touched: Vec<ChangedTest>,
    /// The relevant part of the output, redacted and bounded.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub evidence: Option<String>,
}

/// A failing test that was changed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ChangedTest {
    /// The file.
    pub file: String,
    /// The test that fails.
    pub test: String,
    /// How it was changed.
    pub how: TestChange,
    /// Whether the call was refused.
    #[serde(default)]
    pub refused: bool,
}

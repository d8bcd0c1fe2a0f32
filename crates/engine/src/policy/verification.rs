//! What has to pass before work counts as complete.

use serde::{Deserialize, Serialize};

use crate::Duration;

/// What has to pass before work counts as complete.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct VerificationSettings {
    /// The command line that has to succeed.
    pub command: Option<String>,
    /// The command line that answers criteria: it reads the request and says PASS or FAIL.
    pub verifier: Option<String>,
    /// The role of that verifier. Default: it verifies by the tests.
    pub role: Option<String>,
    /// A file with its instructions, in place of those of its role.
    pub preamble: Option<String>,
    /// Whether risky work has to be verified.
    pub mandatory: bool,
    /// How long one verifier may take. Default 10 minutes, which most test suites stay within.
    pub timeout: Duration,
}

impl Default for VerificationSettings {
    fn default() -> Self {
        Self {
            command: None,
            verifier: None,
            role: None,
            preamble: None,
            mandatory: false,
            timeout: Duration(600_000),
        }
    }
}

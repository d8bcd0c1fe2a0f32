//! How work was verified.

use serde::{Deserialize, Serialize};

/// The verification of one run or task.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Verification {
    /// What verified: `command`, `verifier` (it answered the criteria), or `none`.
    pub verifier: String,
    /// How it ended.
    pub outcome: VerificationOutcome,
    /// Why it was mandatory; empty where it was only asked for.
    pub mandatory_because: Vec<String>,
    /// What it said, redacted and short.
    pub said: Option<String>,
    /// Whether the verifier asks that a person looks at the work.
    pub needs_person: bool,
    /// How long it took, in whole seconds.
    pub duration_s: u64,
}

/// How a verification ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum VerificationOutcome {
    /// The work passed.
    Passed,
    /// It did not.
    Failed,
    /// The verifier did not end in time.
    TimedOut,
    /// The verifier gave no answer that can be read, or could not run.
    Unreadable,
    /// It is mandatory, and no verifier is named.
    Missing,
}

impl VerificationOutcome {
    /// Its name for people.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Passed => "passed",
            Self::Failed => "failed",
            Self::TimedOut => "timed out",
            Self::Unreadable => "gave no answer",
            Self::Missing => "missing",
        }
    }
}

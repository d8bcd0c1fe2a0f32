//! One iteration as it is folded, and whether it got anywhere.

use serde::{Deserialize, Serialize};

use crate::ErrorSignature;
use crate::event::{DeniedTool, IterationEnd};

/// One iteration of a loop, understood. Fields that an older log does not have are unknown.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct ObservedIteration {
    /// Signature of its error, or of the failure of its process, if it ended with one.
    pub error: Option<ErrorSignature>,
    /// Digest of the run it belongs to.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub run: Option<u64>,
    /// Files changed since its start; `None` is unknown, never "none".
    #[serde(skip_serializing_if = "Option::is_none")]
    pub files_changed: Option<u64>,
    /// Commits made in it, as far as is known.
    #[serde(skip_serializing_if = "is_zero")]
    pub commits: u64,
    /// Tests that pass after it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tests_passing: Option<u64>,
    /// Characters that the agent put out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub output_len: Option<u64>,
    /// How its process ended.
    #[serde(skip_serializing_if = "is_ok")]
    pub outcome: IterationEnd,
    /// The agent says that the work is done.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub claims_complete: bool,
    /// Questions that the agent asks.
    #[serde(skip_serializing_if = "is_zero")]
    pub questions: u64,
    /// Tools that the client's permissions denied, short and few.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub denied_tools: Vec<DeniedTool>,
}

/// Whether an iteration got anywhere.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum IterationProgress {
    /// The tree or HEAD changed, or more tests pass than ever before.
    Made,
    /// Nothing of that.
    None,
    /// Nobody looked.
    Unknown,
}

impl ObservedIteration {
    /// Whether it got anywhere; `best` is the most tests that passed before it. The first count of
    /// tests has nothing before it.
    pub(super) fn progress(&self, best: Option<u64>) -> IterationProgress {
        let more_pass = matches!((self.tests_passing, best), (Some(now), Some(best)) if now > best);
        match self.files_changed {
            _ if self.commits > 0 || more_pass => IterationProgress::Made,
            Some(0) => IterationProgress::None,
            Some(_) => IterationProgress::Made,
            None => IterationProgress::Unknown,
        }
    }

    /// Its error, unless it only ran out of time: an iteration that worked until its time was up
    /// did not fail.
    pub(super) fn failure(&self, progress: IterationProgress) -> Option<&ErrorSignature> {
        let productive =
            self.outcome == IterationEnd::Timeout && progress != IterationProgress::None;
        self.error.as_ref().filter(|_| !productive)
    }

    /// Whether a denial is not explained by a compound command.
    pub(super) fn is_denied(&self) -> bool {
        self.denied_tools.iter().any(|denied| !denied.compound)
    }
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks for a reference")]
fn is_zero(number: &u64) -> bool {
    *number == 0
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks for a reference")]
fn is_ok(end: &IterationEnd) -> bool {
    *end == IterationEnd::Ok
}

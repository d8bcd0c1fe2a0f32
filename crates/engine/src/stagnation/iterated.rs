//! One iteration as it is folded, and whether it made progress.

use serde::{Deserialize, Serialize};

use crate::ErrorSignature;
use crate::event::{DeniedTool, IterationEnd};
use crate::state::is_default;

/// One iteration of a loop. Fields that an older log does not have are unknown.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct ObservedIteration {
    /// Signature of its error, or of the failure of its process, if it ended with one.
    pub error: Option<ErrorSignature>,
    /// Digest of the run it belongs to.
    #[serde(skip_serializing_if = "is_default")]
    pub run: Option<u64>,
    /// Files changed since its start; `None` is unknown, never "none".
    #[serde(skip_serializing_if = "is_default")]
    pub files_changed: Option<u64>,
    /// Commits made in it, as far as known.
    #[serde(skip_serializing_if = "is_default")]
    pub commits: u64,
    /// Tests that pass after it.
    #[serde(skip_serializing_if = "is_default")]
    pub tests_passing: Option<u64>,
    /// Characters of the agent's output.
    #[serde(skip_serializing_if = "is_default")]
    pub output_len: Option<u64>,
    /// How its process ended.
    #[serde(skip_serializing_if = "is_default")]
    pub outcome: IterationEnd,
    /// The agent says that the work is done.
    #[serde(skip_serializing_if = "is_default")]
    pub claims_complete: bool,
    /// Questions that the agent asks.
    #[serde(skip_serializing_if = "is_default")]
    pub questions: u64,
    /// Tools that the client's permissions denied, short and few.
    #[serde(skip_serializing_if = "is_default")]
    pub denied_tools: Vec<DeniedTool>,
}

/// Whether an iteration made progress.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum IterationProgress {
    /// The tree or HEAD changed, or more tests pass than ever before.
    Made,
    /// None of these.
    None,
    /// Nothing was measured.
    Unknown,
}

impl ObservedIteration {
    /// Whether it made progress; `best` is the most tests that passed before it. The first count of
    /// tests is compared with nothing.
    pub(super) fn progress(&self, best: Option<u64>) -> IterationProgress {
        let more_pass = matches!((self.tests_passing, best), (Some(now), Some(best)) if now > best);
        match self.files_changed {
            _ if self.commits > 0 || more_pass => IterationProgress::Made,
            Some(0) => IterationProgress::None,
            Some(_) => IterationProgress::Made,
            None => IterationProgress::Unknown,
        }
    }

    /// Its error, unless it only ran out of time: an iteration that worked until then
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

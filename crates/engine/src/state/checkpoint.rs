//! The state of a task's checkpoint.

use serde::{Deserialize, Serialize};

use crate::Timestamp;

/// How long the first change of a task waits for its checkpoint, in milliseconds.
pub const CHECKPOINT_WAIT_MS: u64 = 2_000;

/// The checkpoint of a task, and when the work began.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct CheckpointState {
    /// Its stage.
    pub stage: CheckpointStage,
    /// When the first call that may change files was admitted.
    pub first_change: Option<Timestamp>,
}

/// The stage of a checkpoint.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CheckpointStage {
    /// Not requested.
    #[default]
    Unasked,
    /// Requested: queued or being made.
    Asked,
    /// It was made.
    Kept {
        /// Its tag.
        tag: String,
        /// When the capture ended.
        at: Timestamp,
        /// Files that are not in it: unreadable ones and ones that are too large.
        left_out: u64,
    },
    /// It could not be made, and is not tried again.
    Missing {
        /// The reason, short.
        why: String,
    },
}

impl CheckpointState {
    /// The tag, if the checkpoint is there.
    #[must_use]
    pub fn tag(&self) -> Option<&str> {
        if let CheckpointStage::Kept { tag, .. } = &self.stage { Some(tag) } else { None }
    }

    /// What the checkpoint lacks; `None` if it is complete or was not made.
    #[must_use]
    pub fn partial(&self) -> Option<String> {
        let CheckpointStage::Kept { at, left_out, .. } = &self.stage else { return None };
        let late = self.waits_until().is_some_and(|end| *at >= end);
        match (late, left_out) {
            (false, 0) => None,
            (true, 0) => Some("made after the first change".to_owned()),
            (false, n) => Some(without(*n)),
            (true, n) => Some(format!("made after the first change, {}", without(*n))),
        }
    }

    /// Until when the first change waits.
    pub(crate) fn waits_until(&self) -> Option<Timestamp> {
        self.first_change.map(|first| Timestamp(first.0.saturating_add(CHECKPOINT_WAIT_MS)))
    }
}

fn without(files: u64) -> String {
    let s = if files == 1 { "" } else { "s" };
    format!("without {files} file{s} that could not be read or are too large")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(first_change: Option<u64>, at: u64, left_out: u64, expected: Option<&str>) {
        let stage = CheckpointStage::Kept { tag: "t".to_owned(), at: Timestamp(at), left_out };
        let state = CheckpointState { stage, first_change: first_change.map(Timestamp) };
        assert_eq!(state.partial().as_deref(), expected);
    }

    #[test]
    fn a07_a_checkpoint_is_partial_when_the_work_began_before_it() {
        check(None, 9_000, 0, None);
        check(Some(9_500), 9_000, 0, None);
        check(Some(7_001), 9_000, 0, None);
        check(Some(7_000), 9_000, 0, Some("made after the first change"));
        check(None, 1, 1, Some("without 1 file that could not be read or are too large"));
        check(
            Some(1),
            9_000,
            2,
            Some(
                "made after the first change, without 2 files that could not be read or are too large",
            ),
        );
    }
}

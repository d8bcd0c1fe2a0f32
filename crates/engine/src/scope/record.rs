//! What is remembered of a task's scope: what was asked for, justified, and held against the agent.

use serde::{Deserialize, Serialize};

use crate::attempts::{PATH_BYTES, head, tail};
use crate::state::keep_newest;

/// Files remembered that were asked for without a justification.
const ASKED: usize = 12;
/// Justifications that hold at a time.
const JUSTIFIED: usize = 8;
/// Touches kept for the report.
const TOUCHES: usize = 5;
/// The longest reason that is kept, in bytes.
const REASON_BYTES: usize = 160;
/// The longest name of a test that is kept, in bytes.
const TEST_BYTES: usize = 80;

/// The scope of one task, as the agent kept to it.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct ScopeRecord {
    /// Files that were refused for want of a justification, and the round in which.
    pub asked: Vec<(u32, u64)>,
    /// Files with the failing test that justifies them.
    pub justified: Vec<(u32, u32)>,
    /// The latest touches outside the scope: `scope_violations`.
    pub touches: Vec<ScopeTouch>,
    /// The round in which a failed attempt was charged last: one answer of the model is charged once.
    pub charged: Option<u64>,
    /// Whether it was said that no files are named.
    pub told_off: bool,
}

/// A file outside the scope that was asked for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ScopeTouch {
    /// Its path; of a long one the end.
    pub file: String,
    /// Why the agent wanted it, in its words.
    pub justification: Option<String>,
    /// The test that it was for.
    pub test_name: Option<String>,
    /// What came of it.
    pub verdict: ScopeVerdict,
}

/// What came of asking for a file outside the scope.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ScopeVerdict {
    /// It was justified and allowed.
    Justified,
    /// It was refused and counted as a failed attempt.
    Violation,
}

impl ScopeVerdict {
    /// Its name in reports.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Justified => "justified",
            Self::Violation => "violation",
        }
    }
}

impl ScopeRecord {
    /// Whether the file was refused before, in another answer of the model; it is remembered now.
    pub(crate) fn asked_before(&mut self, file: u32, round: u64) -> bool {
        if let Some((_, then)) = self.asked.iter().find(|(known, _)| *known == file) {
            return *then != round;
        }
        self.asked.push((file, round));
        keep_newest(&mut self.asked, ASKED);
        false
    }

    /// Whether one of these failing tests justifies the file.
    pub(crate) fn is_justified(&self, file: u32, failing: &[u32]) -> bool {
        self.justified.iter().any(|(known, test)| *known == file && failing.contains(test))
    }

    /// The file may be changed for this test.
    pub(crate) fn justify(&mut self, file: u32, test: u32) {
        self.asked.retain(|(known, _)| *known != file);
        self.justified.retain(|known| *known != (file, test));
        self.justified.push((file, test));
        keep_newest(&mut self.justified, JUSTIFIED);
    }

    /// Whether a failed attempt may be charged in this round; it is, then.
    pub(crate) fn charges(&mut self, round: u64) -> bool {
        self.charged.replace(round) != Some(round)
    }

    /// Keeps a touch for the report.
    pub(crate) fn note(&mut self, touch: ScopeTouch) {
        self.touches.push(ScopeTouch {
            file: tail(&touch.file, PATH_BYTES),
            justification: touch.justification.map(|reason| head(&reason, REASON_BYTES)),
            test_name: touch.test_name.map(|test| head(&test, TEST_BYTES)),
            verdict: touch.verdict,
        });
        keep_newest(&mut self.touches, TOUCHES);
    }

    /// A person spoke: what was refused may be asked for again. What is justified stays.
    pub(crate) fn forgive(&mut self) {
        self.asked.clear();
        self.charged = None;
    }

    /// The task has another scope: what was held against the one before is gone.
    pub(crate) fn begin_anew(&mut self) {
        *self = Self { told_off: self.told_off, ..Self::default() };
    }
}

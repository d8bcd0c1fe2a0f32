//! What is remembered of a task's scope: what was asked for, justified, and held against the agent.

use serde::{Deserialize, Serialize};

use crate::attempts::{head, tail};
use crate::state::keep_newest;

/// Files remembered that were asked for without a justification.
const ASKED: usize = 16;
/// Justifications that hold at a time.
const JUSTIFIED: usize = 4;
/// Touches kept for the report: the latest, with the latest justified one among them.
const TOUCHES: usize = 3;
/// The longest path that is kept, in bytes.
const FILE_BYTES: usize = 72;
/// The longest reason that is kept, in bytes.
const REASON_BYTES: usize = 100;
/// The longest name of a test that is kept, in bytes.
const TEST_BYTES: usize = 60;

/// The scope of one task, as the agent kept to it.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct ScopeRecord {
    /// Files that were refused for want of a justification.
    pub asked: Vec<u32>,
    /// The round of the newest of them, and how many were in it.
    pub newest: (u64, usize),
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
        if self.newest.0 != round {
            self.newest = (round, 0);
        }
        let older = self.asked.len().saturating_sub(self.newest.1);
        if let Some(at) = self.asked.iter().position(|known| *known == file) {
            return at < older;
        }
        self.asked.push(file);
        self.newest.1 = (self.newest.1 + 1).min(ASKED);
        keep_newest(&mut self.asked, ASKED);
        false
    }

    /// Whether one of these failing tests justifies the file.
    pub(crate) fn is_justified(&self, file: u32, failing: &[u32]) -> bool {
        self.justified.iter().any(|(known, test)| *known == file && failing.contains(test))
    }

    /// The file may be changed for this test.
    pub(crate) fn justify(&mut self, file: u32, test: u32) {
        self.asked.retain(|known| *known != file);
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
            file: tail(&touch.file, FILE_BYTES),
            justification: touch.justification.map(|reason| head(&reason, REASON_BYTES)),
            test_name: touch.test_name.map(|test| tail(&test, TEST_BYTES)),
            verdict: touch.verdict,
        });
        while self.touches.len() > TOUCHES {
            let is_justified = |touch: &ScopeTouch| touch.verdict == ScopeVerdict::Justified;
            let is_latest = self.touches.iter().rposition(is_justified) == Some(0);
            self.touches.remove(usize::from(is_latest));
        }
    }

    /// A person spoke: what was refused may be asked for again. What is justified stays.
    pub(crate) fn forgive(&mut self) {
        self.asked.clear();
        self.newest = (0, 0);
        self.charged = None;
    }

    /// The task has another scope: what was held against the one before is gone.
    pub(crate) fn begin_anew(&mut self) {
        *self = Self { told_off: self.told_off, ..Self::default() };
    }
}

//! The state of a task's scope: files asked for, justified, and charged to the agent.

use serde::{Deserialize, Serialize};

use crate::cut::{head, tail};
use crate::state::push_newest;

/// Files remembered that were asked for without a justification.
const ASKED: usize = 16;
/// Justifications that hold at a time.
const JUSTIFIED: usize = 4;
/// Writes kept for the report: the latest ones, and among them the latest justified one.
const TOUCHES: usize = 3;
/// The longest path that is kept, in bytes.
const FILE_BYTES: usize = 72;
/// The longest reason that is kept, in bytes.
const REASON_BYTES: usize = 100;
/// The longest name of a test that is kept, in bytes.
const TEST_BYTES: usize = 60;

/// Writes outside the scope of one task.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct ScopeRecord {
    /// Files that were refused because no justification was given.
    pub asked: Vec<u32>,
    /// The round of the newest of them, and how many were in it.
    pub newest: (u64, usize),
    /// Files with the failing test that justifies them.
    pub justified: Vec<(u32, u32)>,
    /// The latest writes outside the scope: `scope_violations`.
    pub touches: Vec<ScopeTouch>,
    /// The round that was charged last: one model response is charged once.
    pub charged: Option<u64>,
    /// Whether the notice that no files are named was given.
    pub told_off: bool,
}

/// A write outside the scope.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ScopeTouch {
    /// Its path; a long path keeps its end.
    pub file: String,
    /// The agent's reason.
    pub justification: Option<String>,
    /// The test it was for.
    pub test_name: Option<String>,
    /// How it was decided.
    pub verdict: ScopeVerdict,
}

/// How a write outside the scope was decided.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ScopeVerdict {
    /// It was justified and allowed.
    Justified,
    /// It was refused and charged as a failed attempt.
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
    /// Whether the file was refused before, in another model response. It is remembered from now on.
    pub(crate) fn asked_before(&mut self, file: u32, round: u64) -> bool {
        if self.newest.0 != round {
            self.newest = (round, 0);
        }
        let older = self.asked.len().saturating_sub(self.newest.1);
        if let Some(at) = self.asked.iter().position(|known| *known == file) {
            return at < older;
        }
        push_newest(&mut self.asked, file, ASKED);
        self.newest.1 = (self.newest.1 + 1).min(ASKED);
        false
    }

    /// Whether one of these failing tests justifies the file.
    pub(crate) fn is_justified(&self, file: u32, failing: &[u32]) -> bool {
        self.justified.iter().any(|(known, test)| *known == file && failing.contains(test))
    }

    /// Allows the file to be changed for this test.
    pub(crate) fn justify(&mut self, file: u32, test: u32) {
        self.asked.retain(|known| *known != file);
        self.justified.retain(|known| *known != (file, test));
        push_newest(&mut self.justified, (file, test), JUSTIFIED);
    }

    /// Whether a failed attempt may be charged in this round, which then counts as charged.
    pub(crate) fn charges(&mut self, round: u64) -> bool {
        self.charged.replace(round) != Some(round)
    }

    /// Keeps a write for the report.
    pub(crate) fn note(&mut self, touch: ScopeTouch) {
        self.touches.push(ScopeTouch {
            file: tail(&touch.file, FILE_BYTES),
            justification: touch.justification.map(|reason| head(&reason, REASON_BYTES).to_owned()),
            test_name: touch.test_name.map(|test| tail(&test, TEST_BYTES)),
            verdict: touch.verdict,
        });
        while self.touches.len() > TOUCHES {
            let is_justified = |touch: &ScopeTouch| touch.verdict == ScopeVerdict::Justified;
            let is_latest = self.touches.iter().rposition(is_justified) == Some(0);
            self.touches.remove(usize::from(is_latest));
        }
    }

    /// Forgets refusals after a person's prompt. Justifications stay.
    pub(crate) fn forgive(&mut self) {
        self.asked.clear();
        self.newest = (0, 0);
        self.charged = None;
    }

    /// Starts anew for another scope of the task.
    pub(crate) fn begin_anew(&mut self) {
        *self = Self { told_off: self.told_off, ..Self::default() };
    }
}

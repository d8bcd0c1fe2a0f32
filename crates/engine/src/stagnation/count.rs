//! Counts one iteration: its outcome, and how often in a row.

use super::iterated::{IterationProgress, ObservedIteration};
use super::state::{LoopPhase, LoopState, RepeatedError};
use crate::cut::marked_head;
use crate::policy::StagnationLimits;
use crate::state::{keep_newest, short};
use crate::{ErrorSignature, Timestamp};

/// Iterations in a row with a fallen output that are a decline (docs/rules.md, L5).
pub(super) const DECLINES: u64 = 2;
/// Denied tools remembered by name.
const DENIED: usize = 3;
/// The longest name of a tool that is kept, in bytes.
const TOOL_BYTES: usize = 24;
/// The longest line of an error that is kept, in bytes.
const LINE_BYTES: usize = 80;

/// The outcome of one iteration.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum IterationOutcome {
    /// It made progress.
    Progress,
    /// It made no progress.
    Idle {
        /// Whether the outputs had declined before it.
        after_decline: bool,
    },
    /// It asked questions instead of working.
    Question,
    /// Progress was not measured.
    Unknown,
}

impl LoopState {
    /// Counts one iteration.
    pub(super) fn count(
        &mut self,
        limits: &StagnationLimits,
        seen: &ObservedIteration,
        at: Timestamp,
    ) -> IterationOutcome {
        self.totals.iterations += 1;
        self.round += 1;
        let progress = seen.progress(self.best_tests);
        self.best_tests = self.best_tests.max(seen.tests_passing);
        self.count_error(seen.failure(progress));
        self.count_denials(seen);
        let percent = seen.output_len.and_then(|length| self.outputs.push(length));
        let floor = limits.output_floor.get().unwrap_or_default();
        if self.declines >= DECLINES && percent.is_some_and(|percent| percent >= floor) {
            self.end_decline(limits);
        }
        let asks = seen.questions > 0 && limits.questions.get().is_some();
        let after_decline = self.declines >= DECLINES;
        if seen.claims_complete && progress != IterationProgress::Made {
            self.claims += 1;
        }
        match progress {
            IterationProgress::Made => {
                self.totals.progress += 1;
                self.last_progress = Some((self.totals.iterations, at));
                self.idle = 0;
                self.declines = 0;
                self.asked = 0;
                self.claims = 0;
                IterationOutcome::Progress
            }
            IterationProgress::None if asks => {
                self.asked += 1;
                IterationOutcome::Question
            }
            IterationProgress::None => {
                self.idle += 1;
                match percent.filter(|percent| *percent < floor) {
                    _ if after_decline => {}
                    None => self.declines = 0,
                    Some(percent) => {
                        self.declines += 1;
                        self.declined_to = percent;
                    }
                }
                IterationOutcome::Idle { after_decline }
            }
            IterationProgress::Unknown => {
                if !after_decline {
                    self.declines = 0;
                }
                IterationOutcome::Unknown
            }
        }
    }

    /// The output is back at the floor: what the decline alone made half-open is closed.
    fn end_decline(&mut self, limits: &StagnationLimits) {
        self.declines = 0;
        let is_stagnant = limits.half_opens_at().is_some_and(|limit| self.idle >= limit);
        if self.phase == LoopPhase::Watching && !is_stagnant {
            self.phase = LoopPhase::Closed;
        }
    }

    fn count_error(&mut self, error: Option<&ErrorSignature>) {
        self.totals.failures += u64::from(error.is_some());
        self.error = error.map(|error| match self.error.take() {
            Some(last) if last.digest == short(error.digest) => {
                RepeatedError { count: last.count + 1, ..last }
            }
            _ => RepeatedError {
                digest: short(error.digest),
                line: marked_head(error.text(), LINE_BYTES),
                count: 1,
            },
        });
    }

    fn count_denials(&mut self, seen: &ObservedIteration) {
        if !seen.is_denied() {
            self.denials = 0;
            self.denied.clear();
            return;
        }
        self.denials += 1;
        for denied in seen.denied_tools.iter().filter(|denied| !denied.compound) {
            let tool = marked_head(&denied.tool, TOOL_BYTES);
            if !self.denied.contains(&tool) {
                self.denied.push(tool);
            }
        }
        keep_newest(&mut self.denied, DENIED);
    }
}

//! One iteration of a loop: what the rules say of it, and the state that follows.

use super::count::{DECLINES, IterationOutcome};
use super::iterated::ObservedIteration;
use super::state::{LoopPhase, LoopState};
use super::words;
use crate::policy::StagnationLimits;
use crate::{Finding, FindingLevel, Rule, Timestamp};

impl LoopState {
    /// Folds one iteration of the present run. While the breaker is open it is only counted:
    /// nothing but a person or a cooldown ends that.
    pub(crate) fn step(
        &mut self,
        limits: &StagnationLimits,
        seen: &ObservedIteration,
        at: Timestamp,
        open: bool,
    ) -> Vec<Finding> {
        let was = self.count(limits, seen, at);
        if open {
            return Vec::new();
        }
        let found: Vec<Finding> = [
            self.denials(limits, seen),
            self.same_error(limits, seen),
            self.questions(limits, was),
            self.no_progress(limits, was),
            self.output_decline(limits, was),
        ]
        .into_iter()
        .flatten()
        .collect();
        let worst = found.iter().map(|finding| finding.level).max();
        if worst < Some(FindingLevel::Trip) {
            self.settle(was, worst == Some(FindingLevel::Warning));
        }
        found
    }

    /// L9: permissions were denied in so many iterations in a row. Denials that a compound command
    /// explains are advisory.
    fn denials(&self, limits: &StagnationLimits, seen: &ObservedIteration) -> Option<Finding> {
        let limit = limits.denials.get()?;
        let compound = !seen.denied_tools.is_empty() && !seen.is_denied();
        let (level, message) = match compound {
            true => (FindingLevel::Notice, words::compound(seen)),
            false if self.denials >= limit => (FindingLevel::Trip, words::denials(self)),
            false => return None,
        };
        Some(Finding { rule: Rule::Denials, level, observed: self.denials, limit, message })
    }

    /// L3: the same error so many times in a row, progress or not.
    fn same_error(&self, limits: &StagnationLimits, seen: &ObservedIteration) -> Option<Finding> {
        let (error, whole) = (self.error.as_ref()?, seen.error.as_ref()?);
        let limit = limits.same_error.get().filter(|limit| error.count >= *limit)?;
        Some(trip(Rule::SameError, error.count, limit, words::same_error(error.count, &whole.line)))
    }

    /// L8: questions are held so many times.
    fn questions(&self, limits: &StagnationLimits, was: IterationOutcome) -> Option<Finding> {
        let limit = limits.questions.get().filter(|limit| self.asked > *limit)?;
        let asks = was == IterationOutcome::Question;
        asks.then(|| trip(Rule::Questions, self.asked, limit, words::questions(self)))
    }

    /// L1: so many iterations in a row without progress are watched, and then open; while the loop
    /// is probed, one opens.
    fn no_progress(&self, limits: &StagnationLimits, was: IterationOutcome) -> Option<Finding> {
        let opens_at =
            limits.opens_at().filter(|_| matches!(was, IterationOutcome::Idle { .. }))?;
        let probing = self.phase == LoopPhase::Probing;
        if probing || self.idle >= opens_at {
            let message = words::no_progress(self, probing);
            return Some(trip(Rule::NoProgress, self.idle, opens_at, message));
        }
        let stands_still = limits.half_opens_at().is_some_and(|limit| self.idle >= limit);
        (stands_still && self.phase == LoopPhase::Closed).then(|| {
            let message = words::watched(self, opens_at);
            warning(Rule::NoProgress, self.idle, opens_at, message)
        })
    }

    /// L5: outputs that declined are watched, and one more iteration without progress opens.
    fn output_decline(&self, limits: &StagnationLimits, was: IterationOutcome) -> Option<Finding> {
        let limit = limits.output_decline.get()?;
        let IterationOutcome::Idle { after_decline } = was else { return None };
        let probing = self.phase == LoopPhase::Probing;
        if after_decline {
            Some(trip(Rule::OutputDecline, self.fell, limit, words::decline(self)))
        } else if self.declines >= DECLINES && !probing {
            Some(warning(Rule::OutputDecline, self.fell, limit, words::declined(self)))
        } else {
            None
        }
    }

    /// No rule opened it: where it stands now. `warned`: a rule has seen that it stands still.
    fn settle(&mut self, was: IterationOutcome, warned: bool) {
        let idle = matches!(was, IterationOutcome::Idle { .. });
        self.phase = match self.phase {
            _ if was == IterationOutcome::Progress => LoopPhase::Closed,
            LoopPhase::Probing if idle => LoopPhase::Closed,
            LoopPhase::Closed if warned => LoopPhase::Watching,
            LoopPhase::Closed | LoopPhase::Watching | LoopPhase::Probing => self.phase,
        };
    }
}

fn trip(rule: Rule, observed: u64, limit: u64, message: String) -> Finding {
    Finding { rule, level: FindingLevel::Trip, observed, limit, message }
}

fn warning(rule: Rule, observed: u64, limit: u64, message: String) -> Finding {
    Finding { rule, level: FindingLevel::Warning, observed, limit, message }
}

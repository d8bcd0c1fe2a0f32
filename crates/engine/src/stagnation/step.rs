//! One iteration of a loop: what the rules say of it, and the state that follows.

use super::count::{DECLINES, IterationOutcome};
use super::iterated::ObservedIteration;
use super::state::{LoopPhase, LoopState};
use crate::policy::StagnationLimits;
use crate::{Finding, FindingAdvice, FindingLevel, FindingSubject, LoopEvidence, Rule, Timestamp};

impl LoopState {
    /// Folds one iteration of the present run. While the breaker is open the iteration is only
    /// counted: nothing but a person or a cooldown closes the breaker.
    pub(crate) fn step(
        &mut self,
        limits: &StagnationLimits,
        seen: &ObservedIteration,
        at: Timestamp,
        is_open: bool,
    ) -> Vec<Finding> {
        let outcome = self.count(limits, seen, at);
        if is_open {
            return Vec::new();
        }
        let found: Vec<Finding> = [
            self.denials(limits, seen),
            self.same_error(limits, seen),
            self.questions(limits, outcome),
            self.no_progress(limits, outcome),
            self.output_decline(limits, outcome),
        ]
        .into_iter()
        .flatten()
        .collect();
        let worst = found.iter().map(|finding| finding.level).max();
        if worst < Some(FindingLevel::Trip) {
            self.settle(outcome, worst == Some(FindingLevel::Warning));
        }
        found
    }

    /// L9: permissions were denied in so many iterations in a row. Denials that a compound command
    /// explains are advisory.
    fn denials(&self, limits: &StagnationLimits, seen: &ObservedIteration) -> Option<Finding> {
        let limit = limits.denials.get()?;
        let (level, evidence) = if !seen.denied_tools.is_empty() && !seen.is_denied() {
            let mut tools: Vec<String> = Vec::new();
            for denied in &seen.denied_tools {
                if !tools.contains(&denied.tool) {
                    tools.push(denied.tool.clone());
                }
            }
            (FindingLevel::Notice, LoopEvidence::DeniedCompoundCommands(tools))
        } else if self.denials >= limit {
            (FindingLevel::Trip, LoopEvidence::DeniedTools(self.denied.clone()))
        } else {
            return None;
        };
        let finding = Finding::new(Rule::Denials, level, self.denials, limit);
        Some(finding.about(FindingSubject::Loop(evidence)))
    }

    /// L3: the same error so many times in a row, progress or not.
    fn same_error(&self, limits: &StagnationLimits, seen: &ObservedIteration) -> Option<Finding> {
        let (error, whole) = (self.error.as_ref()?, seen.error.as_ref()?);
        let limit = limits.same_error.get().filter(|limit| error.count >= *limit)?;
        let evidence = LoopEvidence::RepeatedError(whole.line.clone());
        let finding = Finding::new(Rule::SameError, FindingLevel::Trip, error.count, limit);
        Some(finding.about(FindingSubject::Loop(evidence)))
    }

    /// L8: so many iterations may ask questions; the next one trips.
    fn questions(&self, limits: &StagnationLimits, outcome: IterationOutcome) -> Option<Finding> {
        let limit = limits.questions.get().filter(|limit| self.asked > *limit)?;
        (outcome == IterationOutcome::Question)
            .then(|| Finding::new(Rule::Questions, FindingLevel::Trip, self.asked, limit))
    }

    /// L1: after so many iterations in a row without progress the loop is watched, then open; while
    /// it is probed, one opens it.
    fn no_progress(&self, limits: &StagnationLimits, outcome: IterationOutcome) -> Option<Finding> {
        let is_idle = matches!(outcome, IterationOutcome::Idle { .. });
        let opens_at = limits.opens_at().filter(|_| is_idle)?;
        let probed = self.phase == LoopPhase::Probing;
        let finding = |level| {
            Finding::new(Rule::NoProgress, level, self.idle, opens_at)
                .about(FindingSubject::Loop(self.no_progress_evidence(probed)))
        };
        if probed || self.idle >= opens_at {
            return Some(finding(FindingLevel::Trip));
        }
        let is_stagnant = limits.half_opens_at().is_some_and(|limit| self.idle >= limit);
        (is_stagnant && self.phase == LoopPhase::Closed).then(|| {
            finding(FindingLevel::Warning).with_advice(FindingAdvice::BreakerOpensAt(opens_at))
        })
    }

    /// L5: when the output has declined the loop is watched, and one more iteration without
    /// progress opens it.
    fn output_decline(
        &self,
        limits: &StagnationLimits,
        outcome: IterationOutcome,
    ) -> Option<Finding> {
        let floor = limits.output_floor.get()?;
        let IterationOutcome::Idle { after_decline } = outcome else { return None };
        let finding = |level| Finding::new(Rule::OutputDecline, level, self.declined_to, floor);
        if after_decline {
            let evidence = FindingSubject::Loop(self.no_progress_evidence(false));
            Some(finding(FindingLevel::Trip).about(evidence))
        } else {
            (self.declines >= DECLINES && self.phase != LoopPhase::Probing)
                .then(|| finding(FindingLevel::Warning))
        }
    }

    fn no_progress_evidence(&self, probed: bool) -> LoopEvidence {
        LoopEvidence::NoProgress {
            iterations: self.idle,
            best_tests: self.best_tests,
            last_progress: self.last_progress.map(|(iteration, _)| iteration),
            claims: self.claims,
            probed,
        }
    }

    /// The phase after an iteration that did not open the loop. `warned`: a rule has seen that the
    /// loop makes no progress.
    fn settle(&mut self, outcome: IterationOutcome, warned: bool) {
        let is_idle = matches!(outcome, IterationOutcome::Idle { .. });
        self.phase = match self.phase {
            _ if outcome == IterationOutcome::Progress => LoopPhase::Closed,
            LoopPhase::Probing if is_idle => LoopPhase::Closed,
            LoopPhase::Closed if warned => LoopPhase::Watching,
            LoopPhase::Closed | LoopPhase::Watching | LoopPhase::Probing => self.phase,
        };
    }
}

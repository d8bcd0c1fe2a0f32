//! The rules that see repetition: one file each, one line in the list.
//!
//! A detector reads the [`CallWindow`] and says which loop the newest call belongs to and how far
//! that has come. `crate::ladder` decides what is done about it, `crate::wording` what is said.

mod cycle;
mod drift;
mod empty_edits;
mod failure_run;
mod nothing_new;
mod reverted_workspace;
mod same_call;
mod same_call_anywhere;
mod same_error;
mod same_output;
mod same_tool_error;

use crate::state::{CallWindow, CompletedCall, RefusalTarget, short};
use crate::{Limit, RepetitionLimits, Rule};

/// Every detector, in the order of the rules.
pub(crate) const DETECTORS: &[Detector] = &[
    same_call::DETECTOR,
    same_call_anywhere::DETECTOR,
    cycle::DETECTOR,
    same_tool_error::DETECTOR,
    same_error::DETECTOR,
    same_output::DETECTOR,
    empty_edits::DETECTOR,
    reverted_workspace::DETECTOR,
    nothing_new::DETECTOR,
    failure_run::DETECTOR,
    drift::DETECTOR,
];

/// A rule that sees repetition.
pub(crate) struct Detector {
    pub(crate) rule: Rule,
    /// The number with which its ladder begins.
    pub(crate) limit: fn(&RepetitionLimits) -> Limit,
    /// The loop that the newest call belongs to, counting calls from this number on.
    pub(crate) newest: fn(&RepetitionLimits, &CallWindow, u64) -> Option<LoopSighting>,
    /// The loop that a call would continue, counting calls from this number on. A rule that cannot
    /// name a call never refuses one: it opens the breaker when the loop has come far.
    pub(crate) continued_by:
        fn(&RepetitionLimits, &CallWindow, CallDigest, u64) -> Option<LoopSighting>,
}

/// The digests of a call about to be made.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct CallDigest {
    /// Tool and arguments; 0 when unknown.
    pub(crate) call: u64,
    /// The tool. Short.
    pub(crate) tool: u64,
}

/// A loop as a detector sees it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct LoopSighting {
    /// Identifies the loop; the same however it is entered.
    pub(crate) identity: u64,
    /// What is refused when the agent goes on with it.
    pub(crate) refuses: RefusalTarget,
    /// Completed units: results, or laps of a cycle.
    pub(crate) count: u64,
}

impl LoopSighting {
    /// A loop of one call, if it has begun.
    fn of_call(call: u64, count: u64) -> Option<Self> {
        let refuses = RefusalTarget::Calls(vec![short(call)]);
        (count > 0).then_some(Self { identity: call, refuses, count })
    }

    /// A loop of one tool whose arguments vary, if it has begun.
    fn of_tool(rule: Rule, tool: u64, what: u64, count: u64) -> Option<Self> {
        let identity = mix(mix(tool, what), rule as u64);
        (count > 0).then_some(Self { identity, refuses: RefusalTarget::Tool(tool), count })
    }

    /// A loop in which no single call can be named, if it has begun.
    fn of_nothing(rule: Rule, what: u64, count: u64) -> Option<Self> {
        let identity = mix(what, rule as u64);
        (count > 0).then_some(Self { identity, refuses: RefusalTarget::Nothing, count })
    }
}

/// For rules that cannot name a call.
fn names_no_call(
    _: &RepetitionLimits,
    _: &CallWindow,
    _: CallDigest,
    _: u64,
) -> Option<LoopSighting> {
    None
}

/// The calls from number `from` on, the newest first.
fn newest_first(
    window: &CallWindow,
    from: u64,
) -> impl DoubleEndedIterator<Item = &CompletedCall> + Clone {
    window.steps.range(window.index_from(from)..).rev()
}

/// The loop of `tool` that a call of it would continue: none if something changed since its last
/// call.
fn unless_changed(
    window: &CallWindow,
    tool: u64,
    sighting: impl FnOnce() -> Option<LoopSighting>,
) -> Option<LoopSighting> {
    let last = window.steps.iter().rev().find(|step| step.tool == tool)?;
    if last.changes == window.changes { sighting() } else { None }
}

/// Mixes digests into one; the order matters.
pub(crate) fn mix(a: u64, b: u64) -> u64 {
    (a.rotate_left(23) ^ b).wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ (b >> 29)
}

/// How many model responses these calls belong to: parallel calls count as one.
fn count_rounds<'a>(steps: impl Iterator<Item = &'a CompletedCall>) -> u64 {
    let mut last = None;
    steps.filter(|step| last.replace(step.round) != Some(step.round)).count() as u64
}

/// The same if the calls differ, else 0: the same call again is another rule's business.
fn count_varied_rounds<'a>(steps: impl Iterator<Item = &'a CompletedCall> + Clone) -> u64 {
    if differ(steps.clone().map(|step| step.call)) { count_rounds(steps) } else { 0 }
}

/// Whether not all values are the same.
fn differ(mut values: impl Iterator<Item = u64>) -> bool {
    values.next().is_some_and(|first| values.any(|value| value != first))
}

#[cfg(test)]
mod test_support;

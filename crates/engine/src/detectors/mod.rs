//! The rules that see repetition: one file each, one line in the list.
//!
//! A detector is a pure reading of the [`CallWindow`]. It says which loop the newest step belongs to
//! and how far it has come; what is done about it is the ladder's business (`crate::ladder`).

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

use crate::state::{CallWindow, CompletedCall};
use crate::{Limit, RepetitionLimits, Rule};

/// Every detector, in the order of the rules.
pub(crate) const DETECTORS: &[&dyn Detector] = &[
    &same_call::SameCall,
    &same_call_anywhere::SameCallAnywhere,
    &cycle::Cycle,
    &same_tool_error::SameToolError,
    &same_error::SameErrorAcross,
    &same_output::SameOutput,
    &empty_edits::EmptyEdits,
    &reverted_workspace::RevertedWorkspace,
    &nothing_new::NothingNew,
    &failure_run::FailureRun,
    &drift::Drift,
];

/// A rule that sees repetition.
pub(crate) trait Detector: Sync {
    /// Its name and place in the order.
    fn rule(&self) -> Rule;

    /// The number with which its ladder begins.
    fn limit(&self, policy: &RepetitionLimits) -> Limit;

    /// The loop that the newest step belongs to, counting steps numbered `from` and later.
    fn seen(
        &self,
        policy: &RepetitionLimits,
        window: &CallWindow,
        from: u64,
    ) -> Option<LoopSighting>;

    /// The loop that a call would go on with, counting steps numbered `from` and later. A rule
    /// that cannot name a call never refuses one: it opens the breaker when it has come far.
    fn next(
        &self,
        _: &RepetitionLimits,
        _: &CallWindow,
        _: &CallDigest,
        _: u64,
    ) -> Option<LoopSighting> {
        None
    }

    /// What the loop is, for the agent: a sentence about `label` and the count.
    fn describe(&self, label: &str, count: u64) -> String;
}

/// The digests of a call about to be made.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct CallDigest {
    /// Tool and arguments; 0 when unknown.
    pub(crate) call: u64,
    /// The tool.
    pub(crate) tool: u64,
}

/// A loop as far as it has come.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct LoopSighting {
    /// What the loop is; the same however it is entered.
    pub(crate) identity: u64,
    /// What is refused when it goes on.
    pub(crate) refuses: RefusalTarget,
    /// Completed units: results, or laps of a cycle.
    pub(crate) count: u64,
}

/// What is refused when a loop goes on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum RefusalTarget {
    /// These calls.
    Calls(Vec<u64>),
    /// Every call of this tool.
    Tool(u64),
    /// No single call can be named.
    Nothing,
}

impl LoopSighting {
    /// A loop of one call, if it has begun.
    pub(crate) fn of_call(call: u64, count: u64) -> Option<Self> {
        (count > 0).then(|| Self {
            identity: call,
            refuses: RefusalTarget::Calls(vec![call]),
            count,
        })
    }

    /// A loop in which a tool is called with ever other arguments, if it has begun.
    pub(crate) fn of_tool(rule: Rule, tool: u64, what: u64, count: u64) -> Option<Self> {
        let identity = mix(mix(tool, what), rule as u64);
        (count > 0).then_some(Self { identity, refuses: RefusalTarget::Tool(tool), count })
    }

    /// A loop in which no single call can be named, if it has begun.
    pub(crate) fn of_nothing(rule: Rule, what: u64, count: u64) -> Option<Self> {
        let identity = mix(what, rule as u64);
        (count > 0).then_some(Self { identity, refuses: RefusalTarget::Nothing, count })
    }
}

/// What a call of `tool` would go on with: nothing, where something changed since its last call.
pub(crate) fn next_of_tool(
    window: &CallWindow,
    tool: u64,
    run: impl FnOnce() -> Option<LoopSighting>,
) -> Option<LoopSighting> {
    let last = window.steps.iter().rev().find(|step| step.tool == tool)?;
    if last.changes == window.changes { run() } else { None }
}

/// Mixes digests into one; the order matters.
pub(crate) fn mix(a: u64, b: u64) -> u64 {
    (a.rotate_left(23) ^ b).wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ (b >> 29)
}

/// How many model responses these steps belong to: parallel calls are one step.
pub(crate) fn rounds<'a>(steps: impl Iterator<Item = &'a CompletedCall>) -> u64 {
    let mut last = None;
    let mut count = 0;
    for step in steps {
        if last.replace(step.round) != Some(step.round) {
            count += 1;
        }
    }
    count
}

/// The same, where more than one call is among them: the same call again is another rule's
/// business.
pub(crate) fn varied_rounds<'a>(steps: impl Iterator<Item = &'a CompletedCall> + Clone) -> u64 {
    if differ(steps.clone().map(|step| step.call)) { rounds(steps) } else { 0 }
}

/// Whether not all values are the same.
pub(crate) fn differ(mut values: impl Iterator<Item = u64>) -> bool {
    values.next().is_some_and(|first| values.any(|value| value != first))
}

#[cfg(test)]
pub(crate) mod sketch;

//! The rules that see repetition: one file each, one line in the list.
//!
//! A detector reads the [`CallWindow`] and says which loop the newest call belongs to and how far
//! that has come. `crate::fold` decides what is done about it, `crate::wording` what is said.

mod barren_window;
mod cycle;
mod drift;
mod empty_edits;
mod failure_run;
mod missing_program;
mod nothing_new;
mod reverted_workspace;
mod same_call;
mod same_call_anywhere;
mod same_edit;
mod same_error;
mod same_output;
mod same_target;
mod same_tool_error;

use crate::fold::UNITS_TO_TRIP;
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
    same_target::DETECTOR,
    empty_edits::DETECTOR,
    reverted_workspace::DETECTOR,
    same_edit::DETECTOR,
    nothing_new::DETECTOR,
    failure_run::DETECTOR,
    drift::DETECTOR,
    missing_program::DETECTOR,
    barren_window::DETECTOR,
];

/// A rule that sees repetition.
pub(crate) struct Detector {
    pub(crate) rule: Rule,
    /// The number with which its ladder begins.
    pub(crate) limit: fn(&RepetitionLimits) -> Limit,
    /// The completed call that a call would follow in a loop, counting calls from this number on. A
    /// rule that cannot name a call never refuses one: it opens the breaker when the loop has come
    /// far.
    followed_call: for<'w> fn(&'w CallWindow, &NextCall<'w>, u64) -> Option<&'w CompletedCall>,
    /// The loop that a completed call belongs to, the newest one or the one from `followed_call`, counting
    /// calls from this number on.
    sighting: fn(&RepetitionLimits, &CallWindow, &CompletedCall, u64) -> Option<LoopSighting>,
    /// Whether a change of the workspace leaves the loop as it is.
    outlives_changes: bool,
    /// Units between the nudge and the first refusal.
    pub(crate) grace: u64,
    /// Units between the nudge and a trip, where no single call can be named.
    pub(crate) units_to_trip: u64,
}

/// What most detectors have in common: they name no call, and a change ends what they see.
const BASE: Detector = Detector {
    rule: Rule::NothingNew,
    limit: |_| Limit::UNLIMITED,
    followed_call: |_, _, _| None,
    sighting: |_, _, _, _| None,
    outlives_changes: false,
    grace: 3,
    units_to_trip: UNITS_TO_TRIP,
};

impl Detector {
    /// The loop that the newest call, `last`, belongs to, counting calls from number `from` on.
    pub(crate) fn newest(
        &self,
        limits: &RepetitionLimits,
        window: &CallWindow,
        last: &CompletedCall,
        from: u64,
    ) -> Option<LoopSighting> {
        (self.sighting)(limits, window, last, from)
    }

    /// The loop that a call would continue: none if something changed since its last step.
    pub(crate) fn continued_by(
        &self,
        limits: &RepetitionLimits,
        window: &CallWindow,
        call: &NextCall<'_>,
        from: u64,
    ) -> Option<LoopSighting> {
        let last = (self.followed_call)(window, call, from)?;
        if self.outlives_changes || last.changes == window.changes {
            (self.sighting)(limits, window, last, from)
        } else {
            None
        }
    }
}

/// The digests of a call about to be made.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct CallDigest {
    /// Tool and arguments; 0 when unknown.
    pub(crate) call: u64,
    /// The tool. Short.
    pub(crate) tool: u64,
    /// What it asks about; 0 when unknown. Short.
    pub(crate) target: u64,
    /// The program that gives its status; 0 for other calls. Short.
    pub(crate) program: u64,
}

/// A call about to be made, and the newest completed calls that are like it: most detectors ask for one of them.
pub(crate) struct NextCall<'w> {
    pub(crate) digest: CallDigest,
    /// The same call.
    pub(crate) same: Option<&'w CompletedCall>,
    /// One of the same tool.
    of_tool: Option<&'w CompletedCall>,
    /// One that asks about the same.
    of_target: Option<&'w CompletedCall>,
}

impl<'w> NextCall<'w> {
    /// `is_known`: the window has a call that is this one or asks the same. Most are new, and need no further walk.
    pub(crate) fn new(window: &'w CallWindow, digest: CallDigest, is_known: bool) -> Self {
        Self {
            digest,
            same: if is_known { window.last_of(digest.call) } else { None },
            of_tool: window.last_of_tool(digest.tool),
            of_target: if is_known { window.last_of_target(digest.target) } else { None },
        }
    }
}

/// A loop as a detector sees it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct LoopSighting {
    /// Identifies the loop; the same however it is entered.
    pub(crate) identity: u64,
    /// The calls that are refused if the agent continues the loop.
    pub(crate) refuses: RefusalTarget,
    /// Completed units: results, or laps of a cycle.
    pub(crate) count: u64,
    /// Whether it is nudged at most while it is short: checks that pass, searches that find nothing.
    pub(crate) is_gentle: bool,
    /// Whether it is nudged and no more, however long it becomes.
    pub(crate) is_only_named: bool,
    /// Whether a call of the loop waits: the numbers are then larger.
    pub(crate) waits: bool,
}

impl LoopSighting {
    /// A loop of one call, if it has begun. A failure is no return to checks that passed, nor is a pass one to those that failed.
    fn of_call(last: &CompletedCall, count: u64) -> Option<Self> {
        let identity = if last.passed { mix(last.call, last.result) } else { last.call };
        Self::of(identity, RefusalTarget::Call(short(last.call)), count)
    }

    /// A loop of one tool whose arguments vary, if it has begun.
    fn of_tool(rule: Rule, tool: u64, what: u64, count: u64) -> Option<Self> {
        Self::of(mix(mix(tool, what), rule as u64), RefusalTarget::Tool(tool), count)
    }

    /// A loop of one question however it is spelled, if it has begun.
    fn of_target(rule: Rule, target: u64, what: u64, count: u64) -> Option<Self> {
        Self::of(mix(what, rule as u64), RefusalTarget::Target(target), count)
    }

    /// A loop of one edit, if it has begun. It is no loop of the same call, which a change ends.
    fn of_edit(call: u64, count: u64) -> Option<Self> {
        Self::of(mix(call, Rule::SameEdit as u64), RefusalTarget::Call(short(call)), count)
    }

    /// A loop of calls that need what is not there, if it has begun.
    fn of_missing(missing: u64, program: u64, count: u64) -> Option<Self> {
        let identity = mix(missing, Rule::MissingProgram as u64);
        Self::of(identity, RefusalTarget::Program(program), count)
    }

    /// A loop in which no single call can be named, if it has begun.
    fn of_nothing(rule: Rule, what: u64, count: u64) -> Option<Self> {
        Self::of(mix(what, rule as u64), RefusalTarget::Nothing, count)
    }

    fn of(identity: u64, refuses: RefusalTarget, count: u64) -> Option<Self> {
        let (is_gentle, is_only_named, waits) = (false, false, false);
        let seen = Self { identity, refuses, count, is_gentle, is_only_named, waits };
        (count > 0).then_some(seen)
    }

    /// The same, of calls of which one waits.
    fn waiting(self, waits: bool) -> Self {
        Self { waits, ..self }
    }

    /// The same, nudged at most while it is short.
    fn gentle(self, is_gentle: bool) -> Self {
        Self { is_gentle, ..self }
    }
}

/// Whether these are looks that fail, or runs of one program that fail in what they are given, of which the newest asked
/// about something else than those before: what may be read, or what is at fault, is an answer about each.
fn is_survey<'a>(mut newest_first: impl Iterator<Item = &'a CompletedCall> + Clone) -> bool {
    newest_first.next().is_some_and(|last| {
        let has_looked_elsewhere = |step: &CompletedCall| step.looks && step.target != last.target;
        let was_given_another = |step: &CompletedCall| {
            step.input != 0 && step.input != last.input && step.program == last.program
        };
        last.looks && newest_first.clone().all(has_looked_elsewhere)
            || last.input != 0 && newest_first.all(was_given_another)
    })
}

/// The calls from number `from` on, the newest first.
fn newest_first(
    window: &CallWindow,
    from: u64,
) -> impl DoubleEndedIterator<Item = &CompletedCall> + Clone {
    window.steps[window.index_from(from)..].iter().rev()
}

/// The same, as far as nothing changed between them and `last`.
fn unchanged_since<'w>(
    window: &'w CallWindow,
    last: &CompletedCall,
    from: u64,
) -> impl Iterator<Item = &'w CompletedCall> + Clone {
    let changes = last.changes;
    newest_first(window, from).take_while(move |step| step.changes == changes)
}

/// The calls, the newest first, down to and with the last one that printed a new line: the loop begins there.
fn since_new_line<'w>(
    newest_first: impl Iterator<Item = &'w CompletedCall> + Clone,
) -> impl Iterator<Item = &'w CompletedCall> + Clone {
    newest_first.scan(false, |has_ended, step| {
        let is_behind = std::mem::replace(has_ended, step.has_new_line);
        (!is_behind).then_some(step)
    })
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

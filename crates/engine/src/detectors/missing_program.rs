//! R19: the same program is not there, whatever needs it and whatever is edited in between, until it runs
//! or something is installed.

use super::{BASE, Detector, LoopSighting, NextCall, newest_first};
use crate::Rule;
use crate::state::{CallWindow, CompletedCall};

pub(super) const DETECTOR: Detector = Detector {
    rule: Rule::MissingProgram,
    limit: |limits| limits.missing_program,
    followed_call: last_that_missed,
    sighting: |_, window, last, from| {
        if last.missing == 0 {
            return None;
        }
        let runs = |step: &&CompletedCall| {
            step.installed || step.program == last.program && step.missing == 0 && !step.failed
        };
        let since = newest_first(window, from).take_while(|step| !runs(step));
        let missed = since.filter(|step| step.missing == last.missing);
        let count = missed.clone().count() as u64;
        let seen = LoopSighting::of_missing(last.missing, last.program, count)?;
        Some(seen.gentle(is_finding(window, from, missed)))
    },
    outlives_changes: true,
    grace: 2,
    ..BASE
};

/// Whether what is missing is what a check found in one thing after the other: the check itself runs, since it has passed
/// for others after it was missed. A pass before that may be of a time when it was there.
fn is_finding<'a>(
    window: &CallWindow,
    from: u64,
    mut missed: impl Iterator<Item = &'a CompletedCall>,
) -> bool {
    let Some(last) = missed.next().filter(|last| last.checks) else { return false };
    let has_passed = |step: &CompletedCall| {
        step.passed && step.error == 0 && step.missing == 0 && step.program == last.program
    };
    let since_installed = newest_first(window, from).take_while(|step| !step.installed);
    since_installed.skip_while(|step| !has_passed(step)).any(|step| step.missing == last.missing)
        && missed.all(|step| step.checks && step.target != last.target)
}

/// The newest call that missed what this one needs: its program, or what another run of it needed. None
/// where a call since then may have brought it: the next attempt shows whether it did.
fn last_that_missed<'w>(
    window: &'w CallWindow,
    call: &NextCall<'w>,
    _: u64,
) -> Option<&'w CompletedCall> {
    let program = call.digest.program;
    if program == 0 {
        return None;
    }
    let needs = |step: &CompletedCall| step.program == program || step.missing == program;
    let at = window.steps.iter().rposition(needs)?;
    let last = window.steps.get(at).filter(|last| last.missing != 0)?;
    let is_new =
        |at: usize| window.steps[..at].iter().all(|step| step.call != window.steps[at].call);
    let may_be_there =
        (at + 1..window.steps.len()).any(|at| window.steps[at].may_provide && is_new(at));
    (!may_be_there).then_some(last)
}

#[cfg(test)]
mod tests {
    use super::super::test_support::{check_continued, check_newest};
    use super::*;

    #[test]
    fn r19_counts_what_is_missing_until_it_runs_or_something_is_installed() {
        // `m` misses the program of its letter; `I` installs, `P` may have.
        check_newest(
            &DETECTOR,
            &[
                ("a1xm ! A2xm b3 a1xm", 3),
                ("a1xm a1 A2xm", 1),
                ("a1xm b1I A2xm", 1),
                ("a1x A1x a1x", 0),
            ],
        );
        check_continued(
            &DETECTOR,
            &[
                ("a1xm ! A2xm", 'a', 2),
                ("a1xm A2xm b1", 'b', 0),
                ("a1xm A2xm b1P", 'a', 0),
                ("a1xm A2xm b1P a1xm", 'a', 3),
                ("b1P a1xm A2xm b1P", 'a', 2),
            ],
        );
    }
}

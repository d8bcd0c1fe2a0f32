//! R15: nothing new. Every one of the last calls, with its result, was seen before since the last
//! new change, whatever the period of the loop. Parallel calls count as one.

use super::{BASE, Detector, LoopSighting, differ};
use crate::Rule;
use crate::state::{CallWindow, CompletedCall};

/// Rounds that count although their calls were made only once before.
const SECOND_PASS: u64 = 6;

pub(super) const DETECTOR: Detector = Detector {
    rule: Rule::NothingNew,
    limit: |limits| limits.nothing_new,
    sighting: |_, window, _, from| {
        let first = window.index_from(from);
        let once = repeated_rounds(window, first, 1);
        // A second pass over the same files repeats each of them once. It is named; beyond that,
        // only what was done twice before counts.
        let count = if once > SECOND_PASS {
            (SECOND_PASS + repeated_rounds(window, first, 2)).min(once)
        } else {
            once
        };
        let newest = window.steps[first..].iter().rev().take(count as usize);
        let waits = newest.clone().any(|step| step.waits);
        let passes = newest.clone().all(|step| step.passed);
        // Of checks that pass in turns, each is repeated only as often as it was made itself.
        let count = if passes { most_made(newest.clone()) } else { count };
        let seen = LoopSighting::of_nothing(Rule::NothingNew, 0, count)?;
        // Whoever counts how often a check fails waits for chance.
        let is_flaky = is_flaky(newest);
        Some(seen.waiting(waits || is_flaky).gentle(passes || is_flaky))
    },
    ..BASE
};

/// How often that one of these calls was made which was made most.
fn most_made<'a>(steps: impl Iterator<Item = &'a CompletedCall> + Clone) -> u64 {
    let made = |call| steps.clone().filter(|step| step.call == call).count() as u64;
    steps.clone().map(|step| made(step.call)).max().unwrap_or_default()
}

/// Whether these calls run one check that answers differently from run to run.
fn is_flaky<'a>(mut steps: impl Iterator<Item = &'a CompletedCall> + Clone) -> bool {
    let results = steps.clone().map(|step| step.result);
    let targets = steps.clone().map(|step| step.target);
    differ(results) && !differ(targets) && steps.all(|step| step.checks)
}

/// How many of the last model responses, since the call at index `first`, did nothing but what had
/// been done `times` times before, with the same results and no change in between.
fn repeated_rounds(window: &CallWindow, first: usize, times: usize) -> u64 {
    let steps = &*window.steps;
    let Some(newest) = steps.last() else { return 0 };
    let is_repeated = |i: usize| {
        let before = steps[first..i].iter().rev();
        let unchanged = before.take_while(|earlier| earlier.changes == steps[i].changes);
        unchanged.filter(|earlier| earlier.repeats(&steps[i])).nth(times - 1).is_some()
    };
    let mut count = 0;
    let mut end = steps.len();
    while end > first {
        let round = steps[end - 1].round;
        let of_round = steps[first..end].iter().rev().take_while(|step| step.round == round);
        let begin = end - of_round.count();
        if steps[begin].changes != newest.changes || !(begin..end).all(is_repeated) {
            break;
        }
        count += 1;
        end = begin;
    }
    count
}

#[cfg(test)]
mod tests {
    use super::super::test_support::check_newest;
    use super::*;

    #[test]
    fn r15_counts_steps_that_bring_nothing_new_whatever_the_period() {
        check_newest(
            &DETECTOR,
            &[
                ("a1 b1 c1", 0),
                ("a1 b1 a1 b1", 2),
                ("a1 b1 c1 b1 a1 c1", 3),
                ("a1 b1 a1 d1 b1", 1),
                ("a1 b1 ! a1 b1", 0),
                ("a1 a2 a1", 1),
                ("a1 b1 a1 b1_ a1", 2),
                ("a1 b1 a1 c1_ a1", 1),
            ],
        );
        let pass = "a1 b1 c1 d1 e1 f1 g1 h1 i1 j1 ";
        check_newest(&DETECTOR, &[(&pass.repeat(2), 6), (&pass.repeat(3), 16)]);
    }
}

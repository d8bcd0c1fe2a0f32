//! R15: nothing new. Every one of the last calls, with its result, was seen before since the last
//! new change, whatever the period of the loop. Parallel calls are one step.

use super::{Detector, LoopSighting};
use crate::state::CallWindow;
use crate::{Limit, RepetitionLimits, Rule};

/// Rounds that count although they were there only once before.
const SECOND_LOOK: u64 = 6;

pub(super) struct NothingNew;

/// How many of the last model responses, since the step at `first`, did nothing but what had been
/// done `times` times before, with the same results, on the same ground.
fn old_rounds(window: &CallWindow, first: usize, times: usize) -> u64 {
    let steps = &window.steps;
    let Some(newest) = steps.back() else { return 0 };
    let is_old = |i: usize| {
        let before = steps.range(first..i).rev();
        let same_ground = before.take_while(|earlier| earlier.changes == steps[i].changes);
        same_ground.filter(|earlier| earlier.repeats(&steps[i])).take(times).count() == times
    };
    let mut count = 0;
    let mut end = steps.len();
    // One model response at a time: it is old when all of its calls are.
    while end > first {
        let round = steps[end - 1].round;
        let of_round = steps.range(first..end).rev().take_while(|step| step.round == round);
        let begin = end - of_round.count();
        if steps[begin].changes != newest.changes || !(begin..end).all(is_old) {
            break;
        }
        count += 1;
        end = begin;
    }
    count
}

impl Detector for NothingNew {
    fn rule(&self) -> Rule {
        Rule::NothingNew
    }

    fn limit(&self, policy: &RepetitionLimits) -> Limit {
        policy.nothing_new
    }

    fn seen(&self, _: &RepetitionLimits, window: &CallWindow, from: u64) -> Option<LoopSighting> {
        let first = window.index_from(from);
        let once = old_rounds(window, first, 1);
        // A second pass over the same files repeats each of them once. It is named; what counts
        // further is what was there twice before.
        let count = if once > SECOND_LOOK {
            (SECOND_LOOK + old_rounds(window, first, 2)).min(once)
        } else {
            once
        };
        LoopSighting::of_nothing(Rule::NothingNew, 0, count)
    }

    fn describe(&self, label: &str, count: u64) -> String {
        format!(
            "Each of the last {count} steps did what was done before and got the same answer, and \
             nothing new was changed; `{label}` is the latest."
        )
    }
}

#[cfg(test)]
mod tests {
    use super::super::sketch;
    use super::*;

    #[test]
    fn r15_counts_steps_that_bring_nothing_new_whatever_the_period() {
        let check = |picture, expected| {
            assert_eq!(sketch::count(&NothingNew, picture), expected, "{picture}");
        };
        check("a1 b1 c1", 0);
        check("a1 b1 a1 b1", 2);
        check("a1 b1 c1 b1 a1 c1", 3);
        check("a1 b1 a1 d1 b1", 1);
        check("a1 b1 ! a1 b1", 0);
        check("a1 a2 a1", 1);
        check("a1 b1 a1 b1_ a1", 2);
        check("a1 b1 a1 c1_ a1", 1);
    }

    #[test]
    fn r15_a_second_pass_is_named_and_a_third_one_counts() {
        let pass = "a1 b1 c1 d1 e1 f1 g1 h1 i1 j1 ";
        assert_eq!(sketch::count(&NothingNew, &pass.repeat(2)), 6);
        assert_eq!(sketch::count(&NothingNew, &pass.repeat(3)), 16);
    }
}

//! R2: the same call with the same result anywhere in the window, without progress.
//!
//! Progress is a new change of the workspace, or the same call answering differently.

use super::{BASE, Detector, LoopSighting, unchanged_since};
use crate::Rule;
use crate::state::CompletedCall;

pub(super) const DETECTOR: Detector = Detector {
    rule: Rule::SameCallAnywhere,
    limit: |limits| limits.same_call_anywhere,
    followed_call: |_, call, _| call.same,
    sighting: |_, window, last, from| {
        // What was typed before each click, which page was opened before a server is asked, and what an agent did
        // before each run that passes, is new.
        let asks_server = last.program == 0 && !last.edits;
        let counts_acts = last.acts || last.passed || asks_server;
        // A step that comes back around new work: the silent `rm -rf build` before each build, the suite that passes
        // after each edit.
        let is_silent = last.trivial && !(last.failed || last.looks || last.fruitless);
        let is_step = last.passed || is_silent && last.program != 0;
        let is_work = |step: &CompletedCall| {
            let only_asks = step.looks || step.checks || step.fruitless || step.waits;
            step.is_known() && !step.is_weak() && !only_asks
        };
        let is_new_act = |step: &&CompletedCall| {
            let is_new = || window.steps.iter().filter(|other| other.repeats(step)).count() == 1;
            // An act has brought something where what is shown after it is new.
            let brings_news = || {
                counts_acts && step.acts
                    || is_step && is_work(step)
                    || last.acts && step.is_known() && !step.failed
            };
            step.call != last.call && brings_news() && is_new()
        };
        let repeats = unchanged_since(window, last, from)
            .take_while(|step| !is_new_act(step))
            // An answer that is not known is no other answer.
            .filter(|step| step.call == last.call && step.result != 0)
            .take_while(|step| step.repeats(last));
        let seen = LoopSighting::of_call(last, repeats.count() as u64)?;
        Some(seen.gentle(last.passed))
    },
    ..BASE
};

#[cfg(test)]
mod tests {
    use super::super::test_support::check_newest;
    use super::*;

    #[test]
    fn r02_counts_equal_results_until_a_change_or_another_answer() {
        check_newest(
            &DETECTOR,
            &[
                ("a1 b1 a1 c1 a1", 3),
                ("a1 a1 b2", 1),
                ("a1 b1 a2 b1 a1", 1),
                ("a2 a1 b1 a1", 2),
                ("a1 b1 a1 ! a1", 1),
                ("a1 b1 a1 ! b1 a1", 1),
            ],
        );
    }
}

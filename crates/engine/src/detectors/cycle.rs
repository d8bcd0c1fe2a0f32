//! R3: a cycle of two to eight calls, each with the result it had a lap before, without progress.

use super::{CallDigest, Detector, LoopSighting, RefusalTarget, mix};
use crate::state::CallWindow;
use crate::{Limit, RepetitionLimits, Rule};

const SHORTEST: usize = 2;
const LONGEST: usize = 8;

pub(super) struct Cycle;

/// The shortest cycle that the steps since the one at `first` go round in: its period and how many
/// steps are in it.
fn shortest(window: &CallWindow, first: usize) -> Option<(usize, usize)> {
    let steps = &window.steps;
    let newest = steps.back()?;
    // A lap ago the newest step was there as well.
    let near = steps.range(first..).rev().enumerate().take(LONGEST + 1).skip(SHORTEST);
    let periods = near.filter(|(_, step)| newest.repeats(step)).map(|(period, _)| period);
    periods.take_while(|period| first + period * 2 <= steps.len()).find_map(|period| {
        let repeated = (first + period..steps.len())
            .rev()
            .take_while(|&i| steps[i].repeats(&steps[i - period]))
            .take_while(|&i| steps[i - period].changes == newest.changes)
            .count();
        let mut lap = steps.range(steps.len() - period..);
        (repeated >= period && lap.any(|step| step.call != newest.call))
            .then_some((period, repeated + period))
    })
}

fn find(window: &CallWindow, from: u64) -> Option<(usize, LoopSighting)> {
    let (period, length) = shortest(window, window.index_from(from))?;
    let lap = || window.steps.range(window.steps.len() - period..);
    let mut calls: Vec<u64> = lap().map(|step| step.call).collect();
    calls.sort_unstable();
    calls.dedup();
    // A sum does not depend on where the lap begins.
    let sum = lap().fold(0_u64, |sum, step| sum.wrapping_add(mix(step.call, step.result)));
    let identity = mix(sum, period as u64);
    let count = (length / period) as u64;
    Some((period, LoopSighting { identity, refuses: RefusalTarget::Calls(calls), count }))
}

impl Detector for Cycle {
    fn rule(&self) -> Rule {
        Rule::Cycle
    }

    fn limit(&self, policy: &RepetitionLimits) -> Limit {
        policy.cycle
    }

    fn seen(&self, _: &RepetitionLimits, window: &CallWindow, from: u64) -> Option<LoopSighting> {
        find(window, from).map(|(_, seen)| seen)
    }

    fn next(
        &self,
        _: &RepetitionLimits,
        window: &CallWindow,
        ask: &CallDigest,
        from: u64,
    ) -> Option<LoopSighting> {
        let (period, seen) = find(window, from)?;
        let expected = window.steps.get(window.steps.len() - period)?;
        (expected.call == ask.call && expected.changes == window.changes).then_some(seen)
    }

    fn describe(&self, label: &str, count: u64) -> String {
        format!(
            "The last calls have gone round in the same circle {count} times with the same \
             results, and nothing new was changed; `{label}` is one of them."
        )
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::sketch::{self, window};
    use super::*;
    use crate::state::CompletedCall;

    fn laps(picture: &str) -> u64 {
        sketch::count(&Cycle, picture)
    }

    #[test]
    fn r03_counts_whole_laps_of_any_period() {
        assert_eq!(laps("a1 b1 a1 b1"), 2);
        assert_eq!(laps("a1 b1 a1 b1 a1"), 2);
        assert_eq!(laps("a1 b1 a1 b1 a1 b1"), 3);
        assert_eq!(laps("a1 b1 c1 a1 b1 c1 a1 b1 c1"), 3);
        let eight = "a1 b1 c1 d1 e1 f1 g1 h1 ";
        assert_eq!(laps(&eight.repeat(3)), 3);
        let nine = "a1 b1 c1 d1 e1 f1 g1 h1 i1 ";
        assert_eq!(laps(&nine.repeat(3)), 0);
    }

    #[test]
    fn r03_one_call_alone_is_no_cycle() {
        assert_eq!(laps("a1 a1 a1 a1 a1 a1"), 0);
    }

    #[test]
    fn r03_a_result_that_differs_or_a_change_breaks_it() {
        assert_eq!(laps("a1 b1 a1 b1 a2 b1"), 0);
        assert_eq!(laps("a1 b1 ! a1 b1 ! a1 b1"), 0);
    }

    #[test]
    fn r03_every_rotation_is_the_same_loop() {
        let identity = |picture| {
            Cycle.seen(&RepetitionLimits::default(), &window(picture), 0).map(|seen| seen.identity)
        };
        assert_eq!(identity("a1 b1 c1 a1 b1 c1"), identity("b1 c1 a1 b1 c1 a1"));
        assert_ne!(identity("a1 b1 a1 b1"), identity("a1 b2 a1 b2"));
    }

    #[test]
    fn r03_only_the_expected_call_goes_on_with_it() {
        assert_eq!(sketch::next(&Cycle, "a1 b1 a1 b1 a1 b1", 'a'), 3);
        assert_eq!(sketch::next(&Cycle, "a1 b1 a1 b1 a1 b1", 'b'), 0);
    }

    /// The shortest cycle, every period tried.
    fn tried(steps: &[&CompletedCall]) -> Option<(usize, usize)> {
        let newest = steps.last()?;
        (2..=8).filter(|period| period * 2 <= steps.len()).find_map(|period| {
            let goes_on = |i: &usize| {
                let before = steps[i - period];
                steps[*i].repeats(before) && before.changes == newest.changes
            };
            let repeated = (period..steps.len()).rev().take_while(goes_on).count();
            let moves = steps[steps.len() - period..].iter().any(|step| step.call != newest.call);
            (moves && repeated >= period).then_some((period, repeated + period))
        })
    }

    proptest! {
        #[test]
        fn r03_the_shortest_cycle_is_that_of_trying_every_period(
            laps in prop::collection::vec((prop::sample::select(vec![
                "a1 ", "b1 ", "a1 b1 ", "a1 b1 c1 ", "a1 a1 b1 ", "a2 ", "a? ", "! ",
            ]), 1..6_usize), 0..12),
            from in 0..12_u64,
        ) {
            let picture: String = laps.iter().map(|(lap, times)| lap.repeat(*times)).collect();
            let window = window(&picture);
            let first = window.index_from(from);
            let steps: Vec<&CompletedCall> = window.steps.range(first..).collect();
            prop_assert_eq!(shortest(&window, first), tried(&steps));
        }
    }
}

//! R3: a cycle of two to eight calls, each with the result it had a lap before, without progress.

use super::{Ask, Detector, Refuses, Seen, mix};
use crate::state::{Step, Window};
use crate::{Limit, Repetition, Rule};

const PERIODS: std::ops::RangeInclusive<usize> = 2..=8;

pub(super) struct Cycle;

/// The shortest cycle that the last steps go round in: its period and how many steps are in it.
fn shortest(steps: &[&Step]) -> Option<(usize, usize)> {
    let newest = steps.last()?;
    PERIODS.take_while(|period| period * 2 <= steps.len()).find_map(|period| {
        let repeated = (period..steps.len())
            .rev()
            .take_while(|&i| steps[i].repeats(steps[i - period]))
            .take_while(|&i| steps[i - period].changes == newest.changes)
            .count();
        let lap = &steps[steps.len() - period..];
        let moves = lap.iter().any(|step| step.call != newest.call);
        (moves && repeated >= period).then_some((period, repeated + period))
    })
}

fn find(window: &Window, from: u64) -> Option<(usize, Seen)> {
    let first = window.index_from(from);
    let steps: Vec<&Step> = window.steps.range(first..).collect();
    let (period, length) = shortest(&steps)?;
    let lap = &steps[steps.len() - period..];
    let mut calls: Vec<u64> = lap.iter().map(|step| step.call).collect();
    calls.sort_unstable();
    calls.dedup();
    // A sum does not depend on where the lap begins.
    let sum = lap.iter().fold(0_u64, |sum, step| sum.wrapping_add(mix(step.call, step.result)));
    let identity = mix(sum, period as u64);
    let count = (length / period) as u64;
    Some((period, Seen { identity, refuses: Refuses::Calls(calls), count }))
}

impl Detector for Cycle {
    fn rule(&self) -> Rule {
        Rule::Cycle
    }

    fn limit(&self, policy: &Repetition) -> Limit {
        policy.cycle
    }

    fn seen(&self, _: &Repetition, window: &Window, from: u64) -> Option<Seen> {
        find(window, from).map(|(_, seen)| seen)
    }

    fn next(&self, _: &Repetition, window: &Window, ask: &Ask, from: u64) -> Option<Seen> {
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
    use super::super::sketch::{self, window};
    use super::*;

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
            Cycle.seen(&Repetition::default(), &window(picture), 0).map(|seen| seen.identity)
        };
        assert_eq!(identity("a1 b1 c1 a1 b1 c1"), identity("b1 c1 a1 b1 c1 a1"));
        assert_ne!(identity("a1 b1 a1 b1"), identity("a1 b2 a1 b2"));
    }

    #[test]
    fn r03_only_the_expected_call_goes_on_with_it() {
        assert_eq!(sketch::next(&Cycle, "a1 b1 a1 b1 a1 b1", 'a'), 3);
        assert_eq!(sketch::next(&Cycle, "a1 b1 a1 b1 a1 b1", 'b'), 0);
    }
}

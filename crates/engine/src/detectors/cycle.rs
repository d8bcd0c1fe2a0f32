//! R3: a cycle of two to eight calls, each with the result it had a lap before, without progress.

use super::{BASE, Detector, LoopSighting, NextCall, mix};
use crate::Rule;
use crate::state::{CallWindow, CompletedCall, RefusalTarget, short};

const SHORTEST: usize = 2;
const LONGEST: usize = 8;

pub(super) const DETECTOR: Detector = Detector {
    rule: Rule::Cycle,
    limit: |limits| limits.cycle,
    followed_call,
    sighting: |_, window, _, from| sighting(window, from),
    ..BASE
};

/// The same call a lap before.
fn followed_call<'w>(
    window: &'w CallWindow,
    call: &NextCall<'w>,
    from: u64,
) -> Option<&'w CompletedCall> {
    // What continues a cycle was made before.
    call.same?;
    let (period, _) = shortest(window, window.index_from(from))?;
    let expected = window.steps.get(window.steps.len() - period);
    expected.filter(|expected| expected.call == call.digest.call)
}

/// The shortest cycle since the call at index `first`: its period, and how many calls are in it.
fn shortest(window: &CallWindow, first: usize) -> Option<(usize, usize)> {
    let steps = &*window.steps;
    let newest = steps.last()?;
    let longest = LONGEST.min(steps.len().saturating_sub(first) / 2);
    // The newest call was also made a lap before.
    let mut periods =
        (SHORTEST..=longest).filter(|period| newest.repeats(&steps[steps.len() - 1 - period]));
    periods.find_map(|period| {
        let repeated = (first + period..steps.len())
            .rev()
            .take_while(|&i| steps[i].repeats(&steps[i - period]))
            .take_while(|&i| steps[i - period].changes == newest.changes)
            .count();
        let mut lap = steps[steps.len() - period..].iter();
        (repeated >= period && lap.any(|step| step.call != newest.call))
            .then_some((period, repeated + period))
    })
}

fn sighting(window: &CallWindow, from: u64) -> Option<LoopSighting> {
    let (period, length) = shortest(window, window.index_from(from))?;
    let lap = window.steps[window.steps.len() - period..].iter();
    let mut calls: Vec<u64> = lap.clone().map(|step| step.call).collect();
    calls.sort_unstable();
    calls.dedup();
    // A sum does not depend on where the lap begins.
    let sum = lap.fold(0_u64, |sum, step| sum.wrapping_add(mix(step.call, step.result)));
    let identity = mix(sum, period as u64);
    let refuses = RefusalTarget::Calls(calls.into_iter().map(short).collect());
    let seen = LoopSighting::of(identity, refuses, (length / period) as u64)?;
    let lap = window.steps[window.steps.len() - period..].iter();
    // Whoever acts in each lap and is told of an end in each does not wait.
    let acts = || lap.clone().any(CompletedCall::may_act);
    let is_tried_again = || lap.clone().any(|step| step.waits && step.ended) && acts();
    let waits = lap.clone().any(|step| step.waits) && !is_tried_again();
    Some(seen.waiting(waits).gentle(lap.clone().all(|step| step.passed)))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::test_support::{check_continued, check_newest, window};
    use super::*;

    #[test]
    fn r03_counts_whole_laps_of_any_period() {
        let eight = "a1 b1 c1 d1 e1 f1 g1 h1 ".repeat(3);
        let nine = "a1 b1 c1 d1 e1 f1 g1 h1 i1 ".repeat(3);
        check_newest(
            &DETECTOR,
            &[
                ("a1 b1 a1 b1", 2),
                ("a1 b1 a1 b1 a1", 2),
                ("a1 b1 a1 b1 a1 b1", 3),
                ("a1 b1 c1 a1 b1 c1 a1 b1 c1", 3),
                (&eight, 3),
                (&nine, 0),
                // One call alone is no cycle.
                ("a1 a1 a1 a1 a1 a1", 0),
                ("a1 b1 a1 b1 a2 b1", 0),
                ("a1 b1 ! a1 b1 ! a1 b1", 0),
            ],
        );
        let picture = "a1 b1 a1 b1 a1 b1";
        check_continued(&DETECTOR, &[(picture, 'a', 3), (picture, 'b', 0)]);
    }

    #[test]
    fn r03_every_rotation_is_the_same_loop() {
        let identity = |picture| sighting(&window(picture), 0).map(|seen| seen.identity);
        assert_eq!(identity("a1 b1 c1 a1 b1 c1"), identity("b1 c1 a1 b1 c1 a1"));
        assert_ne!(identity("a1 b1 a1 b1"), identity("a1 b2 a1 b2"));
    }

    /// The shortest cycle, by trying every period.
    fn shortest_of_all(steps: &[&CompletedCall]) -> Option<(usize, usize)> {
        let newest = steps.last()?;
        (2..=8).filter(|period| period * 2 <= steps.len()).find_map(|period| {
            let repeats = |i: &usize| {
                let before = steps[i - period];
                steps[*i].repeats(before) && before.changes == newest.changes
            };
            let repeated = (period..steps.len()).rev().take_while(repeats).count();
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
            let steps: Vec<&CompletedCall> = window.steps[first..].iter().collect();
            prop_assert_eq!(shortest(&window, first), shortest_of_all(&steps));
        }
    }
}

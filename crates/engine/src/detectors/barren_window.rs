//! R20: the last calls brought nothing, nearly all of them, and none was an accepted change.

use std::collections::BTreeSet;

use super::{BASE, Detector, LoopSighting, newest_first};
use crate::Rule;
use crate::state::{CallWindow, CompletedCall, EditEffect};

/// Calls after which the agent is nudged, and those of them that may have brought something: 85 %.
const NUDGE: (usize, usize) = (8, 1);
/// Calls after which the breaker opens, and those that may have brought something: 90 %.
const TRIP: (usize, usize) = (10, 1);
/// No longer window is looked at: so long it may be where most of it may be honest work.
const LONGEST: usize = 20;

pub(super) const DETECTOR: Detector = Detector {
    rule: Rule::BarrenWindow,
    limit: |limits| limits.barren_window,
    sighting: |limits, window, last, from| {
        if !last.barren {
            return None;
        }
        // The numbers grow together with the limit.
        let more = (limits.barren_window.get()? as usize).saturating_sub(NUDGE.0);
        let count = barren_calls(window, from, more);
        let seen = LoopSighting::of_nothing(Rule::BarrenWindow, 0, count as u64)?;
        // Searches that find nothing, and looks that fail, may be honest work, as long as most of them ask
        // something else.
        let newest = newest_first(window, from).take(count);
        let fails_in_one = |step: &CompletedCall| step.input != 0 || step.looks && step.failed;
        let fruitless =
            newest.filter(|step| step.fruitless && step.error == 0 || fails_in_one(step));
        let questions: BTreeSet<u64> = fruitless.map(|step| step.target).collect();
        Some(seen.gentle(questions.len() * 2 > count))
    },
    units_to_trip: (TRIP.0 - NUDGE.0) as u64,
    ..BASE
};

/// How many of the last calls are a barren window, the longest that is one: nearly all of them brought nothing, and none
/// of them changed anything. A window has `more` calls than the numbers say.
fn barren_calls(window: &CallWindow, from: u64, more: usize) -> usize {
    let unchanged = newest_first(window, from).take_while(|step| step.edit != EditEffect::New);
    let most_of = |calls: usize| calls * TRIP.1 / TRIP.0;
    let (mut brought, mut found) = (0, 0);
    for (calls, step) in (1..=LONGEST + more).zip(unchanged) {
        brought += usize::from(!step.barren);
        if brought > most_of(LONGEST) {
            break;
        }
        let size = calls.saturating_sub(more);
        let is_window =
            size == NUDGE.0 && brought <= NUDGE.1 || size >= TRIP.0 && brought <= most_of(size);
        if is_window {
            found = calls;
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::super::test_support::check_newest;
    use super::*;

    #[test]
    fn r20_counts_windows_in_which_nearly_nothing_was_brought() {
        // `o` brought nothing.
        check_newest(
            &DETECTOR,
            &[
                ("a1o a1o a1o a1o a1o a1o a1o", 0),
                ("a1o a1o a1o b2 a1o a1o a1o a1o", 8),
                ("a1o a1o b1 b2 a1o a1o a1o a1o", 0),
                ("a1o a1o a1o b2 a1o a1o a1o a1o a1o a1o", 10),
                ("a1o a1o a1o b2 a1o a1o a1o a1o a1o b3", 0),
                ("a1o a1o a1o a1o a1o a1o a1o a1o b2+n a1o", 0),
                ("b2 a1o a1o a1o a1o a1o a1o a1o a1o a1o a1o a1o", 12),
                ("b2 b2 b2 a1o a1o a1o a1o a1o a1o a1o a1o a1o", 10),
            ],
        );
    }
}

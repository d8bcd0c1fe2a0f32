//! The rules that see repetition: one file each, one line in the list.
//!
//! A detector is a pure reading of the [`Window`]. It says which loop the newest step belongs to
//! and how far it has come; what is done about it is the ladder's business (`crate::ladder`).

mod cycle;
mod same_call;
mod same_call_anywhere;

use crate::state::Window;
use crate::{Limit, Repetition, Rule};

/// Every detector, in the order of the rules.
pub(crate) const DETECTORS: &[&dyn Detector] =
    &[&same_call::SameCall, &same_call_anywhere::SameCallAnywhere, &cycle::Cycle];

/// A rule that sees repetition.
pub(crate) trait Detector: Sync {
    /// Its name and place in the order.
    fn rule(&self) -> Rule;

    /// The number with which its ladder begins.
    fn limit(&self, policy: &Repetition) -> Limit;

    /// The loop that the newest step belongs to, counting steps numbered `from` and later.
    fn seen(&self, window: &Window, from: u64) -> Option<Seen>;

    /// The loop that `call` would go on with, counting steps numbered `from` and later.
    fn next(&self, window: &Window, call: u64, from: u64) -> Option<Seen>;

    /// What the loop is, for the agent: a sentence about `label` and the count.
    fn describe(&self, label: &str, count: u64) -> String;
}

/// A loop as far as it has come.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Seen {
    /// What the loop is; the same however it is entered.
    pub(crate) identity: u64,
    /// The calls it consists of.
    pub(crate) calls: Vec<u64>,
    /// Completed units: results, or laps of a cycle.
    pub(crate) count: u64,
}

/// Mixes digests into one; the order matters.
pub(crate) fn mix(a: u64, b: u64) -> u64 {
    (a.rotate_left(23) ^ b).wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ (b >> 29)
}

#[cfg(test)]
pub(crate) mod sketch {
    //! Windows drawn as text, for the tests of the detectors.

    use crate::state::{Step, Window};

    /// Draws a window: `a1` is call a with result 1, `!` a new change, `|` a person's prompt,
    /// `?` a result that is unknown.
    pub(crate) fn window(picture: &str) -> Window {
        let mut window = Window::default();
        for word in picture.split_whitespace() {
            match word {
                "!" => window.changes += 1,
                "|" => window.prompted_at = window.next,
                _ => {
                    let call = u64::from(word.as_bytes()[0]);
                    let result = match &word[1..] {
                        "?" => 0,
                        digits => digits.parse().expect("a number"),
                    };
                    window.push(Step {
                        call,
                        result,
                        at_ms: 0,
                        changes: window.changes,
                        waits: false,
                    });
                }
            }
        }
        window
    }

    /// The digest that [`window`] gives to a call.
    pub(crate) fn call(letter: char) -> u64 {
        letter as u64
    }
}

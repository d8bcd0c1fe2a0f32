//! Random lives of sessions, agents and tasks, delivered to the runtime and to a reference model of the rules. Where the
//! two differ after an event, one of them is wrong.
//!
//! | file | what |
//! |---|---|
//! | `dice`, `rules`, `step`, `random_life` | what a seed gives: policies, sessions and steps |
//! | `world`, `events`, `faults` | delivers the events, damages the store, compares |
//! | `model` | the reference model |
//! | `shrink` | finds the shortest life that still fails |
//!
//! The model of attempts and the output of `cargo test` are those of the runtime's own tests.

#[expect(dead_code, reason = "a person's prompt is this model's own business")]
#[path = "../../runtime/tests/rows/attempts_model.rs"]
mod attempts_model;
#[path = "../../runtime/tests/rows/cargo_test.rs"]
mod cargo_test;
mod compare;
mod dice;
mod events;
mod faults;
mod model;
mod random_life;
mod rules;
mod shrink;
mod step;
mod world;

use std::ops::RangeInclusive;

use random_life::RandomLife;
use world::SimulatedWorld;

/// How the runtime and the model differ, or why no event can be delivered.
type SimulationError = Box<dyn std::error::Error>;

/// The size of a life that passed.
#[derive(Debug, Clone, Copy, Default)]
pub struct LifeTotals {
    /// Events delivered, without repeats.
    pub events: u64,
    /// Incidents opened.
    pub incidents: u64,
    /// Questions to a judge.
    pub questions: u64,
    /// Sessions that were told of a failure seen before.
    pub seen_before: u64,
}

/// The length of lives, in steps.
pub type LifeLength = RangeInclusive<usize>;
/// The length in tests.
pub const SHORT: LifeLength = 40..=110;
/// The length in a long run.
pub const LONG: LifeLength = 50..=400;

/// Generates and runs the life of a seed.
///
/// # Errors
/// Returns the shortest life found in which the runtime and the model differ, and how they differ.
pub fn simulate(seed: u64, length: LifeLength) -> Result<LifeTotals, String> {
    let life = RandomLife::generate(seed, &length);
    run_life(&life).map_err(|_| shrink::shortest_story(&life))
}

/// Runs one life. A panic is an error too.
fn run_life(life: &RandomLife) -> Result<LifeTotals, SimulationError> {
    let result = std::panic::catch_unwind(|| SimulatedWorld::run(life));
    result.unwrap_or_else(|panic| {
        let message = panic.downcast_ref::<String>().map(String::as_str);
        let message = message.or_else(|| panic.downcast_ref::<&str>().copied());
        Err(format!("a panic: {}", message.unwrap_or_default()).into())
    })
}

//! Random lives of sessions, agents and tasks, told to the runtime and to a second model of the
//! rows; where they differ after an event, one of them is wrong.
//!
//! | file | what |
//! |---|---|
//! | `dice`, `rules`, `deed`, `life` | what a seed gives: a policy, sessions, and what happens |
//! | `world`, `telling`, `faults` | tells it, breaks the store, compares |
//! | `model` | what should have come of it |
//! | `shrink` | the shortest story that still differs |
//!
//! The model of attempts and what `cargo test` prints are those of the runtime's own tests.

#[expect(dead_code, reason = "a person's prompt is this model's own business")]
#[path = "../../runtime/tests/rows/attempts_model.rs"]
mod attempts_model;
#[path = "../../runtime/tests/rows/cargo_test.rs"]
mod cargo_test;
mod compare;
mod deed;
mod dice;
mod faults;
mod life;
mod model;
mod rules;
mod shrink;
mod telling;
mod world;

use life::RandomLife;
use world::SimulatedWorld;

/// What a life that went well was made of.
#[derive(Debug, Clone, Copy, Default)]
pub struct LifeTotals {
    /// Events told, repeats left out.
    pub events: u64,
    /// Incidents that were opened.
    pub incidents: u64,
}

/// How long lives are, in deeds.
#[derive(Debug, Clone, Copy)]
pub struct LifeLength {
    /// At least so many.
    pub least: usize,
    /// At most so many.
    pub most: usize,
}

impl LifeLength {
    /// As the tests have them.
    pub const SHORT: Self = Self { least: 40, most: 110 };
    /// As a long run has them.
    pub const LONG: Self = Self { least: 50, most: 400 };
}

/// Lives the life of a seed.
///
/// # Errors
/// The shortest story found in which the runtime and the model differ, and how.
pub fn live(seed: u64, length: LifeLength) -> Result<LifeTotals, String> {
    let life = RandomLife::of(seed, length.least, length.most);
    attempt(&life).map_err(|_| shrink::story(&life))
}

/// Lives one life; a panic is a difference too.
fn attempt(life: &RandomLife) -> Result<LifeTotals, String> {
    let lived = std::panic::catch_unwind(|| SimulatedWorld::live(life));
    lived.unwrap_or_else(|panic| {
        let words = panic.downcast_ref::<String>().cloned();
        let words = words.or_else(|| panic.downcast_ref::<&str>().map(|text| (*text).to_owned()));
        Err(format!("a panic: {}", words.unwrap_or_default()))
    })
}

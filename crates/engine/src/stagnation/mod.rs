//! A loop that starts an agent again and again, and whether it still gets anywhere.
//!
//! A loop is a task. Each iteration is measured from outside and folded by
//! `LoopState::step`; what the agent says of itself is written down and never counts. While the
//! loop is watched or tried, that stands in its [`LoopPhase`]; once it is open, the task's breaker is.

mod count;
mod iterated;
mod outputs;
mod state;
mod step;

pub use iterated::ObservedIteration;
pub use outputs::OutputLengths;
pub use state::{LoopPhase, LoopState, LoopTotals, RepeatedError};

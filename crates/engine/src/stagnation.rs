//! A loop that starts an agent again and again, and whether it makes progress.
//!
//! A loop is a task. Each iteration is measured from outside and folded by
//! `LoopState::step`; what the agent says of itself is recorded and never counts. While the
//! loop is watched or probed, its [`LoopPhase`] says so; when it opens, the task's breaker is open.

mod count;
mod iterated;
mod outputs;
mod state;
mod step;

pub use iterated::ObservedIteration;
pub use outputs::OutputLengths;
pub use state::{LoopPhase, LoopState, LoopTotals, RepeatedError};

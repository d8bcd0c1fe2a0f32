//! Runs an agent's command under a breaker: its processes, its time, its end.
//!
//! [`guard`] stands outside and outlives the supervisor; [`supervise()`] keeps the time of one command
//! and ends all of it; [`run`] adds the record of the run. Which output a client writes and how its
//! sessions are gone on with, the clients say.

mod error;
pub mod guard;
pub mod guidance;
pub mod iterate;
mod keys;
mod launch;
mod lines;
mod pump;
pub mod run;
mod signals;
pub mod supervise;
mod terminal;
mod tree;
mod unattended;
mod watcher;
mod words;

pub use error::SupervisorError;
pub use supervise::{CommandSpec, EndReason, FinishedCommand, supervise};
pub use unattended::{Output, Unattended};

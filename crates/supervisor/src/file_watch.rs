//! Runs a command when files change, and pauses when each run is followed by the next change.
//!
//! [`RunDecider`] decides when the command runs, from changes and times alone; [`watch`] sees the changes,
//! starts the command and waits for its end.

mod decide;
mod drive;
mod ignored;
mod person;
mod watched;

pub use self::decide::{PauseEnd, RunDecider, StormLimits, WatchAction};
pub use self::drive::{WatchEvent, WatchSpec, watch};

//! Reads recorded sessions of any client and folds them: where the breaker would have tripped.
//!
//! ```text
//! paths ─► find: files, recognised by content ─► Source
//!       ─► formats: records to canonical events ─► session: folded as in observe mode ─► Session
//!       ─► report: totals
//! ```
//!
//! A format is one file in [`formats`] and one line in its list. Nothing here writes, and nothing
//! of a recorded session is executed or resolved.

pub mod find;
pub mod formats;
mod lines;
pub mod policy;
mod replay;
pub mod report;
pub mod session;
mod sketch;
mod stream;

pub use find::{SearchResult, SessionFiles, UnreadablePath, UnreadableReason, find};
pub use replay::{DamagedFile, ReplayOutcome, read_events, replay};
pub use session::{CallNote, FirstDenial, ReplayedSession};

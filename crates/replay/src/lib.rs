//! Reads recorded sessions of any client and folds them, to show where the breaker would have tripped.
//!
//! ```text
//! paths ─► find_sessions: files, recognised by content ─► SessionFiles
//!       ─► formats: records to canonical events ─► MergedEvents: in the order of time
//!       ─► SessionFold: folded in observe mode ─► ReplayedSession ─► ReplayTotals
//! ```
//!
//! A format is one file in [`formats`] and one line in its list. This crate writes nothing, and it neither runs nor
//! resolves anything that a recorded session names.

mod event_stream;
mod find;
pub mod formats;
mod line_reader;
mod merged_events;
pub mod policy;
mod replay;
mod replay_outcome;
mod session_fold;
mod totals;

pub use event_stream::read_events;
pub use find::{SearchResult, SessionFiles, UnreadablePath, UnreadableReason, find_sessions};
pub use merged_events::MergedEvents;
pub use replay::replay;
pub use replay_outcome::{DamagedFile, ReplayOutcome};
pub use session_fold::{CallNote, FirstDenial, ReplayedSession, SessionFold, recorded_time};
pub use totals::ReplayTotals;

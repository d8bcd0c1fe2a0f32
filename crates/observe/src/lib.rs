//! Understands: a raw event to an observation. Pure and versioned.
//!
//! [`to_fact`] is the way in. It reads command lines (`fusebox-shell`), masks and digests what tools
//! answered (`fusebox-text`), reads what test runs say (`fusebox-test-output`), and keeps short redacted forms for
//! people; the text itself goes no further.

mod arguments;
mod call_effects;
mod call_subject;
mod changed_files;
mod event;
mod guard;
mod iteration;
mod message;
pub mod service;
mod session_context;
mod test_call;
mod test_run;
mod waiting_tool;

pub use call_effects::CallEffects;
pub use changed_files::is_test_file;
pub use event::{call_digest, event_digest, to_fact};
pub use session_context::{ResolveWrites, SessionContext};
pub use test_run::test_output_excerpt;

/// What digests mean. Rings of digests made by another version are dropped; bump it when the same
/// event would give another digest.
pub const OBSERVE_VERSION: u32 = fusebox_text::TEXT_VERSION;

//! Turns a raw event into an observation. Pure and versioned.
//!
//! [`to_fact`] reads command lines (`fusebox-shell`), masks and digests results (`fusebox-text`),
//! reads test output (`fusebox-test-output`), and keeps short redacted texts for people. The full
//! text is not kept.

mod agent_statements;
mod arguments;
mod asking;
mod bounded;
mod call_effects;
mod call_folder;
mod call_subject;
mod changed_batch;
mod changed_files;
mod check_spelling;
mod error_signature;
mod event;
mod failing_words;
mod failure_count;
mod guard;
mod http_refusal;
mod iteration;
mod line_numbers;
mod named_call;
mod named_words;
mod printed_lines;
mod program_run;
mod pytest_root;
mod question;
mod repetition;
mod reset_first;
mod restart;
mod runner_summary;
mod secret_printer;
pub mod service;
mod session_context;
mod test_call;
mod test_run;
mod test_scope;
mod told_success;
mod tool_change;
mod tool_words;
mod waiting_tool;

pub use call_effects::CallEffects;
pub use changed_files::is_test_file;
pub use event::{call_digest, event_digest, to_fact};
pub use session_context::{ResolveWrites, SessionContext};
pub use test_run::test_output_excerpt;

/// The version of what digests mean. Rings of digests of another version are dropped. Increase it
/// when the same event would have another digest.
pub const OBSERVE_VERSION: u32 = fusebox_text::TEXT_VERSION;

//! Reads the text an agent sees: what is the same, what went wrong, what may be kept and shown.
//!
//! - [`ansi`]: terminal escapes and progress lines, taken out
//! - [`mask`](mod@mask): what changes from run to run (times, ids, pids, temp paths), replaced
//! - [`digest`]: text, JSON and results as 64-bit numbers
//! - [`error`]: the one line that says what went wrong
//! - [`acknowledgement`]: outputs that say nothing
//! - [`envelope`]: what clients write around a command's output
//! - [`redact`](mod@redact): secrets, replaced
//! - [`excerpt`](mod@excerpt): text cut for the log and for a terminal
//!
//! Everything here is linear in its input and panics on none.

pub mod acknowledgement;
pub mod ansi;
pub mod digest;
pub mod envelope;
pub mod error;
pub mod excerpt;
pub mod mask;
pub mod redact;
pub mod whitespace;
mod word_set;

pub use acknowledgement::is_acknowledgement;
pub use digest::TEXT_VERSION;
pub use error::{ErrorSignature, error_signature};
pub use excerpt::{excerpt, printable_line, redacted_line};
pub use mask::mask;
pub use redact::redact;

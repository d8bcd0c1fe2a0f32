//! Reads the text that tools print: what is equal, what went wrong, what may be kept and shown.
//!
//! - [`ansi`] removes terminal escapes and redrawn progress lines.
//! - [`mask`](mod@mask) replaces what changes from run to run: times, ids, pids, temporary paths.
//! - [`digest`] computes 64-bit digests of text, JSON and results.
//! - [`error`] finds the line that says what went wrong.
//! - [`acknowledgement`] recognises outputs that carry no information.
//! - [`envelope`] removes what clients print around a command's output.
//! - [`named_places`] finds where a check found something.
//! - [`named_faults`] finds what a compiler says is wrong, in which file; [`failed_start`] why a program did not start.
//! - [`lack_in_error`] finds what an error says is lacking; [`guess_of_exception`] the line that asks for ever other members.
//! - [`missing_program`] names the program that a failed command needed.
//! - [`found_nothing`] and [`is_evicted`] recognise answers that are none; [`tells_end`] those about what has ended.
//! - [`redact`](mod@redact) replaces secrets; [`prints_secret`] recognises a command that prints one.
//! - [`excerpt`](mod@excerpt) cuts text for the log and for a terminal.
//! - [`whitespace`] collapses white space.
//!
//! Every function takes time linear in its input and never panics.

mod absence;
pub mod acknowledgement;
mod anchored_words;
pub mod ansi;
pub mod digest;
mod emptiness;
mod end_state;
pub mod envelope;
pub mod error;
pub mod excerpt;
mod failed_start;
mod faults;
mod frames;
mod guessed_member;
mod hex;
mod lack_in_error;
mod line_digests;
pub mod mask;
mod measured_rate;
mod missing_program;
mod places;
mod printed_secret;
pub mod redact;
mod refused_access;
mod restart_trouble;
mod server_refusal;
mod trouble;
mod under_way;
mod untold_error;
pub mod whitespace;
mod word_runs;

pub use absence::tells_absence;
pub use acknowledgement::{is_acknowledgement, tells_success};
pub use digest::TEXT_VERSION;
pub use emptiness::{found_nothing, is_error_text, is_evicted};
pub use end_state::{tells_end, without_ages, without_replacements};
pub use error::{ErrorLine, find_error_line};
pub use excerpt::{excerpt, printable_line, redacted_line, redacted_line_of};
pub use failed_start::failed_start;
pub use faults::{NamedFaults, named_faults};
pub use frames::{python_frame, script_place};
pub use guessed_member::guess_of_exception;
pub use hex::hex;
pub use lack_in_error::lack_in_error;
pub use line_digests::{LineDigests, line_digests};
pub use mask::mask;
pub use measured_rate::{tells_durations, tells_rate};
pub use missing_program::{missing_path, missing_program};
pub use places::{
    failing_place, faulty_file, is_fault_line, is_file, named_places, names_line, raising_file,
};
pub use printed_secret::{holds_secret, prints_secret, without_printed_secrets};
pub use redact::{names_secret, redact};
pub use refused_access::tells_refused_access;
pub use restart_trouble::restart_trouble;
pub use server_refusal::{ServerRefusal, server_refusal};
pub use trouble::{
    ends_with_failure, is_build_failure, is_closing_line, is_failure_line, is_trouble_word,
    tells_trouble,
};
pub use under_way::tells_under_way;
pub use untold_error::{is_http_refusal, is_untold_error};
pub use word_runs::word_runs;

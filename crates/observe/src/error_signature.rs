//! Finds the error in a text that a tool printed.

use fusebox_engine::ErrorSignature;
use fusebox_text::{ErrorLine, find_error_line, redacted_line};

/// The longest gist of an output kept, in characters.
pub(crate) const GIST_CHARS: usize = 160;

/// The signature of the error in `text`, its line cut to `max_chars`.
pub(crate) fn signature_of(text: &str, max_chars: usize) -> Option<ErrorSignature> {
    let ErrorLine { digest, line } = find_error_line(text)?;
    Some(ErrorSignature { digest, line: redacted_line(&line, max_chars) })
}

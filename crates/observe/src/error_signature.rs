//! Finds the error in a text that a tool printed.

use fusebox_engine::ErrorSignature;
use fusebox_text::{ErrorLine, find_error_line, redacted_line};

/// The longest gist of an output kept, in characters.
pub(crate) const GIST_CHARS: usize = 160;

/// The signature of the error in `text`, its line cut to `max_chars`.
pub(crate) fn signature_of(text: &str, max_chars: usize) -> Option<ErrorSignature> {
    find_error_line(text).map(|error| signature(&error, max_chars))
}

/// The signature of an error, its line cut to `max_chars`.
pub(crate) fn signature(error: &ErrorLine, max_chars: usize) -> ErrorSignature {
    let line = redacted_line(&error.line, max_chars);
    let said = Some(redacted_line(&error.said, max_chars)).filter(|said| *said != line);
    ErrorSignature { digest: error.digest, line, said }
}

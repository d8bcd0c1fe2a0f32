//! Finds the error in a text that a tool printed.

use std::cell::OnceCell;

use fusebox_engine::ErrorSignature;
use fusebox_text::{ErrorLine, find_error_line, printable_line};

/// The longest gist of an output kept, in characters.
pub(crate) const GIST_CHARS: usize = 160;

/// The error that a text tells of. The text is searched at the first question, and once.
pub(crate) struct OutputError<'t> {
    text: &'t str,
    line: OnceCell<Option<ErrorLine>>,
}

impl<'t> OutputError<'t> {
    pub(crate) const fn of(text: &'t str) -> Self {
        Self { text, line: OnceCell::new() }
    }

    pub(crate) fn line(&self) -> Option<&ErrorLine> {
        self.line.get_or_init(|| find_error_line(self.text)).as_ref()
    }

    /// The signature of the error, its line cut to `max_chars`.
    pub(crate) fn signature(&self, max_chars: usize) -> Option<ErrorSignature> {
        let error = self.line()?;
        // Both have been redacted where they were found.
        let [line, said] = [&error.line, &error.said].map(|text| printable_line(text, max_chars));
        let said = Some(said).filter(|said| *said != line);
        Some(ErrorSignature { digest: error.digest, line, said })
    }
}

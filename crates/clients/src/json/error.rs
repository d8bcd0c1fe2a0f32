//! Why a text is not JSON, and where.

use serde_json::Value;

/// Why a text is not JSON.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{message} at line {line} column {column}")]
pub struct JsonError {
    /// What is wrong.
    pub message: String,
    /// The line, from 1.
    pub line: usize,
    /// The column in bytes, from 1; 0 if a line ends too early.
    pub column: usize,
}

impl JsonError {
    /// Describes a text that the reader could not read whole, in the words of `serde_json`.
    #[cold]
    pub(crate) fn of(text: &[u8]) -> Self {
        match serde_json::from_slice::<Value>(text) {
            Err(error) => error.into(),
            Ok(_) => Self { message: "unreadable value".to_owned(), line: 1, column: 0 },
        }
    }
}

impl From<serde_json::Error> for JsonError {
    fn from(error: serde_json::Error) -> Self {
        let (line, column) = (error.line(), error.column());
        let full = error.to_string();
        let place = format!(" at line {line} column {column}");
        let message = full.strip_suffix(&place).unwrap_or(&full).to_owned();
        Self { message, line, column }
    }
}

impl From<jsonc_parser::errors::ParseError> for JsonError {
    fn from(error: jsonc_parser::errors::ParseError) -> Self {
        let message = error.kind().to_string();
        Self { message, line: error.line_display(), column: error.column_display() }
    }
}

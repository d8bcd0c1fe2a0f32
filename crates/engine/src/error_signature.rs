//! An error as it is compared and as it is read.

use serde::{Deserialize, Serialize};

/// An error in one line: masked for comparing, and as it was printed for reading.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ErrorSignature {
    /// Digest of the masked line.
    pub digest: u64,
    /// The masked line, short and redacted.
    pub line: String,
    /// The line without masks, where it differs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub said: Option<String>,
}

impl ErrorSignature {
    /// The line for people: short and redacted, without masks.
    #[must_use]
    pub fn text(&self) -> &str {
        self.said.as_deref().unwrap_or(&self.line)
    }
}

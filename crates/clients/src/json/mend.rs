//! Says what is wrong with a text that is not JSON, and mends what JavaScript and Python write but
//! JSON forbids.

use serde_json::Value;

/// Why a text is not JSON.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{message} at line {line} column {column}")]
pub struct JsonError {
    /// What is wrong.
    pub message: String,
    /// Where: the line, from 1.
    pub line: usize,
    /// Where: the column in bytes, from 1; 0 where a line ends too early.
    pub column: usize,
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

/// Reads a text again of which `error` told; what is not to be mended has the same error.
pub(super) fn read(bytes: &[u8], error: serde_json::Error) -> Result<Value, JsonError> {
    let mended = with_whole_characters(&String::from_utf8_lossy(bytes));
    serde_json::from_str(&mended).map_err(|_| JsonError::from(error))
}

/// The same text with `\ufffd` for every lone `\ud8xx` and `\udcxx`.
fn with_whole_characters(text: &str) -> String {
    let mut rest = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut whole = String::with_capacity(rest.len());
    while let Some(at) = rest.find('\\') {
        let (before, escape) = rest.split_at(at);
        whole.push_str(before);
        let length = match (unit(escape), unit(escape.get(6..).unwrap_or_default())) {
            (Some(0xD800..=0xDBFF), Some(0xDC00..=0xDFFF)) => 12,
            (Some(0xD800..=0xDFFF), _) => {
                whole.push_str("\\ufffd");
                rest = &escape[6..];
                continue;
            }
            _ => 1 + escape[1..].chars().next().map_or(0, char::len_utf8),
        };
        whole.push_str(&escape[..length]);
        rest = &escape[length..];
    }
    whole.push_str(rest);
    whole
}

/// The UTF-16 unit that a text starting with `\uXXXX` begins with.
fn unit(text: &str) -> Option<u16> {
    let digits = text.strip_prefix("\\u")?.get(..4)?;
    digits.bytes().all(|b| b.is_ascii_hexdigit()).then(|| u16::from_str_radix(digits, 16).ok())?
}

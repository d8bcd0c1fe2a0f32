//! The JSON reader for hook events and transcripts.
//!
//! It is fast, because a transcript has hundreds of megabytes, and tolerant, because its writer may
//! be interrupted: of a text that is cut or damaged it returns the part that it read, and says what
//! is wrong with the rest. Where neither matters, `serde_json` reads JSON.
//!
//! - `reader` reads a text
//! - `value` holds what was read
//! - `media` identifies pictures and sounds in the content of a message
//! - `shortener` bounds what of a long text is read at all
//! - `error` says where a text stops being JSON

mod error;
mod media;
mod reader;
mod shortener;
mod value;

pub use error::JsonError;
pub(crate) use reader::{IsMark, JsonReader, read_fields};
pub use reader::{JsonDefect, PartialJson, read_partial};
pub use shortener::JsonShortener;
pub use value::JsonValue;

/// Reads a whole text as one JSON value. A byte order mark, bytes that are not UTF-8 and unpaired
/// surrogates are repaired: a client that cuts a text inside an emoji sends them. The values of some keys
/// are left unread, as in [`JsonValue::read_except`].
///
/// # Errors
/// When the text is not JSON for another reason.
pub(crate) fn read_repaired<'a>(
    text: &'a [u8],
    unread: &[&str],
) -> Result<JsonValue<'a>, JsonError> {
    read_accepting(text, unread, Some(JsonDefect::Repaired))
}

/// Reads a text whose worst defect may be `accepted`.
fn read_accepting<'a>(
    text: &'a [u8],
    unread: &[&str],
    accepted: Option<JsonDefect>,
) -> Result<JsonValue<'a>, JsonError> {
    let PartialJson { value, defect } = read_partial(text, unread);
    if defect <= accepted { Ok(value) } else { Err(JsonError::of(text)) }
}

#[cfg(test)]
mod tests;

//! The text of a content field.

use fusebox_clients::records::JsonValue;

/// A string, or the joined texts of blocks; pictures are left out.
pub(crate) fn content(value: &JsonValue<'_>) -> Option<String> {
    if let Some(text) = value.as_text().or(value.text("text")) {
        return Some(text.to_owned());
    }
    let blocks = value.as_array().iter();
    let texts: Vec<&str> =
        blocks.filter_map(|block| block.text("text").or(block.as_text())).collect();
    (!texts.is_empty()).then(|| texts.join("\n"))
}

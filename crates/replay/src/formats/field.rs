//! Lookups of fields that may be absent or of another type.

use fusebox_clients::records::JsonValue;
use serde_json::Value;

/// Whether an object has a key, even if its value is null.
pub(crate) fn has_key(value: &JsonValue<'_>, key: &str) -> bool {
    value.get(key).is_some()
}

/// A string field.
pub(crate) fn text<'a>(value: &'a Value, key: &str) -> Option<&'a str> {
    value.get(key)?.as_str()
}

/// A non-negative number without its fraction.
pub(crate) fn count(value: &Value, key: &str) -> Option<u64> {
    let number = value.get(key)?;
    number.as_u64().or_else(|| number.as_f64().filter(|f| *f >= 0.0).map(|f| f as u64))
}

/// A number.
pub(crate) fn number(value: &Value, key: &str) -> Option<f64> {
    value.get(key)?.as_f64()
}

/// An array field; empty if there is none.
pub(crate) fn list<'a>(value: &'a Value, key: &str) -> &'a [Value] {
    value.get(key).and_then(Value::as_array).map_or(&[], Vec::as_slice)
}

/// The text of a content field: a string, or the joined texts of its blocks.
pub(crate) fn content(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Array(blocks) => {
            let texts: Vec<&str> =
                blocks.iter().filter_map(|block| text(block, "text").or(block.as_str())).collect();
            (!texts.is_empty()).then(|| texts.join("\n"))
        }
        Value::Object(_) => text(value, "text").map(str::to_owned),
        Value::Null | Value::Bool(_) | Value::Number(_) => None,
    }
}

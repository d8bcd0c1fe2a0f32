//! A record of JSON, read the quick way or the other.

use fusebox_clients::records::{JsonValue, parse};
use serde_json::Value;

/// Of the corpus's records these keys are kept.
const KEYS: &[&str] = &["type", "session", "message", "content", "a"];

/// It is read as `serde_json` reads it, and what is not kept is what was not asked for.
pub(super) fn body(data: &[u8]) {
    let expected = serde_json::from_slice::<Value>(data).ok();
    let whole = JsonValue::read(data).ok().map(Value::from);
    assert_eq!(whole, expected, "all of it");
    if let (Some(kept), Some(expected)) = (parse(data, KEYS).ok(), expected) {
        assert_eq!(Value::from(kept), only(expected, 2), "what is asked for");
    }
}

/// The value with only those keys, so many levels deep.
fn only(value: Value, levels: u8) -> Value {
    if let (Value::Object(fields), 1..) = (&value, levels) {
        let kept = fields.iter().filter(|(key, _)| KEYS.contains(&key.as_str()));
        return kept.map(|(key, value)| (key.clone(), only(value.clone(), levels - 1))).collect();
    }
    value
}

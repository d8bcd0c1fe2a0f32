//! Pictures and sounds in the content of a message: identified by a digest, not kept.

use std::hash::{DefaultHasher, Hash, Hasher};

use super::JsonValue;

/// Block types without a text.
const MEDIA_TYPES: [&str; 6] =
    ["image", "input_image", "image_url", "audio", "input_audio", "resource"];

/// The text that represents a block without text: its type and a digest of its data. The digest is
/// spelled in letters, because a hexadecimal number would be masked as volatile.
pub(super) fn digest(block: &JsonValue<'_>) -> Option<String> {
    let kind = block.text("type").filter(|kind| MEDIA_TYPES.contains(kind))?;
    let mut hasher = DefaultHasher::new();
    hash_texts(block, &mut hasher);
    let digest = hasher.finish();
    let letter = |n: u32| char::from(b'g' + (digest >> (n * 4) & 0xf) as u8);
    Some(format!("[{kind} {}]", (0..12).map(letter).collect::<String>()))
}

fn hash_texts(json: &JsonValue<'_>, hasher: &mut DefaultHasher) {
    match json {
        JsonValue::Text(text) => text.hash(hasher),
        JsonValue::Array(values) => values.iter().for_each(|value| hash_texts(value, hasher)),
        JsonValue::Object(fields) => fields.iter().for_each(|(_, value)| hash_texts(value, hasher)),
        JsonValue::Null | JsonValue::Bool(_) | JsonValue::Number(_) | JsonValue::Unread(_) => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn r01_two_screenshots_are_two_answers() {
        let content = |json: &str| {
            let json = JsonValue::read(json.as_bytes()).unwrap();
            json.into_content().map(std::borrow::Cow::into_owned)
        };
        let shot = |data: &str| {
            let source = format!(r#"{{"type":"base64","media_type":"image/png","data":"{data}"}}"#);
            content(&format!(r#"[{{"type":"image","source":{source}}}]"#)).unwrap()
        };
        assert_eq!(shot("iVBORw0A"), shot("iVBORw0A"));
        assert_ne!(shot("iVBORw0A"), shot("iVBORw0B"));
        assert!(shot("x").starts_with("[image ") && !shot("x").contains(|c: char| c.is_numeric()));
        let mixed = r#"[{"type":"text","text":"seen"},{"type":"image","data":"a","mimeType":"b"}]"#;
        assert!(content(mixed).unwrap().starts_with("seen\n[image "));
        assert_eq!(content(r#"[{"type":"thinking","thinking":"x"}]"#), None);
    }
}

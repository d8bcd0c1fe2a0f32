//! Pictures and sounds in a content: not kept, but told apart.

use std::hash::{DefaultHasher, Hash, Hasher};

use super::JsonValue;

const TYPES: [&str; 6] = ["image", "input_image", "image_url", "audio", "input_audio", "resource"];

/// What stands for a block without text: its type, and which one it is. That is spelled in letters,
/// because a hexadecimal number would be masked as volatile.
pub(super) fn of(block: &JsonValue<'_>) -> Option<String> {
    let kind = block.text("type").filter(|kind| TYPES.contains(kind))?;
    let mut hasher = DefaultHasher::new();
    add(block, &mut hasher);
    let digest = hasher.finish();
    let letter = |n: u32| char::from(b'g' + (digest >> (n * 4) & 0xf) as u8);
    Some(format!("[{kind} {}]", (0..12).map(letter).collect::<String>()))
}

fn add(json: &JsonValue<'_>, hasher: &mut DefaultHasher) {
    match json {
        JsonValue::Text(text) => text.hash(hasher),
        JsonValue::List(values) => values.iter().for_each(|value| add(value, hasher)),
        JsonValue::Object(fields) => fields.iter().for_each(|(_, value)| add(value, hasher)),
        JsonValue::Null | JsonValue::Bool(_) | JsonValue::Number(_) => {}
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

//! A look at the beginning of a text that may be JSON, cut off anywhere.
//!
//! Formats are recognised by what stands in a file, and a file's first record may be larger than
//! what is worth reading for that. So the beginning is scanned without being parsed: which keys an
//! object has at its top, and how their values begin.

/// What a text begins with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum OutlineKind {
    /// A JSON object.
    Object,
    /// A JSON array.
    Array,
    /// Anything else.
    Text,
}

/// The beginning of one JSON value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct JsonOutline<'a> {
    /// What it is.
    pub(crate) shape: OutlineKind,
    /// An object's keys with the text of their values; an array's elements with empty keys.
    entries: Vec<(&'a [u8], &'a [u8])>,
}

/// More entries than that are not looked at.
const MOST: usize = 64;

impl<'a> JsonOutline<'a> {
    /// Looks at `text`.
    pub(crate) fn of(text: &'a [u8]) -> Self {
        let text = text.trim_ascii_start();
        let shape = match text.first() {
            Some(b'{') => OutlineKind::Object,
            Some(b'[') => OutlineKind::Array,
            _ => OutlineKind::Text,
        };
        let entries = match shape {
            OutlineKind::Object => entries(&text[1..], true),
            OutlineKind::Array => entries(&text[1..], false),
            OutlineKind::Text => Vec::new(),
        };
        Self { shape, entries }
    }

    /// Whether an object has this key at its top.
    pub(crate) fn has(&self, key: &str) -> bool {
        self.raw(key).is_some()
    }

    /// The text of a value, as far as it is there.
    pub(crate) fn raw(&self, key: &str) -> Option<&'a [u8]> {
        self.entries.iter().find(|(name, _)| *name == key.as_bytes()).map(|(_, raw)| *raw)
    }

    /// A short string value without escapes.
    pub(crate) fn text(&self, key: &str) -> Option<&'a str> {
        let inner = self.raw(key)?.strip_prefix(b"\"")?.strip_suffix(b"\"")?;
        std::str::from_utf8(inner).ok()
    }

    /// A sketch of a value.
    pub(crate) fn inside(&self, key: &str) -> Option<JsonOutline<'a>> {
        self.raw(key).map(JsonOutline::of)
    }

    /// Sketches of an array's elements.
    pub(crate) fn elements(&self) -> impl Iterator<Item = JsonOutline<'a>> {
        let array = self.shape == OutlineKind::Array;
        self.entries.iter().filter(move |_| array).map(|(_, raw)| JsonOutline::of(raw))
    }
}

fn entries(mut rest: &[u8], keyed: bool) -> Vec<(&[u8], &[u8])> {
    let mut found = Vec::new();
    while found.len() < MOST {
        rest = rest.trim_ascii_start();
        let mut key: &[u8] = b"";
        if keyed {
            let Some(quoted) = value(rest) else { break };
            let (Some(name), after) = (inner(quoted), &rest[quoted.len()..]) else { break };
            let Some(after) = after.trim_ascii_start().strip_prefix(b":") else { break };
            key = name;
            rest = after.trim_ascii_start();
        }
        let Some(raw) = value(rest) else { break };
        found.push((key, raw));
        let Some(after) = rest[raw.len()..].trim_ascii_start().strip_prefix(b",") else { break };
        rest = after;
    }
    found
}

fn inner(quoted: &[u8]) -> Option<&[u8]> {
    quoted.strip_prefix(b"\"")?.strip_suffix(b"\"")
}

/// The text of the value that `text` begins with; all of it where it is cut off.
fn value(text: &[u8]) -> Option<&[u8]> {
    let (mut depth, mut in_string, mut escaped) = (0_usize, false, false);
    for (at, byte) in text.iter().enumerate() {
        if in_string {
            match byte {
                _ if escaped => escaped = false,
                b'\\' => escaped = true,
                b'"' => {
                    in_string = false;
                    if depth == 0 {
                        return Some(&text[..=at]);
                    }
                }
                _ => {}
            }
            continue;
        }
        match byte {
            b'"' => in_string = true,
            b'{' | b'[' => depth += 1,
            b'}' | b']' if depth == 0 => return (at > 0).then(|| text[..at].trim_ascii_end()),
            b'}' | b']' => {
                depth -= 1;
                if depth == 0 {
                    return Some(&text[..=at]);
                }
            }
            b',' | b':' if depth == 0 => return (at > 0).then(|| text[..at].trim_ascii_end()),
            _ => {}
        }
    }
    (!text.is_empty()).then_some(text)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn an_object_shows_its_keys_even_when_it_is_cut_off() {
        let whole = br#" {"type":"user", "n" : 1,"deep":{"a":[1,"}"]},"last":"x"}"#;
        let sketch = JsonOutline::of(whole);
        assert_eq!(sketch.shape, OutlineKind::Object);
        assert_eq!(sketch.text("type"), Some("user"));
        assert_eq!(sketch.raw("n"), Some(&b"1"[..]));
        assert!(sketch.inside("deep").unwrap().has("a"));
        assert_eq!(sketch.text("last"), Some("x"));
        assert!(!sketch.has("a"));
        let cut = JsonOutline::of(&whole[..36]);
        assert!(cut.has("deep") && !cut.has("last"));
    }

    #[test]
    fn an_array_shows_its_elements() {
        let sketch = JsonOutline::of(br#"[{"role":"user"},{"role":"assi"#);
        let roles: Vec<_> = sketch.elements().map(|element| element.has("role")).collect();
        assert_eq!(roles, [true, true]);
        assert_eq!(JsonOutline::of(b"# aider").shape, OutlineKind::Text);
        assert_eq!(JsonOutline::of(b"[]").elements().count(), 0);
        assert_eq!(JsonOutline::of(b"{").entries, []);
    }

    proptest! {
        #[test]
        fn no_bytes_can_end_it(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
            let _ = JsonOutline::of(&bytes).elements().count();
        }

        #[test]
        fn nor_can_anything_like_json(text in r#"[{}\[\]:,"\\a1 ]{0,60}"#) {
            let _ = JsonOutline::of(text.as_bytes()).elements().count();
        }
    }
}

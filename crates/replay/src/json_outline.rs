//! Outlines the beginning of a text that may be JSON and may be cut off anywhere.
//!
//! The first record of a file may be larger than what is read to recognise its format. So the beginning is scanned
//! without being parsed: the outline has the keys at the top of an object and the text of their values.

/// The kind of value that a text begins with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum OutlineKind {
    /// A JSON object.
    Object,
    /// A JSON array.
    Array,
    /// Anything else.
    Text,
}

/// The outline of one JSON value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct JsonOutline<'a> {
    pub(crate) kind: OutlineKind,
    /// An object's keys with the text of their values; an array's elements with empty keys.
    entries: Vec<(&'a [u8], &'a [u8])>,
}

/// The most entries that are scanned.
const MAX_ENTRIES: usize = 64;

impl<'a> JsonOutline<'a> {
    /// Scans `text`.
    pub(crate) fn scan(text: &'a [u8]) -> Self {
        let text = text.trim_ascii_start();
        let kind = match text.first() {
            Some(b'{') => OutlineKind::Object,
            Some(b'[') => OutlineKind::Array,
            _ => OutlineKind::Text,
        };
        let entries = match kind {
            OutlineKind::Object => entries(&text[1..], true),
            OutlineKind::Array => entries(&text[1..], false),
            OutlineKind::Text => Vec::new(),
        };
        Self { kind, entries }
    }

    /// Whether the object has this key at its top.
    pub(crate) fn has(&self, key: &str) -> bool {
        self.raw(key).is_some()
    }

    /// The text of a value, up to where it is cut off.
    pub(crate) fn raw(&self, key: &str) -> Option<&'a [u8]> {
        self.entries.iter().find(|(name, _)| *name == key.as_bytes()).map(|(_, raw)| *raw)
    }

    /// A string value without escapes.
    pub(crate) fn text(&self, key: &str) -> Option<&'a str> {
        let inner = self.raw(key)?.strip_prefix(b"\"")?.strip_suffix(b"\"")?;
        std::str::from_utf8(inner).ok()
    }

    /// The outline of a value.
    pub(crate) fn inside(&self, key: &str) -> Option<JsonOutline<'a>> {
        self.raw(key).map(JsonOutline::scan)
    }

    /// The outlines of an array's elements.
    pub(crate) fn elements(&self) -> impl Iterator<Item = JsonOutline<'a>> {
        let array = self.kind == OutlineKind::Array;
        self.entries.iter().filter(move |_| array).map(|(_, raw)| JsonOutline::scan(raw))
    }
}

fn entries(mut rest: &[u8], keyed: bool) -> Vec<(&[u8], &[u8])> {
    let mut found = Vec::new();
    while found.len() < MAX_ENTRIES {
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

/// The text of the value that `text` begins with, or all of `text` if the value is cut off.
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
        let outline = JsonOutline::scan(whole);
        assert_eq!(outline.kind, OutlineKind::Object);
        assert_eq!(outline.text("type"), Some("user"));
        assert_eq!(outline.raw("n"), Some(&b"1"[..]));
        assert!(outline.inside("deep").unwrap().has("a"));
        assert_eq!(outline.text("last"), Some("x"));
        assert!(!outline.has("a"));
        let cut = JsonOutline::scan(&whole[..36]);
        assert!(cut.has("deep") && !cut.has("last"));
    }

    #[test]
    fn an_array_shows_its_elements() {
        let outline = JsonOutline::scan(br#"[{"role":"user"},{"role":"assi"#);
        let roles: Vec<_> = outline.elements().map(|element| element.has("role")).collect();
        assert_eq!(roles, [true, true]);
        assert_eq!(JsonOutline::scan(b"# aider").kind, OutlineKind::Text);
        assert_eq!(JsonOutline::scan(b"[]").elements().count(), 0);
        assert_eq!(JsonOutline::scan(b"{").entries, []);
    }

    proptest! {
        #[test]
        fn no_bytes_can_end_it(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
            let _ = JsonOutline::scan(&bytes).elements().count();
        }

        #[test]
        fn nor_can_anything_like_json(text in r#"[{}\[\]:,"\\a1 ]{0,60}"#) {
            let _ = JsonOutline::scan(text.as_bytes()).elements().count();
        }
    }
}

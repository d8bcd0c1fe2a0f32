//! JSON from outside: read once, borrowing what can stay where it is.
//!
//! - `quick` reads what is usual, without the fields that nobody asks for
//! - `slow` reads the rest, as `serde_json` does
//! - `picture` tells pictures in a content apart
//! - `mend` says what is wrong, and forgives what JavaScript and Python write but JSON forbids

mod mend;
mod picture;
mod quick;
mod slow;

use std::borrow::Cow;

use serde_json::{Map, Number, Value};

pub use mend::JsonError;

/// Any JSON. Text without escapes is borrowed; an object keeps its fields as they come.
#[derive(Debug, Clone, Default, PartialEq)]
pub enum JsonValue<'a> {
    /// `null`, or nothing.
    #[default]
    Null,
    /// `true` or `false`.
    Bool(bool),
    /// A number.
    Number(Number),
    /// A string.
    Text(Cow<'a, str>),
    /// An array.
    List(Vec<JsonValue<'a>>),
    /// An object.
    Object(Vec<(Cow<'a, str>, JsonValue<'a>)>),
}

/// Reads a whole text as one JSON value. A byte order mark, bytes that are not UTF-8 and halves of
/// surrogate pairs (a client that cuts a text between two halves of an emoji sends one) are
/// forgiven; everything else that is not JSON is an error.
pub(crate) fn read(bytes: &[u8]) -> Result<JsonValue<'_>, JsonError> {
    JsonValue::read(bytes).or_else(|error| mend::read(bytes, error).map(JsonValue::from))
}

/// What a value is, for messages.
pub(crate) fn kind(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "a boolean",
        Value::Number(_) => "a number",
        Value::String(_) => "a string",
        Value::Array(_) => "a list",
        Value::Object(_) => "an object",
    }
}

/// Parses a record. Of the object at its top, and of the objects that are its fields, only `keys`
/// are kept; what stands deeper is kept whole.
///
/// # Errors
/// When the record is not JSON.
pub fn parse<'a>(record: &'a [u8], keys: &[&str]) -> Result<JsonValue<'a>, serde_json::Error> {
    read_kept(record, Keep { keys, levels: 2 })
}

fn read_kept<'a>(record: &'a [u8], keep: Keep<'_>) -> Result<JsonValue<'a>, serde_json::Error> {
    quick::read(record, keep).map_or_else(|| slow::read(record, keep), Ok)
}

/// Which fields are kept: all, or of so many levels these.
#[derive(Debug, Clone, Copy)]
struct Keep<'k> {
    keys: &'k [&'k str],
    levels: u8,
}

impl Keep<'_> {
    const ALL: Keep<'static> = Keep { keys: &[], levels: 0 };

    fn has(self, key: &str) -> bool {
        self.levels == 0 || self.keys.contains(&key)
    }

    fn below(self) -> Self {
        Self { levels: self.levels.saturating_sub(1), ..self }
    }
}

impl<'a> JsonValue<'a> {
    /// Reads a record.
    ///
    /// # Errors
    /// When it is not JSON.
    pub fn read(record: &'a [u8]) -> Result<Self, serde_json::Error> {
        read_kept(record, Keep::ALL)
    }

    /// A field; the last of that name. `Null` where there is none.
    pub fn field(&self, key: &str) -> &JsonValue<'a> {
        self.get(key).unwrap_or(&JsonValue::Null)
    }

    /// A field, if it is there.
    pub fn get(&self, key: &str) -> Option<&JsonValue<'a>> {
        let JsonValue::Object(fields) = self else { return None };
        fields.iter().rev().find(|(name, _)| name == key).map(|(_, value)| value)
    }

    /// A field, taken out, if it is there.
    pub fn take(&mut self, key: &str) -> Option<JsonValue<'a>> {
        let JsonValue::Object(fields) = self else { return None };
        let field = fields.iter_mut().rev().find(|(name, _)| name == key);
        field.map(|(_, value)| std::mem::take(value))
    }

    /// The text of a content field, taken out; empty where there is none.
    pub fn take_content(&mut self, key: &str) -> Cow<'a, str> {
        self.take(key).and_then(JsonValue::into_content).unwrap_or_default()
    }

    /// A string field, taken out; empty where there is none.
    pub fn take_words(&mut self, key: &str) -> Cow<'a, str> {
        self.take(key).and_then(JsonValue::into_text).unwrap_or_default()
    }

    /// A string.
    pub fn as_text(&self) -> Option<&str> {
        if let JsonValue::Text(text) = self { Some(text) } else { None }
    }

    /// A string field.
    pub fn text(&self, key: &str) -> Option<&str> {
        self.field(key).as_text()
    }

    /// A string field, empty where there is none.
    pub fn words(&self, key: &str) -> &str {
        self.text(key).unwrap_or_default()
    }

    /// `true` or `false`.
    pub fn as_bool(&self) -> Option<bool> {
        if let JsonValue::Bool(value) = self { Some(*value) } else { None }
    }

    /// A number field.
    pub fn number(&self, key: &str) -> Option<&Number> {
        if let JsonValue::Number(number) = self.field(key) { Some(number) } else { None }
    }

    /// A whole number from 0; fractions are cut.
    pub fn count(&self, key: &str) -> Option<u64> {
        let number = self.number(key)?;
        number.as_u64().or_else(|| number.as_f64().filter(|f| *f >= 0.0).map(|f| f as u64))
    }

    /// A finite number field.
    #[must_use]
    pub fn amount(&self, key: &str) -> Option<f64> {
        self.number(key)?.as_f64().filter(|amount| amount.is_finite())
    }

    /// Whether a field holds anything.
    #[must_use]
    pub fn has(&self, key: &str) -> bool {
        *self.field(key) != JsonValue::Null
    }

    /// The elements of an array; none of anything else.
    #[must_use]
    pub fn as_list(&self) -> &[JsonValue<'a>] {
        if let JsonValue::List(values) = self { values } else { &[] }
    }

    /// The fields of an object; none of anything else.
    #[must_use]
    pub fn as_fields(&self) -> &[(Cow<'a, str>, JsonValue<'a>)] {
        if let JsonValue::Object(fields) = self { fields } else { &[] }
    }

    /// The elements of an array, taken out; none of anything else.
    pub fn into_list(self) -> Vec<JsonValue<'a>> {
        if let JsonValue::List(values) = self { values } else { Vec::new() }
    }

    /// The text of a content field: a string, or the texts of its blocks. Of a picture stands there
    /// which one it is: two that differ are two answers.
    pub fn into_content(mut self) -> Option<Cow<'a, str>> {
        let text = |json: &mut Self| json.take("text").and_then(Self::into_text);
        match self {
            JsonValue::Text(text) => Some(text),
            JsonValue::List(blocks) => {
                let mut texts = blocks.into_iter().filter_map(|mut block| {
                    let text = text(&mut block).or_else(|| picture::of(&block).map(Cow::Owned));
                    text.or_else(|| block.into_text())
                });
                let first = texts.next()?;
                Some(texts.fold(first, |all, text| all + "\n" + text))
            }
            JsonValue::Object(_) => text(&mut self),
            JsonValue::Null | JsonValue::Bool(_) | JsonValue::Number(_) => None,
        }
    }

    /// A string, taken out.
    pub fn into_text(self) -> Option<Cow<'a, str>> {
        if let JsonValue::Text(text) = self { Some(text) } else { None }
    }
}

impl From<JsonValue<'_>> for Value {
    fn from(json: JsonValue<'_>) -> Self {
        match json {
            JsonValue::Null => Self::Null,
            JsonValue::Bool(value) => Self::Bool(value),
            JsonValue::Number(number) => Self::Number(number),
            JsonValue::Text(text) => Self::String(text.into_owned()),
            JsonValue::List(values) => Self::Array(values.into_iter().map(Self::from).collect()),
            JsonValue::Object(fields) => {
                let fields =
                    fields.into_iter().map(|(key, value)| (key.into_owned(), value.into()));
                Self::Object(fields.collect::<Map<_, _>>())
            }
        }
    }
}

impl From<Value> for JsonValue<'_> {
    fn from(value: Value) -> Self {
        match value {
            Value::Null => Self::Null,
            Value::Bool(value) => Self::Bool(value),
            Value::Number(number) => Self::Number(number),
            Value::String(text) => Self::Text(Cow::Owned(text)),
            Value::Array(values) => Self::List(values.into_iter().map(Self::from).collect()),
            Value::Object(fields) => {
                let fields = fields.into_iter().map(|(key, value)| (Cow::Owned(key), value.into()));
                Self::Object(fields.collect())
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn only_the_keys_that_are_asked_for_are_kept() {
        let given = br#"{"a":{"b":[1,{"z":2}],"c":"x","a":{"z":null}},"d":{"a":1},"b":-1.5}"#;
        let expected = json!({"a": {"b": [1, {"z": 2}], "a": {"z": null}}, "b": -1.5});
        assert_eq!(Value::from(parse(given, &["a", "b"]).unwrap()), expected);
        assert!(parse(b"{\"a\":1} x", &["a"]).is_err());
        assert!(parse(b"{\"a\":", &["a"]).is_err());
        assert_eq!(Value::from(parse(b"[true]", &[]).unwrap()), json!([true]));
    }

    #[test]
    fn text_is_borrowed_and_the_last_of_two_fields_counts() {
        let mut json: JsonValue<'_> =
            serde_json::from_str(r#"{"a":"plain","a":["x",{"text":"y\n"}],"n":2.5}"#).unwrap();
        assert_eq!((json.count("n"), json.text("a"), json.count("b")), (Some(2), None, None));
        assert_eq!(json.take_content("a"), "x\ny\n");
        assert_eq!((json.take("a"), json.take("b")), (Some(JsonValue::Null), None));
        let text: JsonValue<'_> = serde_json::from_str(r#""plain""#).unwrap();
        assert!(matches!(text, JsonValue::Text(Cow::Borrowed("plain"))));
    }

    #[test]
    fn halves_of_characters_are_mended() {
        for (text, expected) in [
            (r#""a\ud83d""#, "a\u{fffd}"),
            (r#""\udc00b""#, "\u{fffd}b"),
            (r#""\ud83d\ude00""#, "\u{1f600}"),
            (r#""\ud83d\ud83d\ude00""#, "\u{fffd}\u{1f600}"),
            (r#""\\ud83d""#, "\\ud83d"),
            (r#""\ud83d\n""#, "\u{fffd}\n"),
        ] {
            assert_eq!(read(text.as_bytes()), Ok(JsonValue::Text(expected.into())), "{text}");
        }
        assert_eq!(read(b"\xef\xbb\xbf\"a\""), Ok(JsonValue::Text("a".into())));
        assert_eq!(read(b"\"a\xff\""), Ok(JsonValue::Text("a\u{fffd}".into())));
    }

    #[test]
    fn an_error_says_where() {
        let error = read(b"{\n  // no\n}").unwrap_err();
        assert_eq!((error.line, error.column), (2, 3));
        assert_eq!(error.to_string(), "key must be a string at line 2 column 3");
    }
}

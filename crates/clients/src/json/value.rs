//! A JSON value that borrows its text from the record it was read from.

use std::borrow::Cow;

use serde_json::{Map, Number, Value};

use super::{JsonError, media, read_accepting};
use crate::exit_code;

/// Any JSON. Text without escapes is borrowed; an object keeps its fields in their order.
#[derive(Debug, Clone, Default, PartialEq)]
pub enum JsonValue<'a> {
    /// `null`, or an absent value.
    #[default]
    Null,
    /// `true` or `false`.
    Bool(bool),
    /// A number.
    Number(Number),
    /// A string.
    Text(Cow<'a, str>),
    /// An array.
    Array(Vec<JsonValue<'a>>),
    /// An object.
    Object(Vec<(Cow<'a, str>, JsonValue<'a>)>),
    /// The text of a value that was left unread.
    Unread(&'a [u8]),
}

impl<'a> JsonValue<'a> {
    /// Reads a record.
    ///
    /// # Errors
    /// When the record is not JSON.
    pub fn read(record: &'a [u8]) -> Result<Self, JsonError> {
        Self::read_except(record, &[])
    }

    /// Reads a record whose values for the `unread` keys are left [`JsonValue::Unread`], in the object
    /// at its top and in the objects that are fields of that one. Name the large fields that are
    /// seldom needed: leaving them unread saves time.
    ///
    /// # Errors
    /// When the record is not JSON.
    pub fn read_except(record: &'a [u8], unread: &[&str]) -> Result<Self, JsonError> {
        read_accepting(record, unread, None)
    }

    /// This value; read now if it was left unread, and null if it cannot be.
    #[must_use]
    pub fn into_read(self) -> Self {
        if let Self::Unread(text) = self { Self::read(text).unwrap_or_default() } else { self }
    }

    /// The text of a value that was left unread; empty for any other.
    #[must_use]
    pub fn unread_text(&self) -> &'a [u8] {
        if let Self::Unread(text) = self { text } else { b"" }
    }

    /// What the value is, for messages.
    #[must_use]
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Null => "null",
            Self::Bool(_) => "a boolean",
            Self::Number(_) => "a number",
            Self::Text(_) => "a string",
            Self::Array(_) => "a list",
            Self::Object(_) => "an object",
            Self::Unread(_) => "an unread value",
        }
    }

    /// Whether it is an object.
    #[must_use]
    pub fn is_object(&self) -> bool {
        matches!(self, Self::Object(_))
    }

    /// A field; the last one of that name. Null if there is none.
    #[must_use]
    pub fn field(&self, key: &str) -> &JsonValue<'a> {
        self.get(key).unwrap_or(&JsonValue::Null)
    }

    /// A field, if it is there.
    #[must_use]
    pub fn get(&self, key: &str) -> Option<&JsonValue<'a>> {
        self.as_object().iter().rev().find(|(name, _)| name == key).map(|(_, value)| value)
    }

    /// A field, if it is there.
    pub(crate) fn get_mut(&mut self, key: &str) -> Option<&mut JsonValue<'a>> {
        let JsonValue::Object(fields) = self else { return None };
        fields.iter_mut().rev().find(|(name, _)| name == key).map(|(_, value)| value)
    }

    /// A field, taken out, if it is there.
    pub fn take(&mut self, key: &str) -> Option<JsonValue<'a>> {
        self.get_mut(key).map(std::mem::take)
    }

    /// The text of a content field, taken out; empty if there is none.
    pub fn take_content(&mut self, key: &str) -> Cow<'a, str> {
        self.take(key).and_then(JsonValue::into_content).unwrap_or_default()
    }

    /// A string field, taken out; empty if there is none.
    pub fn take_text(&mut self, key: &str) -> Cow<'a, str> {
        self.take(key).and_then(JsonValue::into_text).unwrap_or_default()
    }

    /// A string.
    #[must_use]
    pub fn as_text(&self) -> Option<&str> {
        if let JsonValue::Text(text) = self { Some(text) } else { None }
    }

    /// A string field.
    #[must_use]
    pub fn text(&self, key: &str) -> Option<&str> {
        self.field(key).as_text()
    }

    /// A string field; empty if there is none.
    #[must_use]
    pub fn text_or_empty(&self, key: &str) -> &str {
        self.text(key).unwrap_or_default()
    }

    /// `true` or `false`.
    #[must_use]
    pub fn as_bool(&self) -> Option<bool> {
        if let JsonValue::Bool(value) = self { Some(*value) } else { None }
    }

    /// Whether a field is `true`.
    #[must_use]
    pub fn is_true(&self, key: &str) -> bool {
        self.field(key).as_bool() == Some(true)
    }

    /// A number.
    #[must_use]
    pub fn as_number(&self) -> Option<&Number> {
        if let JsonValue::Number(number) = self { Some(number) } else { None }
    }

    /// A number field from 0, without its fraction.
    #[must_use]
    pub fn count(&self, key: &str) -> Option<u64> {
        let number = self.field(key).as_number()?;
        number.as_u64().or_else(|| number.as_f64().filter(|f| *f >= 0.0).map(|f| f as u64))
    }

    /// A finite number field.
    #[must_use]
    pub fn amount(&self, key: &str) -> Option<f64> {
        self.field(key).as_number()?.as_f64().filter(|amount| amount.is_finite())
    }

    /// An exit code of 32 bits, with or without a sign.
    #[must_use]
    pub fn exit_code(&self, key: &str) -> Option<i32> {
        exit_code::from_number(self.field(key).as_number()?.as_i64()?)
    }

    /// Whether a field is there, even if it is null.
    #[must_use]
    pub fn has_key(&self, key: &str) -> bool {
        self.get(key).is_some()
    }

    /// Whether a field is there and not null.
    #[must_use]
    pub fn has(&self, key: &str) -> bool {
        *self.field(key) != JsonValue::Null
    }

    /// The elements of an array; none of any other value.
    #[must_use]
    pub fn as_array(&self) -> &[JsonValue<'a>] {
        if let JsonValue::Array(values) = self { values } else { &[] }
    }

    /// The fields of an object; none of any other value.
    #[must_use]
    pub fn as_object(&self) -> &[(Cow<'a, str>, JsonValue<'a>)] {
        if let JsonValue::Object(fields) = self { fields } else { &[] }
    }

    /// The elements of an array; none of any other value.
    #[must_use]
    pub fn into_array(self) -> Vec<JsonValue<'a>> {
        if let JsonValue::Array(values) = self { values } else { Vec::new() }
    }

    /// The text of a content field: a string, or the texts of its blocks. A picture is represented by
    /// its digest, so that two different pictures are two different results.
    #[must_use]
    pub fn into_content(mut self) -> Option<Cow<'a, str>> {
        let text = |value: &mut Self| value.take("text").and_then(Self::into_text);
        match self {
            JsonValue::Text(text) => Some(text),
            JsonValue::Array(blocks) => {
                let mut texts = blocks.into_iter().filter_map(|mut block| {
                    let text = text(&mut block).or_else(|| media::digest(&block).map(Cow::Owned));
                    text.or_else(|| block.into_text())
                });
                let first = texts.next()?;
                Some(texts.fold(first, |all, text| all + "\n" + text))
            }
            JsonValue::Object(_) => text(&mut self),
            JsonValue::Null | JsonValue::Bool(_) | JsonValue::Number(_) | JsonValue::Unread(_) => {
                None
            }
        }
    }

    /// A string.
    #[must_use]
    pub fn into_text(self) -> Option<Cow<'a, str>> {
        if let JsonValue::Text(text) = self { Some(text) } else { None }
    }
}

impl From<JsonValue<'_>> for Value {
    fn from(value: JsonValue<'_>) -> Self {
        match value.into_read() {
            JsonValue::Null | JsonValue::Unread(_) => Self::Null,
            JsonValue::Bool(value) => Self::Bool(value),
            JsonValue::Number(number) => Self::Number(number),
            JsonValue::Text(text) => Self::String(text.into_owned()),
            JsonValue::Array(values) => Self::Array(values.into_iter().map(Self::from).collect()),
            JsonValue::Object(fields) => {
                let fields =
                    fields.into_iter().map(|(key, value)| (key.into_owned(), value.into()));
                Self::Object(fields.collect::<Map<_, _>>())
            }
        }
    }
}

//! JSON read once, borrowing what can stay where it is, without the fields that nobody asks for:
//! transcripts hold much twice.

use std::borrow::Cow;
use std::fmt;

use serde::Deserialize;
use serde::de::{DeserializeSeed, Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Number, Value};

/// Any JSON. Text without escapes is borrowed; an object keeps its fields as they come.
#[derive(Debug, Clone, Default, PartialEq)]
pub enum Json<'a> {
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
    List(Vec<Json<'a>>),
    /// An object.
    Object(Vec<(Cow<'a, str>, Json<'a>)>),
}

/// Parses a record. Of the object at its top, and of the objects that are its fields, only `keys`
/// are kept; what stands deeper is kept whole.
pub fn parse<'a>(record: &'a [u8], keys: &[&str]) -> Result<Json<'a>, serde_json::Error> {
    let mut parser = serde_json::Deserializer::from_slice(record);
    let value = Lean { keys, levels: 2 }.deserialize(&mut parser)?;
    parser.end()?;
    Ok(value)
}

impl<'a> Json<'a> {
    /// A field; the last of that name. `Null` where there is none.
    pub fn field(&self, key: &str) -> &Json<'a> {
        self.get(key).unwrap_or(&Json::Null)
    }

    /// A field, if it is there.
    pub fn get(&self, key: &str) -> Option<&Json<'a>> {
        let Json::Object(fields) = self else { return None };
        fields.iter().rev().find(|(name, _)| name == key).map(|(_, value)| value)
    }

    /// A field, taken out, if it is there.
    pub fn take(&mut self, key: &str) -> Option<Json<'a>> {
        let Json::Object(fields) = self else { return None };
        let field = fields.iter_mut().rev().find(|(name, _)| name == key);
        field.map(|(_, value)| std::mem::take(value))
    }

    /// The text of a content field, taken out; empty where there is none.
    pub fn take_content(&mut self, key: &str) -> Cow<'a, str> {
        self.take(key).and_then(Json::into_content).unwrap_or_default()
    }

    /// A string field, taken out; empty where there is none.
    pub fn take_words(&mut self, key: &str) -> Cow<'a, str> {
        self.take(key).and_then(Json::into_text).unwrap_or_default()
    }

    /// A string.
    pub fn as_text(&self) -> Option<&str> {
        if let Json::Text(text) = self { Some(text) } else { None }
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
        if let Json::Bool(value) = self { Some(*value) } else { None }
    }

    /// A number field.
    pub fn number(&self, key: &str) -> Option<&Number> {
        if let Json::Number(number) = self.field(key) { Some(number) } else { None }
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
        *self.field(key) != Json::Null
    }

    /// The elements of an array; none of anything else.
    #[must_use]
    pub fn as_list(&self) -> &[Json<'a>] {
        if let Json::List(values) = self { values } else { &[] }
    }

    /// The fields of an object; none of anything else.
    #[must_use]
    pub fn as_fields(&self) -> &[(Cow<'a, str>, Json<'a>)] {
        if let Json::Object(fields) = self { fields } else { &[] }
    }

    /// The elements of an array, taken out; none of anything else.
    pub fn into_list(self) -> Vec<Json<'a>> {
        if let Json::List(values) = self { values } else { Vec::new() }
    }

    /// The text of a content field: a string, or the texts of its blocks.
    pub fn into_content(mut self) -> Option<Cow<'a, str>> {
        let text = |json: &mut Self| json.take("text").and_then(Self::into_text);
        match self {
            Json::Text(text) => Some(text),
            Json::List(blocks) => {
                let mut texts = blocks
                    .into_iter()
                    .filter_map(|mut block| text(&mut block).or_else(|| block.into_text()));
                let first = texts.next()?;
                Some(texts.fold(first, |all, text| all + "\n" + text))
            }
            Json::Object(_) => text(&mut self),
            Json::Null | Json::Bool(_) | Json::Number(_) => None,
        }
    }

    /// A string, taken out.
    pub fn into_text(self) -> Option<Cow<'a, str>> {
        if let Json::Text(text) = self { Some(text) } else { None }
    }
}

impl From<Json<'_>> for Value {
    fn from(json: Json<'_>) -> Self {
        match json {
            Json::Null => Self::Null,
            Json::Bool(value) => Self::Bool(value),
            Json::Number(number) => Self::Number(number),
            Json::Text(text) => Self::String(text.into_owned()),
            Json::List(values) => Self::Array(values.into_iter().map(Self::from).collect()),
            Json::Object(fields) => {
                let fields =
                    fields.into_iter().map(|(key, value)| (key.into_owned(), value.into()));
                Self::Object(fields.collect::<Map<_, _>>())
            }
        }
    }
}

impl<'de: 'a, 'a> Deserialize<'de> for Json<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(Lean { keys: &[], levels: 0 })
    }
}

#[derive(Clone, Copy)]
struct Lean<'k> {
    keys: &'k [&'k str],
    levels: u8,
}

impl<'de> DeserializeSeed<'de> for Lean<'_> {
    type Value = Json<'de>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Json<'de>, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Lean<'_> {
    type Value = Json<'de>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("any JSON")
    }

    fn visit_bool<E>(self, value: bool) -> Result<Json<'de>, E> {
        Ok(Json::Bool(value))
    }

    fn visit_i64<E>(self, value: i64) -> Result<Json<'de>, E> {
        Ok(Json::Number(value.into()))
    }

    fn visit_u64<E>(self, value: u64) -> Result<Json<'de>, E> {
        Ok(Json::Number(value.into()))
    }

    fn visit_f64<E>(self, value: f64) -> Result<Json<'de>, E> {
        Ok(Number::from_f64(value).map_or(Json::Null, Json::Number))
    }

    fn visit_borrowed_str<E>(self, value: &'de str) -> Result<Json<'de>, E> {
        Ok(Json::Text(Cow::Borrowed(value)))
    }

    fn visit_str<E>(self, value: &str) -> Result<Json<'de>, E> {
        Ok(Json::Text(Cow::Owned(value.to_owned())))
    }

    fn visit_unit<E>(self) -> Result<Json<'de>, E> {
        Ok(Json::Null)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Json<'de>, A::Error> {
        let mut values = Vec::new();
        while let Some(value) = list.next_element()? {
            values.push(value);
        }
        Ok(Json::List(values))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut fields: A) -> Result<Json<'de>, A::Error> {
        let mut kept = Vec::new();
        while let Some(key) = fields.next_key_seed(Key)? {
            if self.levels == 0 {
                kept.push((key, fields.next_value()?));
            } else if self.keys.contains(&&*key) {
                let value = fields.next_value_seed(Lean { levels: self.levels - 1, ..self })?;
                kept.push((key, value));
            } else {
                fields.next_value::<IgnoredAny>()?;
            }
        }
        Ok(Json::Object(kept))
    }
}

/// A key, borrowed where it has no escapes.
struct Key;

impl<'de> DeserializeSeed<'de> for Key {
    type Value = Cow<'de, str>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        deserializer.deserialize_str(self)
    }
}

impl<'de> Visitor<'de> for Key {
    type Value = Cow<'de, str>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a key")
    }

    fn visit_borrowed_str<E>(self, key: &'de str) -> Result<Self::Value, E> {
        Ok(Cow::Borrowed(key))
    }

    fn visit_str<E>(self, key: &str) -> Result<Self::Value, E> {
        Ok(Cow::Owned(key.to_owned()))
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
        let mut json: Json<'_> =
            serde_json::from_str(r#"{"a":"plain","a":["x",{"text":"y\n"}],"n":2.5}"#).unwrap();
        assert_eq!((json.count("n"), json.text("a"), json.count("b")), (Some(2), None, None));
        assert_eq!(json.take_content("a"), "x\ny\n");
        assert_eq!((json.take("a"), json.take("b")), (Some(Json::Null), None));
        let text: Json<'_> = serde_json::from_str(r#""plain""#).unwrap();
        assert!(matches!(text, Json::Text(Cow::Borrowed("plain"))));
    }
}

//! Parses JSON but for the fields that nobody asks for: transcripts hold much twice.

use std::borrow::Cow;
use std::fmt;

use serde::de::{DeserializeSeed, Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Number, Value};

/// Parses a record. Of the object at its top, and of the objects that are its fields, only `keys`
/// are kept; what stands deeper is kept whole.
pub(crate) fn parse(record: &[u8], keys: &[&str]) -> Result<Value, serde_json::Error> {
    let mut parser = serde_json::Deserializer::from_slice(record);
    let value = Lean { keys, levels: 2 }.deserialize(&mut parser)?;
    parser.end()?;
    Ok(value)
}

#[derive(Clone, Copy)]
struct Lean<'k> {
    keys: &'k [&'k str],
    levels: u8,
}

impl<'de> DeserializeSeed<'de> for Lean<'_> {
    type Value = Value;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Value, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Lean<'_> {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("any JSON")
    }

    fn visit_bool<E>(self, value: bool) -> Result<Value, E> {
        Ok(Value::Bool(value))
    }

    fn visit_i64<E>(self, value: i64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_u64<E>(self, value: u64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_f64<E>(self, value: f64) -> Result<Value, E> {
        Ok(Number::from_f64(value).map_or(Value::Null, Value::Number))
    }

    fn visit_str<E>(self, value: &str) -> Result<Value, E> {
        Ok(Value::from(value))
    }

    fn visit_string<E>(self, value: String) -> Result<Value, E> {
        Ok(Value::String(value))
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Value, A::Error> {
        let mut values = Vec::new();
        while let Some(value) = list.next_element()? {
            values.push(value);
        }
        Ok(Value::Array(values))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut fields: A) -> Result<Value, A::Error> {
        let mut map = Map::new();
        while let Some(key) = fields.next_key_seed(Key)? {
            if self.levels == 0 {
                map.insert(key.into_owned(), fields.next_value()?);
            } else if self.keys.contains(&&*key) {
                let value = fields.next_value_seed(Lean { levels: self.levels - 1, ..self })?;
                map.insert(key.into_owned(), value);
            } else {
                fields.next_value::<IgnoredAny>()?;
            }
        }
        Ok(Value::Object(map))
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
        assert_eq!(parse(given, &["a", "b"]).unwrap(), expected);
        assert!(parse(b"{\"a\":1} x", &["a"]).is_err());
        assert!(parse(b"{\"a\":", &["a"]).is_err());
        assert_eq!(parse(b"[true]", &[]).unwrap(), json!([true]));
    }
}

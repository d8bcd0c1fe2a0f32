//! JSON as `serde_json` reads it: the measure of what is JSON, and of what is wrong with the rest.

use std::borrow::Cow;
use std::fmt;

use serde::Deserialize;
use serde::de::{DeserializeSeed, Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde_json::Number;

use super::{JsonValue, Keep};

/// Reads a record.
pub(super) fn read<'a>(
    record: &'a [u8],
    keep: Keep<'_>,
) -> Result<JsonValue<'a>, serde_json::Error> {
    let mut parser = serde_json::Deserializer::from_slice(record);
    let value = Lean(keep).deserialize(&mut parser)?;
    parser.end()?;
    Ok(value)
}

impl<'de: 'a, 'a> Deserialize<'de> for JsonValue<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Lean(Keep::ALL).deserialize(deserializer)
    }
}

#[derive(Clone, Copy)]
struct Lean<'k>(Keep<'k>);

impl<'de> DeserializeSeed<'de> for Lean<'_> {
    type Value = JsonValue<'de>;

    fn deserialize<D: Deserializer<'de>>(
        self,
        deserializer: D,
    ) -> Result<JsonValue<'de>, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Lean<'_> {
    type Value = JsonValue<'de>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("any JSON")
    }

    fn visit_bool<E>(self, value: bool) -> Result<JsonValue<'de>, E> {
        Ok(JsonValue::Bool(value))
    }

    fn visit_i64<E>(self, value: i64) -> Result<JsonValue<'de>, E> {
        Ok(JsonValue::Number(value.into()))
    }

    fn visit_u64<E>(self, value: u64) -> Result<JsonValue<'de>, E> {
        Ok(JsonValue::Number(value.into()))
    }

    fn visit_f64<E>(self, value: f64) -> Result<JsonValue<'de>, E> {
        Ok(Number::from_f64(value).map_or(JsonValue::Null, JsonValue::Number))
    }

    fn visit_borrowed_str<E>(self, value: &'de str) -> Result<JsonValue<'de>, E> {
        Ok(JsonValue::Text(Cow::Borrowed(value)))
    }

    fn visit_str<E>(self, value: &str) -> Result<JsonValue<'de>, E> {
        Ok(JsonValue::Text(Cow::Owned(value.to_owned())))
    }

    fn visit_unit<E>(self) -> Result<JsonValue<'de>, E> {
        Ok(JsonValue::Null)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<JsonValue<'de>, A::Error> {
        let mut values = Vec::new();
        while let Some(value) = list.next_element()? {
            values.push(value);
        }
        Ok(JsonValue::List(values))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut fields: A) -> Result<JsonValue<'de>, A::Error> {
        let mut kept = Vec::new();
        while let Some(key) = fields.next_key_seed(Key)? {
            if self.0.has(&key) {
                kept.push((key, fields.next_value_seed(Lean(self.0.below()))?));
            } else {
                fields.next_value::<IgnoredAny>()?;
            }
        }
        Ok(JsonValue::Object(kept))
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

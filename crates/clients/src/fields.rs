//! The fields of a JSON object from outside: taken one by one, absent or of the right type.

use std::borrow::Cow;

use fusebox_engine::InvalidId;
use serde_json::Value;

use crate::WireError;
use crate::json::{self, JsonValue};

/// A JSON object whose fields are taken out. `null` is absent; a field that nobody takes is
/// ignored; a field of the wrong type is an error that names it.
#[derive(Debug)]
pub(crate) struct Fields<'a> {
    path: String,
    object: JsonValue<'a>,
}

impl<'a> Fields<'a> {
    /// Reads a text that must be one object.
    pub(crate) fn read(bytes: &'a [u8]) -> Result<Self, WireError> {
        let object = json::read(bytes)?;
        if !matches!(object, JsonValue::Object(_)) {
            return Err(WireError::NotAnObject { found: json::kind(&object.into()) });
        }
        Ok(Self { path: String::new(), object })
    }

    /// The object that stands at `path` of a larger one.
    pub(crate) fn within(path: &str, value: Value) -> Result<Self, WireError> {
        if !value.is_object() {
            return Err(WireError::Wrong {
                field: path.to_owned(),
                found: json::kind(&value).to_owned(),
                expected: "an object".to_owned(),
            });
        }
        Ok(Self { path: format!("{path}."), object: value.into() })
    }

    /// Any value.
    pub(crate) fn value(&mut self, key: &str) -> Option<Value> {
        self.take(key).map(Value::from)
    }

    fn take(&mut self, key: &str) -> Option<JsonValue<'a>> {
        self.object.take(key).filter(|value| *value != JsonValue::Null)
    }

    /// A string.
    pub(crate) fn text(&mut self, key: &str) -> Result<Option<String>, WireError> {
        Ok(self.borrowed(key)?.map(Cow::into_owned))
    }

    fn borrowed(&mut self, key: &str) -> Result<Option<Cow<'a, str>>, WireError> {
        match self.take(key) {
            None => Ok(None),
            Some(JsonValue::Text(text)) => Ok(Some(text)),
            Some(other) => Err(self.wrong(key, &other.into(), "a string")),
        }
    }

    /// A string that must be there.
    pub(crate) fn need_text(&mut self, key: &str) -> Result<String, WireError> {
        self.text(key)?.ok_or_else(|| self.missing(key, "a string"))
    }

    /// A list of anything.
    pub(crate) fn list(&mut self, key: &str) -> Result<Option<Vec<Value>>, WireError> {
        match self.value(key) {
            None => Ok(None),
            Some(Value::Array(items)) => Ok(Some(items)),
            Some(other) => Err(self.wrong(key, &other, "a list")),
        }
    }

    /// A boolean; absent is false.
    pub(crate) fn flag(&mut self, key: &str) -> Result<bool, WireError> {
        match self.value(key) {
            None => Ok(false),
            Some(Value::Bool(flag)) => Ok(flag),
            Some(other) => Err(self.wrong(key, &other, "true or false")),
        }
    }

    /// A boolean, or unknown.
    pub(crate) fn maybe(&mut self, key: &str) -> Result<Option<bool>, WireError> {
        if self.object.has(key) { self.flag(key).map(Some) } else { Ok(None) }
    }

    /// An identifier; an empty one is an error.
    pub(crate) fn id<T: TryFrom<Cow<'a, str>, Error = InvalidId>>(
        &mut self,
        key: &str,
    ) -> Result<Option<T>, WireError> {
        self.borrowed(key)?
            .map(|text| T::try_from(text).map_err(|source| self.not_an_id(key, source)))
            .transpose()
    }

    /// A number from zero, rounded: clients count in floats.
    pub(crate) fn count(&mut self, key: &str) -> Result<Option<u64>, WireError> {
        let expected = "a number from 0";
        let Some(value) = self.value(key) else { return Ok(None) };
        let number = count(&value).ok_or_else(|| self.wrong(key, &value, expected))?;
        Ok(Some(number))
    }

    /// A finite number from zero.
    pub(crate) fn amount(&mut self, key: &str) -> Result<Option<f64>, WireError> {
        let Some(value) = self.value(key) else { return Ok(None) };
        match value.as_f64() {
            Some(amount) if amount >= 0.0 && amount.is_finite() => Ok(Some(amount)),
            _ => Err(self.wrong(key, &value, "a number from 0")),
        }
    }

    /// A whole number; `7.0` is one.
    pub(crate) fn whole(&mut self, key: &str) -> Result<Option<i64>, WireError> {
        let Some(value) = self.value(key) else { return Ok(None) };
        let number = value.as_i64().or_else(|| {
            let float = value.as_f64()?;
            (float.fract() == 0.0 && float.abs() < 9e15).then_some(float as i64)
        });
        number.map(Some).ok_or_else(|| self.wrong(key, &value, "a whole number"))
    }

    /// The error for a field that is absent.
    pub(crate) fn missing(&self, key: &str, expected: &'static str) -> WireError {
        WireError::Missing { field: self.named(key), expected }
    }

    /// The error for a field that holds something else.
    pub(crate) fn wrong(&self, key: &str, found: &Value, expected: &str) -> WireError {
        let shows = |text: &str| text.chars().count() <= 40 && !text.contains(char::is_control);
        let is_short = found.as_str().is_some_and(shows);
        let found = if found.is_number() || is_short {
            found.to_string()
        } else {
            json::kind(found).to_owned()
        };
        WireError::Wrong { field: self.named(key), found, expected: expected.to_owned() }
    }

    /// The error for a field that is not an identifier.
    pub(crate) fn not_an_id(&self, key: &str, source: InvalidId) -> WireError {
        WireError::Id { field: self.named(key), source }
    }

    fn named(&self, key: &str) -> String {
        format!("{}{key}", self.path)
    }
}

/// A number from zero, rounded.
pub(crate) fn count(value: &Value) -> Option<u64> {
    value.as_u64().or_else(|| {
        let float = value.as_f64()?;
        (float >= 0.0 && float.is_finite()).then_some(float.round() as u64)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fields(text: &str) -> Fields<'_> {
        Fields::read(text.as_bytes()).unwrap()
    }

    #[test]
    fn a_wrong_type_names_the_field() {
        for (text, expected) in [
            (r#"{"k":3}"#, "`k` is 3; expected a string"),
            (r#"{"k":[]}"#, "`k` is a list; expected a string"),
        ] {
            assert_eq!(fields(text).text("k").unwrap_err().to_string(), expected);
        }
        let mut inner = Fields::within("a[1]", fields(r#"{"k":-1}"#).object.into()).unwrap();
        assert_eq!(
            inner.count("k").unwrap_err().to_string(),
            "`a[1].k` is -1; expected a number from 0"
        );
    }

    #[test]
    fn null_is_absent_and_floats_are_numbers() {
        assert_eq!(fields(r#"{"k":null}"#).text("k"), Ok(None));
        assert_eq!(fields(r#"{"k":700.4}"#).count("k"), Ok(Some(700)));
        assert_eq!(fields(r#"{"k":101.0}"#).whole("k"), Ok(Some(101)));
        assert!(fields(r#"{"k":1.5}"#).whole("k").is_err());
    }
}

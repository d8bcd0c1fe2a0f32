//! The fields of a JSON object from outside, each checked for its type as it is taken.

use std::borrow::Cow;

use fusebox_engine::InvalidId;
use serde::Deserialize;
use serde::de::IntoDeserializer;
use serde::de::value::{Error, StrDeserializer};
use serde_json::Value;

use crate::exit_code;
use crate::json::{JsonDefect, JsonValue, PartialJson, read_partial};
use crate::{JsonError, WireError};

/// The value of a field, `None` if it is absent or null, or what is wrong with it.
pub(crate) type OptionalField<T> = Result<Option<T>, WireError>;

/// A JSON object whose fields are taken out. A null field counts as absent, a field that nobody takes
/// is ignored, and a field of the wrong type is an error that names it.
#[derive(Debug)]
pub(crate) struct ObjectFields<'a> {
    /// The path of the object in the text, with a dot at its end; empty for the outermost one.
    path: String,
    object: JsonValue<'a>,
}

impl<'a> ObjectFields<'a> {
    /// Reads a text that must be one object.
    pub(crate) fn read(text: &'a [u8]) -> Result<Self, WireError> {
        let (fields, defect) = Self::read_partly(text)?;
        defect.map_or(Ok(fields), |defect| Err(defect.into()))
    }

    /// Reads as much of a text as is JSON, which must be one object, and says what is wrong with the
    /// rest. Values that are nested too deep are absent, and so is a last field whose text is cut: half
    /// an id is the id of something else.
    pub(crate) fn read_partly(text: &'a [u8]) -> Result<(Self, Option<JsonError>), WireError> {
        let PartialJson { value: mut object, defect } = read_partial(text, &[]);
        let defect = defect.filter(|defect| *defect > JsonDefect::TooDeep);
        let is_cut = defect.is_some() && !text.trim_ascii_end().ends_with(b"\"");
        let defect = defect.map(|_| JsonError::of(text));
        if let JsonValue::Object(fields) = &mut object {
            if is_cut {
                fields.pop_if(|(_, last)| matches!(last, JsonValue::Text(_)));
            }
            return Ok((Self { path: String::new(), object }, defect));
        }
        Err(defect.map_or(WireError::NotAnObject { found: object.kind() }, WireError::from))
    }

    /// The object at `path` of a larger one.
    fn within(path: String, object: JsonValue<'a>, expected: &str) -> Result<Self, WireError> {
        if !object.is_object() {
            let (found, expected) = (object.kind().to_owned(), expected.to_owned());
            return Err(WireError::Wrong { field: path, found, expected });
        }
        Ok(Self { path: path + ".", object })
    }

    /// Takes a field out. A name with a dot is that of a field of an inner object, which stays there.
    fn take(&mut self, key: &str) -> Option<JsonValue<'a>> {
        let value = match key.split_once('.') {
            Some((outer, inner)) => Some(self.object.field(outer).field(inner).clone()),
            None => self.object.take(key),
        };
        value.filter(|value| *value != JsonValue::Null)
    }

    /// Any value, taken out of an inner object as well: a copy of what a tool printed costs as much as reading it.
    pub(crate) fn take_value(&mut self, key: &str) -> Option<Value> {
        let value = match key.split_once('.') {
            Some((outer, inner)) => self.object.get_mut(outer)?.take(inner),
            None => self.object.take(key),
        };
        value.filter(|value| *value != JsonValue::Null).map(Value::from)
    }

    /// A string, which stays in the object.
    pub(crate) fn peek_text(&self, key: &str) -> Option<String> {
        let JsonValue::Object(fields) = &self.object else { return None };
        let (_, value) = fields.iter().find(|(name, _)| name == key)?;
        if let JsonValue::Text(text) = value { Some(text.to_string()) } else { None }
    }

    /// The names of the fields that were not taken.
    pub(crate) fn left(&self) -> Vec<String> {
        let JsonValue::Object(fields) = &self.object else { return Vec::new() };
        let left = fields.iter().filter(|(_, value)| *value != JsonValue::Null);
        left.map(|(name, _)| name.to_string()).collect()
    }

    /// Any value.
    pub(crate) fn value(&mut self, key: &str) -> Option<Value> {
        self.take(key).map(Value::from)
    }

    /// A field that `convert` accepts; anything else is an error that says what is expected.
    fn converted<T>(
        &mut self,
        key: &str,
        expected: &str,
        convert: impl FnOnce(&JsonValue<'a>) -> Option<T>,
    ) -> OptionalField<T> {
        let Some(value) = self.take(key) else { return Ok(None) };
        convert(&value).map(Some).ok_or_else(|| self.wrong(key, &value, expected))
    }

    /// A string, borrowed where it can be.
    fn borrowed_text(&mut self, key: &str) -> OptionalField<Cow<'a, str>> {
        match self.take(key) {
            None => Ok(None),
            Some(JsonValue::Text(text)) => Ok(Some(text)),
            Some(other) => Err(self.wrong(key, &other, "a string")),
        }
    }

    /// A string.
    pub(crate) fn text(&mut self, key: &str) -> OptionalField<String> {
        Ok(self.borrowed_text(key)?.map(Cow::into_owned))
    }

    /// A string that must be there.
    pub(crate) fn required_text(&mut self, key: &str) -> Result<String, WireError> {
        self.text(key)?.ok_or_else(|| self.missing(key, "a string"))
    }

    /// A string that names a variant.
    pub(crate) fn variant<T: for<'t> Deserialize<'t>>(
        &mut self,
        key: &str,
        expected: &str,
    ) -> OptionalField<T> {
        let Some(text) = self.borrowed_text(key)? else { return Ok(None) };
        let name: StrDeserializer<'_, Error> = text.as_ref().into_deserializer();
        T::deserialize(name)
            .map(Some)
            .map_err(|_| self.wrong(key, &JsonValue::Text(text), expected))
    }

    /// An identifier; an empty one is an error.
    pub(crate) fn id<T: TryFrom<Cow<'a, str>, Error = InvalidId>>(
        &mut self,
        key: &str,
    ) -> OptionalField<T> {
        self.borrowed_text(key)?
            .map(|text| T::try_from(text).map_err(|source| self.not_an_id(key, source)))
            .transpose()
    }

    /// An identifier that must be there.
    pub(crate) fn required_id<T: TryFrom<Cow<'a, str>, Error = InvalidId>>(
        &mut self,
        key: &str,
    ) -> Result<T, WireError> {
        self.id(key)?.ok_or_else(|| self.missing(key, "a string"))
    }

    /// A boolean; an absent one is false.
    pub(crate) fn flag(&mut self, key: &str) -> Result<bool, WireError> {
        Ok(self.optional_flag(key)?.unwrap_or_default())
    }

    /// A boolean, or unknown.
    pub(crate) fn optional_flag(&mut self, key: &str) -> OptionalField<bool> {
        self.converted(key, "true or false", JsonValue::as_bool)
    }

    /// A number from 0, rounded: some clients count in floats.
    pub(crate) fn count(&mut self, key: &str) -> OptionalField<u64> {
        self.count_or(key, "a number from 0")
    }

    /// The same, where something else is expected as well.
    pub(crate) fn count_or(&mut self, key: &str, expected: &str) -> OptionalField<u64> {
        self.converted(key, expected, rounded_count)
    }

    /// A finite number from 0.
    pub(crate) fn amount(&mut self, key: &str) -> OptionalField<f64> {
        let is_amount = |amount: &f64| *amount >= 0.0 && amount.is_finite();
        self.converted(key, "a number from 0", |value| {
            value.as_number()?.as_f64().filter(is_amount)
        })
    }

    /// A whole number that fits `T`; `7.0` is one.
    pub(crate) fn whole<T: TryFrom<i64>>(&mut self, key: &str, expected: &str) -> OptionalField<T> {
        let Some(whole) = self.converted(key, "a whole number", as_whole)? else { return Ok(None) };
        let fit = T::try_from(whole).map(Some);
        fit.map_err(|_| self.wrong(key, &JsonValue::Number(whole.into()), expected))
    }

    /// An exit code of 32 bits, with or without a sign.
    pub(crate) fn exit_code(&mut self, key: &str) -> OptionalField<i32> {
        let Some(whole) = self.converted(key, "a whole number", as_whole)? else { return Ok(None) };
        let code = exit_code::from_number(whole).map(Some);
        code.ok_or_else(|| {
            self.wrong(key, &JsonValue::Number(whole.into()), "an exit code of 32 bits")
        })
    }

    /// An object.
    pub(crate) fn object(&mut self, key: &str) -> OptionalField<Self> {
        let path = self.path_of(key);
        self.take(key).map(|value| Self::within(path, value, "an object")).transpose()
    }

    /// A list of objects. With `name`, an item can also be a string, which is then the field of that
    /// name.
    pub(crate) fn objects(
        &mut self,
        key: &str,
        name: Option<&'static str>,
        expected_item: &'static str,
    ) -> Result<Vec<Self>, WireError> {
        let items = match self.take(key) {
            None => Vec::new(),
            Some(JsonValue::Array(items)) => items,
            Some(other) => return Err(self.wrong(key, &other, "a list")),
        };
        let path = self.path_of(key);
        let object = |(at, item)| {
            let item = match (name, item) {
                (Some(name), text @ JsonValue::Text(_)) => {
                    JsonValue::Object(vec![(name.into(), text)])
                }
                (_, item) => item,
            };
            Self::within(format!("{path}[{at}]"), item, expected_item)
        };
        items.into_iter().enumerate().map(object).collect()
    }

    /// Whether a field is a list.
    pub(crate) fn is_list(&self, key: &str) -> bool {
        matches!(self.object.field(key), JsonValue::Array(_))
    }

    /// The error for a field that is absent.
    pub(crate) fn missing(&self, key: &str, expected: &'static str) -> WireError {
        WireError::Missing { field: self.path_of(key), expected }
    }

    /// The error for a field that holds something else. Numbers and short strings are shown.
    pub(crate) fn wrong(&self, key: &str, found: &JsonValue<'_>, expected: &str) -> WireError {
        let is_shown = |text: &str| text.chars().count() <= 40 && !text.contains(char::is_control);
        let text = found.as_text().filter(|text| is_shown(text));
        let found = match (found, text) {
            (JsonValue::Number(number), _) => number.to_string(),
            (_, Some(text)) => Value::from(text).to_string(),
            (_, None) => found.kind().to_owned(),
        };
        WireError::Wrong { field: self.path_of(key), found, expected: expected.to_owned() }
    }

    /// The error for a field that is not an identifier.
    pub(crate) fn not_an_id(&self, key: &str, source: InvalidId) -> WireError {
        WireError::Id { field: self.path_of(key), source }
    }

    fn path_of(&self, key: &str) -> String {
        format!("{}{key}", self.path)
    }
}

/// A number from 0, rounded.
pub(crate) fn rounded_count(value: &JsonValue<'_>) -> Option<u64> {
    let number = value.as_number()?;
    number.as_u64().or_else(|| {
        let float = number.as_f64()?;
        (float >= 0.0 && float.is_finite()).then_some(float.round() as u64)
    })
}

fn as_whole(value: &JsonValue<'_>) -> Option<i64> {
    let number = value.as_number()?;
    number.as_i64().or_else(|| {
        let float = number.as_f64()?;
        (float.fract() == 0.0 && float.abs() < 9e15).then_some(float as i64)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fields(text: &str) -> ObjectFields<'_> {
        ObjectFields::read(text.as_bytes()).unwrap()
    }

    #[test]
    fn a_wrong_type_names_the_field() {
        for (text, expected) in [
            (r#"{"k":3}"#, "`k` is 3; expected a string"),
            (r#"{"k":[]}"#, "`k` is a list; expected a string"),
        ] {
            assert_eq!(fields(text).text("k").unwrap_err().to_string(), expected);
        }
        let mut inner = fields(r#"{"a":[{},{"k":-1}]}"#).objects("a", None, "an object").unwrap();
        assert_eq!(
            inner[1].count("k").unwrap_err().to_string(),
            "`a[1].k` is -1; expected a number from 0"
        );
    }

    #[test]
    fn null_is_absent_and_floats_are_numbers() {
        assert_eq!(fields(r#"{"k":null}"#).text("k"), Ok(None));
        assert_eq!(fields(r#"{"k":700.4}"#).count("k"), Ok(Some(700)));
        assert_eq!(fields(r#"{"k":101.0}"#).whole("k", ""), Ok(Some(101_i64)));
        assert!(fields(r#"{"k":1.5}"#).whole::<i64>("k", "").is_err());
    }
}

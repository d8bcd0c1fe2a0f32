//! A JSON object written field by field, in the order of the calls.

use serde::Serialize;

/// The text of an object, without its end.
#[derive(Debug, Default)]
pub(crate) struct JsonLine(String);

impl JsonLine {
    /// Adds a field.
    pub(crate) fn put(&mut self, key: &str, value: &(impl Serialize + ?Sized)) -> &mut Self {
        let json = serde_json::to_string(value).unwrap_or_else(|_| "null".to_owned());
        self.put_json(key, &json)
    }

    /// Adds a field, if there is a value.
    pub(crate) fn put_some(&mut self, key: &str, value: &Option<impl Serialize>) -> &mut Self {
        if let Some(value) = value { self.put(key, value) } else { self }
    }

    /// Adds an object.
    pub(crate) fn put_line(&mut self, key: &str, line: Self) -> &mut Self {
        self.put_json(key, &line.end())
    }

    fn put_json(&mut self, key: &str, json: &str) -> &mut Self {
        let mark = if self.0.is_empty() { '{' } else { ',' };
        self.0.push_str(&format!("{mark}\"{key}\":{json}"));
        self
    }

    /// The object; an empty text if it has no field.
    pub(crate) fn end(self) -> String {
        if self.0.is_empty() { self.0 } else { self.0 + "}" }
    }
}

//! Values written out: as TOML for people to copy, and as JSON.

use fusebox_engine::{Duration, Limit};
use serde_json::{Value as Json, json};

use crate::kind::{Kind, UNLIMITED};
use crate::raw::quoted;
use crate::value::Value;

impl Kind {
    /// `value` as it would be written in a configuration file: `200`, `"2h"`, `["bell"]`.
    #[must_use]
    pub fn to_toml(self, value: &Value) -> String {
        match value {
            Value::Limit(limit) => match limit.get() {
                None => quoted(UNLIMITED),
                Some(ms) if self == Self::Time => quoted(&Duration(ms).to_string()),
                Some(micros) if self == Self::Money => dollars(micros),
                Some(number) => number.to_string(),
            },
            Value::Ratio(ratio) => format!("{:?}", ratio.get()),
            Value::Duration(length) => quoted(&length.to_string()),
            Value::Bool(flag) => flag.to_string(),
            Value::Text(text) => quoted(text),
            Value::List(items) => match (self, items.as_slice()) {
                (Self::Presets, [name]) => quoted(name),
                _ => {
                    let items: Vec<String> = items.iter().map(|item| quoted(item)).collect();
                    format!("[{}]", items.join(", "))
                }
            },
        }
    }

    /// `value` as JSON, in the same forms as TOML.
    #[must_use]
    pub fn to_json(self, value: &Value) -> Json {
        match value {
            Value::Limit(limit) => self.limit_to_json(*limit),
            Value::Ratio(ratio) => json!(ratio.get()),
            Value::Duration(length) => json!(length.to_string()),
            Value::Bool(flag) => json!(flag),
            Value::Text(text) => json!(text),
            Value::List(items) => match (self, items.as_slice()) {
                (Self::Presets, [name]) => json!(name),
                _ => json!(items),
            },
        }
    }

    fn limit_to_json(self, limit: Limit) -> Json {
        match limit.get() {
            None => json!(UNLIMITED),
            Some(ms) if self == Self::Time => json!(Duration(ms).to_string()),
            Some(micros) if self == Self::Money && micros % 1_000_000 != 0 => {
                json!(micros as f64 / 1e6)
            }
            Some(micros) if self == Self::Money => json!(micros / 1_000_000),
            Some(number) => json!(number),
        }
    }
}

/// Millionths of a dollar as dollars, exactly.
fn dollars(micros: u64) -> String {
    let (whole, part) = (micros / 1_000_000, micros % 1_000_000);
    if part == 0 {
        return whole.to_string();
    }
    format!("{whole}.{part:06}").trim_end_matches('0').to_owned()
}

#[cfg(test)]
mod tests {
    use fusebox_engine::Ratio;

    use super::*;

    #[test]
    fn values_are_written_as_a_person_would() {
        let limit = |n| Value::Limit(Limit::at(n));
        let list = |items: &[&str]| Value::List(items.iter().map(|s| (*s).to_owned()).collect());
        let table = [
            (Kind::Limit, limit(200), "200", json!(200)),
            (Kind::Limit, Value::Limit(Limit::UNLIMITED), "\"unlimited\"", json!("unlimited")),
            (Kind::Time, limit(7_200_000), "\"2h\"", json!("2h")),
            (Kind::Money, limit(5_000_000), "5", json!(5)),
            (Kind::Money, limit(10_000), "0.01", json!(0.01)),
            (Kind::Ratio, Value::Ratio(Ratio::FOUR_FIFTHS), "0.8", json!(0.8)),
            (Kind::Duration, Value::Duration(Duration::from_hours(720)), "\"30d\"", json!("30d")),
            (Kind::Bool, Value::Bool(true), "true", json!(true)),
            (Kind::Presets, list(&["budget"]), "\"budget\"", json!("budget")),
            (Kind::List, list(&["a", "b"]), "[\"a\", \"b\"]", json!(["a", "b"])),
        ];
        for (kind, value, toml, json) in table {
            assert_eq!(kind.to_toml(&value), toml);
            assert_eq!(kind.to_json(&value), json);
        }
    }
}

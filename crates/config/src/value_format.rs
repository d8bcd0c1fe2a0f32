//! Writes values as TOML and as JSON.

use fusebox_engine::Duration;
use serde_json::Value as Json;

use crate::kind::{SettingKind, UNLIMITED};
use crate::raw_value::quoted;
use crate::value::SettingValue;

impl SettingKind {
    /// `value` as it would be written in a configuration file: `200`, `"2h"`, `["bell"]`.
    #[must_use]
    pub fn to_toml(self, value: &SettingValue) -> String {
        match value {
            SettingValue::Limit(limit) => match limit.get() {
                None => quoted(UNLIMITED),
                Some(ms) if self == Self::Time => quoted(&Duration(ms).to_string()),
                Some(micros) if self == Self::Money => dollars(micros),
                Some(number) => number.to_string(),
            },
            SettingValue::Ratio(ratio) => format!("{:?}", ratio.get()),
            SettingValue::Duration(length) => quoted(&length.to_string()),
            SettingValue::Bool(flag) => flag.to_string(),
            SettingValue::Text(text) => quoted(text),
            SettingValue::List(items) => match (self, items.as_slice()) {
                (Self::Presets, [name]) => quoted(name),
                _ => {
                    let items: Vec<String> = items.iter().map(|item| quoted(item)).collect();
                    format!("[{}]", items.join(", "))
                }
            },
        }
    }

    /// `value` as JSON. The TOML of a value is JSON as well, but for rare escapes of texts.
    #[must_use]
    pub fn to_json(self, value: &SettingValue) -> Json {
        let toml = self.to_toml(value);
        serde_json::from_str(&toml).unwrap_or(Json::String(toml))
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
    use fusebox_engine::{Limit, Ratio};
    use serde_json::json;

    use super::*;

    #[test]
    fn values_are_written_as_a_person_would() {
        let limit = |n| SettingValue::Limit(Limit::at(n));
        let list =
            |items: &[&str]| SettingValue::List(items.iter().map(|s| (*s).to_owned()).collect());
        let unlimited = SettingValue::Limit(Limit::UNLIMITED);
        let month = SettingValue::Duration(Duration::from_hours(720));
        let table = [
            (SettingKind::Limit, limit(200), "200", json!(200)),
            (SettingKind::Limit, unlimited, "\"unlimited\"", json!("unlimited")),
            (SettingKind::Time, limit(7_200_000), "\"2h\"", json!("2h")),
            (SettingKind::Money, limit(5_000_000), "5", json!(5)),
            (SettingKind::Money, limit(10_000), "0.01", json!(0.01)),
            (SettingKind::Ratio, SettingValue::Ratio(Ratio::FOUR_FIFTHS), "0.8", json!(0.8)),
            (SettingKind::Duration, month, "\"30d\"", json!("30d")),
            (SettingKind::Bool, SettingValue::Bool(true), "true", json!(true)),
            (SettingKind::Presets, list(&["budget"]), "\"budget\"", json!("budget")),
            (SettingKind::List, list(&["a", "b"]), "[\"a\", \"b\"]", json!(["a", "b"])),
        ];
        for (kind, value, toml, json) in table {
            assert_eq!(kind.to_toml(&value), toml);
            assert_eq!(kind.to_json(&value), json);
        }
    }
}

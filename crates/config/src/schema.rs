//! The JSON Schema of the configuration file, made from the settings table.

use serde_json::{Map, Value as Json, json};

use crate::key_path::{ROLES, WRAPPERS};
use crate::kind::{SettingKind, UNLIMITED};
use crate::preset::PRESETS;
use crate::preset_values::default_of;
use crate::setting::{Setting, SettingScope};
use crate::settings::{SECTIONS, SettingSection};

/// The schema (draft 2020-12), without the settings that this version refuses.
#[must_use]
pub fn json_schema() -> Json {
    let mut definitions = Map::new();
    for section in SECTIONS.iter().filter(|section| !section.name.is_empty()) {
        definitions.insert(section.name.to_owned(), section_schema(section));
    }
    definitions.insert(
        "role".to_owned(),
        table_schema(|setting| {
            matches!(setting.scope, SettingScope::Everywhere | SettingScope::NotInProject)
        }),
    );
    let mut schema = table_schema(|_| true);
    if let Some(properties) = schema["properties"].as_object_mut() {
        let roles = json!({
            "description": "What is different for a role.",
            "type": "object",
            "additionalProperties": {"$ref": "#/$defs/role"},
        });
        properties.insert(ROLES.to_owned(), roles);
        for wrapper in WRAPPERS {
            let about = "The settings under the names of published designs.";
            let table = json!({"description": about, "type": "object", "deprecated": true});
            properties.insert((*wrapper).to_owned(), table);
        }
    }
    schema["$schema"] = json!("https://json-schema.org/draft/2020-12/schema");
    schema["title"] = json!("Fusebox configuration");
    schema["$defs"] = Json::Object(definitions);
    schema
}

/// The settings at the top, the sections, and all names of published designs.
fn table_schema(allowed: impl Fn(&Setting) -> bool) -> Json {
    let mut properties = Map::new();
    for section in SECTIONS {
        let supported = || section.supported().filter(|setting| allowed(setting));
        if section.name.is_empty() {
            properties.extend(supported().map(|s| (s.key.to_owned(), setting_schema(s))));
            continue;
        }
        let reference = format!("#/$defs/{}", section.name);
        properties.insert(section.name.to_owned(), json!({"$ref": reference}));
        properties.extend(supported().flat_map(alias_schemas));
    }
    json!({"type": "object", "additionalProperties": false, "properties": properties})
}

fn section_schema(section: &SettingSection) -> Json {
    let mut properties = Map::new();
    for setting in section.supported() {
        if let Some((scope, window)) = setting.name().split_once('.') {
            let table = properties.entry(scope).or_insert_with(|| scope_schema(scope));
            table["anyOf"][1]["properties"][window] = setting_schema(setting);
            continue;
        }
        properties.insert(setting.name().to_owned(), setting_schema(setting));
        // A name of a published design may be our own name.
        let other = |(name, _): &(String, Json)| *name != setting.name();
        properties.extend(alias_schemas(setting).filter(other));
    }
    json!({
        "description": section.doc,
        "type": "object",
        "additionalProperties": false,
        "properties": properties,
    })
}

/// What may be spent in one scope: an amount for its lifetime, or one for each window. Roles have names of their own.
fn scope_schema(scope: &str) -> Json {
    let other = if scope == "role" {
        json!({"$ref": "#/$defs/spend/properties/task"})
    } else {
        json!(false)
    };
    let windows = json!({"type": "object", "additionalProperties": other, "properties": {}});
    json!({"anyOf": [kind_schema(SettingKind::Cap), windows]})
}

fn alias_schemas(setting: &Setting) -> impl Iterator<Item = (String, Json)> {
    let reference = format!("#/$defs/{}/properties/{}", setting.section(), setting.name());
    setting
        .aliases
        .iter()
        .map(move |alias| ((*alias).to_owned(), json!({"$ref": reference, "deprecated": true})))
}

fn setting_schema(setting: &Setting) -> Json {
    let mut schema = kind_schema(setting.kind);
    schema["description"] = json!(setting.doc);
    if let Some(default) = default_of(setting) {
        schema["default"] = setting.kind.to_json(&default);
    }
    schema
}

const LENGTH: &str = "^ *([0-9]+ *(d|h|m|s|ms) *)+$";

const CAP: &str = r"^ *(unlimited|[0-9_]+ *tokens?|(\$|USD|usd)? *[0-9.]+ *(USD|usd)?) *$";

const MONEY: &str = r"^ *(\$|USD|usd)? *[0-9.]+ *(USD|usd)? *$";

fn kind_schema(kind: SettingKind) -> Json {
    let or_unlimited = |schema: Json| json!({"anyOf": [schema, {"const": UNLIMITED}]});
    let whole = || json!({"type": "integer", "minimum": 1, "maximum": i64::MAX});
    let length = || json!({"type": "string", "pattern": LENGTH});
    match kind {
        SettingKind::Limit => or_unlimited(whole()),
        SettingKind::Percent => {
            or_unlimited(json!({"type": "integer", "minimum": 1, "maximum": 100}))
        }
        SettingKind::Time => json!({"anyOf": [length(), whole(), {"const": UNLIMITED}]}),
        SettingKind::Money => json!({"anyOf": [
            {"type": "number", "exclusiveMinimum": 0},
            {"type": "string", "pattern": MONEY},
            {"const": UNLIMITED},
        ]}),
        SettingKind::Cap => json!({"type": "string", "pattern": CAP}),
        SettingKind::Ratio => json!({"type": "number", "exclusiveMinimum": 0, "maximum": 1}),
        SettingKind::Duration => json!({"anyOf": [length(), whole()]}),
        SettingKind::Count => whole(),
        SettingKind::UpTo(most) => json!({"type": "integer", "minimum": 1, "maximum": most}),
        SettingKind::Bool => json!({"type": "boolean"}),
        SettingKind::Choice(words) => json!({"enum": words}),
        SettingKind::Choices(words) => json!({"type": "array", "items": {"enum": words}}),
        SettingKind::List | SettingKind::Prices | SettingKind::Globs { .. } => {
            json!({"type": "array", "items": {"type": "string", "minLength": 1}})
        }
        SettingKind::Text => json!({"type": "string", "minLength": 1}),
        SettingKind::ProjectFile => json!({"type": "string", "pattern": r"^(off|.+\.md)$"}),
        SettingKind::Recovery => json!({"type": "string", "pattern": "^(manual|cooldown:.+)$"}),
        SettingKind::Presets => {
            let names: Vec<&str> = PRESETS.iter().map(|preset| preset.name).collect();
            json!({"anyOf": [{"enum": names}, {"type": "array", "items": {"enum": names}}]})
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::settings::all;

    #[test]
    fn every_setting_of_this_version_is_in_the_schema_with_its_default() {
        let schema = json_schema();
        for setting in all() {
            let path = match setting.section() {
                "" => format!("/properties/{}", setting.key),
                section => {
                    let name = setting.name().replace('.', "/anyOf/1/properties/");
                    format!("/$defs/{section}/properties/{name}")
                }
            };
            let found = schema.pointer(&path);
            assert_eq!(found.is_some(), setting.is_supported(), "{}", setting.key);
            if let Some(found) = found {
                assert_eq!(found["description"], setting.doc);
                assert!(!found["default"].is_null(), "{}", setting.key);
            }
        }
    }

    #[test]
    fn values_have_their_forms() {
        let schema = json_schema();
        let limits = &schema["$defs"]["limits"]["properties"];
        assert_eq!(limits["warn_at"]["default"], 0.8);
        assert_eq!(limits["quiet_after"]["default"], "2m");
        assert_eq!(limits["tool_calls"]["default"], "unlimited");
        assert_eq!(limits["tool_calls"]["anyOf"][0]["minimum"], 1);
        assert_eq!(limits["max_tool_calls"]["$ref"], "#/$defs/limits/properties/tool_calls");
        assert_eq!(schema["properties"]["mode"]["enum"], json!(["enforce", "observe"]));
        assert_eq!(
            schema["properties"]["preset"]["anyOf"][0]["enum"],
            json!(["default", "budget", "tdd", "loop", "service", "guided"])
        );
        assert!(schema["$defs"]["role"]["properties"]["mode"].is_object());
        assert!(schema["$defs"]["role"]["properties"]["preset"].is_null());
    }
}

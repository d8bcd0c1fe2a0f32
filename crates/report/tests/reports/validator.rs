//! As much of JSON Schema as the published one uses.

use serde_json::Value;

/// `value` fits `schema`.
#[track_caller]
pub(crate) fn check(schema: &Value, value: &Value) {
    let found = complaints(schema, value);
    assert!(found.is_empty(), "{}", found.join("\n"));
}

/// Where `value` does not fit.
pub(crate) fn complaints(schema: &Value, value: &Value) -> Vec<String> {
    let mut found = Vec::new();
    visit(schema, schema, value, "", &mut found);
    found
}

fn visit(root: &Value, schema: &Value, value: &Value, at: &str, found: &mut Vec<String>) {
    for (keyword, rule) in schema.as_object().unwrap() {
        let fits = match keyword.as_str() {
            "$schema" | "$defs" | "title" | "description" => true,
            "$ref" => {
                let name = rule.as_str().unwrap().strip_prefix("#/$defs/").unwrap();
                visit(root, &root["$defs"][name], value, at, found);
                true
            }
            "const" => rule == value,
            "enum" => rule.as_array().unwrap().contains(value),
            "minimum" => value.as_f64() >= rule.as_f64(),
            "type" => {
                let names = rule.as_array().map_or(std::slice::from_ref(rule), Vec::as_slice);
                names.iter().any(|name| is(name, value))
            }
            "anyOf" => rule.as_array().unwrap().iter().any(|one| {
                let mut inner = Vec::new();
                visit(root, one, value, at, &mut inner);
                inner.is_empty()
            }),
            "required" => rule
                .as_array()
                .unwrap()
                .iter()
                .all(|name| value.get(name.as_str().unwrap()).is_some()),
            "properties" => {
                for (name, schema) in rule.as_object().unwrap() {
                    if let Some(field) = value.get(name) {
                        visit(root, schema, field, &format!("{at}/{name}"), found);
                    }
                }
                true
            }
            "items" => {
                for (n, item) in value.as_array().into_iter().flatten().enumerate() {
                    visit(root, rule, item, &format!("{at}/{n}"), found);
                }
                true
            }
            unknown => panic!("the validator does not know {unknown}"),
        };
        if !fits {
            found.push(format!("{at}: {keyword} {rule} does not fit {value}"));
        }
    }
}

fn is(name: &Value, value: &Value) -> bool {
    match name.as_str().unwrap() {
        "null" => value.is_null(),
        "boolean" => value.is_boolean(),
        "string" => value.is_string(),
        "integer" => value.is_u64() || value.is_i64(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        other => panic!("no type {other}"),
    }
}

//! JSON Schemas (draft 2020-12) of canonical events and verdicts.

use serde_json::{Map, Value, json};

use super::event_fields::{COMMON_FIELDS, EVENTS, EventField, FieldValues};

const DRAFT: &str = "https://json-schema.org/draft/2020-12/schema";

/// The schema of an event. Unknown fields are allowed: they are ignored.
#[must_use]
pub fn event_schema() -> Value {
    let kinds: Vec<Value> = EVENTS
        .iter()
        .map(|event| {
            let mut properties = properties(event.fields);
            properties.insert("type".to_owned(), json!({"const": event.name}));
            json!({"description": event.when, "properties": properties})
        })
        .collect();
    json!({
        "$schema": DRAFT,
        "title": "Fusebox event",
        "description": "One line of the input of `fusebox decide`.",
        "type": "object",
        "properties": properties(COMMON_FIELDS),
        "required": ["session", "type"],
        "oneOf": kinds,
    })
}

/// The schema of a verdict.
#[must_use]
pub fn verdict_schema() -> Value {
    json!({
        "$schema": DRAFT,
        "title": "Fusebox verdict",
        "description": "One line of the output of `fusebox decide`.",
        "type": "object",
        "properties": {
            "session": {"type": "string", "description": "the event's session"},
            "id": {"type": "string", "description": "the event's id, or the one that was made for it"},
            "verdict": {
                "enum": ["allow", "warn", "ask", "deny", "stop"],
                "description": "let it pass; let it pass and tell the agent `context`; ask the person, where the request says `can_ask`; refuse it with `context`; refuse it and end the turn",
            },
            "state": {"enum": ["closed", "half_open", "open"], "description": "the breaker after the event"},
            "context": {"type": ["string", "null"], "description": "text for the agent"},
            "findings": {
                "type": "array",
                "description": "what the rules saw, worst first",
                "items": {
                    "type": "object",
                    "properties": {
                        "rule": {"type": "string", "description": "the name of the rule, as docs/detectors.md has it"},
                        "level": {"enum": ["notice", "warning", "block", "trip"]},
                        "observed": {"type": "integer", "minimum": 0},
                        "limit": {"type": "integer", "minimum": 0},
                        "message": {"type": "string", "description": "one or two sentences"},
                    },
                    "required": ["rule", "level", "observed", "limit", "message"],
                },
            },
            "incident": {"type": ["string", "null"], "description": "the id of the open incident"},
        },
        "required": ["session", "id", "verdict", "state", "context", "findings", "incident"],
    })
}

fn properties(fields: &[EventField]) -> Map<String, Value> {
    fields
        .iter()
        .map(|field| {
            let mut schema = values_schema(field.values);
            schema["description"] = json!(field.meaning);
            (field.name.to_owned(), schema)
        })
        .collect()
}

fn values_schema(values: FieldValues) -> Value {
    match values {
        FieldValues::Id => json!({"type": "string", "minLength": 1}),
        FieldValues::Text => json!({"type": "string"}),
        FieldValues::Count => json!({"type": "integer", "minimum": 0}),
        FieldValues::ExitCode => {
            json!({"type": "integer", "minimum": i32::MIN, "maximum": u32::MAX})
        }
        FieldValues::Amount => json!({"type": "number", "minimum": 0}),
        FieldValues::Flag => json!({"type": "boolean"}),
        FieldValues::OneOf(words) => json!({"enum": words}),
        FieldValues::Any => json!({}),
        FieldValues::Files => {
            let file = json!({
                "type": "object",
                "properties": {
                    "path": {"type": "string"},
                    "content": {"type": "string", "description": "a digest of the new content"},
                    "created": {"type": "boolean"},
                },
                "required": ["path"],
            });
            let items = json!({"anyOf": [{"type": "string"}, file]});
            json!({"anyOf": [{"type": "integer", "minimum": 0}, {"type": "array", "items": items}]})
        }
        FieldValues::Tools => {
            let tool = json!({
                "type": "object",
                "properties": {"tool": {"type": "string"}, "compound": {"type": "boolean"}},
                "required": ["tool"],
            });
            json!({"type": "array", "items": {"anyOf": [{"type": "string"}, tool]}})
        }
        FieldValues::Request => {
            let request = EVENTS.iter().find(|event| event.name == "tool_request");
            let fields = request.map_or(&[][..], |request| request.fields);
            json!({"type": "object", "properties": properties(fields)})
        }
    }
}

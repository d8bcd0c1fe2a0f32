//! The published schema of the report.

use serde_json::{Value, json};

use super::document::Diagnostic;

/// The JSON Schema (draft 2020-12) of a [`Diagnostic`].
#[must_use]
pub fn schema() -> Value {
    json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Fusebox diagnostic",
        "description": "The report of one trip of the circuit breaker, or of the state of a task when a person asks for it. Text from outside is redacted and bounded. Readers must ignore fields that they do not know.",
        "type": "object",
        "properties": properties(),
        "required": [
            "version", "incident", "session", "task", "rule", "at_ms", "slice", "test", "trip_reason",
            "test_expectation", "actual_error", "attempt_log", "cumulative_files_modified",
            "scope_violations", "tests_modified", "best_hypothesis", "specific_question",
            "recovery_options", "agent_summary", "last_calls"
        ],
        "$defs": definitions(),
    })
}

fn properties() -> Value {
    json!({
        "version": { "const": Diagnostic::VERSION, "description": "The version of this form." },
        "incident": optional("The incident; null when a person asked without a trip."),
        "session": text("The client's session id."),
        "task": text("The task, which outlives sessions."),
        "rule": optional("The rule that tripped, as attempts.per_test; null when a person asked."),
        "at_ms": moment("When, in milliseconds since 1970."),
        "slice": { "$ref": "#/$defs/slice" },
        "test": {
            "description": "The test that tripped; a list where several did; null where none is known to fail.",
            "anyOf": [
                { "type": "string" },
                { "type": "array", "items": { "type": "string" } },
                { "type": "null" }
            ]
        },
        "trip_reason": text("The limit that was reached, as 'per-test limit (3/3)' or 'slice ceiling (7/7)'; 'manual' when a person asked."),
        "test_expectation": optional("The assertion; one line a test where several fail; null where the failure is no assertion."),
        "test_location": optional("Where that is, as file:line."),
        "actual_error": text("What happened instead: the output as it was, redacted and bounded."),
        "attempt_log": list("The attempts, the oldest first.", "attempt"),
        "cumulative_files_modified": list("Every file that was touched, in the order of the first touch.", "file"),
        "scope_violations": list("What was asked for or done outside the scope.", "violation"),
        "tests_modified": list("Tests that were edited, deleted, skipped or weakened.", "touched_test"),
        "checkpoint": {
            "description": "The state that the work can go back to; null where none was kept.",
            "anyOf": [{ "$ref": "#/$defs/checkpoint" }, { "type": "null" }]
        },
        "best_hypothesis": text("What the evidence suggests and on which attempts and files that rests. Text from outside stands between backticks."),
        "specific_question": text("One question that a sentence answers, and the fact it rests on."),
        "recovery_options": list("What a person can do, the most useful first.", "option"),
        "agent_summary": optional("What the agent itself says."),
        "last_calls": list("The last calls, the latest last.", "call"),
        "git": { "$ref": "#/$defs/git" },
        "test_run": text("What the tests say right now; only where a person asked.")
    })
}

fn definitions() -> Value {
    json!({
        "slice": object("The unit of work.", &[
            ("id", text("Its id.")),
            ("name", optional("What a person calls it.")),
        ]),
        "attempt": object("One test run after a change.", &[
            ("attempt", number("Its number, from 1.")),
            ("description", text("What was tried: the agent's last sentence before the run, else what was changed.")),
            ("files_touched", texts("The files that were changed since the run before.")),
            ("result", text("What failed then, and how.")),
            ("at_ms", moment("When the run ended, in milliseconds since 1970.")),
            ("charged", json!({ "type": "boolean", "description": "Whether it counted towards a limit." })),
        ]),
        "file": object("One file that was touched.", &[
            ("file", text("Its path.")),
            ("change_type", json!({
                "enum": ["created", "modified", "deleted", "renamed"],
                "description": "What became of it in all."
            })),
            ("attempts", json!({
                "type": "array",
                "items": { "type": "integer", "minimum": 1 },
                "description": "In which attempts; none where git alone has seen the change."
            })),
        ]),
        "violation": object("A file outside the scope.", &[
            ("file", text("Its path.")),
            ("justification", optional("Why the agent wanted it, in its words.")),
            ("test_name", optional("For which test.")),
            ("verdict", text("justified or violation.")),
        ]),
        "touched_test": object("A test that was changed instead of the code.", &[
            ("file", text("The file it is in.")),
            ("test", optional("Its name, where it is known.")),
            ("how", text("How: assertion changed, skipped, deleted.")),
        ]),
        "checkpoint": object("A state of the whole work tree, kept in git.", &[
            ("ref", text("Its tag.")),
            ("partial", optional("In what way it is partial; null where it is whole.")),
        ]),
        "option": object("Something a person can do.", &[
            ("title", text("In a few words.")),
            ("command", text("The exact command for a shell; … stands for the person's own words.")),
            ("effect", text("What it does.")),
        ]),
        "call": object("Equal calls in a row.", &[
            ("call", text("The call, short and redacted.")),
            ("times", number("How many times in a row.")),
            ("result", optional("What it answered, short and redacted.")),
            ("refused", json!({ "type": "boolean", "description": "Whether it was refused." })),
        ]),
        "git": object("The state of the work tree; only where a person asked.", &[
            ("branch", optional("The branch; null when no branch is checked out.")),
            ("head", optional("The commit.")),
            ("status", texts("What git status --short says, a line each.")),
            ("recent_commits", texts("The latest commits, a line each.")),
        ])
    })
}

/// An object all of whose fields are always there.
fn object(description: &str, fields: &[(&str, Value)]) -> Value {
    let required: Vec<&str> = fields.iter().map(|(name, _)| *name).collect();
    let properties = fields.iter().map(|(name, value)| ((*name).to_owned(), value.clone()));
    let properties: serde_json::Map<String, Value> = properties.collect();
    json!({
        "type": "object",
        "description": description,
        "properties": properties,
        "required": required
    })
}

fn text(description: &str) -> Value {
    json!({ "type": "string", "description": description })
}

fn optional(description: &str) -> Value {
    json!({ "type": ["string", "null"], "description": description })
}

fn texts(description: &str) -> Value {
    json!({ "type": "array", "items": { "type": "string" }, "description": description })
}

fn list(description: &str, of: &str) -> Value {
    json!({
        "type": "array",
        "items": { "$ref": format!("#/$defs/{of}") },
        "description": description
    })
}

fn number(description: &str) -> Value {
    json!({ "type": "integer", "minimum": 1, "description": description })
}

fn moment(description: &str) -> Value {
    json!({ "type": "integer", "minimum": 0, "description": description })
}

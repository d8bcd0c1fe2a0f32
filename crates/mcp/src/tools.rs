//! The tools, and the command that each of them is.

use rmcp::ErrorData;
use rmcp::model::{CallToolResult, ContentBlock, JsonObject, Tool, ToolAnnotations};
use serde_json::{Map, Value, json};

use crate::command::CommandOutput;

/// An argument of a tool.
struct Argument {
    name: &'static str,
    description: &'static str,
    is_required: bool,
}

/// A tool and its arguments. The hooks read the same names from the call.
struct OwnTool {
    name: &'static str,
    description: &'static str,
    arguments: &'static [Argument],
    reads_only: bool,
}

const SUMMARY: Argument = Argument {
    name: "summary",
    description: "What was tried, what was seen, and what is needed.",
    is_required: true,
};

const TOOLS: &[OwnTool] = &[
    OwnTool {
        name: "report_complete",
        description: "Report that the work is done. A task with a verifier is verified first.",
        arguments: &[Argument { description: "What was done.", ..SUMMARY }],
        reads_only: false,
    },
    OwnTool {
        name: "report_blocked",
        description: "Report that the work cannot continue. It passes after the breaker opened.",
        arguments: &[
            SUMMARY,
            Argument {
                name: "on",
                description: "What it waits for, for example an issue.",
                is_required: false,
            },
        ],
        reads_only: false,
    },
    OwnTool {
        name: "justify",
        description: "Justify a change outside of the files of the task, before it is made.",
        arguments: &[
            Argument { name: FILE, description: "The file.", is_required: true },
            Argument {
                name: "test",
                description: "The test that fails now and cannot pass without it.",
                is_required: true,
            },
            Argument { name: "because", description: "Why, in one sentence.", is_required: true },
        ],
        reads_only: false,
    },
    OwnTool {
        name: "status",
        description: "Show the breakers of sessions, the open ones first.",
        arguments: &[],
        reads_only: true,
    },
];

/// Every tool, as a client lists it.
pub(crate) fn all() -> Vec<Tool> {
    TOOLS.iter().map(OwnTool::listed).collect()
}

impl OwnTool {
    fn listed(&self) -> Tool {
        let of = |argument: &Argument| {
            let about = json!({"type": "string", "description": argument.description});
            (argument.name.to_owned(), about)
        };
        let properties: Map<String, Value> = self.arguments.iter().map(of).collect();
        let required = self.arguments.iter().filter(|one| one.is_required).map(|one| one.name);
        let schema = JsonObject::from_iter([
            ("type".to_owned(), json!("object")),
            ("properties".to_owned(), Value::Object(properties)),
            ("required".to_owned(), json!(required.collect::<Vec<_>>())),
            ("additionalProperties".to_owned(), json!(false)),
        ]);
        let hints = ToolAnnotations::new()
            .read_only(self.reads_only)
            .destructive(false)
            .idempotent(true)
            .open_world(false);
        Tool::new(self.name, self.description, schema).with_annotations(hints)
    }
}

/// The argument that is a path.
const FILE: &str = "file";
/// The longest path of Linux, in bytes.
const MAX_PATH_BYTES: usize = 4_096;
/// The longest text of an argument, in characters: no more of a report is kept.
const MAX_ARGUMENT_CHARS: usize = 2_000;

/// The arguments as a command line can have them, and what is said of those that were cut. A path is never
/// cut: it would be another one.
pub(crate) fn fitting(arguments: &Value) -> (Value, String) {
    let mut arguments = arguments.clone();
    let mut note = String::new();
    for (name, value) in arguments.as_object_mut().into_iter().flatten() {
        let Value::String(text) = value else { continue };
        if text.contains('\0') {
            *text = text.replace('\0', "\u{fffd}");
        }
        let end = text.char_indices().nth(MAX_ARGUMENT_CHARS).map(|(end, _)| end);
        if let Some(end) = end.filter(|_| name != FILE) {
            text.truncate(end);
            note += &format!("`{name}` was cut to its first {MAX_ARGUMENT_CHARS} characters. ");
        }
    }
    (arguments, note)
}

/// The command that a call is.
pub(crate) fn command_of(name: &str, arguments: &Value) -> Result<Vec<String>, ErrorData> {
    let Some(tool) = TOOLS.iter().find(|tool| tool.name == name) else {
        return Err(ErrorData::invalid_params(format!("there is no tool `{name}`"), None));
    };
    for argument in tool.arguments.iter().filter(|argument| argument.is_required) {
        let is_there = text(arguments, argument.name).is_some_and(|text| !text.trim().is_empty());
        if !is_there {
            let message = format!("`{name}` needs the text `{}`", argument.name);
            return Err(ErrorData::invalid_params(message, None));
        }
    }
    if text(arguments, FILE).is_some_and(|file| file.len() > MAX_PATH_BYTES) {
        let message = format!("`{FILE}` is longer than {MAX_PATH_BYTES} bytes");
        return Err(ErrorData::invalid_params(message, None));
    }
    let value = |name: &str| text(arguments, name).unwrap_or_default().to_owned();
    let words = |words: &[&str]| words.iter().map(|word| (*word).to_owned()).collect::<Vec<_>>();
    Ok(match name {
        "report_complete" => words(&["report", "complete", "--", &value("summary")]),
        "report_blocked" => {
            let on = text(arguments, "on").map(|on| format!("--on={on}"));
            let lead = words(&["report", "blocked"]);
            lead.into_iter().chain(on).chain(words(&["--", &value("summary")])).collect()
        }
        "justify" => words(&[
            "justify",
            &format!("--test={}", value("test")),
            &format!("--because={}", value("because")),
            "--",
            &value(FILE),
        ]),
        _ => words(&["status"]),
    })
}

/// What the client is answered.
pub(crate) fn result_of(output: &CommandOutput, note: &str) -> CallToolResult {
    let parts = [output.stdout.trim(), output.stderr.trim(), note.trim()];
    let text = parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join("\n");
    let content = vec![ContentBlock::text(text)];
    if output.is_success {
        CallToolResult::success(content)
    } else {
        CallToolResult::error(content)
    }
}

fn text<'a>(arguments: &'a Value, name: &str) -> Option<&'a str> {
    arguments.get(name)?.as_str()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(name: &str, arguments: Value, expected: Option<&[&str]>) {
        let found = command_of(name, &arguments);
        let found =
            found.as_ref().map(|words| words.iter().map(String::as_str).collect::<Vec<_>>());
        assert_eq!(found.ok().as_deref(), expected, "{name} {arguments}");
    }

    #[test]
    fn a_call_is_a_command_whose_words_cannot_become_options() {
        let summary = json!({"summary": "--help", "on": "#41"});
        check("report_complete", summary.clone(), Some(&["report", "complete", "--", "--help"]));
        check("report_blocked", summary, Some(&["report", "blocked", "--on=#41", "--", "--help"]));
        let given = json!({"file": "-a", "test": "--t", "because": "it is"});
        let words = ["justify", "--test=--t", "--because=it is", "--", "-a"];
        check("justify", given, Some(&words));
        check("status", Value::Null, Some(&["status"]));
    }

    #[test]
    fn a_text_that_no_command_line_can_have_is_cut_and_cleaned() {
        let max = MAX_ARGUMENT_CHARS;
        let given =
            json!({"summary": "\u{e9}".repeat(max + 1), "on": "a\0b", "file": "f".repeat(max + 1)});
        let (arguments, note) = fitting(&given);
        assert_eq!(arguments["summary"], "\u{e9}".repeat(max));
        assert_eq!(arguments["on"], "a\u{fffd}b");
        assert_eq!(arguments["file"], given["file"]);
        assert_eq!(note, "`summary` was cut to its first 2000 characters. ");
        let given = json!({"summary": "x".repeat(max)});
        assert_eq!(fitting(&given), (given, String::new()));
        let long = "f".repeat(MAX_PATH_BYTES + 1);
        check("justify", json!({"file": long, "test": "t", "because": "b"}), None);
    }

    #[test]
    fn a_call_without_what_it_needs_is_no_command() {
        check("report_complete", json!({}), None);
        check("report_blocked", json!({"summary": " "}), None);
        check("report_blocked", json!({"summary": 7}), None);
        check("justify", json!({"file": "a", "test": "t"}), None);
        check("reset", json!({}), None);
    }
}

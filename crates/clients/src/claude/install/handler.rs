//! One handler of ours: how it is written, known again and found.

use serde::Serialize;
use serde_json::{Map, Value};

use crate::claude::CLIENT;
use crate::claude::hook_event::HookEvent;
use crate::install::{HookCommand, InstallError, is_ours};
use crate::settings::{Document, Kind, Node};

/// How long the client waits for us, in seconds. An answer takes milliseconds; a store that is
/// locked may take its busy timeout of 5 s.
const TIMEOUT_SECONDS: u64 = 10;

/// The keys that are ours in a handler; others are a person's and stay.
const KEYS: &[&str] = &["type", "command", "args", "timeout", "onFailure"];

/// A handler as it is written.
#[derive(Debug, Serialize)]
pub(super) struct Handler<'a> {
    r#type: &'static str,
    command: &'a str,
    args: &'a [String],
    timeout: u64,
    #[serde(rename = "onFailure", skip_serializing_if = "Option::is_none")]
    on_failure: Option<&'static str>,
    #[serde(flatten)]
    rest: Map<String, Value>,
}

/// A group of handlers as it is written.
#[derive(Debug, Serialize)]
pub(super) struct Group<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    matcher: Option<&'static str>,
    hooks: [Handler<'a>; 1],
}

impl<'a> Handler<'a> {
    /// The handler of an event; `old` is the one of ours that stands there.
    pub(super) fn of(event: HookEvent, command: &'a HookCommand, deny: bool, old: &Value) -> Self {
        let mut rest = old.as_object().cloned().unwrap_or_default();
        rest.retain(|key, _| !KEYS.contains(&key.as_str()));
        let blocks = deny && event == HookEvent::PreToolUse;
        Self {
            r#type: "command",
            command: command.program(),
            args: command.args(),
            timeout: TIMEOUT_SECONDS,
            on_failure: blocks.then_some("block"),
            rest,
        }
    }

    /// Whether it is written there already.
    pub(super) fn is(&self, value: &Value) -> bool {
        serde_json::to_value(self).is_ok_and(|own| own == *value)
    }

    /// The group that a new handler stands in.
    pub(super) fn into_group(self, event: HookEvent) -> Group<'a> {
        Group { matcher: event.has_matcher().then_some("*"), hooks: [self] }
    }
}

/// Where a handler of ours stands in the list of an event.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Place {
    pub(super) group: usize,
    pub(super) handler: usize,
}

/// Our handlers in the list of an event.
pub(super) fn ours(document: &Document, event: &Node) -> Vec<Place> {
    let mut places = Vec::new();
    for (group, node) in event.items().iter().enumerate() {
        for (handler, node) in handlers(node).iter().enumerate() {
            if command_of(&document.value(node)).is_some() {
                places.push(Place { group, handler });
            }
        }
    }
    places
}

/// The handler that stands there.
pub(super) fn handler_at(list: &Node, place: Place) -> Option<&Node> {
    handlers(list.items().get(place.group)?).get(place.handler)
}

/// The handlers of a group.
pub(super) fn handlers(group: &Node) -> &[Node] {
    group.member("hooks").map_or(&[], Node::items)
}

/// The program and arguments of a handler, if it is ours: in the exec form, or as one shell line.
pub(super) fn command_of(handler: &Value) -> Option<(String, Vec<String>)> {
    let command = handler.get("command")?.as_str()?;
    let (program, args) = match handler.get("args").and_then(Value::as_array) {
        Some(args) => {
            let text = |arg: &Value| arg.as_str().map(str::to_owned);
            (command.to_owned(), args.iter().filter_map(text).collect())
        }
        None => {
            let mut words = shell_words(command).into_iter();
            (words.next()?, words.collect::<Vec<_>>())
        }
    };
    is_ours(&program, &args, CLIENT.name).then_some((program, args))
}

/// The words of a simple shell line; quotes hold a word together.
fn shell_words(line: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let (mut quote, mut inside) = (None, false);
    for c in line.chars() {
        match (quote, c) {
            (None, '"' | '\'') => quote = Some(c),
            (Some(open), c) if open == c => quote = None,
            (None, c) if c.is_whitespace() => {
                inside = false;
                continue;
            }
            _ => {
                if !inside {
                    words.push(String::new());
                    inside = true;
                }
                if let Some(word) = words.last_mut() {
                    word.push(c);
                }
            }
        }
    }
    words
}

/// The `hooks` object of a settings file and the lists in it, all of the shape the client reads.
pub(super) fn hooks_of(document: &Document) -> Result<Option<&Node>, InstallError> {
    let shape = |node: &Node, at: String, expected| InstallError::Shape {
        at,
        found: kind_of(&document.value(node)),
        expected,
    };
    let root = document.root();
    if !matches!(root.kind, Kind::Object(_)) {
        return Err(shape(root, "the whole".to_owned(), "an object"));
    }
    let Some(hooks) = root.member("hooks") else { return Ok(None) };
    if !matches!(hooks.kind, Kind::Object(_)) {
        return Err(shape(hooks, "hooks".to_owned(), "an object"));
    }
    for member in hooks.members() {
        let known = HookEvent::named(&member.key).is_some();
        if known && !matches!(member.value.kind, Kind::List(_)) {
            return Err(shape(&member.value, format!("hooks.{}", member.key), "a list"));
        }
    }
    Ok(Some(hooks))
}

fn kind_of(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "a boolean",
        Value::Number(_) => "a number",
        Value::String(_) => "a string",
        Value::Array(_) => "a list",
        Value::Object(_) => "an object",
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn our_own_is_known_again() {
        for (handler, program) in [
            (json!({"command": "/a/fusebox-hook", "args": ["claude"]}), Some("/a/fusebox-hook")),
            (
                json!({"command": "/b/fusebox", "args": ["hook", "claude", "--observe"]}),
                Some("/b/fusebox"),
            ),
            (
                json!({"command": "'/with space/fusebox-hook' claude"}),
                Some("/with space/fusebox-hook"),
            ),
            (
                json!({"command": "C:\\bin\\fusebox-hook.exe", "args": ["claude"]}),
                Some("C:\\bin\\fusebox-hook.exe"),
            ),
            (json!({"command": "/b/fusebox", "args": ["status"]}), None),
            (json!({"command": "/a/fusebox-hook", "args": ["codex"]}), None),
            (json!({"command": "/a/fusebox-hooks claude"}), None),
            (json!({"command": "echo fusebox-hook"}), None),
            (json!({"command": ""}), None),
            (json!({"type": "http", "url": "https://fusebox-hook"}), None),
        ] {
            let found = command_of(&handler).map(|(program, _)| program);
            assert_eq!(found.as_deref(), program, "{handler}");
        }
    }
}

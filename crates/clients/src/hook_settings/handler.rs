//! A hook handler of ours in the settings: how it is written, recognized and found.

use std::borrow::Cow;

use jsonc_parser::ast;
use serde::Serialize;
use serde_json::{Map, Value, json};

use super::{CommandSpelling, HookSettingsForm, ListLayout, SettingsHook};
use crate::install::{HookCommand, InstallError, checking_line, is_ours, quoted, unguarded_line};
use crate::settings::{SettingsText, items, kind_of, member};

/// The keys of a handler that we write; any other key is a person's and stays.
const OUR_KEYS: &[&str] = &["type", "command", "args", "timeout", "onFailure"];

/// A handler in the form in which it is written.
#[derive(Debug, Serialize)]
pub(super) struct HookHandler<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    r#type: Option<&'static str>,
    command: Cow<'a, str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    args: Option<&'a [String]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    timeout: Option<u64>,
    #[serde(rename = "onFailure", skip_serializing_if = "Option::is_none")]
    on_failure: Option<&'static str>,
    #[serde(flatten)]
    rest: Map<String, Value>,
}

/// An item of the list of an event in the form in which it is written.
#[derive(Debug, Serialize)]
#[serde(untagged)]
pub(super) enum ListItem<'a> {
    /// A group of one handler.
    Group {
        #[serde(skip_serializing_if = "Option::is_none")]
        matcher: Option<&'static str>,
        hooks: [HookHandler<'a>; 1],
    },
    /// The handler itself.
    Handler(HookHandler<'a>),
}

impl<'a> HookHandler<'a> {
    /// The handler of an event, with a person's keys of our `old` handler.
    pub(super) fn new(
        form: &HookSettingsForm,
        hook: &SettingsHook,
        command: &'a HookCommand,
        deny_on_error: bool,
        old: &Value,
    ) -> Self {
        let mut rest = old.as_object().cloned().unwrap_or_default();
        rest.retain(|key, _| !OUR_KEYS.contains(&key.as_str()));
        let blocks = deny_on_error && form.blocks_on_failure == Some(hook.name);
        let before_call = form.before_call.contains(&hook.name);
        let refusing = before_call.then(|| command.refusing_line(|_| None)).flatten();
        let line = match (refusing, form.command) {
            (Some(line), _) => Some(line),
            (None, _) if command.is_shared() => Some(command.guarded_line()),
            (None, CommandSpelling::Words) => None,
            (None, CommandSpelling::Line) => Some(command.shell_line()),
            (None, CommandSpelling::GuardedLine) => Some(command.guarded_line()),
        };
        let (command, args) = match line {
            Some(line) if form.names_hook => (Cow::Owned(format!("{line} {}", hook.name)), None),
            Some(line) => (Cow::Owned(line), None),
            None => (Cow::Borrowed(command.program()), Some(command.args())),
        };
        Self {
            r#type: (form.layout == ListLayout::Groups).then_some("command"),
            command,
            args,
            timeout: form.timeout,
            on_failure: blocks.then_some("block"),
            rest,
        }
    }

    /// Whether the value is this handler.
    pub(super) fn equals(&self, value: &Value) -> bool {
        serde_json::to_value(self).is_ok_and(|own| own == *value)
    }

    /// The item of the list for a new handler.
    pub(super) fn into_item(self, layout: ListLayout, hook: &SettingsHook) -> ListItem<'a> {
        match layout {
            ListLayout::Groups => {
                ListItem::Group { matcher: hook.has_matcher.then_some("*"), hooks: [self] }
            }
            ListLayout::Handlers => ListItem::Handler(self),
        }
    }
}

/// Settings with one handler before a call, which refuses it with this sentence if a program is gone;
/// `None` for a client that cannot be asked to refuse where the handler itself fails.
pub(crate) fn refusing_settings(
    form: &HookSettingsForm,
    program: &str,
    sentence: &str,
) -> Option<String> {
    let blocking = form.blocks_on_failure?;
    let handler = json!({
        "type": "command",
        "command": checking_line(program, sentence),
        "timeout": form.timeout,
        "onFailure": "block",
    });
    Some(json!({"hooks": {blocking: [{"matcher": "*", "hooks": [handler]}]}}).to_string())
}

/// A handler of ours in the list of an event.
#[derive(Debug)]
pub(super) struct OurHandler<'v, 'a> {
    /// The position of its group in the list.
    pub(super) group: usize,
    /// Its position in the group.
    pub(super) handler: usize,
    pub(super) value: &'v ast::Value<'a>,
    pub(super) program: String,
    pub(super) args: Vec<String>,
}

/// Our handlers in the list of an event.
pub(super) fn our_handlers<'v, 'a>(
    form: &HookSettingsForm,
    list: &'v ast::Value<'a>,
) -> Vec<OurHandler<'v, 'a>> {
    let groups = items(list).iter().map(|item| handlers_of(form, item)).enumerate();
    let handlers = groups.flat_map(|(group, handlers)| {
        handlers.iter().enumerate().map(move |(handler, value)| (group, handler, value))
    });
    let ours = handlers.filter_map(|(group, handler, value)| {
        let (program, args) = our_command(form.client, &to_json(value))?;
        Some(OurHandler { group, handler, value, program, args })
    });
    ours.collect()
}

/// The handlers of an item of a list.
pub(super) fn handlers_of<'v, 'a>(
    form: &HookSettingsForm,
    item: &'v ast::Value<'a>,
) -> &'v [ast::Value<'a>] {
    match form.layout {
        ListLayout::Groups => member(item, "hooks").map_or(&[], items),
        ListLayout::Handlers => std::slice::from_ref(item),
    }
}

/// A value without its place in the text.
pub(super) fn to_json(value: &ast::Value<'_>) -> Value {
    value.clone().into()
}

/// The program and arguments of a handler, if it is ours: in the exec form, or as one shell line.
fn our_command(client: &str, handler: &Value) -> Option<(String, Vec<String>)> {
    let command = handler.get("command")?.as_str()?;
    let (program, args) = match handler.get("args").and_then(Value::as_array) {
        Some(args) => {
            let text = |arg: &Value| arg.as_str().map(str::to_owned);
            (command.to_owned(), args.iter().filter_map(text).collect())
        }
        None => {
            let mut words = shell_words(unguarded_line(command)).into_iter();
            (words.next()?, words.collect::<Vec<_>>())
        }
    };
    is_ours(&program, &args, client).then_some((program, args))
}

/// The command of a handler of ours as a shell runs it.
pub(super) fn shell_line(own: &OurHandler<'_, '_>) -> String {
    let handler = to_json(own.value);
    if handler.get("args").is_some() {
        let words = std::iter::once(&own.program).chain(&own.args);
        return words.map(|word| quoted(word)).collect::<Vec<_>>().join(" ");
    }
    handler.get("command").and_then(Value::as_str).unwrap_or_default().to_owned()
}

/// The words of a simple shell line; quotes hold a word together.
pub(crate) fn shell_words(line: &str) -> Vec<String> {
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

/// The `hooks` object of the settings; an error unless it and its lists have the shape that the
/// client reads.
pub(super) fn hooks_object<'s, 'a>(
    form: &HookSettingsForm,
    settings: &'s SettingsText<'a>,
) -> Result<Option<&'s ast::Object<'a>>, InstallError> {
    let shape = |value, at: &str, expected| InstallError::Shape {
        at: at.to_owned(),
        found: kind_of(value),
        expected,
    };
    if settings.root.as_object().is_none() {
        return Err(shape(&settings.root, "the whole", "an object"));
    }
    let Some(value) = member(&settings.root, "hooks") else { return Ok(None) };
    let Some(hooks) = value.as_object() else { return Err(shape(value, "hooks", "an object")) };
    for property in &hooks.properties {
        let name = property.name.as_str();
        if form.hook_named(name).is_some() && property.value.as_array().is_none() {
            return Err(shape(&property.value, &format!("hooks.{name}"), "a list"));
        }
    }
    Ok(Some(hooks))
}

/// The settings without one handler of a list, and without its group if nothing else is in it.
pub(super) fn without_handler(
    form: &HookSettingsForm,
    settings: &SettingsText<'_>,
    list: &ast::Value<'_>,
    own: &OurHandler<'_, '_>,
) -> String {
    let group = &items(list)[own.group];
    match member(group, "hooks").filter(|_| form.layout == ListLayout::Groups) {
        Some(handlers) if items(handlers).len() > 1 => settings.without(handlers, own.handler),
        _ => settings.without(list, own.group),
    }
}

#[cfg(test)]
mod tests {
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
            let found = our_command("claude", &handler).map(|(program, _)| program);
            assert_eq!(found.as_deref(), program, "{handler}");
        }
    }
}

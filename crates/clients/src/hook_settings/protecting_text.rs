//! Reads settings as leniently as any client does for what switches hooks off, and as strictly as theirs for the hooks themselves.

use std::borrow::Cow;
use std::collections::BTreeSet;

use jsonc_parser::ast;
use serde::de::IgnoredAny;

use super::switch::SwitchedOff;
use crate::settings::{SettingsText, member, split_byte_order_mark};

/// What a switch is called that stands for a text which a client can read and [`SettingsText`] cannot.
const UNREADABLE: &str = "text that Fusebox cannot read";

/// What such a content says of switches: any change of it may turn one off.
pub(super) fn unreadable_switch(content: &[u8]) -> SwitchedOff {
    [(UNREADABLE.to_owned(), String::from_utf8_lossy(content).into_owned())].into()
}

/// What became of a text.
pub(super) enum ProtectingText<T> {
    /// What was found in it.
    Read(T),
    /// No client reads it either.
    Broken,
    /// A client can read it: it is nested too deeply for us, or has half a character as an escape.
    Unreadable,
}

/// Reads a content as clients do, who replace bytes that are no text.
pub(super) fn read_protecting<T>(
    content: &[u8],
    read: impl FnOnce(&SettingsText<'_>) -> T,
) -> ProtectingText<T> {
    let text = String::from_utf8_lossy(content);
    let text = split_byte_order_mark(&text).1;
    match SettingsText::parse(text) {
        Ok(settings) => ProtectingText::Read(read(&settings)),
        Err(_) => {
            let is_json = serde_json::from_str::<IgnoredAny>(&without_comments(text)).is_ok();
            if is_json { ProtectingText::Unreadable } else { ProtectingText::Broken }
        }
    }
}

/// Whether the client finds the hooks of a content that we could read: all clients want text, and one that drops whole files
/// wants strict JSON, each key once, and a list for each event.
pub(super) fn keeps_hooks(content: &[u8], settings: &SettingsText<'_>, is_strict: bool) -> bool {
    let Ok(text) = std::str::from_utf8(content) else { return false };
    let has_lists = || {
        let hooks = member(&settings.root, "hooks").and_then(ast::Value::as_object);
        let mut properties = hooks.into_iter().flat_map(|hooks| &hooks.properties);
        properties.all(|property| {
            matches!(property.value, ast::Value::Array(_) | ast::Value::BooleanLit(_))
        })
    };
    !is_strict
        || serde_json::from_str::<IgnoredAny>(text).is_ok()
            && !names_a_key_twice(&settings.root)
            && has_lists()
}

fn names_a_key_twice(value: &ast::Value<'_>) -> bool {
    match value {
        ast::Value::Object(object) => {
            let mut names = BTreeSet::new();
            object.properties.iter().any(|property| {
                !names.insert(property.name.as_str()) || names_a_key_twice(&property.value)
            })
        }
        ast::Value::Array(list) => list.elements.iter().any(names_a_key_twice),
        ast::Value::StringLit(_) | ast::Value::NumberLit(_) => false,
        ast::Value::BooleanLit(_) | ast::Value::NullKeyword(_) => false,
    }
}

/// The text with blanks in the place of comments.
fn without_comments(text: &str) -> Cow<'_, str> {
    if !text.contains("//") && !text.contains("/*") {
        return Cow::Borrowed(text);
    }
    let mut clean = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(['"', '/']) {
        let (before, found) = rest.split_at(at);
        clean.push_str(before);
        let len = match found.as_bytes() {
            [b'"', ..] => {
                let len = string_len(found);
                clean.push_str(&found[..len]);
                len
            }
            [_, b'/', ..] => found.find('\n').unwrap_or(found.len()),
            [_, b'*', ..] => found.find("*/").map_or(found.len(), |end| end + 2),
            _ => {
                clean.push('/');
                1
            }
        };
        rest = &found[len..];
    }
    clean.push_str(rest);
    Cow::Owned(clean)
}

/// The length of the string that the text begins with, its quotes included.
fn string_len(text: &str) -> usize {
    let mut is_escaped = false;
    let end = text.bytes().skip(1).position(|byte| {
        let closes = byte == b'"' && !is_escaped;
        is_escaped = byte == b'\\' && !is_escaped;
        closes
    });
    end.map_or(text.len(), |end| end + 2)
}

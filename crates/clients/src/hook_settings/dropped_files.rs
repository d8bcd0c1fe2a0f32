//! What makes a client drop a settings file whole, with all hooks in it. Fusebox reads such a file as if it had none.

use std::borrow::Cow;
use std::collections::BTreeSet;

use jsonc_parser::ast;
use serde::de::IgnoredAny;

use crate::settings::{items, member, split_byte_order_mark};

/// What a client wants of a settings file, lest it drops the file whole.
#[derive(Debug, Clone, Copy)]
pub(crate) struct DroppedFiles {
    /// Whether all bytes have to be UTF-8. Other clients replace those that are not, and read UTF-16 as well.
    pub(crate) requires_utf8: bool,
    /// Whether it has to be strict JSON, without a comment.
    pub(crate) requires_strict_json: bool,
    /// Whether no key may be named twice in one object.
    pub(crate) forbids_repeated_keys: bool,
    /// Whether each event has to have a list.
    pub(crate) requires_lists: bool,
    /// The length that it may have.
    pub(crate) max_bytes: Option<usize>,
    /// The kinds of values, by the keys that lead to them, with dots between.
    pub(crate) value_kinds: &'static [(ValueKind, &'static [&'static str])],
    /// Whether each group of an event has to have a list of handlers, lest the hooks of that event are dropped.
    pub(crate) requires_handler_lists: bool,
}

/// What a value is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ValueKind {
    Text,
    Number,
    Boolean,
    List,
    Object,
}

impl DroppedFiles {
    /// Of clients that read whatever they can.
    pub(crate) const UNREADABLE: Self = Self {
        requires_utf8: true,
        requires_strict_json: false,
        forbids_repeated_keys: false,
        requires_lists: false,
        max_bytes: None,
        value_kinds: &[],
        requires_handler_lists: false,
    };
    /// Of clients that want every part of a file as it should be.
    pub(crate) const IMPERFECT: Self = Self {
        requires_strict_json: true,
        forbids_repeated_keys: true,
        requires_lists: true,
        ..Self::UNREADABLE
    };

    /// While what the client drops this file, if it does: its content, the text of it as [`read_protecting`] decodes it,
    /// and its values.
    ///
    /// [`read_protecting`]: super::protecting_text::read_protecting
    pub(super) fn fault(
        &self,
        content: &[u8],
        text: &str,
        root: &ast::Value<'_>,
    ) -> Option<Cow<'static, str>> {
        let utf8 = || std::str::from_utf8(content);
        let is_json = |text: &str| serde_json::from_str::<IgnoredAny>(text).is_ok();
        // A strict client does not read a byte order mark either.
        let text = match self.requires_utf8 {
            true => utf8().unwrap_or(text),
            false => split_byte_order_mark(text).1,
        };
        let fault = if self.requires_utf8 && utf8().is_err() {
            "it has bytes that are no UTF-8"
        } else if let Some(max) = self.max_bytes.filter(|max| content.len() > *max) {
            return Some(Cow::Owned(format!("it is longer than {} MB", max >> 20)));
        } else if self.requires_strict_json && !is_json(text) {
            "it is not strict JSON, as with a comment"
        } else if self.forbids_repeated_keys && names_a_key_twice(root) {
            "a key stands in it twice"
        } else if self.requires_lists && !has_lists_only(root) {
            "an event in it has no list"
        } else {
            let (kind, key) = self.value_of_other_kind(root)?;
            return Some(Cow::Owned(format!("`{key}` is not {}", kind.name())));
        };
        Some(Cow::Borrowed(fault))
    }

    /// Whether the client drops the hooks of an event with this list.
    pub(super) fn drops_event(&self, list: &ast::Value<'_>) -> bool {
        let has_list =
            |group: &ast::Value<'_>| matches!(member(group, "hooks"), Some(ast::Value::Array(_)));
        self.requires_handler_lists && !items(list).iter().all(has_list)
    }

    /// The keys that lead to the first value of another kind than the client wants, and that kind.
    fn value_of_other_kind(&self, root: &ast::Value<'_>) -> Option<(ValueKind, &'static str)> {
        let is_wrong = |kind: ValueKind, path: &str| {
            let value = path.split('.').try_fold(root, member);
            value.is_some_and(|value| ValueKind::of(value) != Some(kind))
        };
        self.value_kinds.iter().find_map(|(kind, paths)| {
            let wrong = paths.iter().find(|path| is_wrong(*kind, path))?;
            Some((*kind, *wrong))
        })
    }
}

impl ValueKind {
    /// As a sentence names a value of it.
    const fn name(self) -> &'static str {
        match self {
            Self::Text => "a text",
            Self::Number => "a number",
            Self::Boolean => "true or false",
            Self::List => "a list",
            Self::Object => "an object",
        }
    }

    /// `None` is `null`.
    fn of(value: &ast::Value<'_>) -> Option<Self> {
        match value {
            ast::Value::StringLit(_) => Some(Self::Text),
            ast::Value::NumberLit(_) => Some(Self::Number),
            ast::Value::BooleanLit(_) => Some(Self::Boolean),
            ast::Value::Array(_) => Some(Self::List),
            ast::Value::Object(_) => Some(Self::Object),
            ast::Value::NullKeyword(_) => None,
        }
    }
}

/// Whether each event has a list.
fn has_lists_only(root: &ast::Value<'_>) -> bool {
    let hooks = member(root, "hooks").and_then(ast::Value::as_object);
    let mut properties = hooks.into_iter().flat_map(|hooks| &hooks.properties);
    properties
        .all(|property| matches!(property.value, ast::Value::Array(_) | ast::Value::BooleanLit(_)))
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

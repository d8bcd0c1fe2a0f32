//! What makes a client drop a settings file whole, with all hooks in it. Fusebox reads such a file as if it had none.

use std::borrow::Cow;
use std::collections::BTreeSet;

use jsonc_parser::ast;
use serde::de::IgnoredAny;

use crate::settings::{member, split_byte_order_mark};

/// The faults of a settings file for which a client drops it whole.
#[derive(Debug, Clone, Copy)]
pub(crate) struct DroppedFiles {
    /// Bytes that are no UTF-8. Others replace them, and read UTF-16 as well.
    pub(crate) without_utf8: bool,
    /// No strict JSON, such as one with a comment.
    pub(crate) without_strict_json: bool,
    /// A key that is named twice in one object.
    pub(crate) with_doubled_keys: bool,
    /// Another value than a list for an event.
    pub(crate) with_events_of_other_kinds: bool,
    /// More bytes than these.
    pub(crate) longer_than: Option<usize>,
    /// Values of another kind than the client wants, by the keys that lead to them, with dots between.
    pub(crate) unless_of_kind: &'static [(ValueKind, &'static [&'static str])],
    /// Whether the hooks of one event are dropped where one of its groups has no list of handlers.
    pub(crate) events_with_broken_groups: bool,
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
        without_utf8: true,
        without_strict_json: false,
        with_doubled_keys: false,
        with_events_of_other_kinds: false,
        longer_than: None,
        unless_of_kind: &[],
        events_with_broken_groups: false,
    };
    /// Of clients that want every part of a file as it should be.
    pub(crate) const IMPERFECT: Self = Self {
        without_strict_json: true,
        with_doubled_keys: true,
        with_events_of_other_kinds: true,
        ..Self::UNREADABLE
    };

    /// Why the client drops this file, if it does: its content, the text of it as [`read_protecting`] decodes it, and its
    /// values.
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
        let text = match self.without_utf8 {
            true => utf8().unwrap_or(text),
            false => split_byte_order_mark(text).1,
        };
        let fault = if self.without_utf8 && utf8().is_err() {
            "bytes that are no UTF-8"
        } else if self.longer_than.is_some_and(|longest| content.len() > longest) {
            "it is too long"
        } else if self.without_strict_json && !is_json(text) {
            "it is no strict JSON, as with a comment"
        } else if self.with_doubled_keys && names_a_key_twice(root) {
            "a key stands in it twice"
        } else if self.with_events_of_other_kinds && !has_lists_only(root) {
            "an event has no list"
        } else {
            return self.value_of_other_kind(root).map(|key| Cow::Owned(format!("wrong `{key}`")));
        };
        Some(Cow::Borrowed(fault))
    }

    /// The keys that lead to the first value of another kind than the client wants.
    fn value_of_other_kind(&self, root: &ast::Value<'_>) -> Option<&'static str> {
        let is_wrong = |kind: ValueKind, path: &str| {
            let value = path.split('.').try_fold(root, member);
            value.is_some_and(|value| ValueKind::of(value) != Some(kind))
        };
        self.unless_of_kind
            .iter()
            .find_map(|(kind, paths)| paths.iter().copied().find(|path| is_wrong(*kind, path)))
    }
}

impl ValueKind {
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

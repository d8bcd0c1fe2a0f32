//! The fields of an event under any of several names.

use std::borrow::Cow;

use fusebox_engine::{CallId, InvalidId};
use serde_json::Value;

use crate::WireError;
use crate::object_fields::{ObjectFields, OptionalField};

/// Fields that are taken under the first of their names that is present. A field of the wrong type
/// counts as absent.
pub(super) struct NamedFields<'f, 'a>(pub(super) &'f mut ObjectFields<'a>);

impl<'a> NamedFields<'_, 'a> {
    fn first<T>(
        &mut self,
        names: &[&str],
        take: impl Fn(&mut ObjectFields<'a>, &str) -> OptionalField<T>,
    ) -> Option<T> {
        names.iter().find_map(|name| take(self.0, name).ok().flatten())
    }

    pub(super) fn text(&mut self, names: &[&str]) -> Option<String> {
        self.first(names, ObjectFields::text)
    }

    /// The first string of a list.
    pub(super) fn first_text(&mut self, names: &[&str]) -> Option<String> {
        let list = self.value(names)?;
        Some(list.get(0)?.as_str()?.to_owned())
    }

    pub(super) fn count(&mut self, names: &[&str]) -> Option<u64> {
        self.first(names, ObjectFields::count)
    }

    pub(super) fn value(&mut self, names: &[&str]) -> Option<Value> {
        names.iter().find_map(|name| self.0.value(name))
    }

    /// The same, taken out of an inner object in place of copied.
    pub(super) fn taken_value(&mut self, names: &[&str]) -> Option<Value> {
        names.iter().find_map(|name| self.0.take_value(name))
    }

    pub(super) fn id<T: TryFrom<Cow<'a, str>, Error = InvalidId>>(
        &mut self,
        names: &[&str],
    ) -> Option<T> {
        self.first(names, ObjectFields::id)
    }

    /// The id of a call: a string, or the number of a step.
    pub(super) fn call_id(&mut self, names: &[&str]) -> Option<CallId> {
        names.iter().find_map(|name| match self.0.value(name)? {
            Value::String(text) => CallId::parse(text).ok(),
            Value::Number(step) => CallId::parse(step.to_string()).ok(),
            Value::Null | Value::Bool(_) | Value::Array(_) | Value::Object(_) => None,
        })
    }

    pub(super) fn required_text(&mut self, names: &[&str]) -> Result<String, WireError> {
        self.required(names, ObjectFields::text)
    }

    /// The id of the session, without which nothing can be decided.
    pub(super) fn session<T: TryFrom<Cow<'a, str>, Error = InvalidId>>(
        &mut self,
        names: &[&str],
    ) -> Result<T, WireError> {
        self.required(names, ObjectFields::id)
    }

    /// A field that must be there; the error is that of its last name.
    fn required<T>(
        &mut self,
        names: &[&str],
        take: impl Fn(&mut ObjectFields<'a>, &str) -> OptionalField<T>,
    ) -> Result<T, WireError> {
        for name in names {
            if let Some(found) = take(self.0, name)? {
                return Ok(found);
            }
        }
        Err(self.0.missing(names.last().copied().unwrap_or_default(), "a string"))
    }
}

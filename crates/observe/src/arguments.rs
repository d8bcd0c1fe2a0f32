//! Where the arguments of a tool call name files, patches and command lines.

use serde_json::Value;

/// Where an edit names its file.
const FILE_KEYS: &[&str] = &["file_path", "path", "notebook_path", "filePath"];
/// Where a tool takes a patch.
const PATCH_KEYS: &[&str] = &["input", "patch", "diff", "command"];
/// Where a patch stands that is the whole input of a call.
const WHOLE_INPUT_KEY: &str = "value";

/// An argument that is text.
pub(crate) fn text<'v>(input: &'v Value, key: &str) -> Option<&'v str> {
    input.get(key).and_then(Value::as_str)
}

/// The arguments of these names that are text.
pub(crate) fn texts<'v>(
    input: &'v Value,
    keys: &'static [&'static str],
) -> impl Iterator<Item = &'v str> {
    keys.iter().filter_map(|key| text(input, key))
}

/// The files that an edit names.
pub(crate) fn file_paths(input: &Value) -> impl Iterator<Item = &str> {
    texts(input, FILE_KEYS)
}

/// The patches that an edit is given under a name.
pub(crate) fn named_patches(input: &Value) -> impl Iterator<Item = &str> {
    texts(input, PATCH_KEYS)
}

/// All patches that an edit is given.
pub(crate) fn patches(input: &Value) -> impl Iterator<Item = &str> {
    named_patches(input).chain(text(input, WHOLE_INPUT_KEY))
}

/// The input of a call without a name for it: a list, or one text. `None` where it has names.
pub(crate) fn unnamed_input(input: &Value) -> Option<&Value> {
    let whole = input.as_object().filter(|fields| fields.len() == 1);
    whole
        .map_or(Some(input), |fields| fields.get(WHOLE_INPUT_KEY))
        .filter(|value| !value.is_object())
}

/// Every text in the arguments of a call, under whichever key, or the arguments if they are one text.
pub(crate) fn all_texts(input: &Value) -> Vec<&str> {
    let (mut texts, mut left) = (Vec::new(), vec![input]);
    while let Some(value) = left.pop() {
        match value {
            Value::String(text) => texts.push(text.as_str()),
            Value::Array(items) => left.extend(items),
            Value::Object(fields) => left.extend(fields.values()),
            Value::Null | Value::Bool(_) | Value::Number(_) => {}
        }
    }
    texts
}

/// A path without the scheme of a `file://` URL.
pub(crate) fn local_path(path: &str) -> &str {
    path.strip_prefix("file://").unwrap_or(path)
}

//! Which paths the arguments of a server's tool name, under whichever key and however deep.

use serde_json::Value;

/// Words of keys under which a path stands.
#[rustfmt::skip]
const PATH_WORDS: &[&str] = &[
    "absolute", "dest", "destination", "dir", "directories", "directory", "dst", "file", "filename", "filepath", "files",
    "folder", "folders", "from", "in", "into", "link", "location", "new", "notebook", "old", "out", "outfile", "output",
    "path", "paths", "save", "source", "sources", "src", "target", "targets", "to", "uri", "uris", "url", "where",
];
/// Words of keys under which a text stands.
const TEXT_WORDS: &[&str] = &["content", "contents", "data", "str", "string", "text", "value"];
/// Words of keys under which a copy names what it only reads.
const READ_WORDS: &[&str] = &["from", "old", "source", "sources", "src"];

/// How many values of the arguments are looked at.
const MAX_VALUES: usize = 4096;

/// The paths that the arguments name. Those that a copy reads are left out where `is_copy`.
pub(super) fn named_paths(input: &Value, is_copy: bool) -> Vec<&str> {
    let mut paths = Vec::new();
    let mut left = vec![("", input)];
    for _ in 0..MAX_VALUES {
        let Some((key, value)) = left.pop() else { break };
        match value {
            Value::String(text) if holds_path(key, text, is_copy) => paths.push(text.as_str()),
            Value::Array(items) => left.extend(items.iter().map(|item| (key, item))),
            Value::Object(fields) => {
                // `{"changes": {"/a/b": []}}`
                let rooted =
                    |name: &&String| name.starts_with(['/', '~']) || name.starts_with("file://");
                paths.extend(fields.keys().filter(rooted).map(String::as_str));
                left.extend(fields.iter().map(|(key, value)| (key.as_str(), value)));
            }
            Value::String(_) | Value::Null | Value::Bool(_) | Value::Number(_) => {}
        }
    }
    paths
}

fn holds_path(key: &str, text: &str, is_copy: bool) -> bool {
    let words = words(key);
    let has = |known: &[&str]| words.iter().any(|word| known.contains(&word.as_str()));
    let is_left_out = has(TEXT_WORDS) || is_copy && has(READ_WORDS);
    !text.contains('\n') && has(PATH_WORDS) && !is_left_out
}

/// The words of a name: `oldPath`, `old_path` and `old-path` have two.
pub(super) fn words(name: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut was_lower = false;
    for c in name.chars() {
        if !c.is_alphanumeric() || (c.is_uppercase() && was_lower) {
            words.push(String::new());
        }
        was_lower = c.is_lowercase();
        if let Some(word) = words.last_mut().filter(|_| c.is_alphanumeric()) {
            word.extend(c.to_lowercase());
        }
    }
    words
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[track_caller]
    fn check(input: &Value, is_copy: bool, expected: &[&str]) {
        let mut found = named_paths(input, is_copy);
        found.sort_unstable();
        assert_eq!(found, expected, "{input}");
    }

    #[test]
    fn g01_paths_stand_under_many_keys() {
        check(
            &json!({"oldPath": "a", "new_path": "b", "content": "c", "newText": "d"}),
            false,
            &["a", "b"],
        );
        check(
            &json!({"files": [{"path": "a", "text": "b"}, "c"], "name": "d"}),
            false,
            &["a", "c"],
        );
        check(&json!({"changes": {"/a": [{"newText": "b"}], "c": 1}}), false, &["/a"]);
        check(&json!({"source": "a", "destination": "b"}), true, &["b"]);
        check(&json!({"reason": "a", "body": "b", "path": "c\nd"}), false, &[]);
        check(&json!("a"), false, &[]);
    }
}

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
/// Words of keys under which a path or a text stands.
const AMBIGUOUS_WORDS: &[&str] = &["from", "in", "new", "old", "to", "where"];
/// Words of keys under which a copy names what it only reads.
const READ_WORDS: &[&str] = &["from", "old", "source", "sources", "src"];

/// How many values of the arguments are looked at.
const MAX_VALUES: usize = 4096;

/// Which of the paths that the arguments name are meant, by their keys.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum NamedPaths {
    /// All under which a path may stand.
    All,
    /// Those that can hold nothing but a path: what a tool replaces and what it puts there may be texts.
    Certain,
    /// Those of a copy that say where it goes.
    Targets,
}

/// The paths that the arguments name.
pub(super) fn named_paths(input: &Value, by: NamedPaths) -> Vec<&str> {
    let mut paths = Vec::new();
    let mut left = vec![("", input)];
    for _ in 0..MAX_VALUES {
        let Some((key, value)) = left.pop() else { break };
        match value {
            Value::String(text) if is_path(text) && names_path(key, by) => {
                paths.push(text.as_str())
            }
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

/// Whether a text can be a path: one with blanks begins like one.
fn is_path(text: &str) -> bool {
    !text.contains('\n') && (text.starts_with(['/', '~', '.']) || !text.contains(' '))
}

fn names_path(key: &str, by: NamedPaths) -> bool {
    let has = |known: &[&str]| has_word(key, known);
    let is_left_out = match by {
        NamedPaths::All => false,
        NamedPaths::Certain => has(AMBIGUOUS_WORDS),
        NamedPaths::Targets => has(READ_WORDS),
    };
    has(PATH_WORDS) && !has(TEXT_WORDS) && !is_left_out
}

/// Whether a name has one of these words: `oldPath`, `old_path` and `old-path` have two.
pub(super) fn has_word(name: &str, known: &[&str]) -> bool {
    words(name).any(|word| known.iter().any(|one| one.eq_ignore_ascii_case(word)))
}

fn words(name: &str) -> impl Iterator<Item = &str> {
    let parts = name.split(|c: char| !c.is_ascii_alphanumeric());
    parts.flat_map(|part| {
        let mut rest = part;
        std::iter::from_fn(move || {
            let bytes = rest.as_bytes();
            let begins =
                |at: &usize| bytes[*at].is_ascii_uppercase() && bytes[at - 1].is_ascii_lowercase();
            let end = (1..bytes.len()).find(begins).unwrap_or(bytes.len());
            let (word, after) = rest.split_at(end);
            rest = after;
            (!word.is_empty()).then_some(word)
        })
    })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[track_caller]
    fn check(input: &Value, by: NamedPaths, expected: &[&str]) {
        let mut found = named_paths(input, by);
        found.sort_unstable();
        assert_eq!(found, expected, "{input}");
    }

    #[test]
    fn g01_paths_stand_under_many_keys() {
        check(
            &json!({"oldPath": "a", "new_path": "b", "content": "c", "newText": "d"}),
            NamedPaths::All,
            &["a", "b"],
        );
        check(
            &json!({"files": [{"path": "a", "text": "b"}, "c"], "name": "d"}),
            NamedPaths::All,
            &["a", "c"],
        );
        check(&json!({"changes": {"/a": [{"newText": "b"}], "c": 1}}), NamedPaths::All, &["/a"]);
        check(&json!({"source": "a", "destination": "b"}), NamedPaths::Targets, &["b"]);
        check(&json!({"reason": "a", "body": "b", "path": "c\nd"}), NamedPaths::All, &[]);
        check(&json!("a"), NamedPaths::All, &[]);
        check(&json!({"path": "a", "from": "b", "to": "c"}), NamedPaths::Certain, &["a"]);
        check(&json!({"new_source": "!cat ~/.claude/settings.json"}), NamedPaths::All, &[]);
    }
}

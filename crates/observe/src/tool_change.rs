//! What the tool of a server does to files, by the words of its name, and which files its arguments name, under
//! whichever key and however deep. The guard and the scope both ask here.

use serde_json::Value;

use crate::guard::folder;
use crate::tool_words::{has_word, is_one_of, tool_words};

/// What a tool does to the files that its arguments name, from the least to the most harm.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum ToolChange {
    /// It writes a copy.
    Copies,
    /// It writes files.
    Writes,
    /// It moves, removes or closes files, or folders with all that is in them.
    ChangesTrees,
}

#[rustfmt::skip]
const WRITING: &[&str] = &[
    "write", "edit", "create", "replace", "insert", "append", "patch", "update", "save", "put", "symlink", "link", "modify",
    "overwrite", "truncate",
];
const COPYING: &[&str] = &["copy", "cp", "duplicate"];
#[rustfmt::skip]
const CHANGING_TREES: &[&str] = &[
    "move", "mv", "rename", "delete", "remove", "rm", "rmdir", "rmtree", "unlink", "trash", "erase", "destroy", "chmod",
    "chown", "permission", "permissions",
];
/// What a verb may be written together with: `writefile`, `deletedir`.
const OBJECTS: &[&str] = &["file", "files", "dir", "directory", "folder", "path"];

impl ToolChange {
    /// What a tool of this name does to files; `None` where its name does not say that it changes any.
    pub(crate) fn of(tool: &str) -> Option<Self> {
        let has = |known: &[&str]| {
            has_word(tool, known) || tool_words(tool).any(|word| is_joined(word, known))
        };
        let kinds = [
            (CHANGING_TREES, Self::ChangesTrees),
            (WRITING, Self::Writes),
            (COPYING, Self::Copies),
        ];
        kinds.into_iter().find(|(known, _)| has(known)).map(|(_, change)| change)
    }

    /// The files that the arguments of such a tool name.
    pub(crate) fn paths(self, input: &Value) -> Vec<&str> {
        named_paths(input, self.keys())
    }

    /// Whether a path that it changes may stand under this key.
    pub(crate) fn names_path(self, key: &str) -> bool {
        names_path(key, self.keys())
    }

    fn keys(self) -> NamedPaths {
        match self {
            Self::Writes => NamedPaths::Certain,
            Self::Copies => NamedPaths::Targets,
            Self::ChangesTrees => NamedPaths::All,
        }
    }
}

/// Whether the arguments name files of a repository on a server, and none of this machine.
pub(crate) fn names_remote_files(input: &Value) -> bool {
    names_remote_repository(input) && !names_local_place(input)
}

/// Hosts of repositories, as tools and servers are called after them.
#[rustfmt::skip]
const FORGES: &[&str] = &[
    "github", "gitlab", "gitea", "forgejo", "codeberg", "bitbucket", "azure", "devops", "gitee", "gerrit", "sourcehut",
];

/// Whether a tool, or its server, is called after a host of repositories. What it changes lies there.
pub(crate) fn is_of_forge(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    FORGES.iter().any(|forge| name.contains(forge))
}

/// Whether a word is a verb of these and what it is done to, in one.
fn is_joined(word: &str, verbs: &[&str]) -> bool {
    let object = |verb: &&str| {
        let (start, object) = word.split_at_checked(verb.len())?;
        start.eq_ignore_ascii_case(verb).then_some(object)
    };
    let is_object = |object: &str| OBJECTS.iter().any(|known| object.eq_ignore_ascii_case(known));
    verbs.iter().filter_map(object).any(is_object)
}

/// Whether the arguments name a repository on a server.
fn names_remote_repository(input: &Value) -> bool {
    let names = |key: &str| match input.get(key) {
        Some(Value::String(name)) => !name.is_empty() && !is_local(name),
        Some(Value::Number(_)) => true,
        Some(Value::Null | Value::Bool(_) | Value::Array(_) | Value::Object(_)) | None => false,
    };
    names("owner") && names("repo") || names("project_id") || names("repository_id")
}

/// Whether the arguments name a path or a folder of this machine: what else they name may lie in it.
fn names_local_place(input: &Value) -> bool {
    folder(input, None).is_some_and(|folder| is_local(&folder))
        || named_paths(input, NamedPaths::Certain).into_iter().any(is_local)
}

/// Whether a path, or the name of a repository, can only be one of this machine: a file of a repository on a server is
/// named from its top.
fn is_local(name: &str) -> bool {
    name.starts_with(['/', '~', '$', '\\'])
        || name.starts_with("file:")
        || name == "."
        || name.starts_with("./")
        || name.split(['/', '\\']).any(|part| part == "..")
}

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

/// Which of the paths that the arguments name are meant, by their keys.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum NamedPaths {
    /// All under which a path may stand.
    All,
    /// Those that can hold nothing but a path: what a tool replaces and what it puts there may be texts.
    Certain,
    /// Those of a copy that say where it goes.
    Targets,
}

/// The paths that the arguments name.
fn named_paths(input: &Value, by: NamedPaths) -> Vec<&str> {
    let mut paths = Vec::new();
    let mut left = vec![("", input)];
    while let Some((key, value)) = left.pop() {
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

/// Whether what stands under this key is a text.
pub(crate) fn is_text_key(key: &str) -> bool {
    has_word(key, TEXT_WORDS)
}

/// Whether what stands under this key is only read where something is copied.
pub(crate) fn is_read_key(key: &str) -> bool {
    has_word(key, READ_WORDS)
}

/// Whether nothing of this key says that no text stands under it.
pub(crate) fn is_ambiguous_key(key: &str) -> bool {
    tool_words(key).all(|word| is_one_of(word, AMBIGUOUS_WORDS))
}

/// Whether a path that is meant may stand under this key.
fn names_path(key: &str, by: NamedPaths) -> bool {
    let has = |known: &[&str]| has_word(key, known);
    let is_left_out = match by {
        NamedPaths::All => false,
        NamedPaths::Certain => has(AMBIGUOUS_WORDS),
        NamedPaths::Targets => is_read_key(key),
    };
    has(PATH_WORDS) && !is_text_key(key) && !is_left_out
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
    fn g01_the_name_of_a_tool_says_what_it_does_to_files() {
        for (tool, expected) in [
            ("write_file", Some(ToolChange::Writes)),
            ("createOrUpdateFile", Some(ToolChange::Writes)),
            ("writefile", Some(ToolChange::Writes)),
            ("copy_path", Some(ToolChange::Copies)),
            ("move_file", Some(ToolChange::ChangesTrees)),
            ("DeleteDirectory", Some(ToolChange::ChangesTrees)),
            ("deletedir", Some(ToolChange::ChangesTrees)),
            ("read_file", None),
            ("list_created", None),
            ("get_editor_state", None),
            ("writer_status", None),
            ("deleted_files", None),
            ("", None),
        ] {
            assert_eq!(ToolChange::of(tool), expected, "{tool}");
        }
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

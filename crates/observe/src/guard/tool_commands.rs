//! The command lines that a tool is given: whole, as a list of words, or as a program and its arguments.

use std::borrow::Cow;

use serde_json::Value;

use crate::arguments::text;

/// Where a tool may be given a command line, or its words.
const COMMAND_KEYS: &[&str] = &["command", "cmd", "script", "code", "argv", "line"];
/// Where a tool may be given a program that takes its words from another key.
const PROGRAM_KEYS: &[&str] = &["command", "cmd", "program", "executable", "bin", "file"];
/// Where those words are.
const ARGUMENT_KEYS: &[&str] = &["args", "arguments", "argv", "params"];
/// Where a tool may be given several command lines.
const LIST_KEYS: &[&str] = &["commands", "cmds", "steps", "scripts"];
/// Where a tool is told the folder of its commands.
const FOLDER_KEYS: &[&str] =
    &["cwd", "workdir", "working_dir", "workingDir", "working_directory", "workingDirectory"];

/// The folder in which the tool runs its commands for an agent in `cwd`, if it is told.
pub(crate) fn folder<'v>(input: &'v Value, cwd: Option<&str>) -> Option<Cow<'v, str>> {
    let mut fields = input.as_object()?.iter();
    let (_, folder) = fields.find(|(key, _)| FOLDER_KEYS.contains(&key.as_str()))?;
    let folder = folder.as_str()?;
    match cwd.filter(|_| !folder.starts_with('/')) {
        Some(cwd) => Some(Cow::Owned(format!("{cwd}/{folder}"))),
        None => Some(Cow::Borrowed(folder)),
    }
}

/// Whether a tool is told the folder of its commands under this key.
pub(super) fn is_folder_key(key: &str) -> bool {
    FOLDER_KEYS.contains(&key)
}

/// Whether parts of command lines stand under this key.
pub(super) fn is_line_key(key: &str) -> bool {
    [COMMAND_KEYS, PROGRAM_KEYS, ARGUMENT_KEYS, LIST_KEYS].iter().any(|keys| keys.contains(&key))
}

/// Every command line in the arguments. Those that have no names may be one.
pub(super) fn command_lines(input: &Value) -> Vec<String> {
    match input {
        Value::String(line) => return vec![line.clone()],
        Value::Array(words) => return Vec::from_iter(quoted_line(None, words)),
        Value::Object(_) | Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
    let mut lines = Vec::new();
    for key in COMMAND_KEYS {
        match input.get(key) {
            Some(Value::String(line)) => lines.push(line.clone()),
            Some(Value::Array(words)) => lines.extend(quoted_line(None, words)),
            _ => {}
        }
    }
    let program = PROGRAM_KEYS.iter().find_map(|key| text(input, key));
    let words = ARGUMENT_KEYS.iter().find_map(|key| input.get(key));
    match (program, words) {
        (Some(program), Some(Value::Array(words))) => {
            lines.extend(quoted_line(Some(program), words))
        }
        (Some(program), Some(Value::String(words))) => {
            lines.push(format!("{} {words}", quoted(program)));
        }
        _ => {}
    }
    let several = LIST_KEYS.iter().filter_map(|key| input.get(key)?.as_array()).flatten();
    for one in several {
        match one {
            Value::String(line) => lines.push(line.clone()),
            Value::Array(words) => lines.extend(quoted_line(None, words)),
            Value::Object(_) => lines.extend(command_lines(one)),
            Value::Null | Value::Bool(_) | Value::Number(_) => {}
        }
    }
    lines
}

/// A command line of these words, each as it is. `None` where one is no text.
fn quoted_line(program: Option<&str>, words: &[Value]) -> Option<String> {
    let mut line = program.map(quoted).unwrap_or_default();
    for word in words {
        if !line.is_empty() {
            line.push(' ');
        }
        // The home folder may be filled in by the tool.
        line.push_str(&quoted(word.as_str()?));
    }
    (!line.is_empty()).then_some(line)
}

fn quoted(word: &str) -> String {
    let is_plain = |c: char| {
        c.is_alphanumeric()
            || matches!(c, '/' | '.' | '-' | '_' | '~' | '=' | ':' | '@' | ',' | '+')
    };
    if !word.is_empty() && word.chars().all(is_plain) {
        return word.to_owned();
    }
    format!("'{}'", word.replace('\'', r"'\''"))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn g01_a_command_is_given_in_many_shapes() {
        for (input, expected) in [
            (json!({"command": "rm -r a"}), "rm -r a"),
            (json!({"command": ["rm", "-r", "a b"]}), "rm -r 'a b'"),
            (json!({"command": ["sh", "-c", "rm 'a'"]}), r"sh -c 'rm '\''a'\'''"),
            (json!({"argv": ["rm", "a"]}), "rm a"),
            (json!({"cmd": "rm", "arguments": ["a"]}), "rm|rm a"),
            (json!({"program": "rm", "args": ["a", "*"]}), "rm a '*'"),
            (json!({"commands": ["ls", {"command": "rm a"}, ["rm", "b"]]}), "ls|rm a|rm b"),
            (json!({"command": ["rm", 1]}), ""),
            (json!({"program": "rm", "args": "-f a"}), "rm -f a"),
            (json!(["rm", "a"]), "rm a"),
            (json!("rm a"), "rm a"),
            (json!({"args": ["a"]}), ""),
            (json!([]), ""),
        ] {
            assert_eq!(command_lines(&input).join("|"), expected, "{input}");
        }
        let input = json!({"workingDirectory": "/a"});
        assert_eq!(folder(&input, Some("/b")).as_deref(), Some("/a"));
        assert_eq!(folder(&json!({"cwd": "a"}), Some("/b")).as_deref(), Some("/b/a"));
        assert_eq!(folder(&json!({"command": "a"}), Some("/b")), None);
    }
}

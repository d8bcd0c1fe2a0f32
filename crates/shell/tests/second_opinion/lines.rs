//! The lines that are compared: put together from parts, and recorded ones.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use serde_json::Value;

const COMMANDS: [&str; 12] = [
    "ls -la src",
    "echo 'a b' \"c d\" e\\ f",
    "A=1 B='x y' make test",
    "grep -n 'fn main' src/*.rs",
    "cat < in.txt",
    "printf '%s' x > out.txt",
    "cargo test 2>&1",
    "make >> log 2> err",
    "cat <<'END'\nfirst $x\nEND\n",
    "tr a b <<< 'word'",
    "echo \"$HOME\" ${A:-b} $(date)",
    "git commit -m 'it'\\''s'",
];
/// `@1` and `@2` stand for commands.
const SHAPES: [&str; 14] = [
    "@1",
    "@1 && @2",
    "@1 || @2",
    "@1; @2",
    "@1 | @2",
    "(@1; @2)",
    "{ @1; @2; }",
    "if @1; then @2; fi",
    "while @1; do @2; done",
    "for f in a 'b c'; do @1; @2; done",
    "case $x in a) @1 ;; *) @2 ;; esac",
    "f() { @1; }; @2",
    "! @1 && @2",
    "@1 & @2",
];

/// Every pair of commands in every shape. A here-document ends its line, so it stands last.
pub(crate) fn generated() -> Vec<String> {
    let mut lines = Vec::new();
    for shape in SHAPES {
        for first in COMMANDS.iter().filter(|command| !command.ends_with('\n')) {
            for second in COMMANDS {
                let ends_line = second.ends_with('\n');
                let is_last = shape.ends_with("@2");
                if !ends_line || is_last {
                    lines.push(shape.replace("@1", first).replace("@2", second));
                }
            }
        }
    }
    lines.sort();
    lines.dedup();
    lines
}

/// The command lines of recorded sessions.
pub(crate) fn recorded(corpus: &Path) -> BTreeSet<String> {
    let mut lines = BTreeSet::new();
    for file in files(&corpus.join("traces")) {
        let Ok(text) = std::fs::read_to_string(&file) else { continue };
        for line in text.lines() {
            if let Ok(value) = serde_json::from_str(line) {
                collect(&value, "", &mut lines);
            }
        }
    }
    lines
}

fn collect(value: &Value, key: &str, lines: &mut BTreeSet<String>) {
    match value {
        Value::String(text) if matches!(key, "command" | "cmd") => {
            lines.insert(text.clone());
        }
        // The arguments of a call may be a document of their own.
        Value::String(text) if text.starts_with('{') => {
            if let Ok(value @ Value::Object(_)) = serde_json::from_str(text) {
                collect(&value, "", lines);
            }
        }
        Value::Array(items) if matches!(key, "command" | "cmd") => {
            lines.extend(items.last().and_then(Value::as_str).map(str::to_owned));
        }
        Value::Array(items) => items.iter().for_each(|item| collect(item, "", lines)),
        Value::Object(fields) => fields.iter().for_each(|(key, field)| collect(field, key, lines)),
        Value::String(_) | Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let below = |path: PathBuf| if path.is_dir() { files(&path) } else { vec![path] };
    entries.flat_map(|entry| below(entry.path())).collect()
}

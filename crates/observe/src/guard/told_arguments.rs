//! The arguments of a server's tool as the guard reads them: each with its key, those within texts of JSON and in the parts of a
//! connection string as well; the paths that an argument may be, and what it says of what the call does.

use std::borrow::Cow;

use fusebox_shell::guard::{ProtectedPaths, code_may_write, is_query};
use serde_json::{Map, Value};

use super::tool_commands::{command_lines, is_folder_key, is_line_key};
use crate::tool_change::{ToolChange, is_text_key};
use crate::tool_words::has_word;

/// A list of more texts is no path in parts.
const MAX_PARTS: usize = 32;

/// Words of keys under which a call quotes something, or looks for it.
#[rustfmt::skip]
const QUOTING_WORDS: &[&str] = &[
    "body", "caption", "comment", "description", "exclude", "explanation", "find", "glob", "html", "ignore", "instructions",
    "label", "labels", "markdown", "match", "message", "note", "notes", "observation", "observations", "pattern", "prompt",
    "question", "reason", "regex", "replacement", "search", "subject", "summary", "tag", "tags", "term", "thought", "title",
];
/// Words of keys under which code stands, a statement, a command line or the settings of a connection.
#[rustfmt::skip]
const CODE_WORDS: &[&str] = &[
    "cmdline", "code", "connection", "dsn", "eval", "exec", "queries", "query", "run", "script", "shell", "source", "sql",
    "statement", "statements", "stdin",
];
/// Words of keys under which a call says what it does.
const OPERATION_WORDS: &[&str] = &["action", "cmd", "command", "method", "op", "operation", "verb"];
/// Words of keys under which it says which tool does it.
const TOOL_WORDS: &[&str] = &["function", "tool"];
/// Words of keys under which it says how a file is opened.
const MODE_WORDS: &[&str] = &["access", "flag", "flags", "mode"];
/// Words of keys under which the content of a file stands.
const CONTENT_WORDS: &[&str] = &["bytes", "content", "contents"];
/// Words of keys under which a call says where it writes.
#[rustfmt::skip]
const OUTPUT_WORDS: &[&str] = &[
    "dest", "destination", "download", "dst", "dump", "export", "into", "out", "outfile", "output", "report", "save", "stderr",
    "stdout", "target", "to",
];
/// Verbs of tools and operations that leave files as they are.
#[rustfmt::skip]
const READING_WORDS: &[&str] = &[
    "analyze", "browse", "cat", "check", "checksum", "compare", "count", "describe", "diff", "exists", "explain", "explore",
    "fetch", "find", "get", "glob", "grep", "hash", "head", "info", "inspect", "list", "lookup", "ls", "navigate", "parse",
    "preview", "query", "read", "readonly", "scan", "search", "select", "show", "size", "stat", "status", "summarize", "tail",
    "tree", "validate", "view",
];
/// Verbs that change a file or a database, beside those of [`ToolChange`].
#[rustfmt::skip]
const CHANGING_WORDS: &[&str] = &["alter", "attach", "drop", "import", "pragma", "reset", "restore", "vacuum"];
/// Verbs that take all that a folder holds, beside those of [`ToolChange`].
const EMPTYING_WORDS: &[&str] = &["clean", "clear", "prune", "purge", "shred", "wipe"];
/// Words that are verbs in the name of a tool, and say in a key what is shown.
const SHOWN_WORDS: &[&str] = &["link", "permission", "permissions"];

/// Whether the name of a tool or of an operation says that it reads.
pub(super) fn says_reading(name: &str) -> bool {
    has_word(name, READING_WORDS)
}

/// What a name, or a text, says of what is changed.
pub(super) fn told_change(words: &str) -> Option<ToolChange> {
    let has = |known: &[&str], change: ToolChange| has_word(words, known).then_some(change);
    let further = has(EMPTYING_WORDS, ToolChange::ChangesTrees)
        .or_else(|| has(CHANGING_WORDS, ToolChange::Writes));
    further.max(ToolChange::of(words))
}

/// One argument of a call.
#[derive(Debug)]
pub(super) struct Argument<'v> {
    pub(super) key: &'v str,
    /// Empty where the value is no text.
    text: Cow<'v, str>,
    /// The object that it is a member of.
    object: Option<&'v Value>,
}

/// The arguments that these values tell. What is false or null says nothing.
pub(super) fn arguments<'v>(values: impl Iterator<Item = &'v Value>) -> Vec<Argument<'v>> {
    let mut found = Vec::new();
    let mut left: Vec<_> = values.map(|value| ("", value, None)).collect();
    while let Some((key, value, object)) = left.pop() {
        let text = match value {
            Value::Bool(false) | Value::Null => continue,
            Value::String(text) => Cow::Borrowed(text.as_str()),
            Value::Array(items) => {
                left.extend(items.iter().map(|item| (key, item, object)));
                joined(items).map(Cow::Owned).unwrap_or_default()
            }
            Value::Object(fields) => {
                left.extend(fields.iter().map(|(key, field)| (key.as_str(), field, Some(value))));
                left.extend(named_value(fields).map(|(key, field)| (key, field, Some(value))));
                // `{"changes": {"/a/b": []}}`
                let paths = fields.keys().filter(|key| key.contains('/'));
                found.extend(paths.map(|path| Argument { key, text: path.into(), object }));
                Cow::Borrowed("")
            }
            Value::Bool(true) | Value::Number(_) => Cow::Borrowed(""),
        };
        found.push(Argument { key, text, object });
    }
    found
}

/// The argument that an object is: `{"key": "path", "value": "/a/b"}`. Values with values in them are read as they are:
/// each of them would be read twice.
fn named_value(fields: &Map<String, Value>) -> Option<(&str, &Value)> {
    let name = fields.get("key").or_else(|| fields.get("name"))?.as_str()?;
    let is_plain = |value: &&Value| match value {
        Value::Array(items) => items.iter().all(Value::is_string),
        Value::Object(_) => false,
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => true,
    };
    Some((name, fields.get("value").filter(is_plain)?))
}

/// The path whose names a list may be: `["/a", "b", "c"]`.
fn joined(items: &[Value]) -> Option<String> {
    let texts: Option<Vec<&str>> = items.iter().map(Value::as_str).collect();
    let texts = texts.filter(|texts| (2..=MAX_PARTS).contains(&texts.len()))?;
    let is_rooted = |text: &&str| text.starts_with(['/', '~']);
    (is_rooted(&texts[0]) && !texts[1..].iter().any(is_rooted)).then(|| texts.join("/"))
}

impl<'v> Argument<'v> {
    /// The arguments that its text holds as JSON.
    pub(super) fn json(&self) -> Option<Value> {
        let is_json = self.text.trim_start().starts_with(['{', '[']) && !self.is_quoted();
        if is_json { serde_json::from_str(&self.text).ok() } else { None }
    }

    /// The object within the arguments of which it is a member, if it may be a part of a command line or code.
    pub(super) fn inner_object(&self, input: &Value) -> Option<&'v Value> {
        let is_code = is_line_key(self.key) || has_word(self.key, CODE_WORDS);
        self.object.filter(|object| is_code && !std::ptr::eq(*object, input))
    }

    /// Whether it may name something protected. A cheap test that most arguments fail.
    pub(super) fn may_name(&self, protected: &ProtectedPaths<'_>) -> bool {
        let text = &*self.text;
        let is_path = text.starts_with(['/', '~', '.'])
            && !text
                .contains(|sign: char| sign.is_whitespace() || "'\"`(),;=?&*{[:".contains(sign));
        text.contains('%')
            || protected.may_be_named_in(text)
                && (!is_path || protected.has_in_tree(&protected.seen_from_cwd(text)))
    }

    /// Whether it is a part of a command line, which is read as such.
    pub(super) fn is_of_line(&self, input: &Value) -> bool {
        let is_key = |object: &Value| {
            is_line_key(self.key) || is_folder_key(self.key) && std::ptr::eq(object, input)
        };
        self.object.is_some_and(|object| is_key(object) && !command_lines(object).is_empty())
    }

    /// Whether its value is said, and names nothing that the call works on.
    fn is_quoted(&self) -> bool {
        has_word(self.key, QUOTING_WORDS) || is_text_key(self.key)
    }

    /// Whether it says where the call writes.
    pub(super) fn is_output(&self) -> bool {
        has_word(self.key, OUTPUT_WORDS)
    }

    /// Whether it says that the call reads.
    pub(super) fn says_reading(&self) -> bool {
        !self.is_quoted() && self.parts().any(|(key, text)| tells_reading(key, text))
    }

    /// Whether it says what the call does, in a word that is not known to read.
    pub(super) fn hides_operation(&self) -> bool {
        let is_word = !self.text.is_empty() && !self.text.contains(char::is_whitespace);
        is_word && has_word(self.key, OPERATION_WORDS) && !says_reading(&self.text)
    }

    /// What it says of what the call changes.
    pub(super) fn change(&self) -> Option<ToolChange> {
        let gives_content = || has_word(self.key, CONTENT_WORDS).then_some(ToolChange::Writes);
        let by_key = told_change(self.key).filter(|_| !has_word(self.key, SHOWN_WORDS));
        let by_key = by_key.or_else(gives_content);
        by_key.max(self.parts().filter_map(|(key, text)| change_of(key, text)).max())
    }

    /// Its key and text, and those in it: of `file:a?mode=w` also `mode` and `w`.
    fn parts(&self) -> impl Iterator<Item = (&str, &str)> {
        let is_one_word = !self.text.contains(char::is_whitespace);
        let parts = self.text.split(['?', '&', ';']).filter(move |_| is_one_word);
        std::iter::once((self.key, &*self.text))
            .chain(parts.filter_map(|part| part.split_once('=')))
    }

    /// The paths that it may be, or of which it speaks where it is code.
    pub(super) fn paths(&self) -> Vec<Cow<'_, str>> {
        // What is below `**` may lie in any folder below that one.
        let text = self.text.split("**").next().unwrap_or_default();
        let is_code = self.key.is_empty() || has_word(self.key, CODE_WORDS);
        // Each line may be one of several paths.
        let has_blanks = text.lines().any(|line| line.trim().contains(char::is_whitespace));
        let is_prose = has_blanks && !is_code && !text.starts_with(['/', '~', '.']);
        if self.is_quoted() || is_prose {
            return Vec::new();
        }
        let separates = |sign: char| sign.is_whitespace() || "'\"`(),;=?&".contains(sign);
        let parts = text.split(separates).filter(|_| is_code || !has_blanks);
        let words = std::iter::once(text).chain(parts).filter(|word| !word.is_empty());
        words.flat_map(mapped).map(local).collect()
    }
}

/// Whether a text under this key says that a call reads.
fn tells_reading(key: &str, text: &str) -> bool {
    let has = |known: &[&str]| has_word(key, known);
    let first = text.split_ascii_whitespace().next().unwrap_or_default();
    let is_word = first.len() == text.len();
    is_query(text)
        || key.eq_ignore_ascii_case("readonly")
        || key.eq_ignore_ascii_case("read_only")
        || is_word && (has(OPERATION_WORDS) || has(TOOL_WORDS)) && says_reading(text)
        || has(CODE_WORDS) && !is_word && !first.starts_with('.') && says_reading(first)
        || has(MODE_WORDS) && (matches!(text, "r" | "rb" | "rt" | "ro") || says_reading(text))
}

/// What a text under this key says of what a call changes.
fn change_of(key: &str, text: &str) -> Option<ToolChange> {
    if text.is_empty() || has_word(key, QUOTING_WORDS) || is_query(text) {
        return None;
    }
    let is_word = !text.contains(char::is_whitespace);
    if is_word && has_word(key, OPERATION_WORDS) {
        return told_change(text);
    }
    if is_word && has_word(key, MODE_WORDS) && opens_for_writing(text) {
        return Some(ToolChange::Writes);
    }
    if is_word && text.contains('/') && !text.contains('(') {
        return None;
    }
    told_change(text).or_else(|| code_may_write(text).then_some(ToolChange::Writes))
}

/// Whether a file that is opened in this mode can be written: `w`, `r+`, `rwc`, `ReadWrite`.
fn opens_for_writing(mode: &str) -> bool {
    let is_short = |mode: &str| {
        let (first, rest) = mode.split_at_checked(1).unwrap_or_default();
        matches!(first, "r" | "w" | "a" | "x")
            && rest.chars().all(|sign| "wbtc+".contains(sign))
            && (first != "r" || rest.contains(['w', '+']))
    };
    is_short(mode) || mode.to_ascii_lowercase().contains("write")
}

/// The paths of a word that maps one to another: `/a/b:/c`.
fn mapped(word: &str) -> impl Iterator<Item = &str> {
    let (from, to) = word.split_once(':').filter(|(from, _)| from.contains('/')).unzip();
    std::iter::once(from.unwrap_or(word)).chain(to)
}

/// The path on this machine that a word may be: without the scheme and the host of an address, and with its signs decoded.
fn local(word: &str) -> Cow<'_, str> {
    let decoded = decoded(word);
    let Some((scheme, rest)) = word.split_once(":/") else {
        let home = word.find(":~").map(|at| Cow::Borrowed(&word[at + 1..]));
        return home.unwrap_or(decoded);
    };
    let rest = match rest.strip_prefix('/') {
        // What another machine has is not here.
        Some(_) if matches!(scheme, "http" | "https" | "ssh" | "git") => return Cow::Borrowed(""),
        Some(after) if !after.starts_with('/') => {
            after.split_once('/').map_or(after, |(_, path)| path)
        }
        _ => rest,
    };
    Cow::Owned(format!("/{}", self::decoded(rest)))
}

/// The text with the signs for which `%2f` and the like stand.
fn decoded(text: &str) -> Cow<'_, str> {
    if !text.contains('%') {
        return Cow::Borrowed(text);
    }
    let bytes = text.as_bytes();
    let (mut decoded, mut at) = (Vec::with_capacity(bytes.len()), 0);
    while let Some(byte) = bytes.get(at) {
        let code = text.get(at + 1..at + 3).filter(|_| *byte == b'%');
        let sign = code.and_then(|code| u8::from_str_radix(code, 16).ok());
        decoded.push(sign.unwrap_or(*byte));
        at += if sign.is_some() { 3 } else { 1 };
    }
    String::from_utf8(decoded).map_or(Cow::Borrowed(text), Cow::Owned)
}

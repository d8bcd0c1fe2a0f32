//! What Fusebox writes into files of a client beside its hooks: a block of instructions for the agent, and
//! the registration of the server of the Model Context Protocol. Everything else stays, byte for byte.

use std::ops::Range;

use jsonc_parser::ast;
use serde_json::{Value, json};

use crate::install::InstallError;
use crate::settings::{
    SettingsText, kind_of, line_end, member, split_byte_order_mark, without_line_end,
};

/// Files of a client that Fusebox can write into, beside the one with its hooks.
#[derive(Debug)]
pub struct CompanionFiles {
    /// The instructions that the client reads.
    pub instructions: ScopedFiles,
    /// Where the client lists its servers of the Model Context Protocol, if Fusebox knows.
    pub servers: Option<ServerFiles>,
}

/// Where and how a client lists its servers.
#[derive(Debug, Clone, Copy)]
pub struct ServerFiles {
    /// The files.
    pub files: ScopedFiles,
    /// Their form.
    pub form: ServerForm,
}

/// A file of a person, and the same of a project.
#[derive(Debug, Clone, Copy)]
pub struct ScopedFiles {
    /// In the person's settings folder, if the client reads one there.
    pub person: Option<&'static str>,
    /// Whether the person's file lies beside their settings folder, where no variable moves that.
    pub is_beside_folder: bool,
    /// In the root of the project, if the client reads one there.
    pub project: Option<&'static str>,
}

impl ScopedFiles {
    /// A file in the person's settings folder, and one in the root of the project.
    pub(crate) const fn new(person: &'static str, project: Option<&'static str>) -> Self {
        Self { person: Some(person), is_beside_folder: false, project }
    }

    /// A file in the root of the project alone.
    pub(crate) const fn of_project(project: &'static str) -> Self {
        Self { person: None, is_beside_folder: false, project: Some(project) }
    }

    /// The same, but the person's file lies beside their settings folder.
    pub(crate) const fn beside_folder(self) -> Self {
        Self { is_beside_folder: true, ..self }
    }
}

/// How a client lists its servers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ServerForm {
    /// JSON, an object of servers by their names.
    Json(JsonServerForm),
    /// TOML, in a table `mcp_servers.fusebox`. What edits TOML is not here: the hook must not link it.
    Toml,
}

/// How a server stands in JSON.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum JsonServerForm {
    /// An object with these fields beside `command` and `args`.
    Plain(&'static [(&'static str, &'static str)]),
    /// The same with a list of its tools, all of them.
    WithTools,
    /// The program and its arguments as one list, under `mcp`.
    Opencode,
    /// The program and its arguments, under `servers`.
    Vscode,
}

/// The command of the server.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ServerCommand {
    /// The program.
    pub program: String,
    /// Its arguments.
    pub args: Vec<String>,
}

/// The name of the server.
const SERVER: &str = "fusebox";
const BEGIN: &str = "<!-- fusebox: begin. `fusebox install --instructions` writes this, `fusebox uninstall` takes it out. -->";
const END: &str = "<!-- fusebox: end -->";

/// The text with the instructions in a marked block, if it changes.
///
/// # Errors
/// When a block does not end.
pub fn with_instructions(
    existing: Option<&str>,
    instructions: &str,
) -> Result<Option<String>, InstallError> {
    let existing = existing.unwrap_or_default();
    let line_end = line_end(existing);
    let lines = [BEGIN].into_iter().chain(instructions.trim().lines()).chain([END]);
    let block: String = lines.flat_map(|line| [line, line_end]).collect();
    let text = match block_ranges(existing)?.first() {
        Some(old) => [&existing[..old.start], &block, &existing[old.end..]].concat(),
        None if existing.is_empty() => block,
        // A block follows a line break, which `cut` takes out with it.
        None => [existing, line_end, &block].concat(),
    };
    Ok((text != existing).then_some(text))
}

/// The text without the block, if there is one.
///
/// # Errors
/// When a block does not end.
pub fn without_instructions(existing: &str) -> Result<Option<String>, InstallError> {
    let ranges = block_ranges(existing)?;
    let text = ranges.iter().rev().fold(existing.to_owned(), |text, range| cut(&text, range));
    Ok((!ranges.is_empty()).then_some(text))
}

/// The bytes of each block. A mark counts on a line of its own only. A block that does not end is an error:
/// nobody knows which lines behind it belong to a person.
fn block_ranges(text: &str) -> Result<Vec<Range<usize>>, InstallError> {
    let mut ranges = Vec::new();
    let mut open = None;
    let mut at = 0;
    for (number, line) in (1..).zip(text.split_inclusive('\n')) {
        let next = at + line.len();
        match (line.trim_end(), open) {
            (BEGIN, None) => open = Some((number, at)),
            (BEGIN, Some((line, _))) => return Err(InstallError::OpenBlock { line, end: END }),
            (END, Some((_, start))) => {
                ranges.push(start..next);
                open = None;
            }
            _ => {}
        }
        at = next;
    }
    match open {
        Some((line, _)) => Err(InstallError::OpenBlock { line, end: END }),
        None => Ok(ranges),
    }
}

fn cut(text: &str, range: &Range<usize>) -> String {
    [without_line_end(&text[..range.start]), &text[range.end..]].concat()
}

impl JsonServerForm {
    /// The text with the server in it, if it changes.
    ///
    /// # Errors
    /// When the file does not have the form that the client reads.
    pub fn register(
        self,
        existing: Option<&str>,
        command: &ServerCommand,
    ) -> Result<Option<String>, InstallError> {
        registered_in_json(existing, self.list_key(), &self.entry(command))
    }

    /// The text without the server, if it is there.
    ///
    /// # Errors
    /// When the file does not have the form that the client reads.
    pub fn unregister(self, existing: &str) -> Result<Option<String>, InstallError> {
        unregistered_in_json(existing, self.list_key())
    }

    /// The key of the object of servers.
    fn list_key(self) -> &'static str {
        match self {
            Self::Plain(_) | Self::WithTools => "mcpServers",
            Self::Opencode => "mcp",
            Self::Vscode => "servers",
        }
    }

    fn entry(self, command: &ServerCommand) -> Value {
        let mut entry = json!({"command": command.program, "args": command.args});
        match self {
            Self::Plain(fields) => {
                for (name, value) in fields {
                    entry[*name] = json!(value);
                }
            }
            Self::WithTools => {
                entry["type"] = json!("local");
                entry["tools"] = json!(["*"]);
            }
            Self::Vscode => entry["type"] = json!("stdio"),
            Self::Opencode => {
                let words: Vec<&String> =
                    [&command.program].into_iter().chain(&command.args).collect();
                return json!({"type": "local", "command": words, "enabled": true});
            }
        }
        entry
    }
}

fn registered_in_json(
    existing: Option<&str>,
    list_key: &'static str,
    entry: &Value,
) -> Result<Option<String>, InstallError> {
    let existing = existing.filter(|text| !text.trim().is_empty()).unwrap_or("{}\n");
    let (mark, text) = split_byte_order_mark(existing);
    let settings = SettingsText::parse(text)?;
    let text = match servers(&settings, list_key)? {
        None => settings.with(&settings.root, Some(list_key), &json!({SERVER: entry}))?,
        Some(servers) => match member(servers, SERVER) {
            None => settings.with(servers, Some(SERVER), entry)?,
            Some(own) if Value::from(own.clone()) == *entry => return Ok(None),
            Some(own) => settings.replaced(own, entry)?,
        },
    };
    Ok(Some(format!("{mark}{text}")))
}

fn unregistered_in_json(
    existing: &str,
    list_key: &'static str,
) -> Result<Option<String>, InstallError> {
    if existing.trim().is_empty() {
        return Ok(None);
    }
    let (mark, text) = split_byte_order_mark(existing);
    let settings = SettingsText::parse(text)?;
    let Some(list) = servers(&settings, list_key)? else { return Ok(None) };
    let position = |value: &ast::Value<'_>, name: &str| {
        let properties = &value.as_object()?.properties;
        properties.iter().rposition(|property| property.name.as_str() == name)
    };
    let Some(own) = position(list, SERVER) else { return Ok(None) };
    let is_only = list.as_object().is_some_and(|list| list.properties.len() == 1);
    let text = match position(&settings.root, list_key).filter(|_| is_only) {
        Some(whole) => settings.without(&settings.root, whole),
        None => settings.without(list, own),
    };
    Ok(Some(format!("{mark}{text}")))
}

/// The object of servers.
fn servers<'s, 'a>(
    settings: &'s SettingsText<'a>,
    list_key: &'static str,
) -> Result<Option<&'s ast::Value<'a>>, InstallError> {
    let shape = |value, at: &str| InstallError::Shape {
        at: at.to_owned(),
        found: kind_of(value),
        expected: "an object",
    };
    if settings.root.as_object().is_none() {
        return Err(shape(&settings.root, "the whole"));
    }
    let Some(servers) = member(&settings.root, list_key) else { return Ok(None) };
    if servers.as_object().is_none() { Err(shape(servers, list_key)) } else { Ok(Some(servers)) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn instructions_come_and_go_without_a_trace() {
        for (mine, end) in [
            ("", "\n"),
            ("mine", "\n"),
            ("mine\n", "\n"),
            ("mine\n\n", "\n"),
            ("# Mine\r\n\r\ntext", "\r\n"),
            ("# Mine\r\n", "\r\n"),
        ] {
            let with = with_instructions(Some(mine), "one\n\nmore\n").unwrap().unwrap();
            assert!(with.starts_with(mine), "{with}");
            assert!(with.contains(&format!("{end}one{end}{end}more{end}")), "{with:?}");
            assert_eq!(end == "\r\n", with.contains('\r'), "{with:?}");
            assert_eq!(with_instructions(Some(&with), "one\n\nmore").unwrap(), None);
            let more = format!("{with}added\n");
            let changed = with_instructions(Some(&more), "two").unwrap().unwrap();
            assert!(changed.contains("\ntwo") && !changed.contains("one"), "{changed}");
            assert_eq!(without_instructions(&with).unwrap().as_deref(), Some(mine));
            assert_eq!(without_instructions(&more).unwrap(), Some(format!("{mine}added\n")));
            assert_eq!(without_instructions(mine).unwrap(), None);
        }
    }

    #[test]
    fn a_block_that_does_not_end_is_refused_and_a_mark_within_a_line_is_text() {
        let block = format!("{BEGIN}\none\n{END}\n");
        for (text, at) in [
            (format!("a\n{BEGIN}\none\n# Mine\n"), 2),
            (format!("a\nb\n{BEGIN}\none\n# Mine\n{block}"), 3),
            (format!("{block}{BEGIN}"), 4),
            (format!("{BEGIN}\none {END}\n# Mine\n"), 1),
        ] {
            let expected = format!("line {at} begins a block");
            for refused in [with_instructions(Some(&text), "two"), without_instructions(&text)] {
                let error = refused.unwrap_err().to_string();
                assert!(error.starts_with(&expected), "{text}\n{error}");
            }
        }
        let quoted = format!("Do not touch `{BEGIN}`.\n{END}\nmine\n");
        assert_eq!(without_instructions(&quoted).unwrap(), None);
        let with = with_instructions(Some(&quoted), "one").unwrap().unwrap();
        assert_eq!(with, format!("{quoted}\n{block}"));
        assert_eq!(without_instructions(&with).unwrap(), Some(quoted));
    }

    #[test]
    fn a_server_is_registered_once_and_taken_out_without_a_trace() {
        let command = |name: &str| ServerCommand {
            program: name.to_owned(),
            args: vec!["mcp".to_owned(), "serve".to_owned()],
        };
        let json = JsonServerForm::Plain(&[("type", "stdio")]);
        for (form, mine) in [
            (json, "{\n  \"a\": 1\n}\n"),
            (json, "{\"mcpServers\":{\"other\":{}}}"),
            (json, "\u{feff}{\n  // mine\n  \"b\": 2\n}"),
            (JsonServerForm::WithTools, "{\"a\":1}"),
            (JsonServerForm::Vscode, "{\"servers\":{\"other\":{}}}"),
            (JsonServerForm::Opencode, "{\n  \"mcp\": {\n    \"other\": {}\n  }\n}\n"),
        ] {
            let with = form.register(Some(mine), &command("/a b/fusebox")).unwrap().unwrap();
            assert!(with.contains("\"/a b/fusebox\""), "{with}");
            assert_eq!(form.register(Some(&with), &command("/a b/fusebox")).unwrap(), None);
            let moved = form.register(Some(&with), &command("/c/fusebox")).unwrap().unwrap();
            assert!(!moved.contains("/a b/"), "{moved}");
            assert_eq!(form.unregister(&moved).unwrap().as_deref(), Some(mine));
            assert_eq!(form.unregister(mine).unwrap(), None);
        }
        assert!(json.register(Some("{\"mcpServers\":[]}"), &command("/f")).is_err());
        assert!(json.register(Some("["), &command("/f")).is_err());
        let new = json.register(None, &command("/f")).unwrap().unwrap();
        assert_eq!(json.unregister(&new).unwrap().as_deref(), Some("{}\n"));
    }
}

//! The server of the Model Context Protocol in the configuration of Codex: the table `mcp_servers.fusebox`,
//! in whatever spelling of TOML it stands there.

use std::path::Path;

use fusebox_clients::install::{ServerCommand, line_end, split_byte_order_mark, without_line_end};
use toml_edit::{Array, DocumentMut, Item, TableLike, Value};

/// The table of the servers.
const SERVERS: &str = "mcp_servers";
/// The name of the server.
const SERVER: &str = "fusebox";

/// The text with the server in it, if it changes. Of a table that is there, only the command is set.
pub(super) fn register(existing: &str, command: &ServerCommand) -> Result<Option<String>, String> {
    let (mark, text) = split_byte_order_mark(existing);
    let mut document = parsed(text)?;
    let args: Array = command.args.iter().collect();
    let (program, args) = (Value::from(&command.program), Value::from(args));
    if own_table(&mut document)?.is_none() {
        let header = format!("[{SERVERS}.{SERVER}]");
        let lines = [&header, &format!("command = {program}"), &format!("args = {args}")];
        let end = line_end(text);
        let table: String = lines.into_iter().flat_map(|line| [line.as_str(), end]).collect();
        let gap = if text.is_empty() { "" } else { end };
        let appended = format!("{text}{gap}{table}");
        // No table can follow servers that are an inline table, or keys with dots.
        if parsed(&appended).is_ok() {
            return Ok(Some(format!("{mark}{appended}")));
        }
        servers(&mut document)?
            .ok_or_else(|| format!("`{SERVERS}` is no table"))?
            .insert(SERVER, Item::Value(Value::InlineTable(toml_edit::InlineTable::new())));
    }
    let Some(table) = own_table(&mut document)? else { return Ok(None) };
    let is_changed = [set(table, "command", program), set(table, "args", args)].contains(&true);
    Ok(is_changed.then(|| format!("{mark}{}", written(&document, text))))
}

/// The text without the server, if it is there and ours.
pub(super) fn unregister(existing: &str) -> Result<Option<String>, String> {
    let (mark, text) = split_byte_order_mark(existing);
    let mut document = parsed(text)?;
    if !own_table(&mut document)?.is_some_and(|table| is_ours(table)) {
        return Ok(None);
    }
    let Some(list) = servers(&mut document)? else { return Ok(None) };
    list.remove(SERVER);
    if list.is_empty() {
        document.remove(SERVERS);
    }
    let without = written(&document, text);
    // A table as `register` appends it is cut out byte for byte.
    let cut = cut(text).filter(|cut| facts(cut) == facts(&without));
    Ok(Some(format!("{mark}{}", cut.unwrap_or(without))))
}

fn parsed(text: &str) -> Result<DocumentMut, String> {
    text.parse().map_err(|error: toml_edit::TomlError| {
        format!("this is no TOML: {}; mend the file, then try again", error.to_string().trim_end())
    })
}

fn servers(document: &mut DocumentMut) -> Result<Option<&mut dyn TableLike>, String> {
    let Some(item) = document.get_mut(SERVERS) else { return Ok(None) };
    match item.as_table_like_mut() {
        Some(table) => Ok(Some(table)),
        None => Err(format!("`{SERVERS}` is no table; mend the file, then try again")),
    }
}

fn own_table(document: &mut DocumentMut) -> Result<Option<&mut dyn TableLike>, String> {
    let Some(item) = servers(document)?.and_then(|list| list.get_mut(SERVER)) else {
        return Ok(None);
    };
    match item.as_table_like_mut() {
        Some(table) => Ok(Some(table)),
        None => Err(format!("`{SERVERS}.{SERVER}` is no table; mend the file, then try again")),
    }
}

/// Sets a value and keeps what stands around it. Whether it was another one.
fn set(table: &mut dyn TableLike, key: &str, mut value: Value) -> bool {
    let Some(old) = table.get_mut(key).and_then(Item::as_value_mut) else {
        table.insert(key, Item::Value(value));
        return true;
    };
    if words(old) == words(&value) {
        return false;
    }
    *value.decor_mut() = old.decor().clone();
    *old = value;
    true
}

/// The strings of a value, and whether it is a list.
fn words(value: &Value) -> (bool, Option<Vec<&str>>) {
    match value.as_array() {
        Some(list) => (true, list.iter().map(Value::as_str).collect()),
        None => (false, value.as_str().map(|word| vec![word])),
    }
}

/// Whether the command of a server is one that Fusebox writes.
fn is_ours(table: &dyn TableLike) -> bool {
    let value = |key: &str| table.get(key).and_then(Item::as_value);
    let program = value("command").and_then(Value::as_str).map(Path::new);
    let name = program.and_then(Path::file_name).and_then(|name| name.to_str());
    let args = value("args").and_then(|args| words(args).1).unwrap_or_default();
    match (name, args.as_slice()) {
        (Some("fusebox"), ["mcp", "serve"]) => true,
        (Some("sh"), ["-c", line]) => line.ends_with("fusebox\" mcp serve"),
        _ => false,
    }
}

/// The document, with the line ends of the text that it was.
fn written(document: &DocumentMut, text: &str) -> String {
    let written = document.to_string().replace("\r\n", "\n");
    if line_end(text) == "\n" { written } else { written.replace('\n', "\r\n") }
}

/// The text without the lines from our header to the next empty line or table, and the line break before.
fn cut(text: &str) -> Option<String> {
    let header = format!("[{SERVERS}.{SERVER}]");
    let mut lines = text.split_inclusive('\n');
    let before: String = lines.by_ref().take_while(|line| line.trim_end() != header).collect();
    let is_other = |line: &&str| !line.trim().is_empty() && !line.trim_start().starts_with('[');
    let own = lines.clone().take_while(is_other).count();
    let cut = without_line_end(&before).to_owned() + &lines.skip(own).collect::<String>();
    (cut.len() < text.len()).then_some(cut)
}

/// The lines that say something.
fn facts(text: &str) -> Vec<&str> {
    let lines = text.lines().map(str::trim);
    lines.filter(|line| !line.is_empty() && !line.starts_with('#')).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn command(program: &str) -> ServerCommand {
        let args = ["mcp", "serve"].map(str::to_owned).to_vec();
        ServerCommand { program: program.to_owned(), args }
    }

    #[test]
    fn a_server_is_registered_once_and_taken_out_without_a_trace() {
        for mine in [
            "",
            "model = \"m\"",
            "model = \"m\"\r\n",
            "\u{feff}model = \"m\"\n",
            "# Mine\n\n[mcp_servers.other]\ncommand = \"x\"\n# the end\n",
        ] {
            let with = register(mine, &command("/a b/fusebox")).unwrap().unwrap();
            assert!(with.starts_with(mine), "{with}");
            assert_eq!(register(&with, &command("/a b/fusebox")).unwrap(), None);
            let moved = register(&with, &command("/c/fusebox")).unwrap().unwrap();
            assert!(!moved.contains("/a b/") && moved.contains("/c/fusebox"), "{moved}");
            assert_eq!(unregister(&moved).unwrap().as_deref(), Some(mine));
            assert_eq!(unregister(mine).unwrap(), None);
        }
    }

    #[test]
    fn a_table_in_another_spelling_is_the_same_and_keeps_what_a_person_added() {
        for mine in [
            "[mcp_servers.fusebox] # mine\ncommand = \"/a/fusebox\"\nenabled = false\n",
            "[mcp_servers.\"fusebox\"]\ncommand = \"/a/fusebox\"\n\nenabled = false\n",
            "  [mcp_servers.fusebox]\n  command = \"/a/fusebox\"\n  enabled = false\n",
            "[mcp_servers]\nfusebox = {enabled = false, command = \"/a/fusebox\"}\n",
            "mcp_servers = { fusebox = { enabled = false } }\n",
            "mcp_servers.fusebox.enabled = false\n",
            "[mcp_servers.fusebox]\nenabled = false\n[mcp_servers.fusebox.env]\nA = \"1\"\n",
        ] {
            let mine = format!("model = \"m\"\n{mine}[x]\ny = 1\n");
            let with = register(&mine, &command("/c/fusebox")).unwrap().unwrap();
            let document = parsed(&with).unwrap();
            let server = &document["mcp_servers"]["fusebox"];
            assert_eq!(server["command"].as_str(), Some("/c/fusebox"), "{with}");
            assert_eq!(server["enabled"].as_bool(), Some(false), "{with}");
            assert_eq!(mine.contains("# mine"), with.contains("# mine"), "{with}");
            assert_eq!(register(&with, &command("/c/fusebox")).unwrap(), None, "{with}");
            let without = unregister(&with).unwrap().unwrap();
            assert_eq!(facts(&without), ["model = \"m\"", "[x]", "y = 1"], "{with}");
        }
        let mine = "mcp_servers = { other = { command = \"x\" } }\n";
        let with = register(mine, &command("/c/fusebox")).unwrap().unwrap();
        assert!(with.contains("/c/fusebox") && parsed(&with).is_ok(), "{with}");
    }

    #[test]
    fn what_is_not_ours_stays_and_what_is_no_toml_is_refused_with_its_place() {
        let other = "[mcp_servers.fusebox]\ncommand = \"mine\"\n";
        assert_eq!(unregister(other).unwrap(), None);
        for text in ["a = 1\nb = \n", "a = 1\na = 2\n"] {
            let error = register(text, &command("/c/fusebox")).unwrap_err();
            assert!(error.contains("line 2"), "{error}");
            assert!(unregister(text).is_err());
        }
        assert!(register("mcp_servers = 7\n", &command("/c/fusebox")).is_err());
    }
}

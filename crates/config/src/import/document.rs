//! The formats that are read, as one tree.

use serde_json::Value as Json;
use toml::de::{DeTable, DeValue};

use crate::raw_value::RawValue;

/// The largest file that is read, in bytes.
const MAX_BYTES: usize = 256 << 10;

/// A part of a file.
#[derive(Debug, PartialEq)]
pub(super) enum Node {
    /// Names and what they stand for.
    Table(Vec<(String, Node)>),
    /// A value.
    Value(RawValue),
    /// Nothing: a name without a value.
    Nothing,
    /// Variables and their values.
    Variables(Vec<(String, String)>),
}

/// Reads a text in the format that the end of the file's name says.
pub(super) fn read_document(name: &str, text: &str) -> Result<Node, String> {
    if text.len() > MAX_BYTES {
        return Err(format!("it is larger than {} KB", MAX_BYTES >> 10));
    }
    let ending = name.rsplit('.').next().unwrap_or_default().to_ascii_lowercase();
    match ending.as_str() {
        "yaml" | "yml" => {
            let read = serde_saphyr::from_str::<Json>(text);
            read.map(of_json).map_err(|error| wrong("YAML", &error.to_string()))
        }
        "json" => {
            let read = serde_json::from_str::<Json>(text);
            read.map(of_json).map_err(|error| wrong("JSON", &error.to_string()))
        }
        "toml" => {
            let read = DeTable::parse(text);
            read.map(|table| of_toml(table.get_ref()))
                .map_err(|error| wrong("TOML", error.message()))
        }
        "env" => Ok(Node::Variables(text.lines().filter_map(variable).collect())),
        _ => Err("its name ends in none of .yaml, .yml, .json, .toml and .env".to_owned()),
    }
}

/// The first line of a parser's message; further ones repeat the file, which may hold secrets.
fn wrong(format: &str, message: &str) -> String {
    let line = message.lines().next().unwrap_or_default();
    let line: String = line.chars().filter(|c| !c.is_control()).take(200).collect();
    format!("it is not valid {format}: {line}")
}

fn of_json(json: Json) -> Node {
    match json {
        Json::Null => Node::Nothing,
        Json::Object(entries) => {
            Node::Table(entries.into_iter().map(|(name, value)| (name, of_json(value))).collect())
        }
        Json::Bool(_) | Json::Number(_) | Json::String(_) | Json::Array(_) => {
            Node::Value(value_of_json(json))
        }
    }
}

fn value_of_json(json: Json) -> RawValue {
    match json {
        Json::Bool(flag) => RawValue::Bool(flag),
        Json::String(text) => RawValue::Text(text),
        Json::Array(items) => RawValue::List(items.into_iter().map(value_of_json).collect()),
        Json::Number(number) => match (number.as_i64(), number.as_u64(), number.as_f64()) {
            (Some(whole), ..) => RawValue::Integer(whole.into()),
            (None, Some(whole), _) => RawValue::Integer(whole.into()),
            (None, None, Some(number)) => RawValue::Float(number),
            (None, None, None) => RawValue::Other("a number".to_owned()),
        },
        Json::Null => RawValue::Other("nothing".to_owned()),
        Json::Object(_) => RawValue::Other("a table".to_owned()),
    }
}

fn of_toml(table: &DeTable<'_>) -> Node {
    let node = |value: &DeValue<'_>| {
        if let DeValue::Table(inner) = value {
            of_toml(inner)
        } else {
            Node::Value(RawValue::from_toml(value))
        }
    };
    let entry = |(name, value): (&toml::Spanned<_>, &toml::Spanned<DeValue<'_>>)| {
        let name: &std::borrow::Cow<'_, str> = name.get_ref();
        (name.to_string(), node(value.get_ref()))
    };
    Node::Table(table.iter().map(entry).collect())
}

/// A line of a file of variables: `NAME=value`, `export NAME="value"`.
fn variable(line: &str) -> Option<(String, String)> {
    let line = line.trim();
    let line = line.strip_prefix("export ").unwrap_or(line).trim_start();
    let (name, value) = line.split_once('=')?;
    let is_name = !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    let value = value.split(" #").next().unwrap_or_default().trim();
    let quoted =
        ['"', '\''].into_iter().find_map(|quote| value.strip_prefix(quote)?.strip_suffix(quote));
    is_name.then(|| (name.to_owned(), quoted.unwrap_or(value).to_owned()))
}

//! A settings text with the places of its values and the style it is written in.

use serde_json::Value;

use super::scan::{Node, scan};
use crate::JsonError;

/// A JSON text that is edited in place.
#[derive(Debug, Clone)]
pub(crate) struct Document {
    pub(super) text: String,
    root: Node,
    pub(super) style: Style,
}

/// How a text is laid out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Style {
    /// The end of a line.
    pub(super) newline: &'static str,
    /// One step of indentation.
    pub(super) unit: String,
    /// Whether everything stands in one line.
    pub(super) inline: bool,
}

impl Document {
    /// Reads a text.
    pub(crate) fn read(text: &str) -> Result<Self, JsonError> {
        serde_json::from_str::<Value>(text)?;
        let lost = || JsonError { message: "no value found".to_owned(), line: 1, column: 1 };
        let root = scan(text).ok_or_else(lost)?;
        let style = Style::of(text, &root);
        Ok(Self { text: text.to_owned(), root, style })
    }

    /// The outermost value.
    pub(crate) fn root(&self) -> &Node {
        &self.root
    }

    /// What a value means.
    pub(crate) fn value(&self, node: &Node) -> Value {
        serde_json::from_str(&self.text[node.span.clone()]).unwrap_or_default()
    }

    /// The whole text.
    pub(crate) fn text(&self) -> &str {
        &self.text
    }

    /// The indentation of the line on which the byte at `at` stands.
    pub(super) fn indent_at(&self, at: usize) -> &str {
        let line = self.text[..at].rfind('\n').map_or(0, |newline| newline + 1);
        let rest = &self.text[line..];
        &rest[..rest.find(|c| c != ' ' && c != '\t').unwrap_or(rest.len())]
    }
}

impl Style {
    fn of(text: &str, root: &Node) -> Self {
        let newline = if text.contains("\r\n") { "\r\n" } else { "\n" };
        let first = root.children().first().map(|child| &text[root.span.start + 1..child.start]);
        let unit = first.and_then(|lead| lead.rsplit_once('\n')).map_or("  ", |(_, indent)| indent);
        let inline = first.is_some() && !text[root.span.clone()].contains('\n');
        Self { newline, unit: unit.to_owned(), inline }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_style_is_taken_from_the_text() {
        for (text, newline, unit, inline) in [
            ("{}", "\n", "  ", false),
            ("{\n    \"a\": 1\n}\n", "\n", "    ", false),
            ("{\r\n\t\"a\": 1\r\n}", "\r\n", "\t", false),
            ("{\"a\":1}\n", "\n", "  ", true),
        ] {
            let expected = Style { newline, unit: unit.to_owned(), inline };
            assert_eq!(Document::read(text).unwrap().style, expected, "{text:?}");
        }
    }
}

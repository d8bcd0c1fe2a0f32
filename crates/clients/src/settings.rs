//! A client's settings text, edited in place: every byte that is not ours stays as it is, comments
//! included.
//!
//! `jsonc-parser` finds the values in the text; each edit replaces one range of it. The library's own
//! editor is not used, because it breaks a container that stands in one line into several, and
//! uninstalling has to restore the file byte for byte.

use std::ops::Range;

use jsonc_parser::ast::{Array, Object, Value};
use jsonc_parser::common::Ranged;
use jsonc_parser::{CollectOptions, ParseOptions, parse_to_ast};
use serde::Serialize;
use serde_json::ser::{PrettyFormatter, Serializer};

use crate::JsonError;

/// JSON with comments, as people write settings; nothing else of JSON5.
const SETTINGS_SYNTAX: ParseOptions = ParseOptions {
    allow_comments: true,
    allow_trailing_commas: false,
    allow_loose_object_property_names: false,
    allow_missing_commas: false,
    allow_single_quoted_strings: false,
    allow_hexadecimal_numbers: false,
    allow_unary_plus_numbers: false,
    allow_bare_decimal_point_numbers: false,
    allow_non_finite_numbers: false,
    allow_extended_string_escapes: false,
};

/// A settings text, its values, and the layout of the text.
#[derive(Debug)]
pub(crate) struct SettingsText<'a> {
    text: &'a str,
    /// The outermost value.
    pub(crate) root: Value<'a>,
    layout: TextLayout,
}

/// How a text is laid out.
#[derive(Debug, Clone, PartialEq, Eq)]
struct TextLayout {
    newline: &'static str,
    /// One step of indentation.
    indent: String,
    /// Whether everything stands in one line.
    is_one_line: bool,
}

/// The value of a field; of the last one of that name, as clients read it.
pub(crate) fn member<'v, 'a>(value: &'v Value<'a>, key: &str) -> Option<&'v Value<'a>> {
    let properties = &value.as_object()?.properties;
    properties.iter().rfind(|property| property.name.as_str() == key).map(|found| &found.value)
}

/// The items of a list; none of any other value.
pub(crate) fn items<'v, 'a>(value: &'v Value<'a>) -> &'v [Value<'a>] {
    value.as_array().map_or(&[], |array| &array.elements)
}

/// The ranges of the fields or items of a container.
fn children(value: &Value<'_>) -> Vec<Range<usize>> {
    let range = |child: &dyn Ranged| child.start()..child.end();
    match value {
        Value::Object(Object { properties, .. }) => {
            properties.iter().map(|one| range(one)).collect()
        }
        Value::Array(Array { elements, .. }) => elements.iter().map(|one| range(one)).collect(),
        Value::StringLit(_)
        | Value::NumberLit(_)
        | Value::BooleanLit(_)
        | Value::NullKeyword(_) => Vec::new(),
    }
}

/// What a value is, for messages.
pub(crate) fn kind_of(value: &Value<'_>) -> &'static str {
    match value {
        Value::NullKeyword(_) => "null",
        Value::BooleanLit(_) => "a boolean",
        Value::NumberLit(_) => "a number",
        Value::StringLit(_) => "a string",
        Value::Array(_) => "a list",
        Value::Object(_) => "an object",
    }
}

impl<'a> SettingsText<'a> {
    /// Parses a text.
    ///
    /// # Errors
    /// When the text is not JSON with comments.
    pub(crate) fn parse(text: &'a str) -> Result<Self, JsonError> {
        let parsed = parse_to_ast(text, &CollectOptions::default(), &SETTINGS_SYNTAX)?;
        let Some(root) = parsed.value else {
            return Err(JsonError { message: "no value found".to_owned(), line: 1, column: 1 });
        };
        let layout = TextLayout::of(text, &root);
        Ok(Self { text, root, layout })
    }

    /// The text with a field appended to an object, or an item to a list if there is no key. It is laid
    /// out as the child before it, and [`Self::without`] restores the old text.
    ///
    /// # Errors
    /// When the value cannot be written as JSON.
    pub(crate) fn with(
        &self,
        container: &Value<'_>,
        key: Option<&str>,
        value: &impl Serialize,
    ) -> Result<String, JsonError> {
        let children = children(container);
        let Some(last) = children.last() else { return self.with_first(container, key, value) };
        let before = children.iter().rev().nth(1).map_or(container.start(), |child| child.end);
        let separator = &self.text[before..last.start];
        let space = &separator[separator.trim_end().len()..];
        let indent = space.rsplit_once('\n').map(|(_, indent)| indent);
        let item = self.written(key, value, indent)?;
        let newline = self.layout.newline;
        let lead = indent.map_or_else(|| space.to_owned(), |indent| format!("{newline}{indent}"));
        // The comment at the end of the line stays with the last child.
        let line = self.text[last.end..].lines().next().unwrap_or_default();
        let is_comment = indent.is_some() && line.trim_start().starts_with("//");
        let comment = if is_comment { line.trim_end().len() } else { 0 };
        let mut text = self.text.to_owned();
        text.insert_str(last.end + comment, &format!("{lead}{item}"));
        text.insert(last.end, ',');
        Ok(text)
    }

    /// The text with the first child of an empty container.
    fn with_first(
        &self,
        container: &Value<'_>,
        key: Option<&str>,
        value: &impl Serialize,
    ) -> Result<String, JsonError> {
        let inside = container.start() + 1..container.end() - 1;
        if self.layout.is_one_line {
            return Ok(self.spliced(inside, &self.written(key, value, None)?));
        }
        let TextLayout { newline, indent, .. } = &self.layout;
        let outer = self.indent_at(container.start());
        let inner = format!("{outer}{indent}");
        let item = self.written(key, value, Some(&inner))?;
        let comment = inside.start + self.text[inside.clone()].trim_end().len();
        let written = format!("{newline}{inner}{item}{newline}{outer}");
        Ok(self.spliced(comment..inside.end, &written))
    }

    /// The text with another value.
    ///
    /// # Errors
    /// When the value cannot be written as JSON.
    pub(crate) fn replaced(
        &self,
        old: &Value<'_>,
        value: &impl Serialize,
    ) -> Result<String, JsonError> {
        let range = old.start()..old.end();
        let is_one_line = !self.text[range.clone()].contains('\n');
        let indent = (!is_one_line).then(|| self.indent_at(range.start));
        Ok(self.spliced(range, &self.written(None, value, indent)?))
    }

    /// The text without the child of that number, and without the comma that separated it.
    pub(crate) fn without(&self, container: &Value<'_>, number: usize) -> String {
        let children = children(container);
        let (child, before) = (&children[number], number.checked_sub(1).map(|at| &children[at]));
        let mut start = self.text[..child.start].trim_end().len();
        let (mut end, after) = (child.end, &self.text[child.end..container.end() - 1]);
        let mut comma = None;
        if let Some(rest) = after.trim_start().strip_prefix(',') {
            end = child.end + after.len() - rest.len();
            let space = rest.len() - rest.trim_start().len();
            if !rest[..space].contains('\n') {
                (start, end) = (child.start, end + space);
            }
        } else if let Some(before) = before {
            comma = self.text[before.end..start].find(',').map(|at| before.end + at);
        } else if after.trim().is_empty() && start == container.start() + 1 {
            end = container.end() - 1;
        }
        let mut text = self.spliced(start..end, "");
        if let Some(comma) = comma {
            text.remove(comma);
        }
        text
    }

    /// A child as it is written: over several lines at `indent`, or in one line.
    fn written(
        &self,
        key: Option<&str>,
        value: &impl Serialize,
        indent: Option<&str>,
    ) -> Result<String, JsonError> {
        let mut written = String::new();
        if let Some(key) = key {
            written.push_str(&serde_json::to_string(key)?);
            written.push_str(if indent.is_some() { ": " } else { ":" });
        }
        match indent {
            None => written.push_str(&serde_json::to_string(value)?),
            Some(indent) => {
                let mut bytes = Vec::new();
                let formatter = PrettyFormatter::with_indent(self.layout.indent.as_bytes());
                value.serialize(&mut Serializer::with_formatter(&mut bytes, formatter))?;
                let newline = format!("{}{indent}", self.layout.newline);
                written.push_str(&String::from_utf8_lossy(&bytes).replace('\n', &newline));
            }
        }
        Ok(written)
    }

    fn spliced(&self, range: Range<usize>, written: &str) -> String {
        let mut text = self.text.to_owned();
        text.replace_range(range, written);
        text
    }

    /// The indentation of the line of a byte.
    fn indent_at(&self, at: usize) -> &'a str {
        let line = self.text[..at].rfind('\n').map_or(0, |newline| newline + 1);
        let rest = &self.text[line..];
        &rest[..rest.find(|c| c != ' ' && c != '\t').unwrap_or(rest.len())]
    }
}

impl TextLayout {
    fn of(text: &str, root: &Value<'_>) -> Self {
        let newline = line_end(text);
        let lead = children(root).first().map(|child| &text[root.start() + 1..child.start]);
        let indent =
            lead.and_then(|lead| lead.rsplit_once('\n')).map_or("  ", |(_, indent)| indent);
        let is_one_line = lead.is_some() && !text[root.start()..root.end()].contains('\n');
        Self { newline, indent: indent.to_owned(), is_one_line }
    }
}

/// How lines end in a text.
#[must_use]
pub fn line_end(text: &str) -> &'static str {
    if text.contains("\r\n") { "\r\n" } else { "\n" }
}

/// The text without the line break that it ends with, if it does.
#[must_use]
pub fn without_line_end(text: &str) -> &str {
    text.strip_suffix("\r\n").or(text.strip_suffix('\n')).unwrap_or(text)
}

/// Splits off the byte order mark that some editors write.
#[must_use]
pub fn split_byte_order_mark(text: &str) -> (&str, &str) {
    text.split_at(if text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Appends a field, and expects that removing it restores the text.
    #[track_caller]
    fn check(text: &str, expected: &str) {
        let settings = SettingsText::parse(text).unwrap();
        let appended = settings.with(&settings.root, Some("k"), &[1]).unwrap();
        assert_eq!(appended, expected);
        let settings = SettingsText::parse(&appended).unwrap();
        let last = children(&settings.root).len() - 1;
        assert_eq!(settings.without(&settings.root, last), text);
    }

    #[test]
    fn a_new_field_is_laid_out_as_its_neighbour_and_leaves_no_trace() {
        check("{}", "{\n  \"k\": [\n    1\n  ]\n}");
        check("{\"a\":1}", "{\"a\":1,\"k\":[1]}");
        check("{ \"a\": 1, \"b\": 2 }", "{ \"a\": 1, \"b\": 2, \"k\":[1] }");
        check("{\n\t\"a\": 1\n}\n", "{\n\t\"a\": 1,\n\t\"k\": [\n\t\t1\n\t]\n}\n");
        check("{\r\n \"a\": 1\r\n}", "{\r\n \"a\": 1,\r\n \"k\": [\r\n  1\r\n ]\r\n}");
    }

    #[test]
    fn comments_stay() {
        check("{\n  // mine\n}", "{\n  // mine\n  \"k\": [\n    1\n  ]\n}");
        check("{\n  \"a\": 1 // one\n}", "{\n  \"a\": 1, // one\n  \"k\": [\n    1\n  ]\n}");
        check("{\n  /* all, */ \"a\": 1\n}", "{\n  /* all, */ \"a\": 1, \"k\":[1]\n}");
        for text in ["{'a': 1}", "{\"a\": 1,}", "{a: 1}"] {
            assert!(SettingsText::parse(text).is_err(), "{text}");
        }
    }

    #[test]
    fn the_first_of_several_goes_with_its_comma() {
        let settings = SettingsText::parse("[ 1, 2 ]").unwrap();
        assert_eq!(settings.without(&settings.root, 0), "[ 2 ]");
        let second = &items(&settings.root)[1];
        assert_eq!(settings.replaced(second, &"x").unwrap(), "[ 1, \"x\" ]");
    }

    #[test]
    fn the_layout_is_that_of_the_text() {
        for (text, newline, indent, is_one_line) in [
            ("{}", "\n", "  ", false),
            ("{\n    \"a\": 1\n}\n", "\n", "    ", false),
            ("{\r\n\t\"a\": 1\r\n}", "\r\n", "\t", false),
            ("{\"a\":1}\n", "\n", "  ", true),
        ] {
            let expected = TextLayout { newline, indent: indent.to_owned(), is_one_line };
            assert_eq!(SettingsText::parse(text).unwrap().layout, expected, "{text:?}");
        }
    }
}

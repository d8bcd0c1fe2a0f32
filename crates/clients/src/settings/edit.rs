//! The three edits of a settings text: append, replace, remove.

use serde::Serialize;
use serde_json::ser::{PrettyFormatter, Serializer};

use super::{Document, Node};
use crate::JsonError;

impl Document {
    /// Appends a member to an object, or with no key an item to a list. The newcomer is laid out
    /// as the child before it, and removing it gives the old text back.
    pub(crate) fn append(
        &self,
        container: &Node,
        key: Option<&str>,
        value: &impl Serialize,
    ) -> Result<Self, JsonError> {
        let children = container.children();
        let Some(last) = children.last() else { return self.fill(container, key, value) };
        let before = children.iter().rev().nth(1).map_or(container.span.start, |child| child.end);
        let lead = &self.text[before..last.start];
        let lead = &lead[lead.find(['{', '[', ',']).map_or(0, |at| at + 1)..];
        let written = match lead.rsplit_once('\n') {
            None => format!(",{lead}{}", self.item(key, value, None)?),
            Some((_, indent)) => {
                let item = self.item(key, value, Some(indent))?;
                format!(",{}{indent}{item}", self.style.newline)
            }
        };
        self.spliced(last.end..last.end, &written)
    }

    /// Replaces a value.
    pub(crate) fn replace(&self, old: &Node, value: &impl Serialize) -> Result<Self, JsonError> {
        let inline = !self.text[old.span.clone()].contains('\n');
        let indent = (!inline).then(|| self.indent_at(old.span.start));
        let written = self.item(None, value, indent)?;
        self.spliced(old.span.clone(), &written)
    }

    /// Removes the child with that number.
    pub(crate) fn remove(&self, container: &Node, number: usize) -> Result<Self, JsonError> {
        let children = container.children();
        let range = match (number.checked_sub(1), children.get(number + 1)) {
            (Some(before), _) => children[before].end..children[number].end,
            (None, Some(next)) => children[number].start..next.start,
            (None, None) => container.span.start + 1..container.span.end - 1,
        };
        self.spliced(range, "")
    }

    /// Puts the first child into an empty container.
    fn fill(
        &self,
        container: &Node,
        key: Option<&str>,
        value: &impl Serialize,
    ) -> Result<Self, JsonError> {
        let inside = container.span.start + 1..container.span.end - 1;
        if self.style.inline {
            return self.spliced(inside, &self.item(key, value, None)?);
        }
        let outer = self.indent_at(container.span.start);
        let inner = format!("{outer}{}", self.style.unit);
        let item = self.item(key, value, Some(&inner))?;
        let newline = self.style.newline;
        self.spliced(inside, &format!("{newline}{inner}{item}{newline}{outer}"))
    }

    /// A child as it is written: over several lines that stand at `indent`, or in one.
    fn item(
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
                let lines = pretty(value, &self.style.unit)?;
                let newline = format!("{}{indent}", self.style.newline);
                written.push_str(&lines.replace('\n', &newline));
            }
        }
        Ok(written)
    }

    fn spliced(&self, range: std::ops::Range<usize>, written: &str) -> Result<Self, JsonError> {
        let mut text = self.text.clone();
        text.replace_range(range, written);
        Self::read(&text)
    }
}

fn pretty(value: &impl Serialize, unit: &str) -> Result<String, JsonError> {
    let mut bytes = Vec::new();
    let formatter = PrettyFormatter::with_indent(unit.as_bytes());
    value.serialize(&mut Serializer::with_formatter(&mut bytes, formatter))?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn appended(text: &str) -> String {
        let document = Document::read(text).unwrap();
        document.append(document.root(), Some("k"), &[1]).unwrap().text().to_owned()
    }

    #[test]
    fn a_newcomer_is_laid_out_as_its_neighbour_and_leaves_no_trace() {
        for (text, expected) in [
            ("{}", "{\n  \"k\": [\n    1\n  ]\n}"),
            ("{\"a\":1}", "{\"a\":1,\"k\":[1]}"),
            ("{ \"a\": 1, \"b\": 2 }", "{ \"a\": 1, \"b\": 2, \"k\":[1] }"),
            ("{\n\t\"a\": 1\n}\n", "{\n\t\"a\": 1,\n\t\"k\": [\n\t\t1\n\t]\n}\n"),
            ("{\r\n \"a\": 1\r\n}", "{\r\n \"a\": 1,\r\n \"k\": [\r\n  1\r\n ]\r\n}"),
        ] {
            let new = appended(text);
            assert_eq!(new, expected);
            let document = Document::read(&new).unwrap();
            let last = document.root().members().len() - 1;
            assert_eq!(document.remove(document.root(), last).unwrap().text(), text);
        }
    }

    #[test]
    fn the_first_of_several_goes_without_its_comma() {
        let document = Document::read("[ 1, 2 ]").unwrap();
        assert_eq!(document.remove(document.root(), 0).unwrap().text(), "[ 2 ]");
        assert_eq!(
            document.replace(&document.root().items()[1], &"x").unwrap().text(),
            "[ 1, \"x\" ]"
        );
    }
}

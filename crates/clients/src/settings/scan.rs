//! Finds the place of every value in a text that is known to be JSON.

use std::ops::Range;

/// A value and where it stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Node {
    /// Its bytes in the text.
    pub(crate) span: Range<usize>,
    /// What it holds.
    pub(crate) kind: Kind,
}

/// What a value holds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Members in the order of the text.
    Object(Vec<Member>),
    /// Items in the order of the text.
    List(Vec<Node>),
    /// Anything else.
    Scalar,
}

/// One member of an object.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Member {
    /// Its key, escapes resolved.
    pub(crate) key: String,
    /// Where its key begins.
    pub(crate) start: usize,
    /// Its value.
    pub(crate) value: Node,
}

impl Node {
    /// The member of that name; the last one where a name stands twice, as clients read it.
    pub(crate) fn member(&self, key: &str) -> Option<&Self> {
        self.members().iter().rev().find(|member| member.key == key).map(|member| &member.value)
    }

    /// The members of an object; none of anything else.
    pub(crate) fn members(&self) -> &[Member] {
        if let Kind::Object(members) = &self.kind { members } else { &[] }
    }

    /// The items of a list; none of anything else.
    pub(crate) fn items(&self) -> &[Self] {
        if let Kind::List(items) = &self.kind { items } else { &[] }
    }

    /// Where each child stands, its key included.
    pub(crate) fn children(&self) -> Vec<Range<usize>> {
        match &self.kind {
            Kind::Object(members) => members.iter().map(|m| m.start..m.value.span.end).collect(),
            Kind::List(items) => items.iter().map(|item| item.span.clone()).collect(),
            Kind::Scalar => Vec::new(),
        }
    }
}

/// The tree of a text; `None` if it is no JSON after all.
pub(crate) fn scan(text: &str) -> Option<Node> {
    let mut scanner = Scanner { text, at: 0 };
    let root = scanner.value()?;
    scanner.skip_space();
    (scanner.at == text.len()).then_some(root)
}

struct Scanner<'a> {
    text: &'a str,
    at: usize,
}

impl Scanner<'_> {
    fn value(&mut self) -> Option<Node> {
        self.skip_space();
        let start = self.at;
        let kind = match self.peek()? {
            b'{' => Kind::Object(self.members()?),
            b'[' => Kind::List(self.sequence(b']', Self::value)?),
            b'"' => {
                self.string()?;
                Kind::Scalar
            }
            _ => {
                let rest = &self.text[self.at..];
                let ends = |c: char| matches!(c, ',' | ']' | '}' | ' ' | '\t' | '\r' | '\n');
                self.at += rest.find(ends).unwrap_or(rest.len());
                Kind::Scalar
            }
        };
        (self.at > start).then_some(Node { span: start..self.at, kind })
    }

    fn members(&mut self) -> Option<Vec<Member>> {
        self.sequence(b'}', |scanner| {
            let start = scanner.at;
            let key = scanner.string()?;
            scanner.skip_space();
            scanner.take(b':')?;
            Some(Member { key, start, value: scanner.value()? })
        })
    }

    /// What stands between the bracket here and `close`.
    fn sequence<T>(
        &mut self,
        close: u8,
        mut one: impl FnMut(&mut Self) -> Option<T>,
    ) -> Option<Vec<T>> {
        let mut items = Vec::new();
        self.at += 1;
        self.skip_space();
        while self.peek()? != close {
            items.push(one(self)?);
            self.skip_space();
            if self.peek()? == b',' {
                self.at += 1;
                self.skip_space();
            }
        }
        self.at += 1;
        Some(items)
    }

    /// The string that starts here, escapes resolved.
    fn string(&mut self) -> Option<String> {
        let start = self.at;
        self.take(b'"')?;
        loop {
            match self.peek()? {
                b'"' => break,
                b'\\' => self.at += 2,
                _ => self.at += 1,
            }
        }
        self.at += 1;
        serde_json::from_str(self.text.get(start..self.at)?).ok()
    }

    fn take(&mut self, byte: u8) -> Option<()> {
        (self.peek()? == byte).then(|| self.at += 1)
    }

    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn skip_space(&mut self) {
        while matches!(self.peek(), Some(b' ' | b'\t' | b'\r' | b'\n')) {
            self.at += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_value_has_its_place() {
        let text = r#" { "a" : [1, "x\"]}" , {}], "\u0062":null } "#;
        let root = scan(text).unwrap();
        let keys: Vec<_> = root.members().iter().map(|member| member.key.as_str()).collect();
        assert_eq!(keys, ["a", "b"]);
        let items = root.member("a").unwrap().items();
        let texts: Vec<_> = items.iter().map(|item| &text[item.span.clone()]).collect();
        assert_eq!(texts, ["1", r#""x\"]}""#, "{}"]);
        assert_eq!(&text[root.children()[1].clone()], r#""\u0062":null"#);
    }

    #[test]
    fn what_is_no_json_has_no_tree() {
        for text in ["", "{", "[1", "\"a", "{\"a\"", "{\"a\":}", "{} x", "\"\\"] {
            assert_eq!(scan(text), None, "{text:?}");
        }
    }
}

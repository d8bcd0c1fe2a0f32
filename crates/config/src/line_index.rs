//! Converts byte offsets of a text to lines and columns.

use crate::origin::TextPosition;

/// A text and the offsets of its lines.
#[derive(Debug)]
pub(crate) struct LineIndex<'a> {
    text: &'a str,
    starts: Vec<usize>,
}

impl<'a> LineIndex<'a> {
    /// Indexes the lines of `text`.
    pub(crate) fn new(text: &'a str) -> Self {
        let newlines = text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n');
        let starts = std::iter::once(0).chain(newlines.map(|(at, _)| at + 1)).collect();
        Self { text, starts }
    }

    /// The text.
    pub(crate) fn text(&self) -> &'a str {
        self.text
    }

    /// The position of byte `offset`.
    pub(crate) fn position(&self, offset: usize) -> TextPosition {
        let mut end = offset.min(self.text.len());
        while !self.text.is_char_boundary(end) {
            end -= 1;
        }
        let line = self.starts.partition_point(|start| *start <= end);
        let start = self.starts[line - 1];
        TextPosition { line, column: self.text[start..end].chars().count() + 1 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_position_counts_lines_and_characters_from_one() {
        let lines = LineIndex::new("a = 1\nüb = 2\n");
        for (offset, line, column) in [(0, 1, 1), (4, 1, 5), (6, 2, 1), (8, 2, 2), (99, 3, 1)] {
            assert_eq!(lines.position(offset), TextPosition { line, column }, "{offset}");
        }
        assert_eq!(lines.position(7), TextPosition { line: 2, column: 1 }, "inside a character");
        assert_eq!(LineIndex::new("").position(3), TextPosition { line: 1, column: 1 });
    }
}

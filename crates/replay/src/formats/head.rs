//! The beginning of a file, by which its format is recognised.

use crate::json_outline::{JsonOutline, OutlineKind};

/// The beginning of a file.
#[derive(Debug)]
pub struct FileHead<'a> {
    bytes: &'a [u8],
    lines: Vec<JsonOutline<'a>>,
    whole: JsonOutline<'a>,
}

/// The lines that are searched. Transcripts begin with a few lines of housekeeping.
const MAX_LINES: usize = 20;

impl<'a> FileHead<'a> {
    /// Scans the first bytes of a file.
    #[must_use]
    pub fn new(bytes: &'a [u8]) -> Self {
        let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
        let full = bytes.split(|byte| *byte == b'\n').filter(|line| !line.trim_ascii().is_empty());
        let lines = full.take(MAX_LINES).map(JsonOutline::scan).collect();
        Self { bytes, lines, whole: JsonOutline::scan(bytes) }
    }

    /// Whether the file is binary: it has a NUL or much that is not UTF-8.
    #[must_use]
    pub fn is_binary(&self) -> bool {
        let odd = self.bytes.utf8_chunks().filter(|chunk| !chunk.invalid().is_empty()).count();
        self.bytes.contains(&0) || odd * 20 > self.bytes.len()
    }

    /// The text up to the first bytes that are not UTF-8.
    pub(crate) fn text(&self) -> &'a str {
        self.bytes.utf8_chunks().next().map_or("", |chunk| chunk.valid())
    }

    /// The first lines that are JSON objects. A pretty-printed file has none.
    pub(crate) fn objects(&self) -> impl Iterator<Item = &JsonOutline<'a>> {
        self.lines.iter().filter(|line| line.kind == OutlineKind::Object)
    }

    /// The file as one JSON value.
    pub(crate) fn whole(&self) -> &JsonOutline<'a> {
        &self.whole
    }

    /// Whether the head contains a text.
    pub(crate) fn contains(&self, text: &str) -> bool {
        let text = text.as_bytes();
        self.bytes.windows(text.len()).any(|window| window == text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn binary_is_told_from_text() {
        assert!(FileHead::new(b"\x7fELF\x02\x01\x00").is_binary());
        assert!(FileHead::new(&[0xff; 40]).is_binary());
        assert!(!FileHead::new("é, ü and 漢字\n".as_bytes()).is_binary());
        // Cut through the middle of a character.
        assert!(!FileHead::new(&"a long enough line with an é".as_bytes()[..28]).is_binary());
    }
}

//! The beginning of a file, by which its format is recognised.

use crate::sketch::{JsonOutline, OutlineKind};

/// The beginning of a file.
#[derive(Debug)]
pub struct FileHead<'a> {
    bytes: &'a [u8],
    lines: Vec<JsonOutline<'a>>,
    whole: JsonOutline<'a>,
}

/// So many lines are looked at: client transcripts begin with a few lines of housekeeping.
const LINES: usize = 20;

impl<'a> FileHead<'a> {
    /// Looks at the first bytes of a file.
    #[must_use]
    pub fn of(bytes: &'a [u8]) -> Self {
        let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
        let full = bytes.split(|byte| *byte == b'\n').filter(|line| !line.trim_ascii().is_empty());
        let lines = full.take(LINES).map(JsonOutline::of).collect();
        Self { bytes, lines, whole: JsonOutline::of(bytes) }
    }

    /// Whether it can be no text: it holds a NUL, or mostly what is no UTF-8.
    #[must_use]
    pub fn is_binary(&self) -> bool {
        let odd = self.bytes.utf8_chunks().filter(|chunk| !chunk.invalid().is_empty()).count();
        self.bytes.contains(&0) || odd * 20 > self.bytes.len()
    }

    /// The text as far as it is UTF-8.
    pub(crate) fn text(&self) -> &'a str {
        self.bytes.utf8_chunks().next().map_or("", |chunk| chunk.valid())
    }

    /// The first lines that are objects. A pretty-printed file has none.
    pub(crate) fn objects(&self) -> impl Iterator<Item = &JsonOutline<'a>> {
        self.lines.iter().filter(|line| line.shape == OutlineKind::Object)
    }

    /// The file as one value.
    pub(crate) fn whole(&self) -> &JsonOutline<'a> {
        &self.whole
    }

    /// Whether the bytes stand anywhere in the head.
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
        assert!(FileHead::of(b"\x7fELF\x02\x01\x00").is_binary());
        assert!(FileHead::of(&[0xff; 40]).is_binary());
        assert!(!FileHead::of("é, ü and 漢字\n".as_bytes()).is_binary());
        // Cut through the middle of a character.
        assert!(!FileHead::of(&"a long enough line with an é".as_bytes()[..28]).is_binary());
    }
}

//! The beginning of a file, by which its format is recognised.

use fusebox_clients::records::{JsonValue, read_partial};

/// The first bytes of a file. Its values may be cut off anywhere.
#[derive(Debug)]
pub struct FileHead<'a> {
    bytes: &'a [u8],
    lines: Vec<JsonValue<'a>>,
    whole: JsonValue<'a>,
}

/// The lines that are read. Transcripts begin with a few lines of housekeeping.
const MAX_LINES: usize = 20;

impl<'a> FileHead<'a> {
    /// Reads the first bytes of a file.
    #[must_use]
    pub fn new(bytes: &'a [u8]) -> Self {
        let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
        let read = |text| read_partial(text, &[]).value;
        let lines = bytes.split(|byte| *byte == b'\n').map(<[u8]>::trim_ascii);
        let lines = lines.filter(|line| !line.is_empty()).take(MAX_LINES).map(read).collect();
        Self { bytes, lines, whole: read(bytes) }
    }

    /// Whether the file is binary: it has a NUL or much that is not UTF-8.
    #[must_use]
    pub fn is_binary(&self) -> bool {
        let rest = self.bytes.get(self.text().len()..).unwrap_or_default();
        let odd = rest.utf8_chunks().filter(|chunk| !chunk.invalid().is_empty()).count();
        memchr::memchr(0, self.bytes).is_some() || odd * 20 > self.bytes.len()
    }

    /// The text up to the first bytes that are not UTF-8.
    pub(crate) fn text(&self) -> &'a str {
        let valid = std::str::from_utf8(self.bytes).map_err(|error| error.valid_up_to());
        valid.or_else(|end| std::str::from_utf8(&self.bytes[..end])).unwrap_or_default()
    }

    /// The first lines that are JSON objects. A pretty-printed file has none.
    pub(crate) fn objects(&self) -> impl Iterator<Item = &JsonValue<'a>> {
        self.lines.iter().filter(|line| line.is_object())
    }

    /// The file as one JSON value.
    pub(crate) fn whole(&self) -> &JsonValue<'a> {
        &self.whole
    }

    /// Whether the head contains a text.
    pub(crate) fn contains(&self, text: &str) -> bool {
        memchr::memmem::find(self.bytes, text.as_bytes()).is_some()
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

    #[test]
    fn an_object_that_is_cut_off_has_its_first_keys() {
        let head = FileHead::new(br#"{"type":"user","deep":{"a":[1,"}"]},"la"#);
        let first = head.objects().next().unwrap();
        assert_eq!(first.text("type"), Some("user"));
        assert!(first.field("deep").has("a") && !first.has("last"));
        assert!(FileHead::new(b"# aider").objects().next().is_none());
    }
}

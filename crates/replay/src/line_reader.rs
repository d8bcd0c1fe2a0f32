//! Reads the lines of a file into one buffer, which the longest line bounds.

use std::io::{BufRead, BufReader, Read, Result};

/// Bytes read at a time.
const READ_BYTES: usize = 256 << 10;
/// The longest line that is kept, in bytes. A longer one is skipped.
const MAX_LINE_BYTES: u64 = 1 << 30;
const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// Reads lines.
pub(crate) struct LineReader {
    reader: BufReader<Box<dyn Read + Send>>,
    line: Vec<u8>,
}

/// One line.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct RawLine<'a> {
    /// The line with its end.
    pub(crate) text: &'a [u8],
    /// Whether the line has an end. The last line of a file may still be written.
    pub(crate) is_finished: bool,
    /// Whether the line was too long, so that `text` is only its beginning.
    pub(crate) is_cut: bool,
}

impl LineReader {
    /// Reads lines, without a byte order mark before the first.
    pub(crate) fn new(reader: Box<dyn Read + Send>) -> Self {
        let mut reader = BufReader::with_capacity(READ_BYTES, reader);
        // What cannot be read now is reported with the first line.
        if reader.fill_buf().is_ok_and(|text| text.starts_with(BYTE_ORDER_MARK)) {
            reader.consume(BYTE_ORDER_MARK.len());
        }
        Self { reader, line: Vec::new() }
    }

    /// The next line; `None` after the last.
    pub(crate) fn next_line(&mut self) -> Result<Option<RawLine<'_>>> {
        self.line.clear();
        // Returns the memory of a long line.
        self.line.shrink_to(4 * READ_BYTES);
        let length = (&mut self.reader).take(MAX_LINE_BYTES).read_until(b'\n', &mut self.line)?;
        let mut is_finished = self.line.ends_with(b"\n");
        let is_cut = !is_finished && length as u64 == MAX_LINE_BYTES;
        if is_cut {
            is_finished = self.reader.skip_until(b'\n')? > 0;
        }
        Ok((length > 0).then_some(RawLine { text: &self.line, is_finished, is_cut }))
    }

    /// Everything that was not read yet.
    pub(crate) fn read_rest(&mut self) -> Result<Vec<u8>> {
        let mut text = Vec::new();
        self.reader.read_to_end(&mut text)?;
        Ok(text)
    }
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use super::*;

    fn reader(text: &[u8]) -> LineReader {
        LineReader::new(Box::new(Cursor::new(text.to_vec())))
    }

    #[test]
    fn lines_are_read_with_their_ends() {
        for (text, expected) in [
            (&b""[..], &[][..]),
            (b"\xef\xbb\xbfa\nbc\n\nd", &[(2, true), (3, true), (1, true), (1, false)]),
        ] {
            let (mut lines, mut found) = (reader(text), Vec::new());
            while let Some(line) = lines.next_line().unwrap() {
                found.push((line.text.len(), line.is_finished));
            }
            assert_eq!(found, expected);
        }
    }

    #[test]
    fn the_memory_of_a_long_line_is_returned() {
        let mut lines = reader(&[vec![b'x'; 3 << 20], b"\ny\n".to_vec()].concat());
        assert_eq!(lines.next_line().unwrap().unwrap().text.len(), (3 << 20) + 1);
        assert_eq!(lines.next_line().unwrap().unwrap().text, b"y\n");
        assert!(lines.line.capacity() <= 4 * READ_BYTES);
        assert_eq!(lines.next_line().unwrap(), None);
    }

    #[test]
    fn the_rest_is_what_was_not_read() {
        let mut lines = reader(b"a\nb\nc");
        lines.next_line().unwrap();
        assert_eq!(lines.read_rest().unwrap(), b"b\nc");
        assert_eq!(lines.next_line().unwrap(), None);
    }
}

//! Reads the lines of a file into one buffer, which the longest line bounds.

use std::io::{BufRead, BufReader, ErrorKind, Read, Result};

use memchr::memchr;

/// Bytes read at a time.
const READ_BYTES: usize = 256 << 10;
/// The longest line that is kept, in bytes. A longer one is skipped.
const MAX_LINE_BYTES: usize = 1 << 30;
const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// Reads lines.
pub(crate) struct LineReader {
    reader: BufReader<Box<dyn Read + Send>>,
    /// A line that lies in two or more buffers.
    line: Vec<u8>,
    /// How much of the buffer the last line is, which is consumed before the next one is read.
    lent: usize,
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
        Self { reader, line: Vec::new(), lent: 0 }
    }

    /// The next line; `None` after the last.
    pub(crate) fn next_line(&mut self) -> Result<Option<RawLine<'_>>> {
        self.reader.consume(std::mem::take(&mut self.lent));
        self.line.clear();
        // Returns the memory of a long line.
        self.line.shrink_to(4 * READ_BYTES);
        // Most lines lie whole in the buffer and are not copied.
        if let Some(end) = memchr(b'\n', self.reader.buffer()) {
            self.lent = end + 1;
            let text = self.reader.buffer().get(..self.lent).unwrap_or_default();
            return Ok(Some(RawLine { text, is_finished: true, is_cut: false }));
        }
        self.collect_line()?;
        let mut is_finished = self.line.ends_with(b"\n");
        let is_cut = !is_finished && self.line.len() == MAX_LINE_BYTES;
        if is_cut {
            is_finished = self.reader.skip_until(b'\n')? > 0;
        }
        let line = RawLine { text: &self.line, is_finished, is_cut };
        Ok((!self.line.is_empty()).then_some(line))
    }

    /// Copies the next line, up to [`MAX_LINE_BYTES`].
    fn collect_line(&mut self) -> Result<()> {
        while self.line.len() < MAX_LINE_BYTES {
            let buffer = match self.reader.fill_buf() {
                Err(error) if error.kind() == ErrorKind::Interrupted => continue,
                buffer => buffer?,
            };
            let buffer = buffer.get(..MAX_LINE_BYTES - self.line.len()).unwrap_or(buffer);
            let end = memchr(b'\n', buffer);
            let part = end.and_then(|end| buffer.get(..=end)).unwrap_or(buffer);
            self.line.extend_from_slice(part);
            let length = part.len();
            self.reader.consume(length);
            if end.is_some() || length == 0 {
                break;
            }
        }
        Ok(())
    }

    /// Everything that was not read yet.
    pub(crate) fn read_rest(&mut self) -> Result<Vec<u8>> {
        self.reader.consume(std::mem::take(&mut self.lent));
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
    fn lines_are_whole_wherever_a_buffer_ends() {
        let lines =
            [READ_BYTES - 9, 3, 7, 2 * READ_BYTES, 0, READ_BYTES].map(|length| vec![b'x'; length]);
        let mut reader = reader(&lines.join(&b'\n'));
        for line in &lines {
            let read = reader.next_line().unwrap().unwrap().text.trim_ascii_end().to_vec();
            assert_eq!(read, *line);
        }
        assert_eq!(reader.next_line().unwrap(), None);
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

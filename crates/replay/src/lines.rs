//! The lines of a file, read where they lie: a line is not copied, and memory is bounded by the
//! longest.

use std::io::Read;

use memchr::memchr;

/// So much is asked for at a time.
const READ: usize = 256 << 10;
/// A longer line is passed over.
const LONGEST: usize = 1 << 30;

/// Reads lines.
pub(crate) struct LineReader {
    reader: Box<dyn Read + Send>,
    buffer: Vec<u8>,
    /// What of the buffer is still to be told.
    begin: usize,
    end: usize,
    ended: bool,
}

/// One line.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct RawLine<'a> {
    /// What stands in it, with its end.
    pub(crate) text: &'a [u8],
    /// Whether it has an end: the last line of a file may still be written.
    pub(crate) is_finished: bool,
    /// Whether it was too long to be kept: only its end is told.
    pub(crate) is_cut: bool,
}

impl LineReader {
    /// The lines of `reader`.
    pub(crate) fn of(reader: Box<dyn Read + Send>) -> Self {
        Self { reader, buffer: Vec::new(), begin: 0, end: 0, ended: false }
    }

    /// The next line; `None` after the last.
    ///
    /// # Errors
    /// When the file cannot be read on.
    pub(crate) fn next(&mut self) -> Result<Option<RawLine<'_>>, String> {
        let (mut seen, mut is_cut) = (0, false);
        loop {
            let waiting = self.buffer.get(self.begin..self.end).unwrap_or_default();
            let found = memchr(b'\n', waiting.get(seen..).unwrap_or_default());
            let is_finished = found.is_some();
            if is_finished || self.ended {
                let length = found.map_or(waiting.len(), |at| seen + at + 1);
                let begin = self.begin;
                self.begin += length;
                let text = self.buffer.get(begin..begin + length).unwrap_or_default();
                return Ok((length > 0).then_some(RawLine { text, is_finished, is_cut }));
            }
            if waiting.len() > LONGEST {
                self.begin = self.end;
                is_cut = true;
            }
            seen = self.end - self.begin;
            self.read()?;
        }
    }

    /// All that was not told yet.
    ///
    /// # Errors
    /// When the file cannot be read on.
    pub(crate) fn rest(&mut self) -> Result<Vec<u8>, String> {
        while !self.ended {
            self.read()?;
        }
        let mut text = std::mem::take(&mut self.buffer);
        text.truncate(std::mem::take(&mut self.end));
        text.drain(..std::mem::take(&mut self.begin));
        Ok(text)
    }

    /// Gives back what a long line took.
    pub(crate) fn give_back(&mut self) {
        if self.buffer.len() > 4 * READ && self.end - self.begin <= READ {
            let rest = self.buffer.get(self.begin..self.end).unwrap_or_default().to_vec();
            (self.begin, self.end) = (0, rest.len());
            self.buffer = rest;
        }
    }

    /// Reads on; what was told makes room.
    fn read(&mut self) -> Result<(), String> {
        if self.begin > 0 {
            self.buffer.copy_within(self.begin..self.end, 0);
            (self.begin, self.end) = (0, self.end - self.begin);
        }
        if self.buffer.len() - self.end < READ {
            // A long line grows by an eighth, not twofold: it is the memory that is bounded.
            let more = (self.buffer.len() / 8).max(2 * READ);
            self.buffer.reserve_exact(more);
            self.buffer.resize(self.buffer.len() + more, 0);
        }
        let room = self.buffer.get_mut(self.end..).unwrap_or_default();
        match self.reader.read(room) {
            Ok(0) => self.ended = true,
            Ok(length) => self.end += length,
            Err(error) if error.kind() == std::io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error.to_string()),
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Gives a few bytes at a time.
    struct Slow(Vec<u8>, usize);

    impl Read for Slow {
        fn read(&mut self, room: &mut [u8]) -> std::io::Result<usize> {
            let length = self.1.min(self.0.len()).min(room.len());
            room[..length].copy_from_slice(&self.0[..length]);
            self.0.drain(..length);
            Ok(length)
        }
    }

    fn check(text: &[u8], expected: &[(usize, bool)]) {
        for at_once in [1, 7, 1 << 20] {
            let mut lines = LineReader::of(Box::new(Slow(text.to_vec(), at_once)));
            let (mut told, mut all) = (Vec::new(), Vec::new());
            while let Some(line) = lines.next().unwrap() {
                told.push((line.text.len(), line.is_finished));
                all.extend_from_slice(line.text);
                lines.give_back();
            }
            assert_eq!((told.as_slice(), all.as_slice()), (expected, text));
        }
    }

    #[test]
    fn lines_are_told_whole_however_they_are_read() {
        check(b"", &[]);
        check(b"a\nbc\n\nd", &[(2, true), (3, true), (1, true), (1, false)]);
        let long = [vec![b'x'; 3 << 20], b"\ny\n".to_vec()].concat();
        let mut lines = LineReader::of(Box::new(Slow(long, 1 << 20)));
        assert_eq!(lines.next().unwrap().unwrap().text.len(), (3 << 20) + 1);
        lines.give_back();
        assert!(lines.buffer.len() <= READ);
        assert_eq!(lines.next().unwrap().unwrap().text, b"y\n");
        assert_eq!(lines.next().unwrap(), None);
    }

    #[test]
    fn the_rest_is_what_was_not_told() {
        let mut lines = LineReader::of(Box::new(Slow(b"a\nb\nc".to_vec(), 2)));
        lines.next().unwrap();
        assert_eq!(lines.rest().unwrap(), b"b\nc");
        assert_eq!(lines.next().unwrap(), None);
    }
}

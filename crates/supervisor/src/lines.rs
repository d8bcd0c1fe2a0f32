//! Splits a stream of bytes into lines and puts them into a queue, without ever waiting.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::Sender;

/// The longest line that is read, in bytes: a client writes a whole tool output in one line.
const MAX_LINE: usize = 4 << 20;
/// The bytes that may wait to be read; more lines are skipped and counted.
const MAX_WAITING: usize = 16 << 20;

/// Lines that were read at once.
#[derive(Debug)]
pub(crate) struct LineBatch {
    /// The lines, without their ends.
    pub(crate) lines: Vec<Vec<u8>>,
    bytes: usize,
    waiting: Arc<AtomicUsize>,
}

impl Drop for LineBatch {
    fn drop(&mut self) {
        self.waiting.fetch_sub(self.bytes, Ordering::Relaxed);
    }
}

/// Splits bytes into lines.
#[derive(Debug)]
pub(crate) struct LineSplitter<T> {
    queue: Sender<T>,
    message: fn(LineBatch) -> T,
    waiting: Arc<AtomicUsize>,
    skipped: Arc<AtomicUsize>,
    /// The beginning of a line that has not ended.
    open: Vec<u8>,
    /// Whether the open line is too long, so that its rest is skipped.
    skips: bool,
}

impl<T> LineSplitter<T> {
    /// Puts lines into `queue`, and counts those that are left out in `skipped`.
    pub(crate) fn new(
        queue: Sender<T>,
        message: fn(LineBatch) -> T,
        skipped: Arc<AtomicUsize>,
    ) -> Self {
        let waiting = Arc::default();
        Self { queue, message, waiting, skipped, open: Vec::new(), skips: false }
    }

    /// Takes the next bytes.
    pub(crate) fn feed(&mut self, bytes: &[u8]) {
        let mut lines = Vec::new();
        let mut rest = bytes;
        while let Some(end) = memchr::memchr(b'\n', rest) {
            let (line, after) = rest.split_at(end);
            rest = after.get(1..).unwrap_or_default();
            self.extend(line);
            lines.extend(self.take());
        }
        self.extend(rest);
        self.send(lines);
    }

    /// The stream ended: the last line needs no end of its own.
    pub(crate) fn finish(&mut self) {
        let last = self.take().filter(|line| !line.is_empty());
        self.send(last.into_iter().collect());
    }

    fn extend(&mut self, part: &[u8]) {
        if self.open.len() + part.len() > MAX_LINE {
            self.skips = true;
        }
        if !self.skips {
            self.open.extend_from_slice(part);
        }
    }

    /// The line that just ended; `None` where it was too long.
    fn take(&mut self) -> Option<Vec<u8>> {
        let mut line = std::mem::take(&mut self.open);
        if std::mem::take(&mut self.skips) {
            self.skipped.fetch_add(1, Ordering::Relaxed);
            return None;
        }
        // A terminal ends lines with `\r\n`.
        if line.last() == Some(&b'\r') {
            line.pop();
        }
        Some(line)
    }

    fn send(&mut self, lines: Vec<Vec<u8>>) {
        if lines.is_empty() {
            return;
        }
        let bytes: usize = lines.iter().map(|line| line.len() + size_of::<Vec<u8>>()).sum();
        if self.waiting.load(Ordering::Relaxed) + bytes > MAX_WAITING {
            self.skipped.fetch_add(lines.len(), Ordering::Relaxed);
            return;
        }
        self.waiting.fetch_add(bytes, Ordering::Relaxed);
        let waiting = Arc::clone(&self.waiting);
        // Nobody listens any more when the run is over.
        let _ = self.queue.send((self.message)(LineBatch { lines, bytes, waiting }));
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::channel;

    use super::*;

    /// What is read of these parts, and how many lines are skipped.
    fn check(parts: &[&[u8]], expected: &[&[u8]], expected_skipped: usize) {
        let (queue, batches) = channel();
        let skipped = Arc::default();
        let mut splitter = LineSplitter::new(queue, |lines| lines, Arc::clone(&skipped));
        for part in parts {
            splitter.feed(part);
        }
        splitter.finish();
        let read: Vec<Vec<u8>> = batches.try_iter().flat_map(|batch| batch.lines.clone()).collect();
        assert_eq!(read, expected);
        assert_eq!(skipped.load(Ordering::Relaxed), expected_skipped);
    }

    #[test]
    fn lines_are_whole_however_they_come() {
        check(&[b"a\nb\n"], &[b"a", b"b"], 0);
        check(&[b"a", b"b", b"\n", b"c"], &[b"ab", b"c"], 0);
        check(&[b"a\r\n", b"\r\n"], &[b"a", b""], 0);
        check(&[b""], &[], 0);
    }

    #[test]
    fn a_line_that_is_too_long_is_skipped_whole() {
        let long = vec![b'x'; MAX_LINE];
        check(&[&long, b"\nb\n"], &[&long, b"b"], 0);
        check(&[&long, b"x\nb\n"], &[b"b"], 1);
    }

    #[test]
    fn a_reader_that_does_not_come_along_costs_a_bounded_memory() {
        let line = vec![b'x'; MAX_LINE];
        let parts: Vec<&[u8]> =
            std::iter::repeat_n([line.as_slice(), b"\n"], 5).flatten().collect();
        check(&parts, &[line.as_slice(); 3], 2);
    }
}

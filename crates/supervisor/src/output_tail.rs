//! What was copied of the output of a command: how much, and its end, in memory alone.

use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

/// The bytes of the end that are kept: a client writes a message, with all of a tool's output, in one line.
const TAIL_BYTES: usize = 256 << 10;

/// What was copied of the output of a command.
#[derive(Debug)]
pub(crate) struct CopiedOutput {
    bytes: AtomicU64,
    /// The end of it; `None` where nobody asks for it.
    tail: Option<Mutex<Vec<u8>>>,
}

impl CopiedOutput {
    pub(crate) fn new(keeps_tail: bool) -> Self {
        Self { bytes: AtomicU64::default(), tail: keeps_tail.then(Mutex::default) }
    }

    /// Bytes so far.
    pub(crate) fn bytes(&self) -> u64 {
        self.bytes.load(Ordering::Relaxed)
    }

    pub(crate) fn push(&self, bytes: &[u8]) {
        self.bytes.fetch_add(bytes.len() as u64, Ordering::Relaxed);
        let Some(Ok(mut tail)) = self.tail.as_ref().map(Mutex::lock) else { return };
        let skipped = bytes.len().saturating_sub(TAIL_BYTES);
        tail.extend_from_slice(bytes.get(skipped..).unwrap_or_default());
        if tail.len() > 2 * TAIL_BYTES {
            let old = tail.len() - TAIL_BYTES;
            tail.drain(..old);
        }
    }

    /// The end of the output; empty where it is not kept.
    pub(crate) fn tail(&self) -> String {
        let Some(Ok(tail)) = self.tail.as_ref().map(Mutex::lock) else { return String::new() };
        let first = tail.len().saturating_sub(TAIL_BYTES);
        String::from_utf8_lossy(tail.get(first..).unwrap_or_default()).into_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_end_is_kept_and_only_where_it_is_wanted() {
        let copied = CopiedOutput::new(true);
        for _ in 0..5 {
            copied.push(&vec![b'a'; TAIL_BYTES]);
        }
        copied.push(b"end");
        let tail = copied.tail();
        assert_eq!((tail.len(), tail.ends_with("aend")), (TAIL_BYTES, true));
        assert_eq!(copied.bytes(), 5 * TAIL_BYTES as u64 + 3);
        let copied = CopiedOutput::new(false);
        copied.push(b"end");
        assert_eq!((copied.tail().as_str(), copied.bytes()), ("", 3));
    }
}

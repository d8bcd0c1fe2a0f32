//! Bytes from the command to our own output: bounded memory, few wake-ups.

use std::os::fd::{AsFd, BorrowedFd};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use rustix::io::Errno;

use crate::lines::Tap;

/// What a pipe is asked to hold, in bytes: the most that Linux gives to everybody.
const PIPE_BYTES: usize = 1 << 20;
/// What is read at once.
const BUFFER_BYTES: usize = 1 << 20;
/// What a terminal gives at once.
const TERMINAL_BYTES: usize = 4_095;
/// How long more is gathered after a small reading. A command that writes line by line would
/// otherwise wake us for each.
const GATHER: Duration = Duration::from_millis(4);

/// Where bytes come from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Source {
    /// A pipe.
    Pipe,
    /// A terminal of our own.
    Terminal,
}

/// Copies until there is nothing more, or until nobody wants it any more. Returns whether that is in
/// the middle of a line.
pub(crate) fn copy<T>(
    from: &impl AsFd,
    source: Source,
    to: BorrowedFd<'_>,
    copied: &Arc<AtomicU64>,
    mut tap: Option<Tap<T>>,
) -> bool {
    let whole = match source {
        Source::Terminal => TERMINAL_BYTES,
        Source::Pipe => widened(from.as_fd()),
    };
    let mut buffer = vec![0; if source == Source::Pipe { BUFFER_BYTES } else { 16 << 10 }];
    let mut within_line = false;
    loop {
        let read = match rustix::io::read(from, &mut buffer) {
            Err(Errno::INTR | Errno::AGAIN) => continue,
            // A terminal ends with an error when the last one below it is gone.
            Ok(0) | Err(_) => break,
            Ok(read) => read,
        };
        let bytes = buffer.get(..read).unwrap_or_default();
        copied.fetch_add(read as u64, Ordering::Relaxed);
        if let Some(tap) = &mut tap {
            tap.feed(bytes);
        }
        within_line = bytes.last() != Some(&b'\n');
        if write_all(to, bytes).is_err() {
            break;
        }
        if read < whole / 2 {
            std::thread::sleep(GATHER);
        }
    }
    if let Some(mut tap) = tap {
        tap.finish();
    }
    within_line
}

/// Makes room in a pipe; what it holds.
fn widened(pipe: BorrowedFd<'_>) -> usize {
    #[cfg(target_os = "linux")]
    if let Ok(bytes) = rustix::pipe::fcntl_setpipe_size(pipe, PIPE_BYTES) {
        return bytes;
    }
    let _ = (pipe, PIPE_BYTES);
    64 << 10
}

/// Writes everything; waits where the reader is slow.
pub(crate) fn write_all(to: BorrowedFd<'_>, mut bytes: &[u8]) -> Result<(), Errno> {
    while !bytes.is_empty() {
        match rustix::io::write(to, bytes) {
            Ok(written) => bytes = bytes.get(written..).unwrap_or_default(),
            Err(Errno::INTR) => {}
            Err(Errno::AGAIN) => {
                // Somebody made our output non-blocking: it is waited for as if it were not.
                let mut poll =
                    [rustix::event::PollFd::from_borrowed_fd(to, rustix::event::PollFlags::OUT)];
                rustix::event::poll(&mut poll, None)?;
            }
            Err(error) => return Err(error),
        }
    }
    Ok(())
}

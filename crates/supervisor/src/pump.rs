//! Copies the output of the command to our own: bounded memory, few wake-ups.

use std::os::fd::{AsFd, BorrowedFd};
use std::time::Duration;

use rustix::event::{PollFd, PollFlags, poll};
use rustix::io::Errno;

use crate::lines::LineSplitter;
use crate::output_tail::CopiedOutput;

/// The size that a pipe is given, in bytes: the largest that Linux allows every user.
const PIPE_BYTES: usize = 1 << 20;
/// The least that is read at once, in bytes.
const MIN_BUFFER_BYTES: usize = 16 << 10;
/// The bytes that a terminal can hold.
pub(crate) const TERMINAL_BYTES: usize = 4_095;
/// The pause after a small read. A command that writes line by line would otherwise wake us for each
/// line.
const GATHER: Duration = Duration::from_millis(4);

/// Copies until the input ends or the output is closed. Returns whether that is in the middle of a
/// line. `capacity`: the bytes that `from` can hold.
pub(crate) fn copy<T>(
    from: &impl AsFd,
    capacity: usize,
    to: BorrowedFd<'_>,
    copied: &CopiedOutput,
    mut lines: Option<LineSplitter<T>>,
) -> bool {
    let mut buffer = vec![0; capacity.max(MIN_BUFFER_BYTES)];
    let mut within_line = false;
    loop {
        let read = match rustix::io::read(from, &mut buffer) {
            Err(Errno::INTR | Errno::AGAIN) => continue,
            // Reading a terminal fails when its last process is gone.
            Ok(0) | Err(_) => break,
            Ok(read) => read,
        };
        let bytes = buffer.get(..read).unwrap_or_default();
        copied.push(bytes);
        if let Some(lines) = &mut lines {
            lines.feed(bytes);
        }
        within_line = bytes.last() != Some(&b'\n');
        if write_all(to, bytes).is_err() {
            break;
        }
        if read < capacity / 2 {
            std::thread::sleep(GATHER);
        }
    }
    if let Some(mut lines) = lines {
        lines.finish();
    }
    within_line
}

/// Makes a pipe larger, and returns its size.
pub(crate) fn enlarge(pipe: &impl AsFd) -> usize {
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
                // Another process made our output non-blocking.
                poll(&mut [PollFd::from_borrowed_fd(to, PollFlags::OUT)], None)?;
            }
            Err(error) => return Err(error),
        }
    }
    Ok(())
}

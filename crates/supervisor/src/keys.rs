//! Keys from the terminal in front to the command's own, until the run no longer wants them.

use std::io::{PipeReader, PipeWriter};
use std::os::fd::{AsFd, OwnedFd};
use std::sync::Arc;

use rustix::event::{PollFd, PollFlags, poll};
use rustix::stdio;

use crate::pump::write_all;

/// Keys are handed on as long as this lives: a later run must find its own.
#[derive(Debug)]
pub(crate) struct Keys {
    _open: PipeWriter,
}

impl Keys {
    /// Hands keys on from now on.
    pub(crate) fn to(inner: &Arc<OwnedFd>) -> std::io::Result<Self> {
        let (closed, open) = std::io::pipe()?;
        let inner = Arc::clone(inner);
        std::thread::spawn(move || hand_on(&inner, &closed));
        Ok(Self { _open: open })
    }
}

fn hand_on(inner: &OwnedFd, closed: &PipeReader) {
    let mut buffer = [0; 4096];
    loop {
        let mut either = [
            PollFd::from_borrowed_fd(stdio::stdin(), PollFlags::IN),
            PollFd::from_borrowed_fd(closed.as_fd(), PollFlags::IN),
        ];
        let waited = poll(&mut either, None);
        let [keys, end] = &either;
        if !end.revents().is_empty() || waited.is_err_and(|e| e != rustix::io::Errno::INTR) {
            return;
        }
        if keys.revents().is_empty() {
            continue;
        }
        match rustix::io::read(stdio::stdin(), &mut buffer) {
            Err(rustix::io::Errno::INTR | rustix::io::Errno::AGAIN) => {}
            Ok(0) | Err(_) => return,
            Ok(read) => {
                if write_all(inner.as_fd(), buffer.get(..read).unwrap_or_default()).is_err() {
                    return;
                }
            }
        }
    }
}

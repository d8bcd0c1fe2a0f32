//! Forwards keys from the person's terminal to the command's, until the run no longer wants them.

use std::io::{PipeReader, PipeWriter};
use std::os::fd::{AsFd, OwnedFd};
use std::sync::Arc;

use rustix::event::{PollFd, PollFlags, poll};
use rustix::io::Errno;
use rustix::stdio;

use crate::pump::write_all;

/// Keys are forwarded until this is dropped: a later run gets its own.
#[derive(Debug)]
pub(crate) struct KeyForwarder {
    _open: PipeWriter,
}

impl KeyForwarder {
    /// Forwards keys from now on.
    pub(crate) fn start(to: &Arc<OwnedFd>) -> std::io::Result<Self> {
        let (closed, open) = std::io::pipe()?;
        let to = Arc::clone(to);
        std::thread::spawn(move || forward(&to, &closed));
        Ok(Self { _open: open })
    }
}

fn forward(to: &OwnedFd, closed: &PipeReader) {
    let mut buffer = [0; 4096];
    loop {
        let mut either = [
            PollFd::from_borrowed_fd(stdio::stdin(), PollFlags::IN),
            PollFd::from_borrowed_fd(closed.as_fd(), PollFlags::IN),
        ];
        let waited = poll(&mut either, None);
        let [keys, end] = &either;
        if !end.revents().is_empty() || waited.is_err_and(|error| error != Errno::INTR) {
            return;
        }
        if keys.revents().is_empty() {
            continue;
        }
        match rustix::io::read(stdio::stdin(), &mut buffer) {
            Err(Errno::INTR | Errno::AGAIN) => {}
            Ok(0) | Err(_) => return,
            Ok(read) => {
                if write_all(to.as_fd(), buffer.get(..read).unwrap_or_default()).is_err() {
                    return;
                }
            }
        }
    }
}

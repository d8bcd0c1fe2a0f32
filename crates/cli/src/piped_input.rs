//! Waits for standard input, which whoever starts us may hold open without ever writing to it.

use std::io;
use std::time::Duration;

use rustix::event::{self, PollFd, PollFlags, Timespec};

/// Whether standard input has something to read, or has ended, before `limit` is over.
pub(crate) fn is_ready_within(limit: Duration) -> io::Result<bool> {
    let stdin = io::stdin();
    let mut waited = [PollFd::new(&stdin, PollFlags::IN)];
    let limit = Timespec {
        tv_sec: i64::try_from(limit.as_secs()).unwrap_or(i64::MAX),
        tv_nsec: i64::from(limit.subsec_nanos()),
    };
    Ok(event::poll(&mut waited, Some(&limit)).map_err(io::Error::from)? > 0)
}

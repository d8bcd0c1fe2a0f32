//! The open connections of a server of posted hooks: so many at a time, and none keeps another out.

use std::collections::VecDeque;
use std::net::{Shutdown, TcpStream};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use fusebox_engine::Timestamp;

use crate::clock;

/// Connections at the same time. Further ones wait in the queue of the port.
const MAX_CONNECTIONS: usize = 64;
/// How long a request may take to arrive while others wait, in milliseconds. A client writes it at once.
const UNHURRIED_MS: u64 = 250;
/// The time between two looks for a connection that took longer.
const LOOK: Duration = Duration::from_millis(20);

/// The open connections.
#[derive(Debug, Default)]
pub(super) struct PostConnections {
    open: Mutex<OpenConnections>,
    closed: Condvar,
}

#[derive(Debug, Default)]
struct OpenConnections {
    count: usize,
    next: u64,
    /// Those whose request has not arrived yet, the oldest first.
    arriving: VecDeque<ArrivingRequest>,
}

#[derive(Debug)]
struct ArrivingRequest {
    number: u64,
    since: Timestamp,
    stream: TcpStream,
}

/// A connection among them, until it is dropped.
#[derive(Debug)]
pub(super) struct PostConnection {
    all: Arc<PostConnections>,
    number: u64,
}

impl PostConnections {
    /// Waits until there is room, for which the connection that took too long over its request is closed, and
    /// adds this one.
    pub(super) fn admit(self: &Arc<Self>, stream: &TcpStream) -> std::io::Result<PostConnection> {
        let stream = stream.try_clone()?;
        let mut open = self.open();
        while open.count >= MAX_CONNECTIONS {
            open.close_slowest();
            let waited = self.closed.wait_timeout(open, LOOK);
            open = waited.map_or_else(|error| error.into_inner().0, |(open, _)| open);
        }
        let number = open.next;
        open.next += 1;
        open.count += 1;
        open.arriving.push_back(ArrivingRequest { number, since: clock::now(), stream });
        Ok(PostConnection { all: Arc::clone(self), number })
    }

    fn open(&self) -> MutexGuard<'_, OpenConnections> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl OpenConnections {
    fn close_slowest(&mut self) {
        let is_slow = |first: &ArrivingRequest| clock::now().since(first.since).0 >= UNHURRIED_MS;
        if self.arriving.front().is_some_and(is_slow)
            && let Some(slow) = self.arriving.pop_front()
        {
            let _ = slow.stream.shutdown(Shutdown::Both);
        }
    }

    fn has_arrived(&mut self, number: u64) {
        self.arriving.retain(|one| one.number != number);
    }
}

impl PostConnection {
    /// Its request has arrived: it is not closed for slowness any more.
    pub(super) fn has_arrived(&self) {
        self.all.open().has_arrived(self.number);
    }
}

impl Drop for PostConnection {
    fn drop(&mut self) {
        let mut open = self.all.open();
        open.has_arrived(self.number);
        open.count -= 1;
        drop(open);
        self.all.closed.notify_one();
    }
}

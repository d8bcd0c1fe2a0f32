//! A person at the terminal resumes a paused watch with Enter.

use std::io::BufRead;
use std::sync::mpsc::Sender;
use std::time::Duration;

use rustix::event::{PollFd, PollFlags, Timespec, poll};

use crate::terminal::is_in_front;

/// How long one look at the terminal waits, in nanoseconds.
const WAIT_NS: i64 = 200_000_000;
/// The time between two looks, for a terminal that has another process in front.
const REST: Duration = Duration::from_millis(100);

/// Puts a message into the queue for each line that is typed. The caller has made sure
/// that standard input is a terminal: what a program writes is not a person's word.
pub(super) fn listen<T: Send + 'static>(queue: Sender<T>, message: fn() -> T) {
    std::thread::spawn(move || {
        let mut line = String::new();
        loop {
            if !is_line_typed() {
                std::thread::sleep(REST);
                continue;
            }
            line.clear();
            let read = std::io::stdin().lock().read_line(&mut line);
            if !read.is_ok_and(|bytes| bytes > 0) || queue.send(message()).is_err() {
                return;
            }
        }
    });
}

/// Waits a moment for a line on the terminal. There is none for a process in the background of the shell, which
/// would be stopped if it read.
fn is_line_typed() -> bool {
    let stdin = rustix::stdio::stdin();
    let wait = Timespec { tv_sec: 0, tv_nsec: WAIT_NS };
    let mut waited = [PollFd::new(&stdin, PollFlags::IN)];
    let is_ready = poll(&mut waited, Some(&wait)).is_ok_and(|ready| ready > 0);
    is_ready && is_in_front(stdin)
}

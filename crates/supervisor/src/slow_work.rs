//! Says what a person waits for, where it takes long.

use std::io::{IsTerminal, Write};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;

/// How long nothing is said.
const SILENT: Duration = Duration::from_secs(1);

/// Does the work, and prints `notice` to standard error where that is a terminal and the work takes
/// longer than a second.
pub(crate) fn with_notice<T>(notice: &str, work: impl FnOnce() -> T) -> T {
    let mut err = std::io::stderr();
    if !err.is_terminal() {
        return work();
    }
    let print = move || {
        let _ = writeln!(err, "{notice}");
    };
    do_and_tell(SILENT, print, work)
}

fn do_and_tell<T>(silent: Duration, tell: impl FnOnce() + Send, work: impl FnOnce() -> T) -> T {
    std::thread::scope(|scope| {
        let (is_done, done) = channel::<()>();
        scope.spawn(move || {
            if done.recv_timeout(silent) == Err(RecvTimeoutError::Timeout) {
                tell();
            }
        });
        let result = work();
        drop(is_done);
        result
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whether something was said of a work that lasts until it is, or ends at once.
    fn is_told(silent: Duration, is_long: bool) -> bool {
        let (tell, told) = channel();
        let waits = Duration::from_secs(60);
        let tell = move || tell.send(()).unwrap();
        do_and_tell(silent, tell, || is_long && told.recv_timeout(waits).is_ok())
    }

    #[test]
    fn a_person_is_told_of_work_that_takes_long_and_of_no_other() {
        assert!(is_told(Duration::from_millis(10), true));
        assert!(!is_told(Duration::from_secs(60), false));
    }
}

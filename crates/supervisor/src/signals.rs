//! Signals that reach this process, as notes in its queue.

use std::sync::mpsc::Sender;

use signal_hook::consts::signal::{SIGCHLD, SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGWINCH};
use signal_hook::iterator::Signals;

/// What a signal asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum SignalRequest {
    /// A child ended.
    Look,
    /// The terminal has another size.
    Resize,
    /// Somebody wants this to end: the signal.
    End(i32),
}

/// Puts what signals ask for into a queue, from now on. A signal that was ignored when this process
/// began (`nohup`) stays ignored.
///
/// # Errors
/// When the system takes no handlers.
pub(crate) fn listen<T: Send + 'static>(
    queue: Sender<T>,
    note: impl Fn(SignalRequest) -> T + Send + 'static,
) -> std::io::Result<()> {
    let ignored = ignored();
    let wanted = [SIGCHLD, SIGWINCH, SIGINT, SIGTERM, SIGHUP, SIGQUIT];
    let mut signals = Signals::new(wanted.into_iter().filter(|signal| !ignored(*signal)))?;
    std::thread::spawn(move || {
        for signal in signals.forever() {
            let asked = match signal {
                SIGCHLD => SignalRequest::Look,
                SIGWINCH => SignalRequest::Resize,
                other => SignalRequest::End(other),
            };
            if queue.send(note(asked)).is_err() {
                return;
            }
        }
    });
    Ok(())
}

/// Which signals this process was started to ignore; only Linux says.
fn ignored() -> impl Fn(i32) -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let mask = line.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or(0);
    move |signal| signal != SIGCHLD && (mask >> (signal - 1)) & 1 == 1
}

//! Signals that reach this process, as messages in a queue.

use std::sync::mpsc::Sender;

use rustix::process::Signal;
use signal_hook::consts::signal::{SIGCHLD, SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGWINCH};
use signal_hook::iterator::Signals;

/// What a signal asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum SignalRequest {
    /// A child ended.
    ChildExited,
    /// The terminal has another size.
    Resized,
    /// Somebody wants this process to end: the signal.
    End(i32),
}

/// Puts what signals ask for into a queue, from now on. A signal that was ignored when this process
/// started (`nohup`) stays ignored.
///
/// # Errors
/// When the system takes no handlers.
pub(crate) fn listen<T: Send + 'static>(
    queue: Sender<T>,
    message: impl Fn(SignalRequest) -> T + Send + 'static,
) -> std::io::Result<()> {
    let is_ignored = ignored_signals();
    let wanted = [SIGCHLD, SIGWINCH, SIGINT, SIGTERM, SIGHUP, SIGQUIT];
    let mut signals = Signals::new(wanted.into_iter().filter(|signal| !is_ignored(*signal)))?;
    std::thread::spawn(move || {
        let requests = signals.forever().map(|signal| match signal {
            SIGCHLD => SignalRequest::ChildExited,
            SIGWINCH => SignalRequest::Resized,
            other => SignalRequest::End(other),
        });
        requests.map(message).try_for_each(|message| queue.send(message).ok())
    });
    Ok(())
}

/// The signal of this number; SIGTERM for one without a name.
pub(crate) fn to_signal(number: i32) -> Signal {
    Signal::from_named_raw(number).unwrap_or(Signal::TERM)
}

/// Which signals this process was started to ignore; only Linux says.
fn ignored_signals() -> impl Fn(i32) -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let mask = line.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or(0);
    move |signal| signal != SIGCHLD && (mask >> (signal - 1)) & 1 == 1
}

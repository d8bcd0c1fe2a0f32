//! The terminal in front of a run: its size, its mode, and back.

use rustix::stdio;
use rustix::termios::{OptionalActions, Termios};

/// Whether a person sits in front of standard input and output, and this process may use them: not
/// in the background of a shell.
pub(crate) fn is_attended() -> bool {
    let (stdin, stdout) = (stdio::stdin(), stdio::stdout());
    let in_front = rustix::termios::tcgetpgrp(stdin);
    rustix::termios::isatty(stdin)
        && rustix::termios::isatty(stdout)
        && in_front.is_ok_and(|group| group == rustix::process::getpgrp())
}

/// The rows and columns of the terminal.
pub(crate) fn size() -> Option<pty_process::Size> {
    let size = rustix::termios::tcgetwinsize(stdio::stdout()).ok()?;
    Some(pty_process::Size::new_with_pixel(
        size.ws_row,
        size.ws_col,
        size.ws_xpixel,
        size.ws_ypixel,
    ))
}

/// The mode of the terminal as it was found; given back when this is dropped.
#[derive(Debug)]
pub(crate) struct SavedTerminalMode(Option<Termios>);

impl SavedTerminalMode {
    /// Remembers the mode, if there is a terminal.
    pub(crate) fn read() -> Self {
        Self(is_attended().then(|| rustix::termios::tcgetattr(stdio::stdin()).ok()).flatten())
    }

    /// Every key goes through as it is typed: the inner terminal makes lines and signals of them.
    pub(crate) fn make_raw(&self) {
        if let Some(found) = &self.0 {
            let mut raw = found.clone();
            raw.make_raw();
            let _ = rustix::termios::tcsetattr(stdio::stdin(), OptionalActions::Now, &raw);
        }
    }
}

impl Drop for SavedTerminalMode {
    fn drop(&mut self) {
        if let Some(found) = &self.0 {
            let _ = rustix::termios::tcsetattr(stdio::stdin(), OptionalActions::Drain, found);
        }
    }
}

//! The terminal of the person who started a run: its size, its mode, and the mode restored.

use std::os::fd::AsFd;

use rustix::stdio;
use rustix::termios::{self, OptionalActions, Termios};

/// Whether standard input and output are a terminal that this process may use: it is not in the
/// background of a shell.
#[must_use]
pub fn is_attended() -> bool {
    let (stdin, stdout) = (stdio::stdin(), stdio::stdout());
    termios::isatty(stdin) && termios::isatty(stdout) && is_in_front(stdin)
}

/// Whether this process is in the foreground of the terminal: it may read what is typed.
pub(crate) fn is_in_front(terminal: impl AsFd) -> bool {
    let group = termios::tcgetpgrp(terminal);
    group.is_ok_and(|group| group == rustix::process::getpgrp())
}

/// Gives the terminal of a command the size of the person's.
pub(crate) fn copy_size(to: impl AsFd) {
    if let Ok(size) = termios::tcgetwinsize(stdio::stdout()) {
        let _ = termios::tcsetwinsize(to, size);
    }
}

/// The mode of the terminal as it was found; restored when this is dropped.
#[derive(Debug)]
pub(crate) struct SavedTerminalMode(Option<Termios>);

impl SavedTerminalMode {
    /// Remembers the mode, if there is a terminal.
    pub(crate) fn read() -> Self {
        Self(is_attended().then(|| termios::tcgetattr(stdio::stdin()).ok()).flatten())
    }

    /// Makes every key go through as it is typed: the terminal of the command makes lines and signals
    /// of them.
    pub(crate) fn make_raw(&self) {
        if let Some(found) = &self.0 {
            let mut raw = found.clone();
            raw.make_raw();
            let _ = termios::tcsetattr(stdio::stdin(), OptionalActions::Now, &raw);
        }
    }
}

impl Drop for SavedTerminalMode {
    fn drop(&mut self) {
        if let Some(found) = &self.0 {
            let _ = termios::tcsetattr(stdio::stdin(), OptionalActions::Drain, found);
        }
    }
}

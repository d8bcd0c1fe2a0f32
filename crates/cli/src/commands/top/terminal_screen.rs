//! The terminal while the live view has it, and its return however the view ends.

use std::io::{self, Stdout};
use std::time::Duration;

use ratatui::backend::CrosstermBackend;
use ratatui::crossterm::event::{self, DisableBracketedPaste, EnableBracketedPaste, Event};
use ratatui::crossterm::execute;
use ratatui::crossterm::terminal::{
    EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode,
};
use ratatui::{Frame, Terminal};
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use signal_hook::consts::SIGTSTP;

use crate::Result;

/// The terminal with a screen of its own and without line editing. Dropped, and at a panic, the terminal is as it was.
pub(super) struct TerminalScreen {
    terminal: Terminal<CrosstermBackend<Stdout>>,
}

/// How long a view whose terminal was closed may take to end by itself.
const CLOSED_PATIENCE: Duration = Duration::from_secs(2);

/// What came from the terminal.
pub(super) enum TerminalInput {
    /// A key, a paste, or another size.
    Event(Event),
    /// Nothing in this time.
    Nothing,
    /// The terminal was closed. What reads it now would never return.
    Closed,
}

impl TerminalScreen {
    pub(super) fn open() -> Result<Self> {
        let report = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |panic| {
            // First, so that the message stays on the screen that is seen.
            give_back();
            report(panic);
        }));
        let opened = take().and_then(|()| Terminal::new(CrosstermBackend::new(io::stdout())));
        match opened {
            Ok(terminal) => {
                std::thread::spawn(end_with_terminal);
                Ok(Self { terminal })
            }
            Err(error) => {
                give_back();
                Err(error.into())
            }
        }
    }

    pub(super) fn draw(&mut self, render: impl FnOnce(&mut Frame<'_>)) -> Result<()> {
        self.terminal.draw(render)?;
        Ok(())
    }

    /// Waits for what comes next, at most this long.
    pub(super) fn input(wait: Duration) -> Result<TerminalInput> {
        // Events that were read already wait in a queue, where `poll` does not see them: look there first.
        for wait in [Duration::ZERO, wait] {
            if wait_until_input_or_closed(wait)? {
                return Ok(TerminalInput::Closed);
            }
            if event::poll(Duration::ZERO)? {
                return Ok(TerminalInput::Event(event::read()?));
            }
        }
        Ok(TerminalInput::Nothing)
    }

    /// Stops the process until the shell continues it; the terminal is the shell's meanwhile.
    pub(super) fn stop(&mut self) -> Result<()> {
        self.terminal.show_cursor()?;
        give_back();
        let _ = signal_hook::low_level::emulate_default_handler(SIGTSTP);
        take()?;
        self.clear()
    }

    /// Draws everything anew the next time, without asking the terminal where its cursor is: not each one answers.
    pub(super) fn clear(&mut self) -> Result<()> {
        let area = self.terminal.size()?.into();
        Ok(self.terminal.resize(area)?)
    }
}

impl Drop for TerminalScreen {
    fn drop(&mut self) {
        let _ = self.terminal.show_cursor();
        give_back();
    }
}

/// Waits at most this long until the terminal has input or a signal comes. Returns whether the terminal is closed.
fn wait_until_input_or_closed(wait: Duration) -> Result<bool> {
    let stdin = io::stdin();
    let mut terminal = [PollFd::new(&stdin, PollFlags::IN)];
    let wait = Timespec::try_from(wait).ok();
    match poll(&mut terminal, wait.as_ref()) {
        Ok(_) | Err(rustix::io::Errno::INTR) => {}
        Err(error) => return Err(io::Error::from(error).into()),
    }
    Ok(terminal[0].revents().intersects(PollFlags::HUP | PollFlags::ERR | PollFlags::NVAL))
}

/// Ends the process where its terminal is closed and it has not ended by itself. A terminal that is closed while it is read
/// is read for ever: each read answers at once that there is nothing.
fn end_with_terminal() {
    let stdin = io::stdin();
    // That it is closed is told without being asked for.
    let mut terminal = [PollFd::new(&stdin, PollFlags::empty())];
    let mut told = poll(&mut terminal, None);
    while told == Err(rustix::io::Errno::INTR) {
        told = poll(&mut terminal, None);
    }
    if told.is_ok() {
        std::thread::sleep(CLOSED_PATIENCE);
        std::process::exit(0)
    }
}

/// Takes the terminal: a screen of its own, without line editing.
fn take() -> io::Result<()> {
    enable_raw_mode()?;
    execute!(io::stdout(), EnterAlternateScreen, EnableBracketedPaste)
}

/// Gives the terminal back. What fails here has no better place to be told.
fn give_back() {
    let _ = execute!(
        io::stdout(),
        DisableBracketedPaste,
        LeaveAlternateScreen,
        ratatui::crossterm::cursor::Show
    );
    let _ = disable_raw_mode();
}

#[cfg(test)]
mod tests {
    use std::io::Read;

    use rustix::termios::{LocalModes, tcgetattr};

    use super::*;

    #[test]
    #[ignore = "the test below starts it in a terminal of its own"]
    fn panics_in_its_terminal() {
        // Where it is started otherwise, there is no terminal to open.
        let Ok(_screen) = TerminalScreen::open() else { return };
        panic!("while it is shown");
    }

    #[test]
    fn a_panic_gives_the_terminal_back_before_it_is_reported() {
        let (mut terminal, inner) = pty_process::blocking::open().unwrap();
        let mode = |terminal: &pty_process::blocking::Pty| tcgetattr(terminal).unwrap().local_modes;
        let before = mode(&terminal);
        assert!(before.contains(LocalModes::ICANON));
        let name = "commands::top::terminal_screen::tests::panics_in_its_terminal";
        let mut child = pty_process::blocking::Command::new(std::env::current_exe().unwrap())
            .args(["--ignored", "--exact", name, "--nocapture"])
            .env("TERM", "xterm")
            .spawn(inner)
            .unwrap();
        let (mut shown, mut buffer) = (Vec::new(), [0; 4096]);
        // The other end is closed when the child has ended.
        while let Ok(read @ 1..) = terminal.read(&mut buffer) {
            shown.extend_from_slice(&buffer[..read]);
        }
        child.wait().unwrap();
        let shown = String::from_utf8_lossy(&shown);
        let at = |text: &str| shown.find(text).unwrap_or_else(|| panic!("no {text:?} in {shown}"));
        assert!(at("\x1b[?1049h") < at("\x1b[?1049l"));
        assert!(at("\x1b[?1049l") < at("while it is shown"), "{shown}");
        assert_eq!(mode(&terminal), before);
    }
}

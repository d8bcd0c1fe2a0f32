//! `fusebox top`.

mod live_sessions;
mod live_view;
mod person_order;
mod screen;
mod screen_text;
mod spend_reader;
mod styled_text;
mod terminal_screen;

use std::io::IsTerminal;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::TryRecvError;
use std::time::Duration;

use fusebox_engine::Timestamp;
use ratatui::crossterm::event::{Event, KeyEventKind};
use signal_hook::consts::{SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGTSTP};

use self::live_sessions::LiveSessions;
use self::live_view::{KeyOutcome, LiveView, RowKey};
use self::screen::ScreenStyle;
use self::spend_reader::SpendReader;
use self::terminal_screen::{TerminalInput, TerminalScreen};
use crate::commands::{incidents, show, status};
use crate::{CliError, Context, Result, clock};

/// How often it looks whether something changed.
const LOOK_EVERY: Duration = Duration::from_secs(1);
/// After this time the sessions are read again although nothing was written: pauses and bypasses end by themselves.
const READ_AGAIN_MS: u64 = 15_000;
/// After a reading of the sessions it rests this many times as long as the reading took: reading takes at most 1 % of
/// the time.
const REST_FACTOR: u64 = 100;

/// Watch all sessions live, the stopped ones first.
///
/// Enter shows the report of a trip. The keys r, b and d do what `fusebox reset` with guidance, `bypass` and `dismiss`
/// do, after a question; ? lists all keys. Only a person may do this, in a terminal outside the agent.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {}

pub(crate) fn run(_: &Args, context: &Context) -> Result<()> {
    let is_terminal = std::io::stdin().is_terminal() && std::io::stdout().is_terminal();
    if !is_terminal || !context.variables.has_screen {
        return Err(CliError::failed("there is no terminal that could show it").hint(
            "`fusebox status` prints the same list once, and `fusebox status --json` for programs",
        ));
    }
    let mut reading = StoreReading::new(context)?;
    let sessions = reading.read(context)?;
    let is_ended = Arc::new(AtomicBool::new(false));
    let has_stopped = Arc::new(AtomicBool::new(false));
    signal_hook::flag::register(SIGTSTP, Arc::clone(&has_stopped))?;
    for signal in [SIGTERM, SIGINT, SIGHUP, SIGQUIT] {
        // Once the view has ended, a signal ends the process as usual.
        signal_hook::flag::register_conditional_default(signal, Arc::clone(&is_ended))?;
        signal_hook::flag::register(signal, Arc::clone(&is_ended))?;
    }
    std::thread::scope(|scope| {
        let spend = SpendReader::start(scope, context);
        let mut screen = TerminalScreen::open()?;
        let mut live = LiveScreen {
            view: LiveView::new(sessions),
            style: ScreenStyle { has_color: context.has_color() },
            reading,
            spend,
            context,
        };
        while !is_ended.load(Ordering::Relaxed) && live.step(&mut screen)? {
            if has_stopped.swap(false, Ordering::Relaxed) {
                screen.stop()?;
            }
        }
        is_ended.store(true, Ordering::Relaxed);
        Ok(())
    })
}

/// Reads the sessions when the store has changed. It holds no connection between two readings: SQLite maps a file into
/// memory for each connection, and if another process cuts that file short, a look at it ends the process.
struct StoreReading {
    /// The folder of the store.
    folder: PathBuf,
    /// Its files as they were when it was read.
    stamp: StoreStamp,
    /// When the last reading ended.
    read_at: Timestamp,
    /// How long the last reading took.
    took_ms: u64,
    /// When the last look came at whether a reading is due.
    looked_at: Timestamp,
}

impl StoreReading {
    fn new(context: &Context) -> Result<Self> {
        let folder = context.home()?.state_dir;
        let (stamp, never) = (StoreStamp::default(), Timestamp(0));
        Ok(Self { folder, stamp, read_at: never, took_ms: 0, looked_at: never })
    }

    /// Reads the sessions. The store is opened anew: the file may be another one.
    fn read(&mut self, context: &Context) -> Result<LiveSessions> {
        let started = clock::now();
        let runtime = context.runtime(None)?;
        // What is written from here on is read the next time.
        self.stamp = StoreStamp::of(&self.folder);
        let sessions = LiveSessions::read(&runtime, context)?;
        self.read_at = clock::now();
        self.took_ms = self.read_at.since(started).0;
        Ok(sessions)
    }

    /// Whether the sessions have to be read again.
    fn is_due(&mut self) -> bool {
        let now = clock::now();
        // A clock that was set back counts as time that passed.
        let look_ms = LOOK_EVERY.as_millis().try_into().unwrap_or(u64::MAX);
        if now.0.abs_diff(self.looked_at.0) < look_ms {
            return false;
        }
        self.looked_at = now;
        let age = now.0.abs_diff(self.read_at.0);
        let is_rested = age >= self.took_ms.saturating_mul(REST_FACTOR);
        is_rested && (age >= READ_AGAIN_MS || StoreStamp::of(&self.folder) != self.stamp)
    }
}

/// The files of a store that every write changes: their numbers, times and lengths.
#[derive(Debug, Default, PartialEq, Eq)]
struct StoreStamp([Option<(u64, i64, i64, u64)>; 2]);

impl StoreStamp {
    fn of(folder: &Path) -> Self {
        Self(["", "-wal"].map(|end| {
            let file = folder.join(format!("{}{end}", fusebox_store::FILE)).metadata().ok()?;
            Some((file.ino(), file.mtime(), file.mtime_nsec(), file.size()))
        }))
    }
}

/// The view, and what it is fed from.
struct LiveScreen<'c> {
    view: LiveView,
    style: ScreenStyle,
    reading: StoreReading,
    spend: SpendReader,
    context: &'c Context,
}

impl LiveScreen<'_> {
    /// Shows what is known, and waits for a key or for a second to pass. Whether it goes on.
    fn step(&mut self, screen: &mut TerminalScreen) -> Result<bool> {
        screen.draw(|frame| screen::draw(frame, &mut self.view, self.style))?;
        let input = match TerminalScreen::input(LOOK_EVERY)? {
            TerminalInput::Event(input) => Some(input),
            TerminalInput::Nothing => None,
            TerminalInput::Closed => return Ok(false),
        };
        if let Some(input) = input {
            let is_resized = match input {
                Event::Key(key) if key.kind != KeyEventKind::Release => {
                    match self.view.on_key(key) {
                        KeyOutcome::Handled => {}
                        KeyOutcome::Leave => return Ok(false),
                        KeyOutcome::Open(row) => self.open_page(row),
                        KeyOutcome::Order(order) => {
                            self.view.message = Some(order.carry_out(self.context));
                            self.read_sessions();
                            // Whatever wrote to the terminal meanwhile is gone.
                            screen.clear()?;
                        }
                    }
                    false
                }
                Event::Paste(text) => {
                    self.view.on_paste(&text);
                    false
                }
                Event::Resize(..) => true,
                Event::Key(_) | Event::Mouse(_) | Event::FocusGained | Event::FocusLost => false,
            };
            if is_resized {
                self.refresh_page();
            }
        }
        match self.spend.latest() {
            Ok(spend) => self.view.spend = spend,
            Err(TryRecvError::Empty) => {}
            Err(TryRecvError::Disconnected) => {
                return Err(CliError::failed("the records of what was spent cannot be read"));
            }
        }
        if self.reading.is_due() {
            self.read_sessions();
        }
        Ok(true)
    }

    /// Reads the sessions. A store that cannot be read now may be readable the next time.
    fn read_sessions(&mut self) {
        match self.reading.read(self.context) {
            Ok(sessions) => self.view.sessions = sessions,
            Err(error) => self.view.message = Some(error.text()),
        }
        self.refresh_page();
    }

    /// Brings the page that is open up to date.
    fn refresh_page(&mut self) {
        if let Some(row) = self.view.open_page_row() {
            self.open_page(row);
        }
    }

    /// Shows the report of a row's trip, or what is known of a session that nothing has stopped.
    fn open_page(&mut self, row: RowKey) {
        match self.page_text(&row) {
            Ok(text) => self.view.show_page(row, styled_text::lines(&text, self.style.has_color)),
            Err(error) => self.view.message = Some(error.text()),
        }
    }

    fn page_text(&self, row: &RowKey) -> Result<String> {
        let runtime = &self.context.runtime(None)?;
        let width = self.context.columns();
        if let Some(incident) = self.view.incident_of(row) {
            let incident = incidents::find(runtime, &incident)?;
            return show::terminal_text(runtime, &incident, self.context, width);
        }
        match self.view.session(row) {
            Some(session) => {
                let cost = self.view.usage_of(session).map(|usage| usage.cost);
                status::session_text(session, cost, self.context)
            }
            None => Err(CliError::failed("this session is no longer listed")),
        }
    }
}

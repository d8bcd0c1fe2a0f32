//! What every command works with: the environment, the folders, the time, and the output streams.

use std::fs::{DirBuilder, File, OpenOptions};
use std::io::{ErrorKind, Write};
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use clap::ColorChoice;
use fusebox_clients::{AGENTS, CLIENTS};
use fusebox_effects::{AnswerAuthority, DrainContext};
use fusebox_engine::{EscalationSettings, IncidentId};
use fusebox_runtime::{FuseboxDirs, FuseboxEnvironment, Runtime, clock};
use fusebox_store::StoreLocation;
use fusebox_supervisor::confine::{SOCKET_VARIABLES, SocketVariables};
use serde::Serialize;

use crate::{CliError, Result, display, person, policy, style};

/// The most columns of help.
const HELP_COLUMNS: usize = 100;

/// What every command works with.
#[derive(Debug)]
pub(crate) struct Context {
    /// The settings in the environment.
    pub(crate) environment: FuseboxEnvironment,
    /// Other variables that commands need, read in one place.
    pub(crate) variables: ProcessVariables,
    /// The working directory.
    pub(crate) dir: PathBuf,
    /// The arguments of this process, without the program.
    pub(crate) arguments: Vec<String>,
    /// The folder of the store that a question is about, where it is not the person's own.
    store: Option<PathBuf>,
    /// When results have colour.
    pub(crate) color: ColorChoice,
    /// What a run or a loop read of its channels before its agent began.
    run_escalation: OnceLock<std::result::Result<EscalationSettings, String>>,
    /// Whether an agent started this run or loop, as it was found before its own agent began.
    is_run_of_agent: OnceLock<bool>,
}

/// Variables of the terminal and of clients.
#[derive(Debug, Default)]
pub(crate) struct ProcessVariables {
    /// `PATH`; empty where it is not set.
    pub(crate) path: String,
    /// Whether a client set the variable that it sets for the commands of its agent.
    pub(crate) is_client_child: bool,
    /// `PAGER`; empty where a person wants none.
    pub(crate) pager: Option<String>,
    /// `COLUMNS`, for output that goes elsewhere than to a terminal.
    pub(crate) columns: Option<usize>,
    /// Whether the terminal can place text: `TERM` names one that is not `dumb`.
    pub(crate) has_screen: bool,
    /// Where sockets of the session are.
    pub(crate) sockets: SocketVariables,
    /// The names of all variables.
    pub(crate) names: Vec<String>,
    /// Variables that move a client's settings folder, where they are set.
    folders: Vec<(&'static str, PathBuf)>,
    /// Variables that set an agent program's own caps, where they are set.
    own_caps: Vec<(&'static str, String)>,
}

impl ProcessVariables {
    /// The folder that the variable of this name names.
    pub(crate) fn folder(&self, variable: &str) -> Option<&Path> {
        self.folders.iter().find(|(name, _)| *name == variable).map(|(_, folder)| folder.as_path())
    }

    /// The value of the variable of this name, which sets an agent program's own cap.
    pub(crate) fn own_cap(&self, variable: &str) -> Option<&str> {
        self.own_caps.iter().find(|(name, _)| *name == variable).map(|(_, value)| value.as_str())
    }
}

impl Context {
    /// Reads the environment, once.
    #[expect(clippy::disallowed_methods, reason = "the one place where the command reads it")]
    pub(crate) fn from_process(arguments: Vec<String>) -> Self {
        let all: Vec<(String, String)> = std::env::vars_os()
            .filter_map(|(name, value)| Some((name.into_string().ok()?, value.into_string().ok()?)))
            .collect();
        let variable =
            |name: &str| all.iter().find(|(n, _)| n == name).map(|(_, value)| value.clone());
        let is_set = |name: &str| variable(name).is_some_and(|value| !value.is_empty());
        let set_folder =
            |name| Some((name, PathBuf::from(variable(name).filter(|v| !v.is_empty())?)));
        let mut children = CLIENTS.iter().filter_map(|client| client.variables);
        let settings = CLIENTS.iter().filter_map(|client| client.settings);
        let own_caps = AGENTS.iter().flat_map(|agent| agent.own_caps);
        Self {
            variables: ProcessVariables {
                path: variable("PATH").unwrap_or_default(),
                is_client_child: children.any(|variables| is_set(variables.is_child)),
                pager: variable("PAGER"),
                columns: variable("COLUMNS").and_then(|columns| columns.parse().ok()),
                has_screen: variable("TERM").is_some_and(|name| !name.is_empty() && name != "dumb"),
                sockets: SocketVariables(
                    SOCKET_VARIABLES
                        .iter()
                        .filter_map(|name| Some((*name, variable(name)?)))
                        .collect(),
                ),
                names: all.iter().map(|(name, _)| name.clone()).collect(),
                folders: settings.filter_map(|file| set_folder(file.folder_variable?)).collect(),
                own_caps: own_caps
                    .filter_map(|cap| Some((cap.variable, variable(cap.variable)?)))
                    .collect(),
            },
            environment: FuseboxEnvironment::of(all.into_iter()),
            dir: std::env::current_dir().unwrap_or_default(),
            arguments,
            store: None,
            color: ColorChoice::Auto,
            run_escalation: OnceLock::new(),
            is_run_of_agent: OnceLock::new(),
        }
    }

    /// Asks another store from now on. It must be there: a question makes none.
    pub(crate) fn use_store(&mut self, store: &StoreLocation) -> Result<()> {
        let folder = store.folder().ok_or_else(|| {
            CliError::usage("--store: `memory:` is forgotten when its program ends")
                .hint("`fusebox decide --store FOLDER` keeps what it decided")
        })?;
        if !folder.join(fusebox_store::FILE).exists() {
            let text = format!("--store: there is no store in {}", folder.display());
            return Err(CliError::usage(text).hint("`fusebox decide --store FOLDER` makes one"));
        }
        self.store = Some(self.dir.join(folder));
        Ok(())
    }

    /// The folders of state and configuration.
    pub(crate) fn home(&self) -> Result<FuseboxDirs> {
        let home = FuseboxDirs::of(&self.environment)?;
        let state_dir = self.store.clone().unwrap_or(home.state_dir);
        Ok(FuseboxDirs { state_dir, ..home })
    }

    /// Opens the store, or the one at `path`.
    pub(crate) fn runtime(&self, path: Option<&Path>) -> Result<Runtime> {
        let home = self.home()?;
        let dir = path.unwrap_or(&home.state_dir);
        let runtime = Runtime::open(dir, home.protected(&self.environment, []), clock::now())?
            .with_notes(home.open_notes(dir));
        if let Some(aside) = runtime.set_aside() {
            self.inform(&format!(
                "The database could not be read. It was moved to {}, and a new one was created.",
                aside.display()
            ));
        }
        Ok(runtime)
    }

    /// Opens a file in a folder of the state folder for writing. Only the owner may read both.
    pub(crate) fn private_file(
        &self,
        folder: &str,
        name: &str,
        truncate: bool,
    ) -> Result<(PathBuf, File)> {
        let folder = self.home()?.state_dir.join(folder);
        DirBuilder::new().recursive(true).mode(0o700).create(&folder)?;
        let path = folder.join(name);
        let mut options = OpenOptions::new();
        let options = options.write(true).create(true).truncate(truncate).mode(0o600);
        let file = options.open(&path)?;
        Ok((path, file))
    }

    /// Carries out the effects that are due; codes are sent for the trips of `answers` alone.
    pub(crate) fn drain_effects(
        &self,
        runtime: &mut Runtime,
        answers: &AnswerAuthority,
    ) -> Result<()> {
        Ok(self.with_drain(answers, |drain| fusebox_effects::drain_outbox(runtime, drain))?)
    }

    /// Reads the settings of channels, and whether an agent started this run or loop, before its own agent begins and
    /// for all that this process does later: that agent can change neither.
    pub(crate) fn keep_escalation_facts(&self) {
        let read = || policy::read_escalation(self).map_err(|error| error.to_string());
        self.run_escalation.get_or_init(read);
        // Later its agent may be gone, and nothing above this process shows who started it.
        self.is_run_of_agent.get_or_init(|| {
            let runtime = self.runtime(None);
            runtime.and_then(|runtime| person::is_below_agent(self, &runtime)).unwrap_or(true)
        });
    }

    /// For which trips this run or loop may carry answers out and send codes: for the one that it ended with, unless an
    /// agent started it. Such a run could trip on purpose, and be answered through a channel of the agent.
    pub(crate) fn run_authority(&self, incident: Option<&IncidentId>) -> AnswerAuthority {
        let is_run_of_agent = self.is_run_of_agent.get().copied().unwrap_or(true);
        AnswerAuthority::of_run(incident.filter(|_| !is_run_of_agent))
    }

    /// The settings of channels: those of the person's own file, or those that a run began with.
    pub(crate) fn escalation_settings(&self) -> Result<EscalationSettings> {
        match self.run_escalation.get() {
            Some(kept) => kept.clone().map_err(CliError::failed),
            None => policy::read_escalation(self),
        }
    }

    /// Does something with what deliveries need.
    pub(crate) fn with_drain<T>(
        &self,
        answers: &AnswerAuthority,
        work: impl FnOnce(&DrainContext<'_>) -> T,
    ) -> T {
        let escalate = || self.escalation_settings().map_err(|error| error.to_string());
        work(&DrainContext { path: &self.variables.path, answers, escalate: &escalate })
    }

    /// The columns of the terminal; where the output goes elsewhere, `COLUMNS` or many.
    pub(crate) fn columns(&self) -> usize {
        self.known_columns().unwrap_or(200)
    }

    /// The columns of help: those of the terminal, as clap takes them.
    pub(crate) fn help_columns(&self) -> usize {
        self.terminal_columns().map_or(HELP_COLUMNS, |columns| columns.clamp(20, HELP_COLUMNS))
    }

    /// The columns of the terminal, or `COLUMNS`; none where nobody knows them.
    fn known_columns(&self) -> Option<usize> {
        // Tables need some room.
        self.terminal_columns().map(|columns| columns.max(60))
    }

    fn terminal_columns(&self) -> Option<usize> {
        let size = rustix::termios::tcgetwinsize(std::io::stdout());
        let columns = size.ok().map(|size| usize::from(size.ws_col));
        // A terminal without a size says 0.
        let columns = columns.filter(|columns| *columns > 0);
        columns.or(self.variables.columns)
    }

    /// The lines of sentences that fit the terminal; as they are where nobody knows its width. A line with a command to
    /// type stays whole, so that it can be copied.
    fn fitting_lines(&self, text: &str) -> String {
        let Some(columns) = self.known_columns() else { return text.to_owned() };
        let lines = text.split('\n').flat_map(|line| match line {
            "" => vec![String::new()],
            line if line.contains("fusebox ") => vec![line.to_owned()],
            line => display::wrap(line, columns),
        });
        lines.collect::<Vec<_>>().join("\n")
    }

    /// The rows of the terminal; none where the output goes elsewhere.
    pub(crate) fn rows(&self) -> Option<usize> {
        let size = rustix::termios::tcgetwinsize(std::io::stdout());
        size.ok().map(|size| usize::from(size.ws_row)).filter(|rows| *rows > 0)
    }

    /// Whether results have colour.
    pub(crate) fn has_color(&self) -> bool {
        let out = anstream::AutoStream::new(std::io::stdout(), self.choice());
        out.current_choice() != anstream::ColorChoice::Never
    }

    fn choice(&self) -> anstream::ColorChoice {
        match self.color {
            ColorChoice::Auto => anstream::ColorChoice::Auto,
            ColorChoice::Always => anstream::ColorChoice::Always,
            ColorChoice::Never => anstream::ColorChoice::Never,
        }
    }

    /// Prints a result to stdout. A closed pipe ends the command quietly.
    pub(crate) fn print(&self, text: &str) -> Result<()> {
        let out = anstream::AutoStream::new(std::io::stdout().lock(), self.choice());
        write_out(out, format!("{text}\n").as_bytes())
    }

    /// Prints sentences to stdout, in lines that fit the terminal.
    pub(crate) fn say(&self, text: &str) -> Result<()> {
        self.print(&self.fitting_lines(text))
    }

    /// Prints bytes to stdout as they are. A closed pipe ends the command quietly.
    pub(crate) fn print_bytes(&self, bytes: &[u8]) -> Result<()> {
        write_out(std::io::stdout().lock(), bytes)
    }

    /// Prints a result as one JSON value, indented.
    pub(crate) fn json<T: Serialize>(&self, value: &T) -> Result<()> {
        self.print(&serde_json::to_string_pretty(value)?)
    }

    /// Prints a result as one JSON value or as text.
    pub(crate) fn print_result<T: Serialize>(
        &self,
        json: bool,
        value: &T,
        text: impl FnOnce(&T) -> Result<String>,
    ) -> Result<()> {
        if json { self.json(value) } else { self.print(&text(value)?) }
    }

    /// Prints a list as one JSON value or as lines; without an item, prints `empty` to stderr.
    pub(crate) fn print_list<T: Serialize>(
        &self,
        json: bool,
        items: &[T],
        empty: &str,
        lines: impl FnOnce(&[T]) -> Result<Vec<String>>,
    ) -> Result<()> {
        if items.is_empty() && !json {
            self.inform(empty);
            return Ok(());
        }
        self.print_result(json, &items, |items| Ok(lines(items)?.join("\n")))
    }

    /// Prints a message to stderr, in lines that fit the terminal.
    pub(crate) fn inform(&self, text: &str) {
        let mut err = anstream::AutoStream::new(std::io::stderr().lock(), self.choice());
        let _ = writeln!(err, "{}", self.fitting_lines(text));
    }

    /// Prints a note to stderr: something that needs attention.
    pub(crate) fn note(&self, text: &str) {
        self.inform(&format!("{}: {text}", style::warning("note")));
    }
}

/// Writes and flushes: whoever reads may wait for it.
fn write_out(mut out: impl Write, bytes: &[u8]) -> Result<()> {
    match out.write_all(bytes).and_then(|()| out.flush()) {
        Err(error) if error.kind() == ErrorKind::BrokenPipe => std::process::exit(0),
        written => Ok(written?),
    }
}

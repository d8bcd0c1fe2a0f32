//! What a command works with: where things lie, what time it is, where to write.

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::ColorChoice;
use fusebox_clients::CLIENTS;
use fusebox_engine::Timestamp;
use fusebox_runtime::{FuseboxDirs, FuseboxEnvironment, Runtime, clock};
use serde::Serialize;

use crate::error::CliError;

/// What a command works with.
#[derive(Debug)]
pub(crate) struct Context {
    /// What was read from the environment.
    pub(crate) environment: FuseboxEnvironment,
    /// Variables beside ours that commands need, read in one place.
    pub(crate) variables: Variables,
    /// The working directory.
    pub(crate) dir: PathBuf,
    color: ColorChoice,
}

/// Variables of the terminal and the clients.
#[derive(Debug, Default)]
pub(crate) struct Variables {
    /// `PATH`.
    pub(crate) path: Option<String>,
    /// Set by Claude Code for what an agent runs.
    pub(crate) is_client_child: bool,
    /// `PAGER`; empty where a person wants none.
    pub(crate) pager: Option<String>,
    /// Variables that move a client's settings folder, where they are set.
    folders: Vec<(&'static str, PathBuf)>,
}

impl Variables {
    /// The folder that the variable of this name names.
    pub(crate) fn folder(&self, variable: &str) -> Option<&Path> {
        self.folders.iter().find(|(name, _)| *name == variable).map(|(_, folder)| folder.as_path())
    }
}

impl Context {
    /// Reads the environment, once.
    #[expect(clippy::disallowed_methods, reason = "the one place where the command reads it")]
    pub(crate) fn from_process(color: ColorChoice) -> Self {
        let of = |name: &str| std::env::var(name).ok().filter(|value| !value.is_empty());
        let variables = std::env::vars_os().filter_map(|(name, value)| {
            Some((name.into_string().ok()?, value.into_string().ok()?))
        });
        Self {
            environment: FuseboxEnvironment::of(variables),
            variables: Variables {
                path: of("PATH"),
                is_client_child: CLIENTS
                    .iter()
                    .filter_map(|client| client.variables)
                    .any(|names| of(names.is_child).is_some()),
                pager: std::env::var("PAGER").ok(),
                folders: CLIENTS
                    .iter()
                    .filter_map(|client| client.settings)
                    .map(|settings| settings.folder_variable)
                    .filter_map(|name| Some((name, PathBuf::from(of(name)?))))
                    .collect(),
            },
            dir: std::env::current_dir().unwrap_or_default(),
            color,
        }
    }

    /// Where state and configuration lie.
    pub(crate) fn home(&self) -> Result<FuseboxDirs, CliError> {
        Ok(FuseboxDirs::of(&self.environment)?)
    }

    /// The time.
    pub(crate) fn now(&self) -> Timestamp {
        clock::now()
    }

    /// Opens the store, or the one at `path`.
    pub(crate) fn runtime(&self, path: Option<&Path>) -> Result<Runtime, CliError> {
        let home = self.home()?;
        let dir = path.unwrap_or(&home.state_dir);
        let runtime = Runtime::open(dir, home.protected(&self.environment), self.now())?;
        if let Some(aside) = runtime.set_aside() {
            self.inform(&format!(
                "The database could not be read. It is kept as {}, and a new one was begun.",
                aside.display()
            ));
        }
        Ok(runtime)
    }

    /// The columns of the terminal; many where the output goes elsewhere.
    pub(crate) fn columns(&self) -> usize {
        let size = rustix::termios::tcgetwinsize(std::io::stdout());
        size.map_or(200, |size| usize::from(size.ws_col).max(60))
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

    /// Results: to standard output. A closed pipe ends the command quietly.
    pub(crate) fn print(&self, text: &str) -> Result<(), CliError> {
        let mut out = anstream::AutoStream::new(std::io::stdout().lock(), self.choice());
        match writeln!(out, "{text}").and_then(|()| out.flush()) {
            Err(error) if error.kind() == std::io::ErrorKind::BrokenPipe => std::process::exit(0),
            other => Ok(other?),
        }
    }

    /// Results as one JSON value, indented.
    pub(crate) fn json<T: Serialize>(&self, value: &T) -> Result<(), CliError> {
        let text = serde_json::to_string_pretty(value)
            .map_err(|error| CliError::failed(format!("cannot write the result: {error}")))?;
        self.print(&text)
    }

    /// Talk: to standard error.
    pub(crate) fn inform(&self, text: &str) {
        let mut err = anstream::AutoStream::new(std::io::stderr().lock(), self.choice());
        let _ = writeln!(err, "{text}");
    }
}

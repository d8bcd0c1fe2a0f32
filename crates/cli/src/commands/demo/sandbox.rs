//! The temporary folder of the demo: a repository, a home, a state of its own, and the
//! environment of everything that runs there.

use std::path::{Path, PathBuf};
use std::process::Command;

use fusebox_engine::Timestamp;
use fusebox_runtime::Runtime;
use tempfile::TempDir;

use super::project::FILES;
use super::sweeper::Sweeper;
use super::toolchain;
use crate::context::Context;
use crate::error::CliError;

/// The session that the demo begins with.
pub(super) const SESSION: &str = "demo";

/// Where the state lies in the folder.
const STATE: &str = "state";

/// Variables of the person's that would reach into the demo.
const FOREIGN: &[&str] = &[
    "CARGO_BUILD_RUSTC_WRAPPER",
    "CARGO_BUILD_RUSTFLAGS",
    "CARGO_BUILD_TARGET",
    "CARGO_BUILD_TARGET_DIR",
    "CARGO_ENCODED_RUSTFLAGS",
    "GIT_COMMON_DIR",
    "GIT_CONFIG_COUNT",
    "GIT_CONFIG_PARAMETERS",
    "GIT_DIR",
    "GIT_INDEX_FILE",
    "GIT_OBJECT_DIRECTORY",
    "GIT_WORK_TREE",
    "RUSTC_WORKSPACE_WRAPPER",
    "RUSTC_WRAPPER",
    "RUSTFLAGS",
    "RUST_BACKTRACE",
    "RUST_TEST_NOCAPTURE",
];

/// The folder; it is removed with this value.
#[derive(Debug)]
pub(super) struct Sandbox {
    // Goes first: it waits until the folder is gone.
    _sweeper: Sweeper,
    _folder: TempDir,
    root: PathBuf,
    own: PathBuf,
    foreign: Vec<String>,
    variables: Vec<(String, String)>,
}

impl Sandbox {
    /// Makes the folder and the repository in it.
    pub(super) fn create(context: &Context) -> Result<Self, CliError> {
        let folder = tempfile::Builder::new().prefix("fusebox-demo-").tempdir()?;
        let root = folder.path().canonicalize()?;
        let sweeper = Sweeper::over(&root)?;
        let rust = toolchain::folder(&root)?;
        let path = context.variables.path.as_deref().unwrap_or_default();
        let foreign = context.environment.settings.iter().map(|(name, _)| name.clone());
        let sandbox = Self {
            variables: variables(&root, &format!("{}:{path}", rust.display())),
            foreign: foreign.collect(),
            own: std::env::current_exe()?,
            _sweeper: sweeper,
            _folder: folder,
            root,
        };
        for folder in ["bin", "home", "tmp"] {
            std::fs::create_dir_all(sandbox.root.join(folder))?;
        }
        // The agent calls the command by its name.
        std::os::unix::fs::symlink(&sandbox.own, sandbox.root.join("bin/fusebox"))?;
        sandbox.write_project()?;
        toolchain::check(&sandbox)?;
        toolchain::commit(&sandbox)?;
        Ok(sandbox)
    }

    /// The repository.
    pub(super) fn repository(&self) -> PathBuf {
        self.root.join("till")
    }

    /// A program that runs in the repository and sees nothing of the person's.
    pub(super) fn command(&self, program: impl AsRef<std::ffi::OsStr>) -> Command {
        let mut command = Command::new(program);
        for name in FOREIGN.iter().copied().chain(self.foreign.iter().map(String::as_str)) {
            command.env_remove(name);
        }
        command.envs(self.variables.iter().map(|(name, value)| (name, value)));
        command.current_dir(self.repository());
        command
    }

    /// The hook's words, as an installation would write them: the slim program beside this one,
    /// else this one.
    pub(super) fn hook(&self) -> (PathBuf, &'static [&'static str]) {
        let slim = self.own.with_file_name("fusebox-hook");
        if slim.is_file() { (slim, &["claude"]) } else { (self.own.clone(), &["hook", "claude"]) }
    }

    /// The demo's own store.
    pub(super) fn runtime(&self, now: Timestamp) -> Result<Runtime, CliError> {
        Ok(Runtime::open(&self.root.join(STATE), Vec::new(), now)?)
    }

    /// The project as it was at first, under a policy of its own.
    pub(super) fn begin_again(&self, policy: &str) -> Result<(), CliError> {
        self.write_project()?;
        Ok(std::fs::write(self.repository().join(".fusebox.toml"), policy)?)
    }

    fn write_project(&self) -> Result<(), CliError> {
        for (path, content) in FILES {
            let file = self.repository().join(path);
            if let Some(folder) = file.parent() {
                std::fs::create_dir_all(folder)?;
            }
            std::fs::write(file, content)?;
        }
        Ok(())
    }
}

/// What the agent, its tools and the hook see instead of the person's own places.
fn variables(root: &Path, path: &str) -> Vec<(String, String)> {
    let at = |name: &str| root.join(name).display().to_string();
    let pid = std::process::id().to_string();
    [
        ("PATH", format!("{}:{path}", at("bin"))),
        ("HOME", at("home")),
        ("TMPDIR", at("tmp")),
        ("XDG_CACHE_HOME", at("home/.cache")),
        ("XDG_CONFIG_HOME", at("home/.config")),
        ("XDG_DATA_HOME", at("home/.local/share")),
        ("XDG_STATE_HOME", at("home/.local/state")),
        ("FUSEBOX_STATE_DIR", at(STATE)),
        ("FUSEBOX_CONFIG", at("home/no-config.toml")),
        // A desktop notification would be the person's own desktop's.
        ("FUSEBOX_NOTIFY", "bell".to_owned()),
        ("CLAUDECODE", "1".to_owned()),
        ("CLAUDE_CODE_ENTRYPOINT", "cli".to_owned()),
        ("CLAUDE_CODE_SESSION_ID", SESSION.to_owned()),
        ("CLAUDE_PROJECT_DIR", at("till")),
        ("CLAUDE_PID", pid),
        ("CARGO_HOME", at("home/.cargo")),
        ("CARGO_NET_OFFLINE", "true".to_owned()),
        ("CARGO_TARGET_DIR", at("target")),
        ("CARGO_TERM_COLOR", "never".to_owned()),
        ("CARGO_TERM_QUIET", "true".to_owned()),
        // The order of the tests must not differ from run to run.
        ("RUST_TEST_THREADS", "1".to_owned()),
        ("GIT_AUTHOR_EMAIL", "demo@example.com".to_owned()),
        ("GIT_AUTHOR_NAME", "Demo".to_owned()),
        ("GIT_COMMITTER_EMAIL", "demo@example.com".to_owned()),
        ("GIT_COMMITTER_NAME", "Demo".to_owned()),
        ("GIT_CONFIG_GLOBAL", "/dev/null".to_owned()),
        ("GIT_CONFIG_NOSYSTEM", "1".to_owned()),
        ("GIT_CONFIG_SYSTEM", "/dev/null".to_owned()),
        ("GIT_TERMINAL_PROMPT", "0".to_owned()),
    ]
    .into_iter()
    .map(|(name, value)| (name.to_owned(), value))
    .collect()
}

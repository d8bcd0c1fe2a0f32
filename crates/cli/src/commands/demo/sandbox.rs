//! The temporary folder of the demo: a repository, a home, a state folder, and the environment of
//! every program that runs there.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use fusebox_engine::PUBLISHED_VARIABLES;
use fusebox_runtime::{Runtime, clock};
use tempfile::TempDir;

use super::folder_sweeper::FolderSweeper;
use super::project::FILES;
use crate::commands::install::program;
use crate::{CliError, Context, Result, display};

/// The session of the first agent.
pub(super) const SESSION: &str = "demo";

/// The state folder in the temporary folder.
const STATE: &str = "state";

/// Variables of the person that begin so would change what the demo shows.
const REMOVED_PREFIXES: &[&str] = &["CARGO_", "FUSEBOX_", "GIT_", "RUST", "XDG_"];

/// A program that the demo needs, and where to get it.
type RequiredProgram = (&'static str, &'static str);

const RUST: RequiredProgram = ("Rust", "https://rustup.rs");
const GIT: RequiredProgram = ("git", "https://git-scm.com/downloads");

/// The folder; it is removed with this value.
#[derive(Debug)]
pub(super) struct DemoSandbox {
    // Dropped first: it waits until the folder is removed.
    _sweeper: FolderSweeper,
    _folder: TempDir,
    root: PathBuf,
    program: PathBuf,
    removed: Vec<String>,
    variables: Vec<(&'static str, String)>,
}

impl DemoSandbox {
    /// Creates the folder and the repository in it.
    pub(super) fn create(context: &Context) -> Result<Self> {
        let folder = tempfile::Builder::new().prefix("fusebox-demo-").tempdir()?;
        let root = folder.path().canonicalize()?;
        let sweeper = FolderSweeper::start(&root)?;
        // Version managers find a toolchain by the person's home, which programs here do not see.
        let mut rustc = Command::new("rustc");
        let sysroot = run(rustc.args(["--print", "sysroot"]).current_dir(&root), RUST)?;
        let toolchain = Path::new(sysroot.trim()).join("bin");
        let path = format!("{}:{}", toolchain.display(), context.variables.path);
        let is_removed = |name: &&String| {
            REMOVED_PREFIXES.iter().any(|prefix| name.starts_with(prefix))
                || PUBLISHED_VARIABLES.contains(&name.as_str())
        };
        let sandbox = Self {
            variables: variables(&root, &path),
            removed: context.variables.names.iter().filter(is_removed).cloned().collect(),
            program: std::env::current_exe()?,
            _sweeper: sweeper,
            _folder: folder,
            root,
        };
        for folder in ["bin", "home", "tmp"] {
            std::fs::create_dir_all(sandbox.root.join(folder))?;
        }
        // The agent calls the command by its name.
        std::os::unix::fs::symlink(&sandbox.program, sandbox.root.join("bin/fusebox"))?;
        sandbox.write_project()?;
        run(sandbox.command("cargo").arg("--version"), RUST)?;
        run(sandbox.command("git").args(["init", "--quiet", "--template="]), GIT)?;
        run(sandbox.command("git").args(["add", "."]), GIT)?;
        run(sandbox.command("git").args(["commit", "-qm", "Till"]), GIT)?;
        Ok(sandbox)
    }

    /// The repository.
    pub(super) fn repository(&self) -> PathBuf {
        self.root.join("till")
    }

    /// A program that runs in the repository and sees nothing of the person's.
    pub(super) fn command(&self, program: impl AsRef<std::ffi::OsStr>) -> Command {
        let mut command = Command::new(program);
        for name in &self.removed {
            command.env_remove(name);
        }
        command.envs(self.variables.iter().map(|(name, value)| (name, value)));
        command.current_dir(self.repository());
        command
    }

    /// The command line of the hook.
    pub(super) fn hook(&self) -> (PathBuf, Vec<&'static str>) {
        let (program, words) = program::hook_beside(&self.program);
        (program, [words, &["claude"]].concat())
    }

    /// The demo's own store.
    pub(super) fn runtime(&self) -> Result<Runtime> {
        Ok(Runtime::open(&self.root.join(STATE), Vec::new(), clock::now())?)
    }

    /// Restores the project to its first state, with this policy.
    pub(super) fn reset_project(&self, policy: &str) -> Result<()> {
        self.write_project()?;
        Ok(std::fs::write(self.repository().join(".fusebox.toml"), policy)?)
    }

    fn write_project(&self) -> Result<()> {
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

/// The variables of the agent, its tools and the hook, in place of the person's.
fn variables(root: &Path, path: &str) -> Vec<(&'static str, String)> {
    let at = |name: &str| root.join(name).display().to_string();
    let mut variables = vec![
        ("PATH", format!("{}:{path}", at("bin"))),
        ("CLAUDE_PID", std::process::id().to_string()),
    ];
    let folders = [
        ("HOME", "home"),
        ("TMPDIR", "tmp"),
        ("FUSEBOX_STATE_DIR", STATE),
        ("CLAUDE_PROJECT_DIR", "till"),
        ("CARGO_TARGET_DIR", "target"),
    ];
    variables.extend(folders.map(|(name, folder)| (name, at(folder))));
    let values = [
        // A desktop notification would appear on the person's own desktop.
        ("FUSEBOX_NOTIFY", "bell"),
        ("CLAUDECODE", "1"),
        ("CLAUDE_CODE_ENTRYPOINT", "cli"),
        ("CLAUDE_CODE_SESSION_ID", SESSION),
        ("CARGO_NET_OFFLINE", "true"),
        ("CARGO_TERM_COLOR", "never"),
        ("CARGO_TERM_QUIET", "true"),
        // The order of the tests must be the same in every run.
        ("RUST_TEST_THREADS", "1"),
        ("GIT_AUTHOR_EMAIL", "demo@example.com"),
        ("GIT_AUTHOR_NAME", "Demo"),
        ("GIT_COMMITTER_EMAIL", "demo@example.com"),
        ("GIT_COMMITTER_NAME", "Demo"),
        ("GIT_CONFIG_NOSYSTEM", "1"),
        ("GIT_TERMINAL_PROMPT", "0"),
    ];
    variables.extend(values.map(|(name, value)| (name, value.to_owned())));
    variables
}

/// Runs a required program; its output.
fn run(command: &mut Command, (name, source): RequiredProgram) -> Result<String> {
    let program = command.get_program().display().to_string();
    let failed = |why: String| {
        CliError::failed(format!("the demo needs {name}, and `{program}` {why}"))
            .hint(format!("install {name} from {source}"))
    };
    let output = command.stdin(Stdio::null()).output().map_err(|error| {
        let is_missing = error.kind() == std::io::ErrorKind::NotFound;
        let why = format!("cannot be started: {error}");
        failed(if is_missing { "is not on this machine's PATH".to_owned() } else { why })
    })?;
    if !output.status.success() {
        let text = display::one_line(&String::from_utf8_lossy(&output.stderr), 300);
        return Err(failed(format!("failed: {text}")));
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

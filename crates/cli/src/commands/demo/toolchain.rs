//! The two things the demo needs on a machine: Rust and git.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use super::sandbox::Sandbox;
use crate::display;
use crate::error::CliError;

/// Where the programs of the chosen toolchain lie. Version managers find it by the person's home,
/// which the demo's programs do not see.
pub(super) fn folder(root: &Path) -> Result<PathBuf, CliError> {
    let sysroot = run(Command::new("rustc").args(["--print", "sysroot"]).current_dir(root), RUST)?;
    Ok(Path::new(sysroot.trim()).join("bin"))
}

/// Whether cargo can be started where the agent will start it.
pub(super) fn check(sandbox: &Sandbox) -> Result<(), CliError> {
    run(sandbox.command("cargo").arg("--version"), RUST).map(drop)
}

/// Makes the project a repository with one commit.
pub(super) fn commit(sandbox: &Sandbox) -> Result<(), CliError> {
    for words in
        [&["init", "--quiet", "--template="][..], &["add", "."], &["commit", "-qm", "Till"]]
    {
        run(sandbox.command("git").args(words), GIT)?;
    }
    Ok(())
}

/// Something to install.
#[derive(Clone, Copy)]
struct Need {
    name: &'static str,
    from: &'static str,
}

const RUST: Need = Need { name: "Rust", from: "https://rustup.rs" };
const GIT: Need = Need { name: "git", from: "https://git-scm.com/downloads" };

fn run(command: &mut Command, need: Need) -> Result<String, CliError> {
    let program = command.get_program().display().to_string();
    let wrong = |why: &str| {
        CliError::failed(format!("the demo needs {}, and `{program}` {why}", need.name))
            .hint(format!("install {} from {}", need.name, need.from))
    };
    let output = command.stdin(Stdio::null()).output();
    let output = output.map_err(|error| {
        if error.kind() == std::io::ErrorKind::NotFound {
            wrong("is not on this machine's PATH")
        } else {
            wrong(&format!("cannot be started: {error}"))
        }
    })?;
    if !output.status.success() {
        let said = display::one_line(&String::from_utf8_lossy(&output.stderr), 300);
        return Err(wrong(&format!("failed: {said}")));
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

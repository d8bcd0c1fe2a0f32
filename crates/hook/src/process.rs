//! The `fusebox` command beside the hook: it compiles policies and delivers effects.

use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use fusebox_runtime::answer::{CompileError, FailurePolicy, PolicySource};
use fusebox_runtime::{FuseboxDirs, PolicyLayers, PolicySet};
use fusebox_store::Store;
use serde_json::Value;

use crate::failure::log_warning;
use crate::{Args, HookEnvironment};

/// The `fusebox` command: beside this program, or this program itself.
pub(crate) fn command() -> Option<PathBuf> {
    beside(&std::env::current_exe().ok()?)
}

fn beside(own: &Path) -> Option<PathBuf> {
    if own.file_stem().is_some_and(|name| name == "fusebox") {
        return Some(own.to_owned());
    }
    let beside = own.with_file_name("fusebox");
    beside.is_file().then_some(beside)
}

/// The files of both programs, where their paths are text.
pub(crate) fn programs() -> impl Iterator<Item = String> {
    let hook = std::env::current_exe().ok();
    let command = hook.as_deref().and_then(beside);
    hook.into_iter().chain(command).filter_map(|path| path.into_os_string().into_string().ok())
}

/// The exit code of the command when a policy is wrong.
const MISTAKE: i32 = 2;

/// The policies of the hook: it cannot read TOML, so `fusebox config compile` makes them.
pub(crate) struct CompilingCommand<'a> {
    pub(crate) args: &'a Args,
    pub(crate) environment: &'a HookEnvironment,
    pub(crate) dirs: &'a FuseboxDirs,
}

impl PolicySource for CompilingCommand<'_> {
    fn layers(&self, folder: Option<&Path>) -> PolicyLayers {
        PolicyLayers::of(self.dirs, &self.environment.own, folder)
    }

    fn compile(&self, layers: &PolicyLayers, _: &mut Store) -> Result<(), CompileError> {
        run_compile(layers.folder.as_deref(), &[])
    }

    fn compile_stricter(
        &self,
        layers: &PolicyLayers,
        held: u64,
        _: &PolicySet,
        _: &mut Store,
    ) -> Result<(), CompileError> {
        let held = format!("{held:016x}");
        let observe = if self.only_observes() { &["--observe"][..] } else { &[] };
        run_compile(layers.folder.as_deref(), &[&["--held", held.as_str()], observe].concat())
    }

    fn only_observes(&self) -> bool {
        self.args.observe
    }

    fn warn(&self, message: &str) {
        log_warning(self.environment, message);
    }
}

/// Runs `fusebox config compile` with these words; the error is what the command said.
fn run_compile(project: Option<&Path>, words: &[&str]) -> Result<(), CompileError> {
    let missing = || CompileError::Mistake("`fusebox` is not beside `fusebox-hook`".to_owned());
    let mut compile = Command::new(command().ok_or_else(missing)?);
    compile.args(["config", "compile"]).args(words).stdin(Stdio::null()).stdout(Stdio::null());
    if let Some(project) = project {
        compile.arg("--project").arg(project);
    }
    let failed = |error| CompileError::Mistake(format!("`fusebox config compile`: {error}"));
    let output = compile.output().map_err(failed)?;
    let said = String::from_utf8_lossy(&output.stderr);
    match output.status.code() {
        Some(0) => Ok(()),
        Some(MISTAKE) => Err(CompileError::Mistake(said.trim().to_owned())),
        _ => {
            let silent = format!("`fusebox config compile`: {}", output.status);
            let line = said.lines().next().unwrap_or(&silent);
            Err(CompileError::Failed(line.trim_start_matches("error: ").to_owned()))
        }
    }
}

/// What the policy's files say about failures, read anew: for when the store is what failed.
pub(crate) fn failure_policy(
    project: Option<&PathBuf>,
    role: Option<&str>,
) -> Option<FailurePolicy> {
    let mut show = Command::new(command()?);
    show.args(["config", "show", "--json"]).stdin(Stdio::null()).stderr(Stdio::null());
    if let Some(role) = role {
        show.arg(format!("--role={role}"));
    }
    if let Some(project) = project.filter(|project| project.is_dir()) {
        show.current_dir(project);
    }
    let shown: Value = serde_json::from_slice(&show.output().ok()?.stdout).ok()?;
    let settings = shown.get("settings")?.as_array()?;
    let of = |key: &str| settings.iter().find(|setting| setting["key"] == key)?.get("value");
    Some(FailurePolicy {
        on_error: serde_json::from_value(of("on_error")?.clone()).ok()?,
        mode: serde_json::from_value(of("mode")?.clone()).ok()?,
    })
}

/// Starts the delivery of what was queued and does not wait for it.
pub(crate) fn deliver_effects() {
    let Some(command) = command() else { return };
    let _ = Command::new(command)
        .args(["effects", "drain"])
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .process_group(0)
        .spawn();
}

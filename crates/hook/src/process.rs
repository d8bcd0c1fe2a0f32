//! The `fusebox` command beside the hook: it compiles policies and delivers effects.

use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Arc;

use fusebox_runtime::answer::{FailurePolicy, PolicySource};
use fusebox_runtime::{FuseboxDirs, PolicySet, Runtime, RuntimeError, clock};
use serde_json::Value;

use crate::failure::log_warning;
use crate::{Args, HookEnvironment};

/// The `fusebox` command of this program.
pub(crate) fn command() -> Option<PathBuf> {
    command_of(&std::env::current_exe().ok()?)
}

/// The `fusebox` command of a program that answers hooks: beside it, or the program itself. Without one, it reads no
/// policy and delivers nothing.
#[must_use]
pub fn command_of(program: &Path) -> Option<PathBuf> {
    if program.file_stem().is_some_and(|name| name == "fusebox") {
        return Some(program.to_owned());
    }
    let beside = program.with_file_name("fusebox");
    beside.is_file().then_some(beside)
}

/// The link beside copies of the programs that leads to the folder of the originals.
pub const ORIGINALS_LINK: &str = "originals";

/// The files of both programs, and of those that they were copied from, where their paths are text.
pub(crate) fn programs() -> impl Iterator<Item = String> {
    let own = std::env::current_exe().ok();
    let originals = own.as_deref().map(|own| own.with_file_name(ORIGINALS_LINK));
    let originals = originals.and_then(|link| std::fs::read_link(link).ok());
    let originals = originals
        .into_iter()
        .flat_map(|dir| ["fusebox-hook", "fusebox"].map(|name| dir.join(name)));
    let hook = own.as_deref().map(|own| own.with_file_name("fusebox-hook"));
    let command = own.as_deref().and_then(command_of);
    let programs = hook.into_iter().chain(command).chain(originals);
    programs.filter_map(|path| path.into_os_string().into_string().ok())
}

/// The exit code of the command when a policy is wrong.
const MISTAKE: i32 = 2;

/// The policies of the hook: it cannot read TOML, so `fusebox config compile` makes them.
pub(crate) struct CompilingCommand<'a> {
    pub(crate) args: &'a Args,
    pub(crate) environment: &'a HookEnvironment,
    pub(crate) dirs: &'a FuseboxDirs,
}

impl CompilingCommand<'_> {
    /// The policies as stored, else compiled now; the last good ones where the layers have a mistake, or nothing can
    /// compile them.
    fn load(&self, folder: Option<&Path>, runtime: &mut Runtime) -> Result<PolicySet, String> {
        let text = |error: RuntimeError| error.to_string();
        let layers = runtime
            .policy_layers((self.dirs, &self.environment.own), folder, clock::now())
            .map_err(text)?;
        if let Some(stored) = runtime.policies(&layers, clock::now()).map_err(text)? {
            return Ok(stored);
        }
        let why = match run_compile(folder, &[]) {
            Ok(()) => match runtime.policies(&layers, clock::now()).map_err(text)? {
                Some(made) => return Ok(made),
                None => NOTHING_COMPILED.to_owned(),
            },
            Err(CompileError::Failed(why)) => return Err(why),
            Err(CompileError::NoCommand) => NO_COMMAND.to_owned(),
            Err(CompileError::Mistake(why)) => {
                format!("the policy has a mistake, the last good one holds: {why}")
            }
        };
        log_warning(self.environment, &why);
        layers.last_good(runtime.store()).map_err(text).map(Option::unwrap_or_default)
    }
}

impl PolicySource for CompilingCommand<'_> {
    fn policies(
        &self,
        folder: Option<&Path>,
        runtime: &mut Runtime,
    ) -> Result<Arc<PolicySet>, String> {
        let loaded = self.load(folder, runtime)?;
        Ok(Arc::new(if self.args.observe { loaded.observed() } else { loaded }))
    }

    fn keep_stricter(
        &self,
        folder: Option<&Path>,
        held: u64,
        _: &PolicySet,
        _: &mut Runtime,
    ) -> Result<(), String> {
        let held = format!("{held:016x}");
        let observe = if self.args.observe { &["--observe"][..] } else { &[] };
        match run_compile(folder, &[&["--held", held.as_str()], observe].concat()) {
            // It was logged when the policies were loaded.
            Ok(()) | Err(CompileError::Mistake(_) | CompileError::NoCommand) => Ok(()),
            Err(CompileError::Failed(why)) => Err(why),
        }
    }
}

const NO_COMMAND: &str = "no file of a policy is read, because there is no `fusebox` beside this program: its limits and \
    caps do not hold, but those that were read last, else the default ones; install both programs together";
const NOTHING_COMPILED: &str = "`fusebox config compile` made nothing of the policy's files as they are now: the last good \
    policy holds, else the default one";

/// Why the command made no policy.
enum CompileError {
    /// There is no command.
    NoCommand,
    /// The layers have a mistake: the last good policy holds.
    Mistake(String),
    /// The policy could not be kept.
    Failed(String),
}

/// Runs `fusebox config compile` with these words; the error is what the command said.
fn run_compile(project: Option<&Path>, words: &[&str]) -> Result<(), CompileError> {
    let mut compile = Command::new(command().ok_or(CompileError::NoCommand)?);
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
pub fn deliver_effects() {
    let Some(command) = command() else { return };
    let _ = Command::new(command)
        .args(["effects", "drain", "--wait"])
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .process_group(0)
        .spawn();
}

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
    let command = own.as_deref().and_then(beside);
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
    /// The policies as stored, else compiled now; the last good ones where the layers have a mistake.
    fn load(&self, folder: Option<&Path>, runtime: &mut Runtime) -> Result<PolicySet, String> {
        let text = |error: RuntimeError| error.to_string();
        let layers = runtime
            .policy_layers((self.dirs, &self.environment.own), folder, clock::now())
            .map_err(text)?;
        if let Some(stored) = runtime.policies(&layers, clock::now()).map_err(text)? {
            return Ok(stored);
        }
        let made = match run_compile(folder, &[]) {
            Ok(()) => runtime.policies(&layers, clock::now()),
            Err(CompileError::Failed(why)) => return Err(why),
            Err(CompileError::Mistake(why)) => {
                let message = format!("the policy has a mistake, the last good one holds: {why}");
                log_warning(self.environment, &message);
                layers.last_good(runtime.store())
            }
        };
        made.map_err(text).map(Option::unwrap_or_default)
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
            // The mistake was logged when the policies were loaded.
            Ok(()) | Err(CompileError::Mistake(_)) => Ok(()),
            Err(CompileError::Failed(why)) => Err(why),
        }
    }
}

/// Why the command made no policy.
enum CompileError {
    /// The layers have a mistake, or there is no command: the last good policy holds.
    Mistake(String),
    /// The policy could not be kept.
    Failed(String),
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

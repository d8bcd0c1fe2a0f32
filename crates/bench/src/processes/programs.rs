//! Lists the programs that are compared.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;

use fusebox_engine::Policy;
use fusebox_runtime::{
    FuseboxDirs, FuseboxEnvironment, PolicyLayers, PolicySet, clock, keep_stricter,
};
use fusebox_store::Store;

use super::launch::RunFolders;
use super::timed_program::{ProgramRole, TimedProgram};
use crate::BenchError;
use crate::builds::BuiltPrograms;
use crate::home::PreparedHome;

/// The folders that hold the homes and the projects of all programs.
#[derive(Debug, Clone, Copy)]
pub(crate) struct BenchFolders<'a> {
    pub(crate) homes: &'a Path,
    pub(crate) projects: &'a Path,
}

impl BenchFolders<'_> {
    /// The folders of the program with this name.
    pub(crate) fn of_program(&self, name: &str) -> RunFolders {
        let plain = |c: char| if c.is_ascii_alphanumeric() { c } else { '-' };
        let name: String = name.chars().map(plain).collect();
        RunFolders {
            home: self.homes.join(&name),
            project: self.projects.join(&name),
            socket: None,
        }
    }
}

/// All programs; the first is `/bin/true`, which all others are compared with.
pub(crate) fn all(
    built: &[BuiltPrograms],
    prepared: &PreparedHome,
    dirs: &BenchFolders<'_>,
    notes: &mut Vec<String>,
) -> Result<Vec<TimedProgram>, BenchError> {
    let timed = |name: &str, does, program: &Path| {
        TimedProgram::new(name.to_owned(), does, program, dirs.of_program(name), prepared)
    };
    let mut compared = vec![timed("/bin/true", ProgramRole::Other, Path::new("/bin/true"))?];
    for programs in built {
        let name = format!("empty Rust program, {}", programs.libc);
        compared.push(timed(&name, ProgramRole::Other, &programs.empty)?);
    }
    for (kept, end) in [(false, ""), (true, ", kept open")] {
        for BuiltPrograms { libc, hook, bare, .. } in built {
            let floor = format!("bare, {libc}{end}");
            let below = timed(&floor, ProgramRole::Transaction, bare)?;
            let above = timed(&format!("hook, {libc}{end}"), ProgramRole::Decides, hook)?;
            compared.extend([below.kept_open(kept)?, above.above(&floor).kept_open(kept)?]);
        }
    }
    for BuiltPrograms { libc, hook, .. } in built {
        let above = timed(&over_socket(libc), ProgramRole::Decides, hook)?;
        compared.push(above.above(&format!("hook, {libc}")).answered_here()?);
    }
    if let Some(programs) = built.first() {
        let timed = timed("hook, glibc, a project's policy", ProgramRole::Decides, &programs.hook)?;
        store_policy(&timed.folders)?;
        compared.push(timed);
    }
    for (title, program, ask, script) in SCRIPTS {
        match interpreter(program, ask) {
            Some(found) => {
                let name = format!("{title} hook, counts in a JSON file");
                let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("scripts").join(script);
                let timed = timed(&name, ProgramRole::Other, &found)?.with_arg(&script);
                std::fs::write(timed.folders.home.join(".loop-guard.json"), counts()?)?;
                compared.push(timed);
            }
            None => notes.push(format!("no {title} hook: `{program}` is missing")),
        }
    }
    Ok(compared)
}

/// The name of the hook whose events another process answers, which holds the store open.
pub(super) fn over_socket(libc: &str) -> String {
    format!("hook over the socket, {libc}")
}

/// Name, program, the arguments that print its path, script. The path is asked for because the shim of a version manager
/// costs more than the interpreter.
const SCRIPTS: &[(&str, &str, [&str; 2], &str)] = &[
    ("Python", "python3", ["-c", "import sys; print(sys.executable)"], "hook.py"),
    ("Node", "node", ["-p", "process.execPath"], "hook.js"),
];

fn interpreter(program: &str, ask: &[&str]) -> Option<PathBuf> {
    let output = Command::new(program).args(ask).output().ok()?;
    let path = PathBuf::from(String::from_utf8(output.stdout).ok()?.trim());
    path.is_file().then_some(path)
}

/// The file of the scripts after 200 calls.
fn counts() -> Result<String, BenchError> {
    let key = |n| format!("[\"s\",\"Bash\",{{\"command\":\"cargo test -p shop case_{n}\"}}]");
    let counts: BTreeMap<String, u32> = (0..200).map(|n| (key(n), 1 + n % 3)).collect();
    Ok(serde_json::to_string(&counts)?)
}

/// Stores what `fusebox config compile` stores for a project with a policy and two roles, and for sessions that began
/// before it.
fn store_policy(folders: &RunFolders) -> Result<(), BenchError> {
    std::fs::write(folders.project.join(".fusebox.toml"), "preset = \"default\"\n")?;
    let variables = [("HOME".to_owned(), folders.home.to_string_lossy().into_owned())];
    let environment = FuseboxEnvironment::of(variables.into_iter());
    let layers =
        PolicyLayers::of(&FuseboxDirs::of(&environment)?, &environment, Some(&folders.project));
    let roles = ["reviewer", "implementer"].map(|role| (role.to_owned(), Policy::default()));
    let set = PolicySet::new(Policy::default(), BTreeMap::from(roles));
    let mut store = Store::open(&folders.state_dir(), clock::now())?.store;
    let before = PolicySet::default().digest();
    keep_stricter(&mut store, before, set.digest(), &set, clock::now())?;
    Ok(layers.keep(&mut store, &set, clock::now())?)
}

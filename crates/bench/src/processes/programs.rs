//! Which programs are compared.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;

use fusebox_engine::Policy;
use fusebox_runtime::{
    FuseboxDirs, FuseboxEnvironment, PolicyLayers, PolicySet, clock, keep_stricter,
};
use fusebox_store::Store;

use super::lane::{ProgramRole, TimedProgram};
use super::start::RunFolders;
use crate::BenchError;
use crate::builds::BuiltPrograms;
use crate::home::PreparedHome;

/// Where the lanes have their homes and their projects.
#[derive(Debug, Clone, Copy)]
pub(crate) struct BenchFolders<'a> {
    pub(crate) homes: &'a Path,
    pub(crate) projects: &'a Path,
}

impl BenchFolders<'_> {
    /// The place of the lane with this name.
    pub(crate) fn place(&self, name: &str) -> RunFolders {
        let plain = |c: char| if c.is_ascii_alphanumeric() { c } else { '-' };
        let name: String = name.chars().map(plain).collect();
        RunFolders { home: self.homes.join(&name), project: self.projects.join(&name) }
    }
}

/// Every lane; the first is `/bin/true`, to which all others are compared.
pub(crate) fn lanes(
    built: &[BuiltPrograms],
    primed: &PreparedHome,
    dirs: &BenchFolders<'_>,
    notes: &mut Vec<String>,
) -> Result<Vec<TimedProgram>, BenchError> {
    let lane = |name: &str, does, program: &Path| {
        TimedProgram::new(name.to_owned(), does, program, dirs.place(name), primed)
    };
    let mut lanes = vec![lane("/bin/true", ProgramRole::Nothing, Path::new("/bin/true"))?];
    for programs in built {
        let name = format!("empty Rust program, {}", programs.libc);
        lanes.push(lane(&name, ProgramRole::Nothing, &programs.empty)?);
    }
    for (kept, end) in [(false, ""), (true, ", kept open")] {
        for BuiltPrograms { libc, hook, bare, .. } in built {
            let floor = format!("bare, {libc}{end}");
            let below = lane(&floor, ProgramRole::Transaction, bare)?;
            let above =
                lane(&format!("hook, {libc}{end}"), ProgramRole::Decides, hook)?.above(&floor);
            let keep = |lane: TimedProgram| if kept { lane.kept_open() } else { Ok(lane) };
            lanes.extend([keep(below)?, keep(above)?]);
        }
    }
    if let Some(programs) = built.first() {
        let lane = lane("hook, glibc, a project's policy", ProgramRole::Decides, &programs.hook)?;
        keep_policy(&lane.place)?;
        lanes.push(lane);
    }
    for (title, program, ask, script) in SCRIPTS {
        match interpreter(program, ask) {
            Some(found) => {
                let name = format!("{title} hook, counts in a JSON file");
                let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("scripts").join(script);
                let lane = lane(&name, ProgramRole::Counts, &found)?.with_arg(&script);
                std::fs::write(lane.place.home.join(".loop-guard.json"), counts()?)?;
                lanes.push(lane);
            }
            None => notes.push(format!("no {title} hook: `{program}` is missing")),
        }
    }
    Ok(lanes)
}

/// Name, program, how it tells its own path, script. The path is asked for, because a version
/// manager's shim costs more than the interpreter.
const SCRIPTS: &[(&str, &str, [&str; 2], &str)] = &[
    ("Python", "python3", ["-c", "import sys; print(sys.executable)"], "hook.py"),
    ("Node", "node", ["-p", "process.execPath"], "hook.js"),
];

fn interpreter(program: &str, ask: &[&str]) -> Option<PathBuf> {
    let output = Command::new(program).args(ask).output().ok()?;
    let path = PathBuf::from(String::from_utf8(output.stdout).ok()?.trim());
    path.is_file().then_some(path)
}

/// What 200 calls leave in the scripts' file.
fn counts() -> Result<String, BenchError> {
    let key = |n| format!("[\"s\",\"Bash\",{{\"command\":\"cargo test -p shop case_{n}\"}}]");
    let counts: BTreeMap<String, u32> = (0..200).map(|n| (key(n), 1 + n % 3)).collect();
    Ok(serde_json::to_string(&counts)?)
}

/// Leaves what `fusebox config compile` leaves for a project with a policy and two roles, and for sessions
/// that began before it.
fn keep_policy(place: &RunFolders) -> Result<(), BenchError> {
    std::fs::write(place.project.join(".fusebox.toml"), "preset = \"default\"\n")?;
    let variables = [("HOME".to_owned(), place.home.to_string_lossy().into_owned())];
    let environment = FuseboxEnvironment::of(variables.into_iter());
    let layers =
        PolicyLayers::of(&FuseboxDirs::of(&environment)?, &environment, Some(&place.project));
    let roles = ["reviewer", "implementer"].map(|role| (role.to_owned(), Policy::default()));
    let set = PolicySet::new(Policy::default(), BTreeMap::from(roles));
    let mut store = Store::open(&place.state_dir(), clock::now())?.store;
    let before = PolicySet::default().digest();
    keep_stricter(&mut store, before, set.digest(), &set, clock::now())?;
    Ok(layers.keep(&mut store, &set, clock::now())?)
}

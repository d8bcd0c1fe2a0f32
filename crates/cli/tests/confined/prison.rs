//! A home of a user without rights, with everything in it that is protected, and `run` started there.

use std::fs;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::process::Stdio;

use crate::transcript::CommandOutput;
use crate::world::World;

/// What every protected file has in it.
const ORIGINAL: &str = "{ \"theme\": \"original\" }\n";
/// The protected files that exist, below the home.
const EXISTING: &[&str] = &[
    ".claude/settings.json",
    ".config/fusebox/config.toml.note",
    ".local/state/fusebox/reports/kept.md",
];
/// The protected files that do not exist.
const ABSENT: &[&str] = &[
    "project/.fusebox.toml",
    "project/.claude/settings.json",
    "project/.claude/settings.local.json",
    ".config/fusebox/config.toml",
];

/// A home of a user without rights.
pub(crate) struct Prison {
    pub(crate) world: World,
    /// The inode and the size of the hook program.
    hook: (u64, u64),
}

impl Prison {
    pub(crate) fn new() -> Self {
        Self::with(&[])
    }

    /// With these variables.
    pub(crate) fn with(variables: &[(&'static str, &str)]) -> Self {
        let path = [("PATH", "/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin")];
        let mut world = World::with_variables(&[&path, variables].concat());
        fs::create_dir(world.path("bin")).unwrap();
        for file in EXISTING {
            world.write(file, ORIGINAL);
        }
        world.copy_programs();
        let copies = world.programs.clone();
        world.programs = world.path("bin");
        for name in ["fusebox", "fusebox-hook"] {
            fs::hard_link(copies.join(name), world.programs.join(name)).unwrap();
        }
        world.drop_rights();
        let prison = Self { hook: identity(&world.path("bin/fusebox-hook")).unwrap(), world };
        let ran =
            prison.sh("git init -q . && git config user.name A && git config user.email a@b.c");
        assert_eq!(ran.code, 0, "{}", ran.err);
        prison
    }

    /// A shell of the user, outside of everything.
    pub(crate) fn sh(&self, script: &str) -> CommandOutput {
        let mut command = self.world.command("sh");
        self.world.finish(command.args(["-c", script]), b"")
    }

    /// Runs `fusebox run OPTIONS -- sh -c SCRIPT`.
    pub(crate) fn run(&self, options: &[&str], script: &str) -> CommandOutput {
        let mut command = self.world.fusebox();
        command.arg("run").args(options).args(["--", "sh", "-c", script]);
        self.world.finish(&mut command, b"")
    }

    /// The same, confined in full.
    pub(crate) fn confined(&self, script: &str) -> CommandOutput {
        self.run(&["--confine=require"], script)
    }

    /// What of the protected files is not as it was.
    pub(crate) fn changes(&self) -> Vec<PathBuf> {
        let mut changed = Vec::new();
        for file in EXISTING {
            let path = self.world.path(file);
            if fs::read(&path).ok().as_deref() != Some(ORIGINAL.as_bytes()) {
                changed.push(path);
            }
        }
        let hook = self.world.path("bin/fusebox-hook");
        if identity(&hook) != Some(self.hook) {
            changed.push(hook);
        }
        let absent = ABSENT.iter().map(|file| self.world.path(file));
        changed.extend(absent.filter(|path| fs::symlink_metadata(path).is_ok()));
        changed
    }

    /// A process of the user outside of the run.
    pub(crate) fn bystander(&self) -> std::process::Child {
        let mut command = self.world.command("sleep");
        command.arg("600").stdin(Stdio::null()).spawn().unwrap()
    }
}

fn identity(file: &Path) -> Option<(u64, u64)> {
    fs::metadata(file).ok().map(|meta| (meta.ino(), meta.len()))
}

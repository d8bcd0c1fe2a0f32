//! A home whose programs run as a user without rights, also where the tests run as root.

use std::fs::{self, Permissions};
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::Path;
use std::process::Command;
use std::sync::OnceLock;

use tempfile::TempDir;

use crate::world::{FUSEBOX, HOOK, World};

/// The user to whom permissions apply, where the tests run as root.
const NOBODY: u32 = 65_534;

impl World {
    /// From now on every command runs as a user without rights, who owns the home as it is now.
    pub(crate) fn drop_rights(&mut self) {
        let above = self.home.parent().unwrap();
        fs::set_permissions(above, Permissions::from_mode(0o755)).unwrap();
        if fs::metadata("/proc/self").is_ok_and(|own| own.uid() == 0) {
            self.user = Some(NOBODY);
            let owned = Command::new("chown").args(["-R", "65534:65534"]).arg(above).status();
            assert!(owned.unwrap().success());
        }
    }
}

/// Copies of the programs where every user can run them: a build folder need not be open to all.
pub(crate) fn program_copies() -> &'static Path {
    static COPIES: OnceLock<TempDir> = OnceLock::new();
    let dir = COPIES.get_or_init(|| {
        let dir = tempfile::tempdir().unwrap();
        fs::set_permissions(dir.path(), Permissions::from_mode(0o755)).unwrap();
        // Not by this process: a child of another test might have a copy open, and then it cannot run.
        let made = Command::new("cp").args([FUSEBOX, HOOK]).arg(dir.path()).status();
        assert!(made.unwrap().success());
        dir
    });
    dir.path()
}

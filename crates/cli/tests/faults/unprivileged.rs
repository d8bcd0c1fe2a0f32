//! A home whose programs run as a user without rights, also where the tests run as root.

use std::fs::{self, Permissions};
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::process::Command;

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

    /// From now on copies of the programs run, where every user can run them: a build folder need not be open to all.
    pub(crate) fn copy_programs(&mut self) {
        let copies = tempfile::tempdir().unwrap();
        fs::set_permissions(copies.path(), Permissions::from_mode(0o755)).unwrap();
        // Not by this process: a child of another test might have a copy open, and then it cannot run.
        let made = Command::new("cp").args([FUSEBOX, HOOK]).arg(copies.path()).status();
        assert!(made.unwrap().success());
        self.programs = copies.path().to_owned();
        self._copies = Some(copies);
    }
}

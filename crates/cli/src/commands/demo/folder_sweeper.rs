//! Removes the demo's folder however the demo ends: on Ctrl-C, a closed pipe or a kill as well.
//!
//! A process that is killed cannot clean up. A shell in a process group of its own, which the
//! terminal's signals do not reach, reads from a pipe until the demo no longer holds the other end,
//! and then removes the folder.

use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Child, Command, Stdio};

use crate::{CliError, Result};

/// Tries several times, because a process of the demo may still write a file.
const WAIT_THEN_REMOVE: &str = "trap '' INT TERM HUP; read -r _; \
    for _ in 1 2 3 4 5; do rm -rf \"$1\" 2>/dev/null && break; sleep 1; done";

/// The shell that waits for the end of the demo.
#[derive(Debug)]
pub(super) struct FolderSweeper(Child);

impl FolderSweeper {
    /// Removes `folder` when this value is dropped or this process ends.
    pub(super) fn start(folder: &Path) -> Result<Self> {
        let child = Command::new("/bin/sh")
            .args(["-c", WAIT_THEN_REMOVE, "sh"])
            .arg(folder)
            .current_dir("/")
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .process_group(0)
            .spawn()
            .map_err(|error| CliError::failed(format!("cannot start `/bin/sh`: {error}")))?;
        Ok(Self(child))
    }
}

impl Drop for FolderSweeper {
    fn drop(&mut self) {
        drop(self.0.stdin.take());
        let _ = self.0.wait();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_folder_goes_with_the_sweeper() {
        let parent = tempfile::tempdir().unwrap();
        let folder = parent.path().join("a folder");
        std::fs::create_dir_all(folder.join("in it")).unwrap();
        let sweeper = FolderSweeper::start(&folder).unwrap();
        assert!(folder.exists());
        drop(sweeper);
        assert!(!folder.exists());
    }
}

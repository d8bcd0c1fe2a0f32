//! Removes the demo's folder however the demo ends: also on Ctrl-C, a closed pipe or a kill.
//!
//! A process that dies cannot clean up after itself, so another one waits for it: a shell in a
//! process group of its own, out of reach of the terminal's signals, that reads from a pipe until
//! nobody holds the other end.

use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Child, Command, Stdio};

use crate::error::CliError;

/// Several tries, because a process of the demo may be writing its last file.
const WAIT_THEN_REMOVE: &str = "trap '' INT TERM HUP; read -r _; \
    for _ in 1 2 3 4 5; do rm -rf \"$1\" 2>/dev/null && break; sleep 1; done";

/// The shell that waits.
#[derive(Debug)]
pub(super) struct Sweeper(Child);

impl Sweeper {
    /// Has `folder` removed when this value, or this process, is gone.
    pub(super) fn over(folder: &Path) -> Result<Self, CliError> {
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

impl Drop for Sweeper {
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
        let sweeper = Sweeper::over(&folder).unwrap();
        assert!(folder.exists());
        drop(sweeper);
        assert!(!folder.exists());
    }
}

//! The folder in the git dir that is ours, and the lock that lets one of us in at a time.

use std::fs::{File, TryLockError};
use std::path::{Path, PathBuf};
use std::thread::sleep;
use std::time::Duration;

use crate::GitError;

/// The folder in the git dir. Each linked worktree has its own.
const FOLDER: &str = "fusebox";
/// How often, and how long apart, the lock is asked for.
const TRIES: u32 = 600;
const PAUSE: Duration = Duration::from_millis(50);

/// Our folder, held by us alone.
#[derive(Debug)]
pub(crate) struct PrivateDir {
    folder: PathBuf,
    lock: File,
}

impl PrivateDir {
    /// Waits for the folder, at most 30 seconds.
    pub(crate) fn enter(git_dir: &Path) -> Result<Self, GitError> {
        let folder = git_dir.join(FOLDER);
        std::fs::create_dir_all(&folder).map_err(GitError::file("made", &folder))?;
        let path = folder.join("lock");
        let lock = File::options()
            .read(true)
            .append(true)
            .create(true)
            .open(&path)
            .map_err(GitError::file("opened", &path))?;
        for _ in 0..TRIES {
            match lock.try_lock() {
                Ok(()) => return Ok(Self { folder, lock }),
                Err(TryLockError::WouldBlock) => sleep(PAUSE),
                Err(TryLockError::Error(source)) => {
                    return Err(GitError::file("locked", &path)(source));
                }
            }
        }
        Err(GitError::Busy { waited: PAUSE * TRIES })
    }

    /// A second handle of the lock: it stays taken until both are closed.
    pub(crate) fn handle(&self) -> Result<File, GitError> {
        self.lock.try_clone().map_err(GitError::file("opened", &self.folder))
    }

    /// A file of ours by this name.
    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.folder.join(name)
    }

    /// A file of ours by this name, which is not there now. A killed run may have left one, and
    /// git's lock beside it; the lock that we hold says that nobody uses them.
    pub(crate) fn fresh(&self, name: &str) -> Result<PathBuf, GitError> {
        let path = self.path(name);
        remove(&path)?;
        remove(&self.path(&format!("{name}.lock")))?;
        Ok(path)
    }
}

/// Removes a file; one that is not there is removed.
pub(crate) fn remove(path: &Path) -> Result<(), GitError> {
    match std::fs::remove_file(path) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
            Err(GitError::file("removed", path)(error))
        }
        _ => Ok(()),
    }
}

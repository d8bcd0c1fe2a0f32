//! The folder in the git dir that is ours, and the lock that lets one of us in at a time.

use std::fs::{File, TryLockError};
use std::path::{Path, PathBuf};
use std::thread::sleep;
use std::time::Duration;

use crate::Error;

/// The folder in the git dir. Each linked worktree has its own.
const FOLDER: &str = "fusebox";
/// How often, and how long apart, the lock is asked for.
const TRIES: u32 = 600;
const PAUSE: Duration = Duration::from_millis(50);

/// Our folder, held by us alone.
#[derive(Debug)]
pub(crate) struct Private {
    folder: PathBuf,
    lock: File,
}

impl Private {
    /// Waits for the folder, at most 30 seconds.
    pub(crate) fn enter(git_dir: &Path) -> Result<Self, Error> {
        let folder = git_dir.join(FOLDER);
        std::fs::create_dir_all(&folder).map_err(Error::file("made", &folder))?;
        let path = folder.join("lock");
        let lock = File::options()
            .read(true)
            .append(true)
            .create(true)
            .open(&path)
            .map_err(Error::file("opened", &path))?;
        for _ in 0..TRIES {
            match lock.try_lock() {
                Ok(()) => return Ok(Self { folder, lock }),
                Err(TryLockError::WouldBlock) => sleep(PAUSE),
                Err(TryLockError::Error(source)) => {
                    return Err(Error::file("locked", &path)(source));
                }
            }
        }
        Err(Error::Busy { waited: PAUSE * TRIES })
    }

    /// A second handle of the lock: it stays taken until both are closed.
    pub(crate) fn handle(&self) -> Result<File, Error> {
        self.lock.try_clone().map_err(Error::file("opened", &self.folder))
    }

    /// A file of ours by this name.
    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.folder.join(name)
    }

    /// A file of ours by this name, which is not there now. A killed run may have left one, and
    /// git's lock beside it; the lock that we hold says that nobody uses them.
    pub(crate) fn fresh(&self, name: &str) -> Result<PathBuf, Error> {
        let path = self.path(name);
        remove(&path)?;
        remove(&self.path(&format!("{name}.lock")))?;
        Ok(path)
    }
}

/// Removes a file; one that is not there is removed.
pub(crate) fn remove(path: &Path) -> Result<(), Error> {
    match std::fs::remove_file(path) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
            Err(Error::file("removed", path)(error))
        }
        _ => Ok(()),
    }
}

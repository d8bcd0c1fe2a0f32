//! Our folder in the git dir, with a lock that admits one process at a time.

use std::fs::{File, TryLockError};
use std::path::PathBuf;
use std::thread::sleep;
use std::time::Duration;

use crate::index::IndexFile;
use crate::repository::Repository;
use crate::{GitError, Result};

/// Its name. Each linked worktree has its own.
const FOLDER: &str = "fusebox";
/// How often, and at what interval, the lock is tried.
const LOCK_TRIES: u32 = 600;
const LOCK_INTERVAL: Duration = Duration::from_millis(50);

/// The locked folder.
#[derive(Debug)]
pub(crate) struct PrivateDir<'a> {
    pub(crate) repository: &'a Repository,
    folder: PathBuf,
    lock: File,
}

impl<'a> PrivateDir<'a> {
    /// Locks the folder of `repository`; waits at most 30 seconds.
    pub(crate) fn lock(repository: &'a Repository) -> Result<Self> {
        let folder = repository.git_dir().join(FOLDER);
        std::fs::create_dir_all(&folder).map_err(GitError::file("made", &folder))?;
        let path = folder.join("lock");
        let mut options = File::options();
        let lock = options.read(true).append(true).create(true).open(&path);
        let lock = lock.map_err(GitError::file("opened", &path))?;
        for _ in 0..LOCK_TRIES {
            match lock.try_lock() {
                Ok(()) => return Ok(Self { repository, folder, lock }),
                Err(TryLockError::WouldBlock) => sleep(LOCK_INTERVAL),
                Err(TryLockError::Error(source)) => {
                    return Err(GitError::file("locked", &path)(source));
                }
            }
        }
        Err(GitError::Busy { waited: LOCK_INTERVAL * LOCK_TRIES })
    }

    /// A second handle of the lock: the folder stays locked until both are closed.
    pub(crate) fn lock_handle(&self) -> Result<File> {
        self.lock.try_clone().map_err(GitError::file("opened", &self.folder))
    }

    /// The path of a file in the folder.
    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.folder.join(name)
    }

    /// An index file in the folder.
    pub(crate) fn index(&self, name: &str) -> IndexFile<'a> {
        IndexFile::new(self.repository, self.path(name))
    }

    /// An index file that does not exist yet: one that a killed process left is removed.
    pub(crate) fn new_index(&self, name: &str) -> Result<IndexFile<'a>> {
        let index = self.index(name);
        index.remove()?;
        Ok(index)
    }
}

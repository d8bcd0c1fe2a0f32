//! A short lock on the state directory itself.
//!
//! SQLite finds a database's `-wal` and `-shm` by name at the first read. Whoever opens the
//! database holds the gate shared until that read is done; whoever creates it, or moves it away,
//! holds the gate alone. So nobody joins the old database with the new one's log, unless the
//! one inside is stopped for longer than others wait.

use std::fs::{File, OpenOptions, TryLockError};
use std::io;
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::Path;
use std::thread::sleep;
use std::time::Duration;

use rustix::fs::OFlags;

use crate::StoreError;

/// How often something locked is tried again, [`PAUSE`] apart: 3 s, as SQLite's own patience.
const TRIES: u32 = 600;
/// The time between two tries.
const PAUSE: Duration = Duration::from_millis(5);

/// The lock, held until dropped; a process that dies lets go.
#[derive(Debug)]
pub(crate) struct StoreGate {
    _held: File,
}

impl StoreGate {
    /// Enters with others. `None`: there is no such directory.
    ///
    /// Whoever can read the directory can lock it for good. Then it is entered all the same: who is alone in it is seldom
    /// so for long, and what is done there alone waits by itself.
    pub(crate) fn shared(dir: &Path) -> Result<Option<Self>, StoreError> {
        match open(dir) {
            Ok(file) => match Self::enter(dir, file, File::try_lock_shared) {
                Err(StoreError::Busy { .. }) => {
                    let entered = open(dir).map_err(|error| StoreError::io(dir, error))?;
                    Ok(Some(Self { _held: entered }))
                }
                entered => entered.map(Some),
            },
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(StoreError::io(dir, error)),
        }
    }

    /// Enters alone.
    pub(crate) fn alone(dir: &Path) -> Result<Self, StoreError> {
        let file = open(dir).map_err(|error| StoreError::io(dir, error))?;
        Self::enter(dir, file, File::try_lock)
    }

    fn enter(
        dir: &Path,
        file: File,
        lock: fn(&File) -> Result<(), TryLockError>,
    ) -> Result<Self, StoreError> {
        for _ in 0..TRIES {
            match lock(&file) {
                Ok(()) => return Ok(Self { _held: file }),
                Err(TryLockError::WouldBlock) => sleep(PAUSE),
                // A file system without such locks: creation and setting aside are then only as
                // safe as SQLite's own locks make them.
                Err(TryLockError::Error(_)) => return Ok(Self { _held: file }),
            }
        }
        Err(StoreError::Busy { file: dir.to_owned() })
    }
}

/// Opens what lies in the place of the directory; it never waits for a writer.
fn open(dir: &Path) -> io::Result<File> {
    let flags = OFlags::NONBLOCK.bits().cast_signed();
    OpenOptions::new().read(true).custom_flags(flags).open(dir)
}

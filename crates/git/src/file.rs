//! Two file operations that std does not have.

use std::io::ErrorKind;
use std::path::Path;

use crate::{GitError, Result};

/// Removes a file if it exists.
pub(crate) fn remove_if_exists(path: &Path) -> Result<()> {
    match std::fs::remove_file(path) {
        Err(error) if error.kind() != ErrorKind::NotFound => {
            Err(GitError::file("removed", path)(error))
        }
        _ => Ok(()),
    }
}

/// Copies a file and its modification time.
pub(crate) fn copy_with_time(source: &Path, to: &Path) -> std::io::Result<()> {
    let modified = source.metadata()?.modified()?;
    std::fs::copy(source, to)?;
    std::fs::File::open(to)?.set_modified(modified)
}

//! The prices that a person imported, a file in the state folder.

use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

/// The file of the imported prices, in the order of their models.
#[must_use]
pub fn file(state_dir: &Path) -> PathBuf {
    state_dir.join("prices.tsv")
}

/// The imported prices; nothing where none were imported.
///
/// # Errors
/// When the file cannot be read.
pub fn read(state_dir: &Path) -> io::Result<String> {
    match std::fs::read_to_string(file(state_dir)) {
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(String::new()),
        read => read,
    }
}

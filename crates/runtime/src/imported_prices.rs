//! The prices that a person imported, a file in the state folder.

use std::io::{self, ErrorKind, Read};
use std::path::{Path, PathBuf};

use fusebox_store::own_file;

/// The longest file that is read. The whole published table takes a tenth of it.
const MAX_BYTES: u64 = 4 << 20;

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
    match own_file::open(&file(state_dir)) {
        Ok(Some((prices, _))) => {
            let mut text = String::new();
            prices.take(MAX_BYTES).read_to_string(&mut text)?;
            Ok(text)
        }
        Ok(None) => Ok(String::new()),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(String::new()),
        Err(error) => Err(error),
    }
}

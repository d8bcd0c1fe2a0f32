//! The log of what failed on our side: one line a failure, for `fusebox doctor` and a person.

use std::fs::{DirBuilder, OpenOptions};
use std::io::{self, Write};
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt};
use std::path::Path;

use rustix::fs::OFlags;

use crate::clock;

/// The name of the log in the folder of the state.
pub const FILE: &str = "errors.log";
/// The log is started anew past this size, in bytes.
const MAX_BYTES: u64 = 1 << 20;

/// Adds a line with the time before it; secrets and control characters are taken out.
///
/// # Errors
/// When the file cannot be written.
pub fn log(state_dir: &Path, message: &str) -> io::Result<()> {
    DirBuilder::new().recursive(true).mode(0o700).create(state_dir)?;
    let file = state_dir.join(FILE);
    let full = std::fs::metadata(&file).is_ok_and(|meta| meta.len() > MAX_BYTES);
    let mut file = OpenOptions::new()
        .create(true)
        .append(!full)
        .write(true)
        .truncate(full)
        .mode(0o600)
        .custom_flags(OFlags::NONBLOCK.bits().cast_signed())
        .open(file)?;
    if !file.metadata()?.is_file() {
        return Err(io::Error::other("the log of failures is not a regular file"));
    }
    let message = fusebox_text::redact(message);
    let line: String = message.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    writeln!(file, "{} {line}", clock::now().0)
}

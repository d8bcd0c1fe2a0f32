//! Files whose place somebody else names: opened only where they are plain ones of this user.

use std::fs::{File, Metadata, OpenOptions};
use std::io;
use std::os::unix::fs::{MetadataExt, OpenOptionsExt};
use std::path::Path;

use rustix::fs::OFlags;

/// Opens a regular file of this user to read it; anything else is `None`. It never waits for a
/// writer.
///
/// # Errors
/// When the file is not there or may not be read.
pub fn open(path: &Path) -> io::Result<Option<(File, Metadata)>> {
    // Asked first, because opening a device can do something.
    if !is_ours(&std::fs::metadata(path)?) {
        return Ok(None);
    }
    let nonblock = OFlags::NONBLOCK.bits().cast_signed();
    let file = OpenOptions::new().read(true).custom_flags(nonblock).open(path)?;
    let meta = file.metadata()?;
    Ok(is_ours(&meta).then_some((file, meta)))
}

fn is_ours(meta: &Metadata) -> bool {
    meta.is_file() && meta.uid() == rustix::process::geteuid().as_raw()
}
